import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { gemini, geminiEmbedder, listGeminiModels } from '../../server/providers/gemini/gemini.ts';
import { describeCachedUsage } from '../conformance/cached-usage.ts';
import { describeEmbedder } from '../conformance/embedder.ts';
import {
  collect,
  describeLanguageModel,
  groundedRequest,
  textOf,
} from '../conformance/language-model.ts';
import { patient } from '../conformance/patience.ts';
import { describeReasoning } from '../conformance/reasoning.ts';
import { describeToolUse } from '../conformance/tool-use.ts';
import { describeVendorEmbedder, describeVendorLanguageModel } from '../conformance/vendor.ts';
import { geminiFaults, geminiKey, startGeminiServer } from '../fakes/gemini-server.ts';
import type { ModelRequest } from '../../server/providers/language-model.ts';
import { vendorErrorOf } from '../../server/providers/shared/vendor-error.ts';
import { refuse } from '../fakes/gemini-rules.ts';

describe('the port', () => {
  const model = 'gemini-3.8-flash';

  describeLanguageModel('gemini', async () => {
    const server = await startGeminiServer({ delayMs: 2 });
    return {
      model: gemini({ apiKey: geminiKey, baseUrl: server.url, model }),
      openCalls: server.openRequests,
      close: server.close,
    };
  });

  describeVendorLanguageModel('gemini', async (timeouts) => {
    const server = await startGeminiServer();
    const connection = { baseUrl: server.url, model, timeouts };
    return {
      model: gemini({ ...connection, apiKey: geminiKey }),
      withoutKey: gemini({ ...connection, apiKey: '' }),
      fail: (...faults) => server.script(...faults.map((fault) => geminiFaults[fault])),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: geminiKey,
      close: server.close,
    };
  });

  describe.each(['gemini-3.8-flash', 'gemini-3.1-flash-lite', 'gemini-2.5-flash'])('%s', (name) => {
    describeToolUse('gemini', async () => {
      const server = await startGeminiServer();
      return {
        model: gemini({ apiKey: geminiKey, baseUrl: server.url, model: name, timeouts: patient }),
        answerWith: (...answers) =>
          server.script(...answers.map((answer) => ({ kind: 'answer' as const, ...answer }))),
        close: server.close,
      };
    });
  });

  describe.each([
    { name: 'gemini-embedding-001', dimensions: 768 },
    { name: 'gemini-embedding-2', dimensions: 0 },
  ])('$name', ({ name, dimensions }) => {
    describeEmbedder('gemini', async () => {
      const server = await startGeminiServer();
      const at = { apiKey: geminiKey, baseUrl: server.url, model: name, dimensions };
      return { embedder: geminiEmbedder(at), close: server.close };
    });
  });

  describeVendorEmbedder('gemini', async (timeouts) => {
    const server = await startGeminiServer();
    const at = { baseUrl: server.url, model: 'gemini-embedding-2', dimensions: 0, timeouts };
    return {
      embedder: geminiEmbedder({ ...at, apiKey: geminiKey }),
      withoutKey: geminiEmbedder({ ...at, apiKey: '' }),
      fail: (...faults) => server.script(...faults.map((fault) => geminiFaults[fault])),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: geminiKey,
      close: server.close,
    };
  });

  describeCachedUsage('gemini', async () => {
    const server = await startGeminiServer();
    return {
      model: gemini({ apiKey: geminiKey, baseUrl: server.url, model }),
      answerWith: (...answers) =>
        server.script(...answers.map((answer) => ({ kind: 'answer' as const, ...answer }))),
      close: server.close,
    };
  });

  /** Thinking as a model is told, without and with it. */
  for (const [name, off, on] of [
    ['gemini-2.5-flash', 0, 1024],
    ['gemini-3.1-flash-lite', 'minimal', 'low'],
    ['gemini-3.8-flash', 'low', 'low'],
  ] as const) {
    const said = ({ generationConfig }: Record<string, unknown>) => {
      const { thinkingConfig } = generationConfig as {
        thinkingConfig?: { thinkingLevel?: string; thinkingBudget?: number };
      };
      return thinkingConfig?.thinkingLevel ?? thinkingConfig?.thinkingBudget;
    };
    describeReasoning(`gemini, ${name}`, { said, off, on }, async () => {
      const server = await startGeminiServer();
      return {
        model: gemini({ apiKey: geminiKey, baseUrl: server.url, model: name, timeouts: patient }),
        bodies: () => server.requests.map(({ body }) => body),
        close: server.close,
      };
    });
  }
});

describe('Gemini', () => {
  const { signal } = new AbortController();
  let server: Awaited<ReturnType<typeof startGeminiServer>>;
  beforeEach(async () => {
    server = await startGeminiServer();
  });
  afterEach(() => server.close());

  const at = (model: string, path = '') => ({
    apiKey: geminiKey,
    baseUrl: server.url + path,
    model,
  });
  const ask = (model: string, request: Partial<ModelRequest> = {}) =>
    collect(gemini(at(model)), { ...groundedRequest('Is it open?'), ...request });
  const lastConfig = () =>
    server.requests.at(-1)!.body['generationConfig'] as Record<string, unknown>;

  test.each([
    ['gemini-3.8-flash', null, { thinkingLevel: 'low' }],
    ['gemini-3.1-flash-lite', null, { thinkingLevel: 'minimal' }],
    ['gemini-2.5-flash', null, { thinkingBudget: 0 }],
    ['gemini-3.8-flash', 'high', { thinkingLevel: 'high', includeThoughts: true }],
    ['gemini-2.5-flash', 'low', { thinkingBudget: 1024, includeThoughts: true }],
  ] as const)('%s thinks at effort %s as it allows', async (model, reasoningEffort, expected) => {
    await ask(model, { reasoningEffort, maxTokens: 500 });
    expect(lastConfig()['thinkingConfig']).toEqual(expected);
    const isOff = 'thinkingBudget' in expected && expected.thinkingBudget === 0;
    expect(Number(lastConfig()['maxOutputTokens']) > 500).toBe(!isOff);
  });

  test.each([
    [null, 33_268],
    ['low', 33_268],
    ['high', 33_268],
  ] as const)('Gemini 4 has room for its thoughts at %s', async (reasoningEffort, expected) => {
    await ask('gemini-4-argon', { reasoningEffort, maxTokens: 500 });
    expect(lastConfig()['maxOutputTokens']).toBe(expected);
  });

  test.each([null, 'high'] as const)('Gemma is told nothing of thinking at %s', async (effort) => {
    await ask('gemma-4-31b-it', { reasoningEffort: effort, maxTokens: 500 });
    expect(lastConfig()).toEqual({ maxOutputTokens: 500, temperature: 0 });
  });

  test('sends a temperature only to the models that want one', async () => {
    await ask('gemini-2.5-flash');
    expect(lastConfig()).toHaveProperty('temperature', 0);
    await ask('gemini-3.8-flash');
    expect(lastConfig()).not.toHaveProperty('temperature');
  });

  test('learns which levels a model refuses, and remembers it', async () => {
    const words = 'Thinking level MINIMAL is not supported for this model.';
    const model = gemini(at('gemini-3.1-flash-lite'));
    server.script({ kind: 'error', ...refuse(400, words) });
    expect(textOf(await collect(model, groundedRequest('Is it open?')))).not.toBe('');
    expect(lastConfig()['thinkingConfig']).toEqual({ thinkingLevel: 'low' });
    await collect(model, groundedRequest('Is it open?'));
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'refusal'],
    ['RECITATION', 'refusal'],
    ['PROHIBITED_CONTENT', 'refusal'],
    ['STOP', 'stop'],
  ] as const)('takes %s for %s', async (finishReason, reason) => {
    server.script({ kind: 'answer', text: ['So'], finishReason });
    expect((await ask('gemini-3.8-flash')).at(-1)).toEqual({ type: 'finish', reason });
  });

  test('takes a blocked question for a refusal', async () => {
    server.script({ kind: 'answer', blockReason: 'PROHIBITED_CONTENT' });
    const events = await ask('gemini-3.8-flash');
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'refusal' });
  });

  test('a tool that is refused is left out, the others are not', async () => {
    const tool = (name: string, required: string[] = []) => ({
      name,
      description: 'Tells.',
      inputSchema: { type: 'object', properties: {}, required },
    });
    const tools = [tool('hours'), tool('broken', ['day']), tool('stock')];
    const model = gemini(at('gemini-3.8-flash'));
    const request = { ...groundedRequest('Is it open?'), tools, toolChoice: 'auto' } as const;
    await collect(model, request);
    await collect(model, request);
    const offered = server.requests.map(({ body }) =>
      (
        body['tools'] as { functionDeclarations: { name: string }[] }[]
      )[0]!.functionDeclarations.map(({ name }) => name),
    );
    const good = ['hours', 'stock'];
    expect(offered).toEqual([['hours', 'broken', 'stock'], good, good]);
  });

  test('takes a malformed call for a failure', async () => {
    server.script({ kind: 'answer', finishReason: 'MALFORMED_FUNCTION_CALL' });
    await expect(ask('gemini-3.8-flash')).rejects.toMatchObject({ code: 'provider_error' });
  });

  test('counts thoughts as answer, and tells what the cache held', async () => {
    const usageMetadata = {
      promptTokenCount: 5000,
      cachedContentTokenCount: 4096,
      candidatesTokenCount: 40,
      thoughtsTokenCount: 60,
    };
    server.script({ kind: 'answer', text: ['Yes.'], usageMetadata });
    expect(await ask('gemini-3.8-flash')).toContainEqual({
      type: 'usage',
      usage: { prompt_tokens: 5000, completion_tokens: 100, cached_tokens: 4096 },
    });
  });

  test('says when to ask again, and that a key is wrong', async () => {
    server.script(geminiFaults['rate-limited']);
    await expect(ask('gemini-3.8-flash')).rejects.toMatchObject({
      code: 'overloaded',
      retryAfter: 20,
    });
    const wrong = gemini({ ...at('gemini-3.8-flash'), apiKey: 'wrong' });
    const error: unknown = await collect(wrong, groundedRequest('Hello')).catch(
      (reason: unknown) => reason,
    );
    expect(vendorErrorOf(error)?.message).toContain('Google Gemini refused the API key');
  });

  test.each([
    '',
    '/',
    '/v1',
    '/v1beta',
    '/v1beta/openai/',
    '/v1beta/openai/chat/completions',
    '/v1beta/models',
    '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    '/v1beta/models/gemini-2.5-pro:generateContent?key=other',
  ])('is reached at the address %s', async (path) => {
    const model = gemini(at('models/gemini-3.8-flash', path));
    expect(textOf(await collect(model, groundedRequest('Is it open?')))).not.toBe('');
    expect(server.requests.at(-1)?.path).toBe(
      '/v1beta/models/gemini-3.8-flash:streamGenerateContent',
    );
  });

  test('lists the models that write, and those that embed, from every page', async () => {
    const llm = await listGeminiModels(at(''), 'llm', signal);
    expect(llm.map(({ id }) => id)).toEqual([
      'gemini-4-argon',
      'gemini-3.8-flash',
      'gemini-3.1-flash-lite',
      'gemini-2.5-flash',
      'gemma-4-31b-it',
    ]);
    expect(await listGeminiModels(at(''), 'embedding', signal)).toEqual([
      { id: 'gemini-embedding-001', label: 'gemini embedding 001', dimensions: 3072 },
      { id: 'gemini-embedding-2', label: 'gemini embedding 2', dimensions: 3072 },
    ]);
  });

  test.each([
    ['gemini-embedding-001', 'a text', 'RETRIEVAL_QUERY'],
    ['gemini-embedding-2', 'task: search result | query: a text', undefined],
  ] as const)('%s is told the purpose in its way', async (model, text, taskType) => {
    const embedder = geminiEmbedder({ ...at(model), dimensions: 768 });
    const [vector] = await embedder.embed(['a text'], { purpose: 'query', signal });
    expect(vector).toHaveLength(768);
    expect(server.requests.at(-1)?.body['requests']).toEqual([
      {
        model: `models/${model}`,
        content: { parts: [{ text }] },
        ...(taskType && { taskType }),
        outputDimensionality: 768,
      },
    ]);
  });

  test('offers tools by their JSON Schema, and forbids calls by the mode', async () => {
    const inputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { day: { type: 'string' } },
      additionalProperties: false,
    };
    const tools = [{ name: 'opening_hours', description: 'Hours of a day.', inputSchema }];
    await ask('gemini-3.8-flash', { tools, toolChoice: 'none' });
    const { type, properties, additionalProperties } = inputSchema;
    const parametersJsonSchema = { type, properties, additionalProperties };
    expect(server.requests.at(-1)?.body).toMatchObject({
      tools: [
        {
          functionDeclarations: [
            { name: 'opening_hours', description: 'Hours of a day.', parametersJsonSchema },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    });
  });
});
