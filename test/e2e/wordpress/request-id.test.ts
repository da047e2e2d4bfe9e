/** One id from the browser through nginx, PHP and the sidecar to the vendor and back to WordPress. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChatDetail, ChatSummary } from '../../../server/contract/chats.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import { pluginComplaints, rest, runPhp, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { visitorNonce } from './visitor.ts';
import { publicEnv, selfTest, useSnippet } from './web-server.ts';

let sidecar: Sidecar;
let openai: OpenAiServer;
let publicPort: number;

beforeAll(async () => {
  openai = await startOpenAiServer();
  publicPort = await freePort();
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  sidecar = await startSidecar({
    env: { ...(await publicEnv(publicPort)), ITIH_LOG_LEVEL: 'debug' },
    settings: {
      chat: { strict: false },
      limits: { per_ip_max: 0, trusted_proxies: ['127.0.0.1'] },
      llm: { provider: 'openai', fallback: '', openai: connection },
    },
  });
  await until('the first contact', () => runPhp<boolean>('return \\Itih\\RagChat\\had_contact();'));
});
afterAll(async () => {
  await useSnippet('none', publicPort);
  await runPhp("delete_option( 'itih_transport' );");
  await sidecar.stop();
  await openai.close();
});

async function ask(id: string, message: string): Promise<Response> {
  return fetch(`${stack().url}/wp-json/itih/v1/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-wp-nonce': await visitorNonce(),
      'x-request-id': id,
    },
    body: JSON.stringify({ message }),
  });
}

test.each([
  ['relay', 'none'],
  ['accel', 'accel'],
  ['edge', 'both'],
] as const)('%s: one id everywhere', async (way, parts) => {
  await useSnippet(parts, publicPort);
  expect(await selfTest()).toMatchObject({ use: way });
  openai.requests.length = 0;
  const id = randomUUID();
  const response = await ask(id, 'When are the swans fed?');
  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, id]);
  expect(await response.text()).toContain('event: done');
  expect(openai.requests.map(({ headers }) => headers['x-client-request-id'])).toEqual([id]);
  const linesOf = (name: string) => sidecar.log().filter(({ requestId }) => requestId === name);
  await until('the lines', () => linesOf(id).some(({ msg }) => msg === 'request ended'));
  expect(linesOf(id)).toContainEqual(
    expect.objectContaining({ msg: 'answered', level: 30, finish: 'stop' }),
  );
  const { body: chats } = await rest<ChatSummary[]>('GET', '/itih/v1/chats');
  const { body: chat } = await rest<ChatDetail>('GET', `/itih/v1/chats/${chats[0]!.session}`);
  expect(chat.turns.at(-1)?.requestId).toBe(id);

  const failing = randomUUID();
  const failed = await (await ask(failing, 'Swans? [[fake:unauthorised]]')).text();
  expect(failed).toContain(`"request_id":"${failing}"`);
  await until('the failure', () => linesOf(failing).some(({ finish }) => finish === 'error'));
  // The cause of many is told once a minute.
  expect(sidecar.log().some(({ err }) => err !== undefined)).toBe(true);
});

test('PHP makes an id where none is given or its form is wrong, and says it in its own errors', async () => {
  await useSnippet('none', publicPort);
  await selfTest();
  for (const given of ['', 'short', '<script>alert(1)</script>']) {
    const response = await ask(given, 'Hello');
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    await response.text();
  }
  const { databaseUrl } = sidecar;
  await sidecar.stop();
  const id = randomUUID();
  const response = await ask(id, 'Hello');
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { data: { request_id: id } },
  ]);
  sidecar = await startSidecar({ databaseUrl, env: await publicEnv(publicPort) });
  expect(pluginComplaints()).toEqual([]);
});
