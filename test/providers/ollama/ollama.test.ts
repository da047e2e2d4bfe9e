import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ModelMessage, ModelRequest } from '../../../server/providers/language-model.ts';
import { ollama } from '../../../server/providers/ollama/ollama.ts';
import { VendorError } from '../../../server/providers/shared/vendor-error.ts';
import { collect, groundedRequest, questions, textOf } from '../../conformance/language-model.ts';
import { startOllamaServer } from '../../fakes/ollama-server.ts';

type Server = Awaited<ReturnType<typeof startOllamaServer>>;
let server: Server;
beforeEach(async () => {
  server = await startOllamaServer();
});
afterEach(() => server.close());

const at = (model: string, baseUrl = server.url) => ollama({ apiKey: '', baseUrl, model });
const bodies = () => server.requests.map(({ body }) => body);
const optionsOf = (body: Record<string, unknown> | undefined) =>
  body?.['options'] as Record<string, number>;
const say = (...text: string[]) => server.script({ kind: 'answer', text });

const question = groundedRequest(questions.hours);
const tool = { name: 'opening_hours', description: 'Hours.', inputSchema: { type: 'object' } };
const withTools: ModelRequest = { ...question, tools: [tool], toolChoice: 'auto' };
const called: ModelMessage[] = [
  {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'a', name: 'opening_hours', input: { day: 'Monday' } }],
    carried: [
      { model: 'ollama:qwen3:8b', value: 'I have to look.' },
      { model: 'other:model', value: 'Signed.' },
    ],
  },
  { role: 'tool', callId: 'a', name: 'opening_hours', content: 'From seven.', ok: true },
];

test.each(['', '/', '/api', '/api/', '/v1', '/v1/'])('is found below %p', async (path) => {
  say('Hello.');
  expect(textOf(await collect(at('llama3.2:3b', server.url + path), question))).toBe('Hello.');
  expect(server.requests[0]?.path).toBe('/api/chat');
});

test('sends the key where there is one, and none where there is none', async () => {
  await collect(at('llama3.2:3b'), question);
  const model = ollama({ apiKey: 'a-key', baseUrl: server.url, model: 'llama3.2:3b' });
  await collect(model, question);
  const sent = server.requests.map(({ headers }) => headers.authorization);
  expect(sent).toEqual([undefined, 'Bearer a-key']);
});

describe('context', () => {
  const long = (words: number): ModelRequest => ({
    ...question,
    messages: [
      { role: 'system', content: 'Answer from these sources:\n\n[1] The bakery opens at seven.' },
      { role: 'user', content: 'Thank you. '.repeat(words) },
      { role: 'user', content: questions.hours },
    ],
  });

  test('has room for the whole prompt and the answer', async () => {
    const events = await collect(at('llama3.2:3b'), long(6_000));
    expect(textOf(events)).toContain('opens at seven');
    expect(optionsOf(bodies()[0])).toEqual({ temperature: 0, num_predict: 500, num_ctx: 32_768 });
  });

  test('never shrinks, as each other number has the model loaded anew', async () => {
    const model = at('llama3.2:3b');
    for (const words of [1, 3_000, 1]) await collect(model, long(words));
    expect(bodies().map((body) => optionsOf(body)['num_ctx'])).toEqual([8_192, 16_384, 16_384]);
  });

  test('is not kept when there was no memory for it', async () => {
    const model = at('llama3.2:3b');
    const error = 'model requires more system memory (21.8 GiB) than is available (9.1 GiB)';
    server.script({ kind: 'error', status: 400, body: { error } });
    await expect(collect(model, long(60_000))).rejects.toMatchObject({ code: 'provider_error' });
    await collect(model, long(1));
    expect(bodies().map((body) => optionsOf(body)['num_ctx'])).toEqual([131_072, 8_192]);
  });

  test('has an end', async () => {
    await collect(at('llama3.2:3b'), long(60_000));
    expect(optionsOf(bodies()[0])['num_ctx']).toBe(131_072);
  });
});

describe('thinking', () => {
  test.each([
    ['qwen3:8b', null, false, 500],
    ['qwen3:8b', 'low', true, 2_548],
    ['gpt-oss:20b', null, 'low', 2_548],
    ['gpt-oss:20b', 'high', 'high', 8_692],
  ] as const)('%s, effort %p: %p', async (model, reasoningEffort, think, tokens) => {
    await collect(at(model), { ...question, reasoningEffort });
    expect(bodies()[0]?.['think']).toBe(think);
    expect(optionsOf(bodies()[0])['num_predict']).toBe(tokens);
  });

  test('is no longer asked of a model that cannot', async () => {
    const model = at('llama3.2:3b');
    for (const reasoningEffort of ['medium', 'high'] as const) {
      const events = await collect(model, { ...question, reasoningEffort });
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    }
    expect(bodies().map(({ think }) => think)).toEqual([true, undefined, undefined]);
    expect(optionsOf(bodies()[1])['num_predict']).toBe(500);
  });

  test('is asked of it again after a day, as it may be another model then', async () => {
    let now = 0;
    const model = ollama({
      apiKey: '',
      baseUrl: server.url,
      model: 'llama3.2:3b',
      clock: () => now,
    });
    const asked = { ...question, reasoningEffort: 'low' } as const;
    await collect(model, asked);
    now = 25 * 3600 * 1000;
    await collect(model, asked);
    expect(bodies().map(({ think }) => think)).toEqual([true, undefined, true, undefined]);
  });

  test('is given back in the turn that it led to, if it was this model’s', async () => {
    const messages = [...question.messages, ...called];
    await collect(at('qwen3:8b'), { ...withTools, messages });
    await collect(at('llama3.2:3b'), { ...withTools, messages });
    const sent = bodies().map((body) => (body['messages'] as Record<string, unknown>[])[2]);
    expect(sent.map((message) => message?.['thinking'])).toEqual(['I have to look.', undefined]);
  });

  test('is carried when it led to a call', async () => {
    server.script({
      kind: 'answer',
      reasoning: ['I have ', 'to look.'],
      toolCalls: [{ name: tool.name, input: {} }],
    });
    const events = await collect(at('qwen3:8b'), { ...withTools, reasoningEffort: 'low' });
    expect(events).toContainEqual({
      type: 'carry',
      carried: { model: 'ollama:qwen3:8b', value: 'I have to look.' },
    });
  });
});

describe('tools', () => {
  test('are told as documented, calls and results too', async () => {
    await collect(at('qwen3:8b'), { ...withTools, messages: [...question.messages, ...called] });
    expect(bodies()[0]?.['tools']).toEqual([
      {
        type: 'function',
        function: {
          name: 'opening_hours',
          description: 'Hours.',
          parameters: { type: 'object', properties: {} },
        },
      },
    ]);
    const messages = bodies()[0]?.['messages'] as Record<string, unknown>[];
    const call = { index: 0, name: 'opening_hours', arguments: { day: 'Monday' } };
    expect(messages[2]?.['tool_calls']).toEqual([{ type: 'function', function: call }]);
    expect(messages[3]).toEqual({
      role: 'tool',
      tool_name: 'opening_hours',
      content: 'From seven.',
    });
  });

  test('are left out when none may be called', async () => {
    const messages = [...question.messages, ...called];
    await collect(at('qwen3:8b'), { ...withTools, toolChoice: 'none', messages });
    expect(bodies()[0]).not.toHaveProperty('tools');
  });

  test('are no longer offered to a model without: calls and results are told in words', async () => {
    const model = at('gemma:2b');
    const messages = [...question.messages, ...called];
    await collect(model, { ...withTools, reasoningEffort: 'low', messages });
    expect(bodies()).toHaveLength(2);
    await collect(model, withTools);
    expect(bodies()).toHaveLength(3);
    expect(bodies()[1]).not.toHaveProperty('tools');
    expect((bodies()[1]?.['messages'] as unknown[]).slice(2)).toEqual([
      { role: 'assistant', content: 'I ask the tool opening_hours: {"day":"Monday"}' },
      { role: 'user', content: 'The tool opening_hours answers:\nFrom seven.' },
    ]);
  });

  test('may be called with something that is no object', async () => {
    const calls = ['{"day":1}', [1], null, undefined].map((args) => ({
      function: { name: 'opening_hours', arguments: args },
    }));
    const lines = [
      { message: { content: 'Wait.', tool_calls: [null, { function: null }, ...calls] } },
      { message: {}, done: true, done_reason: 'stop' },
    ];
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    server.script({ kind: 'raw', contentType: 'application/x-ndjson', body });
    const events = await collect(at('qwen3:8b'), withTools);
    const inputs = events.flatMap((event) =>
      event.type === 'tool_call' ? [event.call.input] : [],
    );
    expect(inputs).toEqual([{ day: 1 }, null, {}, {}]);
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool_calls' });
    expect(textOf(events)).toBe('Wait.');
  });
});

test('says that the answer was cut off', async () => {
  server.script({ kind: 'answer', text: ['This is'], doneReason: 'length' });
  const events = await collect(at('llama3.2:3b'), question);
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' });
});

test('takes a model that was only loaded for an error', async () => {
  server.script({ kind: 'answer', doneReason: 'load' });
  await expect(collect(at('llama3.2:3b'), question)).rejects.toMatchObject({
    code: 'provider_error',
  });
});

test('tells the owner how to get a model that is not there', async () => {
  const error: unknown = await collect(at('mistral:7b'), question).catch(
    (reason: unknown) => reason,
  );
  const { cause } = error as { cause: VendorError };
  expect(cause).toBeInstanceOf(VendorError);
  expect(cause.message).toContain(
    "model 'mistral:7b' not found (get it with: ollama pull mistral:7b)",
  );
});

test('wants a model to be chosen, and a key that may be one', async () => {
  const odd = ollama({ apiKey: 'a key', baseUrl: server.url, model: 'llama3.2:3b' });
  for (const model of [at(''), odd]) {
    await expect(collect(model, question)).rejects.toMatchObject({ code: 'not_configured' });
  }
  expect(server.requests).toEqual([]);
});

test('estimates the tokens of a prompt that was in the cache, of which Ollama tells none', async () => {
  const lines = [
    { message: { role: 'assistant', content: 'At seven.' }, done: false },
    { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', eval_count: 3 },
  ];
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  server.script({ kind: 'raw', contentType: 'application/x-ndjson', body });
  const events = await collect(at('llama3.2:3b'), question);
  const told = events.find((event) => event.type === 'usage');
  expect(told?.usage.completion_tokens).toBe(3);
  expect(told?.usage.prompt_tokens).toBeGreaterThan(100);
  expect(told?.usage.prompt_tokens).toBeLessThan(400);
});
