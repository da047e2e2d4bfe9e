import { describe, expect, test } from '@jest/globals';
import { listOllamaModels } from '../../../server/providers/ollama/ollama.ts';
import { startOllamaServer } from '../../fakes/ollama-server.ts';

const { signal } = new AbortController();

async function list(
  version: 'new' | 'documented' | 'old',
  scope: 'llm' | 'embedding',
  ...bodies: unknown[]
) {
  const server = await startOllamaServer({ version });
  for (const body of bodies) {
    server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify(body) });
  }
  const models = listOllamaModels({ apiKey: '', baseUrl: server.url }, scope, signal);
  return { choices: await models.finally(server.close), requests: server.requests.length };
}

describe.each(['new', 'documented', 'old'] as const)('of a %s server', (version) => {
  test('lists those that write', async () => {
    const { choices } = await list(version, 'llm');
    const names = ['gemma:2b', 'gpt-oss:20b', 'llama3.2:3b', 'qwen3:8b'];
    const isTold = version !== 'old';
    expect(choices).toEqual(
      names.map((id) => ({
        id,
        label: id,
        ...(isTold && { tools: id !== 'gemma:2b', reasons: /gpt-oss|qwen/.test(id) }),
      })),
    );
  });

  test('lists those that embed, with their dimensions', async () => {
    const { choices } = await list(version, 'embedding');
    const names = ['embeddinggemma:latest', 'nomic-embed-text:latest'];
    expect(choices).toEqual(names.map((id) => ({ id, label: id, dimensions: 768 })));
  });
});

test('asks for details only where the list has none', async () => {
  expect((await list('new', 'llm')).requests).toBe(1);
  expect((await list('documented', 'llm')).requests).toBe(7);
});

test('shows the list when a model cannot be shown', async () => {
  const tags = { models: [{ name: 'a-model' }, null, { name: 'my-embedder' }] };
  expect((await list('documented', 'llm', tags)).choices.map(({ id }) => id)).toEqual(['a-model']);
});

test('takes what is not a list for an error', async () => {
  for (const body of ['nonsense', { models: 'x' }, null]) {
    await expect(list('documented', 'llm', body)).rejects.toMatchObject({ code: 'provider_error' });
  }
});

test('gives up when it is aborted', async () => {
  const reason = new Error('the page was left');
  const connection = { apiKey: '', baseUrl: 'http://127.0.0.1:9' };
  const aborted = AbortSignal.abort(reason);
  await expect(listOllamaModels(connection, 'llm', aborted)).rejects.toBe(reason);
});
