import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { listWorkersAiModels, workersAiEmbedder } from './workers-ai.ts';
import type { ModelMessage, ModelRequest } from '../language-model.ts';
import { openAiModel } from '../openai/language-model.ts';
import { type VendorError, vendorErrorOf } from '../shared/vendor-error.ts';
import { describeEmbedder } from '../../../test/conformance/embedder.ts';
import {
  answered,
  collect,
  describeToolUse,
  describeVendorModel,
  groundedRequest,
  questions,
  reasoningOf,
  textOf,
} from '../../../test/conformance/language-model.ts';
import { caught, patient } from '../../../test/conformance/vendor.ts';
import { sampleOf } from '../../../test/full-runs.ts';
import { scripted } from '../../../test/fakes/openai-behaviours.ts';
import { rawEvents, rawJson } from '../../../test/fakes/vendor-server.ts';
import {
  fakeAccount,
  fakeToken,
  startWorkersAiServer,
  workersAiFaults,
} from '../../../test/fakes/workers-ai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

const llama = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';
const glm = '@cf/zai-org/glm-4.7-flash';
const qwen = '@cf/qwen/qwen3-30b-a3b-fp8';
const account = { provider: 'workers_ai', apiKey: fakeToken, accountId: fakeAccount } as const;

const fakeOf = (isWhole = false) => ({
  start: (options: { delayMs?: number }) => startWorkersAiServer({ ...options, isWhole }),
  apiKey: fakeToken,
  faults: workersAiFaults,
  answer: scripted,
});

describeVendorModel('workers_ai', fakeOf(), (at) => openAiModel({ ...account, ...at }), llama, {
  tools: [qwen],
  reasoning: [[qwen, { enable_thinking: false }, 'low']],
  said: ({ chat_template_kwargs, reasoning_effort }) => reasoning_effort ?? chat_template_kwargs,
  tellsCache: true,
});
for (const model of sampleOf([glm], 0)) {
  describeToolUse('workers_ai, whole answers', fakeOf(true), (at) =>
    openAiModel({ ...account, ...at, model }),
  );
}
for (const model of sampleOf([
  '@cf/qwen/qwen3-embedding-0.6b',
  '@cf/baai/bge-base-en-v1.5',
  '@cf/baai/bge-m3',
  '@cf/google/embeddinggemma-300m',
])) {
  describeEmbedder(`workers_ai, ${model}`, fakeOf(), (at) =>
    workersAiEmbedder({ ...account, ...at, model, dimensions: 0 }),
  );
}

const { signal } = new AbortController();
let server: Awaited<ReturnType<typeof startWorkersAiServer>>;
beforeEach(async () => {
  server = await startWorkersAiServer();
});
afterEach(() => server.close());

const modelAt = (model = llama, other: { apiKey?: string; accountId?: string } = {}) =>
  openAiModel({ ...account, baseUrl: server.url, timeouts: patient, model, ...other });
const bodies = () => server.requests.map(({ body }) => body);
const messageOf = (body: Record<string, unknown> | undefined, index: number) =>
  (body?.['messages'] as Record<string, unknown>[] | undefined)?.[index];

const question = groundedRequest(questions.hours);
const tool = { name: 'opening_hours', description: 'Hours.', inputSchema: { type: 'object' } };
const withTools: ModelRequest = { ...question, tools: [tool], toolChoice: 'auto' };
const called: ModelMessage[] = [
  {
    role: 'assistant',
    content: '',
    toolCalls: [
      { id: 'call.of/another:model', name: 'opening_hours', input: { day: 'Monday' } },
      { id: 'x', name: 'opening_hours', input: null },
    ],
  },
  { role: 'tool', callId: 'call.of/another:model', name: tool.name, content: 'Seven.', ok: true },
  { role: 'tool', callId: 'x', name: tool.name, content: 'Which day?', ok: false },
];

const refusal = async (model = modelAt(), request = question): Promise<VendorError> =>
  vendorErrorOf(await caught(collect(model, request)))!;

describe('a request for an answer', () => {
  test('names its system prompt, so that an instance which has read it answers', async () => {
    const about = (system: string, content: string): ModelRequest => ({
      ...question,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content },
      ],
    });
    for (const [system, content] of [
      ['Be brief.', 'Hello?'],
      ['Be brief.', 'Opening hours?'],
      ['Be kind.', 'Hello?'],
    ] as const) {
      await collect(modelAt(), about(system, content));
    }
    const names = server.requests.map(({ headers }) => headers['x-session-affinity']);
    expect(names[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
  });

  test.each([
    [llama, null, { max_tokens: 500 }],
    [glm, null, { max_tokens: 500, chat_template_kwargs: { enable_thinking: false } }],
    [glm, 'low', { max_tokens: 4_596, reasoning_effort: 'low' }],
    ['@cf/qwen/qwq-32b', null, { max_tokens: 16_884 }],
    ['@cf/openai/gpt-oss-20b', null, { max_tokens: 4_596, reasoning_effort: 'low' }],
  ] as const)('%s, effort %p', async (model, reasoningEffort, expected) => {
    await collect(modelAt(model), { ...question, reasoningEffort });
    const { max_tokens, reasoning_effort, chat_template_kwargs } = bodies()[0]!;
    expect({ max_tokens, reasoning_effort, chat_template_kwargs }).toEqual({
      reasoning_effort: undefined,
      chat_template_kwargs: undefined,
      ...expected,
    });
  });

  test('describes each property of a tool, of which one type is told', async () => {
    const properties = {
      day: { type: ['null', 'string'], title: 'A day' },
      count: { anyOf: [{}, { type: 'integer' }], description: 'How many.' },
      place: { properties: { street: {} } },
      list: { items: {} },
      big: { enum: [true] },
      any: true,
    };
    const inputSchema = { type: 'object', properties, required: ['day'] };
    await collect(modelAt(), { ...withTools, tools: [{ ...tool, inputSchema }] });
    const tools = bodies()[0]?.['tools'] as { function: { parameters: object } }[];
    expect(tools[0]?.function.parameters).toEqual({
      type: 'object',
      required: ['day'],
      properties: {
        day: { type: 'string', title: 'A day', description: 'A day' },
        count: { type: 'integer', anyOf: [{}, { type: 'integer' }], description: 'How many.' },
        place: { type: 'object', properties: { street: {} }, description: 'place' },
        list: { type: 'array', items: {}, description: 'list' },
        big: { type: 'boolean', enum: [true], description: 'big' },
        any: { type: 'string', description: 'any' },
      },
    });
  });

  test('leaves tools out when none may be called', async () => {
    const messages = [...question.messages, ...called];
    await collect(modelAt(glm), { ...withTools, toolChoice: 'none', messages });
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).not.toHaveProperty('tools');
  });

  test('leaves tools out, and tells of calls in words, once a model has refused them', async () => {
    const model = modelAt('@cf/mistral/mistral-7b-instruct-v0.1');
    const messages = [...question.messages, ...called];
    await collect(model, { ...withTools, messages });
    await collect(model, withTools);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, false]);
    expect(messageOf(bodies()[1], 3)?.['content']).toBe(
      'The tool opening_hours answers:\nSeven.\n\nThe tool opening_hours answers:\nError: Which day?',
    );
  });

  test('does not take tools for the reason when it fails without them too', async () => {
    const model = modelAt();
    const wrong = { ...withTools, temperature: 9 };
    await refusal(model, wrong);
    await collect(model, withTools);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, true]);
  });
});

const events = (...frames: object[]) => {
  server.script(rawEvents(...frames, { choices: [{ delta: {}, finish_reason: 'stop' }] }));
};
const delta = (said: object) => ({ choices: [{ index: 0, delta: said }] });

test('thoughts that no tag opens are no answer, and numbers are text', async () => {
  const pieces = ['Okay, they want hours.\n', '</think>\n\n', 'At ', 7, ' o’clock.'];
  events(...pieces.map((content) => delta({ content })));
  const said = await collect(modelAt('@cf/qwen/qwq-32b'), question);
  expect(textOf(said)).toBe('At 7 o’clock.');
  expect(reasoningOf(said)).toBe('Okay, they want hours.\n');
});

test('what was thought before a call goes back with it', async () => {
  events(
    delta({ reasoning_content: 'I have to look.' }),
    delta({ tool_calls: [{ index: 0, id: 'abcdefghi', function: { name: tool.name } }] }),
  );
  const model = modelAt(glm);
  const said = await collect(model, { ...withTools, reasoningEffort: 'low' });
  const messages = [...question.messages, ...answered(said)];
  await collect(model, { ...withTools, messages });
  expect(messageOf(bodies()[1], 2)).toMatchObject({
    content: '',
    reasoning_content: 'I have to look.',
  });
});

describe('a refusal', () => {
  test.each([
    [{ apiKey: 'another' }, /refused the API key \(401\): Authentication error/],
    [{ apiKey: '' }, /no API token is set/],
    [{ accountId: '' }, /no account ID is set/],
    [{ accountId: 'none' }, /\(404\): Could not route .*; No route for that URI/],
  ])('%j', async (other, words) => {
    expect((await refusal(modelAt(llama, other))).message).toMatch(words);
  });

  test('names its reason, however it is told', async () => {
    const chain = [{ code: 6111, message: 'Invalid format for Authorization header' }];
    for (const [body, code] of [
      [{ errors: [{ code: 6003, message: 'Bad headers', error_chain: chain }] }, '6003'],
      [{ name: 'AiError', internalCode: 5006, message: 'AiError: Bad input' }, '5006'],
      [{ error: 'AiError: 3040: Capacity temporarily exceeded' }, '3040'],
      [{ error: { code: 'invalid_prompt', message: 'Too long' } }, 'invalid_prompt'],
    ] as const) {
      server.script({ kind: 'error', status: 400, body });
      const refused = await refusal();
      expect(refused.code).toBe(code);
      expect(refused.message).toMatch(/Bad headers; Invalid format|Bad input|exceeded|Too long/);
    }
  });
});

describe('vectors', () => {
  const at = (model: string, dimensions = 0) =>
    workersAiEmbedder({ ...account, baseUrl: server.url, model, dimensions });
  const represent = 'Represent this sentence for searching relevant passages: ';

  test.each([
    ['@cf/baai/bge-base-en-v1.5', 'query', { text: [`${represent}When?`], pooling: 'cls' }],
    ['@cf/baai/bge-base-en-v1.5', 'document', { text: ['When?'], pooling: 'cls' }],
    ['@cf/baai/bge-m3', 'query', { text: ['When?'], truncate_inputs: true }],
    ['@cf/qwen/qwen3-embedding-0.6b', 'query', { queries: ['When?'] }],
    ['@cf/qwen/qwen3-embedding-0.6b', 'document', { documents: ['When?'] }],
  ] as const)('asks %s for a %s as its page says', async (model, purpose, body) => {
    await at(model).embed(['When?'], { purpose, signal });
    expect(server.requests.map((request) => request.body)).toEqual([body]);
  });

  test.each([
    ['@cf/qwen/qwen3-embedding-0.6b', [32, 32, 32, 4]],
    ['@cf/baai/bge-base-en-v1.5', [100]],
  ])('sends %s no more texts than it takes', async (model, sizes) => {
    const texts = Array.from({ length: 100 }, (_, index) => `Text ${index}`);
    await at(model).embed(texts, { purpose: 'document', signal });
    const sent = server.requests.map(({ body }) => body['documents'] ?? body['text']);
    expect(sent.map((batch) => (batch as unknown[]).length)).toEqual(sizes);
  });

  test.each([
    null,
    { success: true, result: {} },
    { success: false, errors: [{ code: 3040, message: 'Out of capacity' }] },
  ])('takes %j for an error', async (body) => {
    server.script(rawJson(body));
    const vectors = at('@cf/baai/bge-m3').embed(['When?'], { purpose: 'query', signal });
    await expect(vectors).rejects.toMatchObject({ code: 'provider_error' });
  });
});

describe('the list of models', () => {
  async function list(scope: 'llm' | 'embedding', ...pages: unknown[]) {
    for (const page of pages) {
      server.script(rawJson(page));
    }
    const connection = { apiKey: fakeToken, accountId: fakeAccount, baseUrl: server.url };
    const before = server.requests.length;
    const choices = await listWorkersAiModels(connection, scope, signal);
    return { choices, requests: server.requests.length - before };
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
});
