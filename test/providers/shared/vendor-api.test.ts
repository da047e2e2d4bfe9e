import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { vendorApi } from '../../../server/providers/shared/vendor-calls.ts';

const { signal } = new AbortController();
let server: http.Server;
let origin: string;
let requests: http.IncomingMessage[];
beforeEach(async () => {
  requests = [];
  server = http.createServer((request, response) => {
    requests.push(request);
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const apiAt = (baseUrl: string, apiKey = 'example-key') =>
  vendorApi({ apiKey, baseUrl }, { provider: 'openai_compatible', readError: () => ({}) });

test.each([
  ['/v1', '/models', '/v1/models'],
  ['/v1/', '/models', '/v1/models'],
  ['/v1?api-version=1', '/models', '/v1/models?api-version=1'],
  ['/v1/?api-version=1', '/models?page=2', '/v1/models?page=2&api-version=1'],
  ['/v1/chat/completions', '/models', '/v1/models'],
  ['/v1/messages?api-version=1', '/models', '/v1/models?api-version=1'],
  ['/api/chat/', '/models', '/models'],
  ['/api/embed', '/models', '/models'],
  ['/models-of-ours', '/models', '/models-of-ours/models'],
])('at %s it calls %s as %s', async (base, path, url) => {
  await apiAt(origin + base).get(path, signal);
  expect(requests[0]?.url).toBe(url);
});

test('sends the key, and nothing about this machine', async () => {
  await apiAt(origin).post('/models', {}, signal);
  await apiAt(origin, '').post('/models', {}, signal);
  const names = requests.map(({ headers }) => Object.keys(headers).sort());
  const common = ['accept-encoding', 'connection', 'content-length', 'content-type', 'host'];
  expect(names).toEqual([['authorization', ...common].sort(), common]);
  expect(requests[0]?.headers.authorization).toBe('Bearer example-key');
});
