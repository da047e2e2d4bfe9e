import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { anthropicApi } from '../../../server/providers/anthropic/anthropic.ts';
import { openAiApi } from '../../../server/providers/openai/connection.ts';

let server: http.Server;
let origin: string;
let requests: http.IncomingMessage[];
const environment = { ...process.env };
beforeEach(async () => {
  requests = [];
  server = http.createServer((request, response) => {
    requests.push(request);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  process.env = { ...environment };
  server.closeAllConnections();
  server.close();
});

const getOpenAi = (baseUrl: string, apiKey = 'example-key') =>
  openAiApi({ provider: 'openai_compatible', baseUrl, apiKey }).call((client) =>
    client.get('/models'),
  );
const getAnthropic = (baseUrl: string) =>
  anthropicApi({ baseUrl, apiKey: 'example-key' }).call((client) => client.get('/v1/models'));

test.each([
  [getOpenAi, '/v1', '/v1/models'],
  [getOpenAi, '/v1/', '/v1/models'],
  [getOpenAi, '/v1/?api-version=1', '/v1/models?api-version=1'],
  [getAnthropic, '', '/v1/models'],
  [getAnthropic, '/v1/', '/v1/models'],
  [getAnthropic, '/v1?tag=1', '/v1/models?tag=1'],
])('%p: at %s it calls %s', async (get, base, url) => {
  await get(origin + base);
  expect(requests[0]?.url).toBe(url);
});

test.each([getOpenAi, getAnthropic])(
  '%p: sends the key, and nothing about this machine',
  async (get) => {
    await get(origin);
    const { headers } = requests[0] ?? {};
    expect(headers?.authorization).toBe('Bearer example-key');
    expect(JSON.stringify(headers)).not.toMatch(/x-stainless-(os|arch|runtime|timeout)/);
  },
);

test('sends no key and no organisation of the environment', async () => {
  process.env['OPENAI_API_KEY'] = 'sk-environment';
  process.env['OPENAI_ORG_ID'] = 'org-environment';
  process.env['OPENAI_PROJECT_ID'] = 'proj-environment';
  process.env['OPENAI_ADMIN_KEY'] = 'sk-admin-environment';
  await getOpenAi(origin, '');
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
  expect(JSON.stringify(requests[0]?.headers)).not.toContain('environment');
});
