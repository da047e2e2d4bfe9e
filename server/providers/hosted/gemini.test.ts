import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { geminiEmbedder, listGeminiModels } from './gemini.ts';
import type { ModelMessage, ModelRequest } from '../language-model.ts';
import { openAiModel } from '../openai/language-model.ts';
import { vendorErrorOf } from '../shared/vendor-error.ts';
import { describeEmbedder } from '../../../test/conformance/embedder.ts';
import {
  collect,
  describeVendorModel,
  groundedRequest,
  textOf,
} from '../../../test/conformance/language-model.ts';
import { caught, patient, type Reached } from '../../../test/conformance/vendor.ts';
import { sampleOf } from '../../../test/full-runs.ts';
import {
  geminiAnswer,
  geminiFaults,
  geminiKey,
  refuse,
  startGeminiServer,
} from '../../../test/fakes/gemini-server.ts';
import { answer } from '../../../test/fakes/openai-behaviours.ts';
import { rawEvents } from '../../../test/fakes/vendor-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

const fake = {
  start: startGeminiServer,
  apiKey: geminiKey,
  faults: geminiFaults,
  answer: geminiAnswer,
};

const gemini = (at: Reached & { model: string }) => openAiModel({ provider: 'gemini', ...at });

/** Returns what a request says of thinking. */
const thinkingOf = (body: Record<string, unknown> = {}) =>
  (body['extra_body'] as { google: { thinking_config: Record<string, unknown> } } | undefined)
    ?.google.thinking_config;

describeVendorModel('gemini', fake, gemini, 'gemini-3.8-flash', {
  // One with levels, one with a budget.
  tools: sampleOf(['gemini-3.8-flash', 'gemini-2.5-flash', 'gemini-3.1-flash-lite'], 2),
  reasoning: [
    ['gemini-2.5-flash', 0, 1024],
    ['gemini-3.1-flash-lite', 'minimal', 'low'],
    ['gemini-3.8-flash', 'low', 'low'],
  ],
  said: (body) => thinkingOf(body)?.['thinking_level'] ?? thinkingOf(body)?.['thinking_budget'],
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
    timeouts: patient,
    model,
  });
  const ask = (model: string, request: Partial<ModelRequest> = {}) =>
    collect(gemini(at(model)), { ...groundedRequest('Is it open?'), ...request });
  const lastBody = () => server.requests.at(-1)!.body;
  const tool = (name: string, inputSchema: Record<string, unknown> = {}) => ({
    name,
    description: 'Tells.',
    inputSchema: { type: 'object', properties: {}, ...inputSchema },
  });

  test.each([
    ['gemini-3.8-flash', 'high', 25_500, { thinking_level: 'high', include_thoughts: true }],
    // It has room for its thoughts, whatever it is told.
    ['gemini-4-argon', null, 33_268, { thinking_level: 'low' }],
    // A temperature is only for the models that want one.
    ['gemini-2.5-flash', 'low', 4596, { thinking_budget: 1024, include_thoughts: true }],
    // Gemma is told nothing of thinking.
    ['gemma-4-31b-it', null, 500, undefined],
  ] as const)('%s thinks at effort %s as it allows', async (model, effort, limit, thinking) => {
    await ask(model, { reasoningEffort: effort, maxTokens: 500 });
    expect(thinkingOf(lastBody())).toEqual(thinking);
    expect(lastBody()['max_completion_tokens']).toBe(limit);
    const isGemini3 = !/2\.5|gemma/.test(model);
    expect(lastBody()['temperature']).toBe(isGemini3 ? undefined : 0);
  });

  test('learns which levels a model refuses, and remembers it', async () => {
    const words = 'Thinking level MINIMAL is not supported for this model.';
    const model = gemini(at('gemini-3.1-flash-lite'));
    server.script({ kind: 'error', ...refuse(400, words) });
    expect(textOf(await collect(model, groundedRequest('Is it open?')))).not.toBe('');
    expect(thinkingOf(lastBody())).toEqual({ thinking_level: 'low' });
    await collect(model, groundedRequest('Is it open?'));
    expect(server.requests).toHaveLength(3);
  });

  test('asks for less where the room for thoughts is more than a model has', async () => {
    const words =
      'Unable to submit request because it has a maxOutputTokens value of 66036 but the supported range is from 1 (inclusive) to 65537 (exclusive).';
    server.script({ kind: 'error', ...refuse(400, words) });
    await ask('gemini-4-argon', { maxTokens: 65_000 });
    expect(lastBody()['max_completion_tokens']).toBe(65_000);
  });

  test.each([
    ['length', 'length'],
    ['content_filter: SAFETY', 'refusal'],
    ['content_filter: PROHIBITED_CONTENT', 'refusal'],
    ['stop', 'stop'],
  ] as const)('takes %s for %s', async (finish, reason) => {
    server.script(answer({ text: ['So'], finish }));
    expect((await ask('gemini-3.8-flash')).at(-1)).toEqual({ type: 'finish', reason });
  });

  test('a tool that is refused is left out, the others are not', async () => {
    const tools = [tool('hours'), tool('broken', { required: ['day'] }), tool('stock')];
    const model = gemini(at('gemini-3.8-flash'));
    const request = { ...groundedRequest('Is it open?'), tools, toolChoice: 'auto' } as const;
    await collect(model, request);
    await collect(model, request);
    const offered = server.requests.map(({ body }) =>
      (body['tools'] as { function: { name: string } }[]).map(({ function: { name } }) => name),
    );
    const good = ['hours', 'stock'];
    expect(offered).toEqual([['hours', 'broken', 'stock'], good, good]);
  });

  test('offers tools by the part of JSON Schema that is known', async () => {
    const properties = {
      type: { type: ['string', 'null'] },
      unit: { anyOf: [{ const: 'day' }, { const: 5 }] },
    };
    await ask('gemini-3.8-flash', { tools: [tool('hours', { properties })], toolChoice: 'auto' });
    expect(lastBody()['tools']).toEqual([
      {
        type: 'function',
        function: {
          name: 'hours',
          description: 'Tells.',
          parameters: {
            type: 'object',
            properties: {
              type: { type: 'string' },
              unit: { anyOf: [{ enum: ['day'] }, { type: 'number' }] },
            },
          },
        },
      },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test('signs the first of the calls that another model made', async () => {
    const calls = ['first', 'second'].map((id) => ({ id, name: 'hours', input: {} }));
    const told: ModelMessage[] = [
      { role: 'assistant', content: '', toolCalls: calls },
      ...calls.map(({ id, name }) => ({
        role: 'tool' as const,
        callId: id,
        name,
        content: 'Seven.',
        ok: true,
      })),
    ];
    const { messages } = groundedRequest('Is it open?');
    const tools = [tool('hours')];
    await ask('gemini-3.8-flash', { messages: [...messages, ...told], tools, toolChoice: 'auto' });
    const [, , said] = lastBody()['messages'] as { tool_calls: { extra_content?: unknown }[] }[];
    expect(said?.tool_calls.map((call) => call.extra_content)).toEqual([
      { google: { thought_signature: 'skip_thought_signature_validator' } },
      undefined,
    ]);
  });

  test('counts thoughts as answer, and takes a malformed call for a failure', async () => {
    const usage = { prompt_tokens: 5000, completion_tokens: 40, total_tokens: 5100 };
    const delta = { content: 'Yes.' };
    server.script(rawEvents({ choices: [{ index: 0, delta, finish_reason: 'stop' }], usage }));
    expect(await ask('gemini-3.8-flash')).toContainEqual({
      type: 'usage',
      usage: { prompt_tokens: 5000, completion_tokens: 100 },
    });
    server.script(answer({ text: [], finish: 'function_call_filter: MALFORMED_FUNCTION_CALL' }));
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
    '/v1beta',
    '/v1beta/openai/chat/completions',
    '/v1beta/models',
    '/v1beta/models/gemini-2.5-pro:generateContent?key=other',
  ])('is reached at the address %s', async (path) => {
    const model = gemini(at('models/gemini-3.8-flash', path));
    expect(textOf(await collect(model, groundedRequest('Is it open?')))).not.toBe('');
    expect(server.requests.at(-1)?.path).toBe('/v1beta/openai/chat/completions');
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
});
