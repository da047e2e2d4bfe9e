import { expect, test } from '@jest/globals';
import { listWorkersAiModels } from '../../../server/providers/workers-ai/models.ts';
import { fakeAccount, fakeToken, startWorkersAiServer } from '../../fakes/workers-ai-server.ts';

const { signal } = new AbortController();

async function list(scope: 'llm' | 'embedding', ...pages: unknown[]) {
  const server = await startWorkersAiServer();
  for (const page of pages) {
    const body = JSON.stringify(page);
    server.script({ kind: 'raw', contentType: 'application/json', body });
  }
  const connection = { apiKey: fakeToken, accountId: fakeAccount, baseUrl: server.url };
  const models = listWorkersAiModels(connection, scope, signal);
  return { choices: await models.finally(server.close), requests: server.requests.length };
}

test('lists those that write, but none that only judges', async () => {
  const names = [
    '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
    '@cf/mistral/mistral-7b-instruct-v0.1',
    '@cf/openai/gpt-oss-20b',
    '@cf/qwen/qwen3-30b-a3b-fp8',
    '@cf/qwen/qwq-32b',
    '@cf/zai-org/glm-4.7-flash',
  ];
  const context = 24_000;
  expect((await list('llm')).choices).toEqual(names.map((id) => ({ id, label: id, context })));
});

test('lists those that embed, with their dimensions where they are told', async () => {
  const { choices } = await list('embedding');
  expect(choices).toHaveLength(4);
  expect(choices).toContainEqual({
    id: '@cf/baai/bge-base-en-v1.5',
    label: '@cf/baai/bge-base-en-v1.5',
    dimensions: 768,
  });
  expect(choices).toContainEqual({ id: '@cf/baai/bge-m3', label: '@cf/baai/bge-m3' });
});

test('reads as many pages as there are', async () => {
  const page = (first: number, count: number) => ({
    success: true,
    result: Array.from({ length: count }, (_, index) => ({
      name: `@cf/fake/model-${String(first + index)}`,
      task: { name: 'Text Generation' },
    })),
  });
  const { choices, requests } = await list('llm', page(0, 100), page(100, 100), page(200, 3));
  expect(choices).toHaveLength(203);
  expect(requests).toBe(3);
  expect((await list('llm', page(0, 100), page(100, 0))).requests).toBe(2);
});

test('leaves out what is for something else, or nothing at all', async () => {
  const result = [
    { name: '@cf/fake/painter', task: { name: 'Text-to-Image' } },
    { name: '@cf/fake/what' },
    { task: { name: 'Text Generation' } },
    null,
  ];
  expect((await list('llm', { success: true, result })).choices).toEqual([]);
});

test('takes what is not a list for an error', async () => {
  for (const body of ['nonsense', { success: true, result: 'x' }, null]) {
    await expect(list('llm', body)).rejects.toMatchObject({ code: 'provider_error' });
  }
});

test('wants a token and an account', async () => {
  for (const missing of [{ apiKey: '' }, { accountId: '' }]) {
    const connection = { apiKey: fakeToken, accountId: fakeAccount, baseUrl: '', ...missing };
    await expect(listWorkersAiModels(connection, 'llm', signal)).rejects.toMatchObject({
      code: 'not_configured',
    });
  }
});
