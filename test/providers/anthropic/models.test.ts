import { beforeAll, expect, test } from '@jest/globals';
import { listAnthropicModels } from '../../../server/providers/anthropic/anthropic.ts';
import { anthropicModels } from '../../fakes/anthropic-models.ts';
import { anthropicKey, startAnthropicServer } from '../../fakes/anthropic-server.ts';

beforeAll(async () => void (await import('@anthropic-ai/sdk')));

const { signal } = new AbortController();
type Server = Awaited<ReturnType<typeof startAnthropicServer>>;

async function list(prepare: (server: Server) => void = () => undefined, pageSize = 1000) {
  const server = await startAnthropicServer({ pageSize });
  prepare(server);
  const connection = { apiKey: anthropicKey, baseUrl: server.url, timeouts: { retryDelayMs: 5 } };
  const models = listAnthropicModels(connection, signal);
  return models
    .then((choices) => ({ choices, requests: server.requests.length }))
    .finally(server.close);
}
const body = (value: unknown) => (server: Server) =>
  server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify(value) });

const all = Object.entries(anthropicModels).map(([id, { name }]) => ({ id, label: name }));

test('lists all, by the names that people know', async () => {
  expect(await list()).toEqual({ choices: all, requests: 1 });
});

test('goes on where a page ends', async () => {
  expect(await list(undefined, 2)).toEqual({ choices: all, requests: 3 });
});

test('needs no names, and leaves out what has no id', async () => {
  const data = [
    { id: 'claude-a' },
    null,
    { display_name: 'B' },
    { id: 'claude-c', display_name: '' },
  ];
  const { choices } = await list(body({ data, has_more: true, last_id: null }));
  expect(choices).toEqual([
    { id: 'claude-a', label: 'claude-a' },
    { id: 'claude-c', label: 'claude-c' },
  ]);
});

test.each([['nonsense'], [{ data: 'x' }], [null], [[]]])('takes no list for: %j', async (value) => {
  await expect(list(body(value))).rejects.toMatchObject({ code: 'provider_error' });
});

test('does not read a list that never ends to its end', async () => {
  const page = { data: [{ id: 'claude-a' }], has_more: true, last_id: 'claude-a' };
  const { requests } = await list((server) => {
    for (let n = 0; n < 20; n++) body(page)(server);
  });
  expect(requests).toBe(10);
});

test('asks again after a passing failure, and needs a key', async () => {
  const { choices } = await list((server) => server.script({ kind: 'reset' }));
  expect(choices).toEqual(all);
  await expect(listAnthropicModels({ apiKey: '', baseUrl: '' }, signal)).rejects.toMatchObject({
    code: 'not_configured',
  });
});
