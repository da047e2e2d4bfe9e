import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAnonymousNonce } from '../../server/wordpress/nonce.ts';
import { createChildren } from './children.ts';
import { readContent } from './content.ts';
import { startWebServer } from './web-server.ts';
import { alive } from '../stack/processes.ts';
import { until } from '../../test/fakes/wait.ts';
import { startApp } from '../../test/http/app-server.ts';

describe('the sample site', () => {
  const { site, articles } = readContent();
  const slugs = articles.map(({ slug }) => slug);

  test('leads from its front page, menus and links to articles, each with a slug of its own', () => {
    const links = articles.flatMap(({ content }) =>
      [...content.matchAll(/href="\/([^"]*)\/"/g)].map((match) => match[1]),
    );
    const named = [site.front_page, site.posts_page, ...site.navigation, ...site.footer, ...links];
    expect(named.filter((slug) => !slugs.includes(slug ?? ''))).toEqual([]);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test('has addresses in a top-level domain that nobody can own', () => {
    const hosts = articles.flatMap(({ content }) =>
      [...content.matchAll(/@([\w.-]+\w)/g)].map((match) => match[1] ?? ''),
    );
    expect(hosts.length).toBeGreaterThan(0);
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([]);
  });
});

describe('the processes of the demo', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'itih-children-'))));
  afterAll(() => rm(folder, { recursive: true }));
  const program = (name: string, script: string) => ({
    ...{ name, cwd: folder, log: join(folder, `${name}.log`) },
    args: ['-e', script],
  });

  test('end with it, and so does what they have started', async () => {
    const children = createChildren();
    const forever = 'console.log(process.pid); setInterval(() => {}, 1000)';
    const starts = `require('child_process').spawn(process.execPath, ['-e', '${forever}'], { stdio: 'inherit' });`;
    children.serve(program('parent', starts + forever));
    const pids = async () =>
      ((await readFile(join(folder, 'parent.log'), 'utf8')).match(/^\d+$/gm) ?? []).map(Number);
    await until('both run', async () => (await pids()).length === 2);
    await children.stop();
    const started = await pids();
    await until('both have ended', () => !started.some(alive));
  });

  test('tell by their last lines why one has ended', async () => {
    const children = createChildren();
    children.serve(program('broken', `console.error('no disk'); process.exit(3)`));
    await expect(children.died).rejects.toThrow(/broken ended \(exit code 3\).*no disk/s);
    await children.stop();
  });
});

describe('the web server of the demo', () => {
  let wordpress: Server;
  let app: Awaited<ReturnType<typeof startApp>>;
  let front: Server;
  const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeAll(async () => {
    wordpress = createServer((request, response) => {
      const said = async () => `WordPress: ${request.method} ${request.url} ${await text(request)}`;
      void said().then((words) => response.end(words));
    }).listen(0, '127.0.0.1');
    await once(wordpress, 'listening');
    app = await startApp({ ITIH_PUBLIC_PORT: '0' });
    front = await startWebServer(0, { wordpress: urlOf(wordpress), edge: app.publicUrl });
  });
  afterAll(async () => {
    for (const server of [front, wordpress]) {
      server.closeAllConnections();
      server.close();
    }
    await app.close();
  });
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${urlOf(front)}/wp-json/itih/v1/chat`, {
      method: 'POST',
      headers: {
        origin: urlOf(front),
        'x-wp-nonce': createAnonymousNonce('key onesalt one', Date.now() / 1000),
        ...headers,
      },
      body: JSON.stringify({ message: 'Hello' }),
    });

  test('leads the chat of a visitor to the sidecar', async () => {
    const response = await ask();
    expect(response.headers.get('x-itih-transport')).toBe('edge');
    expect(await response.text()).toMatch(/^id: 1\nevent: meta\n[\s\S]*event: done\n/);
  });

  test('leads everything else to WordPress', async () => {
    const loggedIn = await ask({ cookie: 'wordpress_logged_in_1=x' });
    expect(await loggedIn.text()).toContain('WordPress: POST /wp-json/itih/v1/chat {"message"');
    for (const path of ['/visit/?a=1&b=%20c', '/wp-json/itih/v1/session']) {
      expect(await (await fetch(urlOf(front) + path)).text()).toBe(`WordPress: GET ${path} `);
    }
  });
});
