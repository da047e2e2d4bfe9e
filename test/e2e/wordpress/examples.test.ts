/** The folder `examples/` as an integrator uses it: its programs in processes of their own, its plugin on the site. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { errors, type ErrorCode } from '../../../server/contract/errors.ts';
import { mcpServerView } from '../../../server/contract/mcp.ts';
import { answer } from '../../fakes/openai-behaviours.ts';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { startCuttingProxy } from '../../http/cutting-proxy.ts';
import { rest, runPhp, stack } from '../../stack.ts';
import { openAi, sitePlugin, useSidecar } from './on-site.ts';
import { ask, indexed } from './visitor.ts';

const plugin = readFileSync('examples/filter-what-is-read/opening-hours.php', 'utf8');
sitePlugin('opening-hours', plugin.replace('<?php\n', ''));

let openai: OpenAiServer;
let link: string;
useSidecar(async () => {
  openai = await startOpenAiServer();
  return {
    settings: { llm: openAi(openai), mcp: { enabled: true }, limits: { per_ip_max: 0 } },
  };
});
beforeAll(async () => {
  link = await runPhp<string>(`return get_permalink( wp_insert_post( array(
    'post_title' => 'Lighthouse', 'post_content' => 'It stands on a rock.', 'post_status' => 'publish',
    'meta_input' => array( 'opening_hours' => 'nine to four.' ) ) ) );`);
  await indexed();
});
afterAll(() => openai.close());

const start = (file: string, args: string[], env = {}) =>
  spawn(process.execPath, [`examples/${file}`, ...args], { env: { ...process.env, ...env } });

/** Runs the program that streams to its end. */
async function stream(site: string, question: string) {
  const program = start('stream-over-http/stream.ts', [site, question]);
  const pieces: string[] = [];
  program.stdout.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
  const said = text(program.stderr);
  const [status] = (await once(program, 'close')) as [number];
  return { status, pieces, said: await said };
}

test('the program prints an answer while it comes, once although the line breaks, and its sources', async () => {
  const words = ['It ', 'stands ', 'on ', 'a ', 'rock ', '[1].'];
  openai.script(answer({ text: words, delayMs: 100 }));
  const proxy = await startCuttingProxy(stack().url, [{ request: /^POST \S*\/chat /, bytes: 250 }]);
  const { status, pieces, said } = await stream(proxy.url, 'What does the lighthouse stand on?');
  expect([status, said, proxy.cuts()]).toEqual([0, '', 1]);
  expect(pieces.join('')).toBe(`${words.join('')}\n[1] Lighthouse: ${link}\n`);
  expect(pieces.length).toBeGreaterThan(2);
  await proxy.close();
});

test.each<[string, string, ErrorCode]>([
  ['refused', ' ', 'empty_message'],
  ['begun and then failing', 'Where? [[fake:error-frame]]', 'provider_error'],
])('the program tells why an answer is missing: %s', async (_case, question, code) => {
  const { status, said } = await stream(stack().url, question);
  expect([status, said]).toEqual([1, `${errors[code].message}\n`]);
});

test('the model calls the tool of the server', async () => {
  const shop = start('mcp-tool/server.ts', [], { TOKEN: 'open sesame', PORT: '0' });
  try {
    const [url] = (await once(shop.stdout.setEncoding('utf8'), 'data')) as [string];
    expect((await fetch(url.trim(), { method: 'POST' })).status).toBe(401);
    const fields = { name: 'Shop', url: url.trim(), auth_header: 'Bearer open sesame' };
    const added = await rest('POST', '/itih/v1/mcp/servers', fields);
    await rest('POST', `/itih/v1/mcp/servers/${mcpServerView.parse(added.body).id}/discover`);
    for (const [article, says] of [
      ['A-17', 'A-17: 12 pieces'],
      ['C-1', 'No article C-1.'],
    ] as const) {
      const called = await ask(`Is it there? [[fake:tool stock {"article":"${article}"}]]`);
      expect(called.text).toContain(says);
      expect(called.events).toContainEqual(
        expect.objectContaining({ type: 'tool', label: 'Stock of an article', state: 'end' }),
      );
    }
  } finally {
    shop.kill();
  }
});

test('the chat tells the field that the filter adds', async () => {
  const { text, sources } = await ask('What are the opening hours?');
  expect(text).toContain('Opening hours: nine to four');
  expect(sources.map(({ url }) => url)).toEqual([link]);
});
