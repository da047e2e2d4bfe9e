import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { gemini, geminiEmbedder, listGeminiModels } from './gemini.ts';
import type { ModelRequest } from '../language-model.ts';
import { vendorErrorOf } from '../shared/vendor-error.ts';
import { describeEmbedder } from '../../../test/conformance/embedder.ts';
import {
  collect,
  describeVendorModel,
  groundedRequest,
  textOf,
} from '../../../test/conformance/language-model.ts';
import { caught } from '../../../test/conformance/vendor.ts';
import { sampleOf } from '../../../test/full-runs.ts';
import { refuse } from '../../../test/fakes/gemini-rules.ts';
import {
  geminiAnswer,
  geminiFaults,
  geminiKey,
  startGeminiServer,
} from '../../../test/fakes/gemini-server.ts';

const fake = {
  start: startGeminiServer,
  apiKey: geminiKey,
  faults: geminiFaults,
  answer: geminiAnswer,
};

describeVendorModel('gemini', fake, gemini, 'gemini-3.8-flash', {
  // One with levels, one with a budget.
  tools: sampleOf(['gemini-3.8-flash', 'gemini-2.5-flash', 'gemini-3.1-flash-lite'], 2),
  reasoning: [
    ['gemini-2.5-flash', 0, 1024],
    ['gemini-3.1-flash-lite', 'minimal', 'low'],
    ['gemini-3.8-flash', 'low', 'low'],
  ],
  said({ generationConfig }) {
    const { thinkingConfig } = generationConfig as {
      thinkingConfig?: { thinkingLevel?: string; thinkingBudget?: number };
    };
    return thinkingConfig?.thinkingLevel ?? thinkingConfig?.thinkingBudget;
  },
  tellsCache: true,
});

for (const [model, dimensions] of sampleOf([
  ['gemini-embedding-001', 768],
  ['gemini-embedding-2', 0],
] as const)) {
  describeEmbedder(`gemini, ${model}`, fake, (at) => geminiEmbedder({ ...at, model, dimensions }));
}

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
    [
      'gemini-3.8-flash',
      'high',
      {
        maxOutputTokens: 25_076,
        thinkingConfig: { thinkingLevel: 'high', includeThoughts: true },
      },
    ],
    // It has room for its thoughts, whatever it is told.
    ['gemini-4-argon', null, { maxOutputTokens: 33_268, thinkingConfig: { thinkingLevel: 'low' } }],
    // A temperature is only for the models that want one.
    [
      'gemini-2.5-flash',
      'low',
      {
        maxOutputTokens: 1524,
        temperature: 0,
        thinkingConfig: { thinkingBudget: 1024, includeThoughts: true },
      },
    ],
    // Gemma is told nothing of thinking.
    ['gemma-4-31b-it', null, { maxOutputTokens: 500, temperature: 0 }],
  ] as const)('%s thinks at effort %s as it allows', async (model, reasoningEffort, expected) => {
    await ask(model, { reasoningEffort, maxTokens: 500 });
    expect(lastConfig()).toEqual(expected);
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
    ['PROHIBITED_CONTENT', 'refusal'],
    ['STOP', 'stop'],
  ] as const)('takes %s for %s, and a blocked question for a refusal', async (finish, reason) => {
    const isBlocked = finish === 'PROHIBITED_CONTENT';
    const ended = isBlocked ? { blockReason: finish } : { text: ['So'], finishReason: finish };
    server.script(geminiAnswer(ended));
    expect((await ask('gemini-3.8-flash')).at(-1)).toEqual({ type: 'finish', reason });
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

  test('counts thoughts as answer, and takes a malformed call for a failure', async () => {
    const usageMetadata = {
      promptTokenCount: 5000,
      candidatesTokenCount: 40,
      thoughtsTokenCount: 60,
    };
    server.script(geminiAnswer({ text: ['Yes.'], usageMetadata }));
    const usage = { prompt_tokens: 5000, completion_tokens: 100 };
    expect(await ask('gemini-3.8-flash')).toContainEqual({ type: 'usage', usage });
    server.script(geminiAnswer({ finishReason: 'MALFORMED_FUNCTION_CALL' }));
    await expect(ask('gemini-3.8-flash')).rejects.toMatchObject({ code: 'provider_error' });
  });

  test('says when to ask again, and that a key is wrong', async () => {
    server.script(geminiFaults['rate-limited']);
    await expect(ask('gemini-3.8-flash')).rejects.toMatchObject({
      code: 'overloaded',
      retryAfter: 20,
    });
    const wrong = gemini({ ...at('gemini-3.8-flash'), apiKey: 'wrong' });
    const error = await caught(collect(wrong, groundedRequest('Hello')));
    expect(vendorErrorOf(error)?.message).toContain('Google Gemini refused the API key');
  });

  test.each([
    '/',
    '/v1',
    '/v1beta/openai/chat/completions',
    '/v1beta/models',
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
