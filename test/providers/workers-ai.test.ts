import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  listWorkersAiModels,
  workersAiEmbedder,
} from '../../server/providers/hosted/workers-ai.ts';
import type { ModelMessage, ModelRequest } from '../../server/providers/language-model.ts';
import { openAiModel } from '../../server/providers/openai/language-model.ts';
import { VendorError } from '../../server/providers/shared/vendor-error.ts';
import { describeCachedUsage } from '../conformance/cached-usage.ts';
import { describeEmbedder } from '../conformance/embedder.ts';
import {
  collect,
  describeLanguageModel,
  groundedRequest,
  questions,
  textOf,
} from '../conformance/language-model.ts';
import { patient } from '../conformance/patience.ts';
import { describeReasoning } from '../conformance/reasoning.ts';
import { describeToolUse, type ToolUseHarness } from '../conformance/tool-use.ts';
import { describeVendorEmbedder, describeVendorLanguageModel } from '../conformance/vendor.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import {
  fakeAccount,
  fakeToken,
  startWorkersAiServer,
  workersAiFaults,
} from '../fakes/workers-ai-server.ts';
import { sampleOf } from '../full-runs.ts';

type Server = Awaited<ReturnType<typeof startWorkersAiServer>>;

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

const llama = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';
const glm = '@cf/zai-org/glm-4.7-flash';
const account = { provider: 'workers_ai', apiKey: fakeToken, accountId: fakeAccount } as const;

describeLanguageModel('workers_ai', async () => {
  const server = await startWorkersAiServer({ delayMs: 2 });
  return {
    model: openAiModel({ ...account, baseUrl: server.url, model: llama }),
    openCalls: server.openRequests,
    close: server.close,
  };
});

describeVendorLanguageModel('workers_ai', async (timeouts) => {
  const server = await startWorkersAiServer();
  const connection = { ...account, baseUrl: server.url, model: llama, timeouts };
  return {
    model: openAiModel(connection),
    withoutKey: openAiModel({ ...connection, apiKey: '' }),
    fail: (...faults) => server.script(...faults.map((fault) => workersAiFaults[fault])),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey: fakeToken,
    close: server.close,
  };
});

const scripted = async (model: string, options: { isWhole?: boolean } = {}) => {
  const server = await startWorkersAiServer(options);
  return {
    model: openAiModel({ ...account, baseUrl: server.url, model, timeouts: patient }),
    bodies: () => server.requests.map(({ body }) => body),
    answerWith: (...answers: Parameters<ToolUseHarness['answerWith']>) =>
      answers.forEach(({ usage, ...said }) =>
        server.script(answer({ text: [], ...said, ...(usage && { counted: usage }) })),
      ),
    close: server.close,
  };
};

describeToolUse('workers_ai', () => scripted('@cf/qwen/qwen3-30b-a3b-fp8'));
describeToolUse('workers_ai, whole answers', () => scripted(glm, { isWhole: true }));
describeCachedUsage('workers_ai', () => scripted(glm));

const asked = ({ chat_template_kwargs, reasoning_effort }: Record<string, unknown>) =>
  reasoning_effort ?? chat_template_kwargs;
describeReasoning('workers_ai', { said: asked, off: { enable_thinking: false }, on: 'low' }, () =>
  scripted('@cf/qwen/qwen3-30b-a3b-fp8'),
);

describe.each(
  sampleOf([
    '@cf/qwen/qwen3-embedding-0.6b',
    '@cf/baai/bge-base-en-v1.5',
    '@cf/baai/bge-m3',
    '@cf/google/embeddinggemma-300m',
  ]),
)('%s', (model) => {
  describeEmbedder(`workers_ai, ${model}`, async () => {
    const server = await startWorkersAiServer();
    const embedder = workersAiEmbedder({ ...account, baseUrl: server.url, model, dimensions: 0 });
    return { embedder, close: server.close };
  });
});

describeVendorEmbedder('workers_ai', async (timeouts) => {
  const server = await startWorkersAiServer();
  const model = '@cf/baai/bge-m3';
  const options = { ...account, baseUrl: server.url, model, timeouts, dimensions: 0 };
  return {
    embedder: workersAiEmbedder(options),
    withoutKey: workersAiEmbedder({ ...options, apiKey: '' }),
    fail: (...faults) => server.script(...faults.map((fault) => workersAiFaults[fault])),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey: fakeToken,
    close: server.close,
  };
});

const { signal } = new AbortController();
let server: Server;
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

const refusal = async (model: ReturnType<typeof openAiModel>, request = question) => {
  const error: unknown = await collect(model, request).catch((reason: unknown) => reason);
  expect((error as { cause?: unknown }).cause).toBeInstanceOf(VendorError);
  return error as { code: string; retryable: boolean; cause: VendorError };
};

describe('a request for an answer', () => {
  test('goes to the account, with how much may be written', async () => {
    await collect(modelAt(), question);
    expect(server.requests[0]).toMatchObject({
      path: `/client/v4/accounts/${fakeAccount}/ai/v1/chat/completions`,
      headers: { authorization: `Bearer ${fakeToken}` },
      body: { model: llama, stream: true, max_tokens: 500, temperature: 0 },
    });
  });

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
    [llama, 'high', { max_tokens: 500 }],
    [glm, null, { max_tokens: 500, chat_template_kwargs: { enable_thinking: false } }],
    [glm, 'low', { max_tokens: 4_596, reasoning_effort: 'low' }],
    ['@cf/qwen/qwq-32b', null, { max_tokens: 16_884 }],
    ['@cf/openai/gpt-oss-20b', null, { max_tokens: 4_596, reasoning_effort: 'low' }],
    ['@cf/openai/gpt-oss-20b', 'high', { max_tokens: 25_500, reasoning_effort: 'high' }],
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
    expect(await refusal(model, wrong)).toMatchObject({ code: 'provider_error' });
    await collect(model, withTools);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, true]);
  });
});

const events = (...frames: object[]) => {
  const body = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
  server.script({ kind: 'raw', contentType: 'text/event-stream', body: `${body}data: [DONE]\n\n` });
};
const delta = (said: object) => ({ choices: [{ index: 0, delta: said }] });

test('thoughts that no tag opens are no answer, and numbers are text', async () => {
  const pieces = ['Okay, they want hours.\n', '</think>\n\n', 'At ', 7, ' o’clock.'];
  events(...pieces.map((content) => delta({ content })));
  const said = await collect(modelAt('@cf/qwen/qwq-32b'), question);
  expect(textOf(said)).toBe('At 7 o’clock.');
  const thoughts = said.flatMap((event) => (event.type === 'reasoning' ? [event.text] : []));
  expect(thoughts.join('')).toBe('Okay, they want hours.\n');
});

test('what was thought before a call goes back with it', async () => {
  events(
    delta({ reasoning_content: 'I have to look.' }),
    delta({ tool_calls: [{ index: 0, id: 'abcdefghi', function: { name: tool.name } }] }),
  );
  const model = modelAt(glm);
  const said = await collect(model, { ...withTools, reasoningEffort: 'low' });
  const carried = said.flatMap((event) => (event.type === 'carry' ? [event.carried] : []));
  const turn: ModelMessage[] = [
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'abcdefghi', name: tool.name, input: {} }],
    },
    { role: 'tool', callId: 'abcdefghi', name: tool.name, content: 'Seven.', ok: true },
  ];
  const messages = [...question.messages, { ...turn[0]!, carried } as ModelMessage, turn[1]!];
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
    const { cause } = await refusal(modelAt(llama, other));
    expect(cause.message).toMatch(words);
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
      const { cause } = await refusal(modelAt());
      expect(cause.code).toBe(code);
      expect(cause.message).toMatch(/Bad headers; Invalid format|Bad input|exceeded|Too long/);
    }
  });
});

describe('vectors', () => {
  const at = (model: string, dimensions = 0) =>
    workersAiEmbedder({ ...account, baseUrl: server.url, model, dimensions });
  const represent = 'Represent this sentence for searching relevant passages: ';

  test.each([
    ['@cf/baai/bge-base-en-v1.5', { text: [`${represent}When?`], pooling: 'cls' }],
    ['@cf/baai/bge-m3', { text: ['When?'], truncate_inputs: true }],
    ['@cf/google/embeddinggemma-300m', { text: ['task: search result | query: When?'] }],
    ['@cf/qwen/qwen3-embedding-0.6b', { queries: ['When?'] }],
  ])('asks %s as its page says', async (model, body) => {
    await at(model).embed(['When?'], { purpose: 'query', signal });
    expect(server.requests.map((request) => request.body)).toEqual([body]);
  });

  test('tells a text that may answer from a question', async () => {
    for (const model of ['@cf/qwen/qwen3-embedding-0.6b', '@cf/baai/bge-base-en-v1.5']) {
      await at(model).embed(['At seven.'], { purpose: 'document', signal });
    }
    expect(server.requests.map(({ body }) => body)).toEqual([
      { documents: ['At seven.'] },
      { text: ['At seven.'], pooling: 'cls' },
    ]);
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

  test('refuses vectors of another length than the setting says', async () => {
    const vectors = at('@cf/baai/bge-m3', 768).embed(['When?'], { purpose: 'query', signal });
    await expect(vectors).rejects.toMatchObject({ code: 'provider_error', retryable: false });
  });

  test.each([
    null,
    { success: true, result: {} },
    { success: true, result: { data: [] } },
    { success: false, errors: [{ code: 3040, message: 'Out of capacity' }] },
  ])('takes %j for an error', async (body) => {
    server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify(body) });
    const vectors = at('@cf/baai/bge-m3').embed(['When?'], { purpose: 'query', signal });
    await expect(vectors).rejects.toMatchObject({ code: 'provider_error' });
  });
});

describe('the list of models', () => {
  async function list(scope: 'llm' | 'embedding', ...pages: unknown[]) {
    for (const page of pages) {
      const body = JSON.stringify(page);
      server.script({ kind: 'raw', contentType: 'application/json', body });
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
});
