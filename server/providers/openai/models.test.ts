import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listOpenAiModels } from './models.ts';
import { fakeApiKey, startOpenAiServer } from '../../../test/fakes/openai-server.ts';

describe('the list of models', () => {
  const { signal } = new AbortController();

  async function list(
    provider: 'openai' | 'openai_compatible' | 'groq',
    scope: 'llm' | 'embedding',
    body?: unknown,
  ) {
    const server = await startOpenAiServer();
    if (body !== undefined) {
      server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify(body) });
    }
    const connection = { provider, apiKey: fakeApiKey, baseUrl: server.url };
    return listOpenAiModels(connection, scope, signal).finally(server.close);
  }
  const ids = (choices: { id: string }[]) => choices.map(({ id }) => id);
  const data = (...names: string[]) => ({ object: 'list', data: names.map((id) => ({ id })) });

  test('lists those that write', async () => {
    expect(ids(await list('openai', 'llm'))).toEqual([
      'gpt-4.1-mini',
      'gpt-4o-mini',
      'gpt-5-mini',
      'gpt-5.1',
      'gpt-6-astra',
      'gpt-6-luna',
      'o3-mini',
    ]);
  });

  test('lists those that embed, with their dimensions', async () => {
    expect(await list('openai', 'embedding')).toContainEqual({
      id: 'text-embedding-3-large',
      label: 'text-embedding-3-large',
      dimensions: 3072,
    });
  });

  test('leaves out what neither writes nor embeds', async () => {
    const names = ['whisper-large-v3', 'gpt-4o-audio-preview', 'omni-moderation-latest', 'sora-2'];
    const chat = ['llama-3.3-70b-versatile', 'moonshotai/kimi-k2-instruct', 'openai/gpt-oss-20b'];
    expect(ids(await list('groq', 'llm', data(...names, ...chat)))).toEqual(chat);
    expect(await list('groq', 'embedding', data(...names, ...chat))).toEqual([]);
  });

  test('offers all that a compatible server has for embedding, the likely ones first', async () => {
    const names = data('a-chat-model', 'my-own-model', 'nomic-embed-text', 'bge-m3');
    expect(ids(await list('openai_compatible', 'embedding', names))).toEqual([
      'bge-m3',
      'nomic-embed-text',
      'a-chat-model',
      'my-own-model',
    ]);
    expect(ids(await list('openai_compatible', 'llm', names))).toEqual([
      'a-chat-model',
      'my-own-model',
    ]);
  });

  test('takes a bare list', async () => {
    expect(ids(await list('openai_compatible', 'llm', [{ id: 'b' }, null, { id: 'a' }]))).toEqual([
      'a',
      'b',
    ]);
  });

  test('names models as their server does for people, and in the order of those names', async () => {
    const body = {
      data: [
        { id: 'b/one', name: 'Ada 10' },
        { id: 'c/two', display_name: 'Ada 9' },
        { id: 'a/three', name: '' },
        { id: 'c/two', display_name: 'Ada 9' },
        { id: 5, name: 'No id' },
      ],
    };
    expect(await list('openai_compatible', 'llm', body)).toEqual([
      { id: 'a/three', label: 'a/three' },
      { id: 'c/two', label: 'Ada 9' },
      { id: 'b/one', label: 'Ada 10' },
    ]);
  });

  test('reads the context that llama.cpp was started with, and that LM Studio has loaded', async () => {
    const body = {
      data: [
        { id: '/models/Tiny.gguf', meta: { n_ctx: 4096, n_ctx_train: 8192 } },
        { id: 'studio', loaded_context_length: 8192, max_context_length: 131_072 },
      ],
    };
    expect(await list('openai_compatible', 'llm', body)).toMatchObject([
      { id: '/models/Tiny.gguf', context: 4096 },
      { id: 'studio', context: 8192 },
    ]);
  });

  test('leaves out those of OpenAI that have another API', async () => {
    const names = ['gpt-5-pro', 'gpt-5.2-pro-2026-01-01', 'o1-pro', 'o3-deep-research', 'gpt-5.2'];
    expect(ids(await list('openai', 'llm', data(...names)))).toEqual(['gpt-5.2']);
  });

  test.each([404, 405, 501])('tells of a server that has no list: %s', async (status) => {
    const server = await startOpenAiServer();
    server.script({ kind: 'error', status, body: { detail: 'Not Found' } });
    const connection = { provider: 'openai_compatible', apiKey: '', baseUrl: server.url } as const;
    const listed = listOpenAiModels({ ...connection, apiKey: fakeApiKey }, 'llm', signal);
    await expect(listed.finally(server.close)).rejects.toMatchObject({
      code: 'provider_error',
      retryable: false,
      cause: { message: expect.stringContaining('has no list of models') },
    });
    expect(server.requests).toHaveLength(1);
  });

  test('OpenRouter tells prices and what always reasons, and has another list for embeddings', async () => {
    const paths: string[] = [];
    const pricing = { prompt: '0.0000012', completion: '0.000006' };
    const chat = [
      { id: 'a/one', name: 'One', pricing, reasoning: { mandatory: true } },
      { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } },
    ];
    const embedding = [{ id: 'a/embed-1', pricing: { prompt: '0.00000002', completion: '0' } }];
    const server = createServer(({ url = '' }, response) => {
      paths.push(url);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: url.includes('embeddings') ? embedding : chat }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connection = {
      provider: 'openai_compatible',
      apiKey: fakeApiKey,
      baseUrl: `http://127.0.0.1:${port}/api/v1`,
      preset: 'openrouter',
    } as const;
    expect(await listOpenAiModels(connection, 'llm', signal)).toEqual([
      { id: 'a/one', label: 'One', price: { input: 1.2, output: 6 }, always_reasons: true },
      { id: 'openrouter/auto', label: 'openrouter/auto' },
    ]);
    expect(await listOpenAiModels(connection, 'embedding', signal)).toEqual([
      { id: 'a/embed-1', label: 'a/embed-1' },
    ]);
    expect(paths).toEqual(['/api/v1/models', '/api/v1/embeddings/models']);
    server.close();
  });
});
