import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAnonymousNonce } from '../../server/wordpress/nonce.ts';
import { startWebServer } from '../../tools/demo/web-server.ts';
import { startApp } from '../http/app-server.ts';

let wordpress: Server;
let app: Awaited<ReturnType<typeof startApp>>;
let front: Server;
let url: string;
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeAll(async () => {
  wordpress = createServer((request, response) => {
    const said = async () => `WordPress: ${request.method} ${request.url} ${await text(request)}`;
    void said().then((words) => response.end(words));
  }).listen(0, '127.0.0.1');
  await once(wordpress, 'listening');
  app = await startApp({ ITIH_PUBLIC_PORT: '0' });
  front = await startWebServer(0, { wordpress: urlOf(wordpress), edge: app.publicUrl });
  url = urlOf(front);
});
afterAll(async () => {
  for (const server of [front, wordpress]) {
    server.closeAllConnections();
    server.close();
  }
  await app.close();
});

const ask = (headers: Record<string, string> = {}) =>
  fetch(`${url}/wp-json/itih/v1/chat`, {
    method: 'POST',
    headers: {
      origin: url,
      'x-wp-nonce': createAnonymousNonce('key onesalt one', Date.now() / 1000),
      ...headers,
    },
    body: JSON.stringify({ message: 'Hello' }),
  });

test('the chat of a visitor is streamed by the sidecar', async () => {
  const response = await ask();
  expect(response.headers.get('x-itih-transport')).toBe('edge');
  expect(await response.text()).toMatch(/^id: 1\nevent: meta\n[\s\S]*event: done\n/);
});

test('everything else is WordPress’ own', async () => {
  const loggedIn = await ask({ cookie: 'wordpress_logged_in_1=x' });
  expect(await loggedIn.text()).toContain('WordPress: POST /wp-json/itih/v1/chat {"message"');
  for (const path of [
    '/',
    '/visit/?a=1&b=%20c',
    '/wp-json/itih/v1/session',
    '/wp-json/x/v1/chat',
  ]) {
    expect(await (await fetch(url + path)).text()).toBe(`WordPress: GET ${path} `);
  }
});

test('a site that is gone is an error', async () => {
  const gone = await startWebServer(0, { wordpress: 'http://127.0.0.1:9', edge: app.publicUrl });
  expect((await fetch(urlOf(gone))).status).toBe(502);
  gone.closeAllConnections();
  gone.close();
});
