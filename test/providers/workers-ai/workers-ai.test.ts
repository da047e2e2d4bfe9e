import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  ModelEvent,
  ModelMessage,
  ModelRequest,
} from '../../../server/providers/language-model.ts';
import { workersAi } from '../../../server/providers/workers-ai/workers-ai.ts';
import { VendorError } from '../../../server/providers/shared/vendor-error.ts';
import { collect, groundedRequest, questions, textOf } from '../../conformance/language-model.ts';
import { fakeAccount, fakeToken, startWorkersAiServer } from '../../fakes/workers-ai-server.ts';

type Server = Awaited<ReturnType<typeof startWorkersAiServer>>;
let server: Server;
beforeEach(async () => {
  server = await startWorkersAiServer();
});
afterEach(() => server.close());

const llama = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';
const glm = '@cf/zai-org/glm-4.7-flash';
const at = (
  model = llama,
  other: { apiKey?: string; accountId?: string; clock?: () => number } = {},
) =>
  workersAi({
    apiKey: fakeToken,
    accountId: fakeAccount,
    baseUrl: server.url,
    timeouts: { retryDelayMs: 5 },
    model,
    ...other,
  });
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
    carried: [{ model: `workers_ai:${glm}`, value: 'I have to look.' }],
  },
  { role: 'tool', callId: 'call.of/another:model', name: tool.name, content: 'Seven.', ok: true },
  { role: 'tool', callId: 'x', name: tool.name, content: 'Which day?', ok: false },
];

const events = (...frames: (object | string)[]) => {
  const body = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
  server.script({ kind: 'raw', contentType: 'text/event-stream', body: `${body}data: [DONE]\n\n` });
};
test('thoughts that no tag opens are no answer', async () => {
  const pieces = ['Okay, they want hours.\n', '</think>\n\n', 'At seven.'];
  events(...pieces.map((response) => ({ response })));
  const said = await collect(at('@cf/qwen/qwq-32b'), question);
  expect(textOf(said)).toBe('At seven.');
  const thoughts = said.flatMap((event) => (event.type === 'reasoning' ? [event.text] : []));
  expect(thoughts.join('')).toBe('Okay, they want hours.\n');
});

describe('gpt-oss in the form of the Responses API', () => {
  const oss = '@cf/openai/gpt-oss-20b';
  const part = (type: string, text: string) => ({ type, text });
  const output = [
    { type: 'reasoning', content: [part('reasoning_text', 'Hm.')] },
    { type: 'message', role: 'assistant', content: [part('output_text', 'At seven.')] },
    { type: 'function_call', call_id: 'c', name: 'opening_hours', arguments: '{"day":"Monday"}' },
  ];
  const response = { object: 'response', status: 'completed', output };
  const usage = { input_tokens: 9, output_tokens: 3 };
  const call = { id: expect.any(String), name: 'opening_hours', input: { day: 'Monday' } };
  const said = [
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'At seven.' },
    { type: 'tool_call', call },
    { type: 'carry', carried: { model: `workers_ai:${oss}`, value: 'Hm.' } },
    { type: 'usage', usage: { prompt_tokens: 9, completion_tokens: 3 } },
    { type: 'finish', reason: 'tool_calls' },
  ];

  test('is understood as a whole', async () => {
    const body = JSON.stringify({ result: { ...response, usage }, success: true, errors: [] });
    server.script({ kind: 'raw', contentType: 'application/json', body });
    expect(await collect(at(oss), withTools)).toEqual(said);
  });

  test('is understood as a stream', async () => {
    events(
      { type: 'response.created', response: { ...response, output: [], status: 'in_progress' } },
      { type: 'response.reasoning_text.delta', delta: 'Hm.' },
      { type: 'response.output_text.delta', delta: 'At ' },
      { type: 'response.output_text.delta', delta: 'seven.' },
      { type: 'response.completed', response: { ...response, usage } },
    );
    const told = await collect(at(oss), withTools);
    expect(textOf(told)).toBe('At seven.');
    expect(told.filter(({ type }) => type !== 'text')).toEqual(
      said.filter(({ type }) => type !== 'text'),
    );
  });
});

test.each([
  [500, 'length'],
  [499, 'stop'],
])(
  'an answer of %i tokens, of which nothing tells why it ends, ends with %s',
  async (tokens, reason) => {
    const usage = { prompt_tokens: 9, completion_tokens: tokens };
    events({ response: 'At ' }, { response: '', usage });
    expect((await collect(at(), question)).at(-1)).toEqual({ type: 'finish', reason });
  },
);

const callsIn = (said: readonly ModelEvent[]) =>
  said.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));

async function refusal(model: ReturnType<typeof workersAi>, request = question) {
  const error: unknown = await collect(model, request).catch((reason: unknown) => reason);
  expect((error as { cause?: unknown }).cause).toBeInstanceOf(VendorError);
  return error as { code: string; retryable: boolean; cause: VendorError };
}

describe('request', () => {
  test('goes to the account’s model, with how much may be written', async () => {
    await collect(at(), question);
    expect(server.requests[0]).toMatchObject({
      path: `/client/v4/accounts/${fakeAccount}/ai/run/${llama}`,
      headers: { authorization: `Bearer ${fakeToken}` },
      body: { stream: true, max_tokens: 500, temperature: 0 },
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
      await collect(at(), about(system, content));
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
    ['@cf/openai/gpt-oss-20b', null, { max_tokens: 4_596, reasoning_effort: 'low' }],
    ['@cf/openai/gpt-oss-20b', 'high', { max_tokens: 25_500, reasoning_effort: 'high' }],
  ] as const)('%s, effort %p', async (model, reasoningEffort, expected) => {
    await collect(at(model), { ...question, reasoningEffort });
    const { max_tokens, reasoning_effort, chat_template_kwargs } = bodies()[0]!;
    expect({ max_tokens, reasoning_effort, chat_template_kwargs }).toEqual({
      reasoning_effort: undefined,
      chat_template_kwargs: undefined,
      ...expected,
    });
  });

  test('tells of calls and results as newer models want them, and older ones too', async () => {
    await collect(at(glm), { ...withTools, messages: [...question.messages, ...called] });
    const call = (id: string, args: string) => ({
      id,
      type: 'function',
      function: { name: 'opening_hours', arguments: args },
    });
    expect(messageOf(bodies()[0], 2)).toEqual({
      role: 'assistant',
      content: '',
      reasoning: 'I have to look.',
      tool_calls: [call('call00000', '{"day":"Monday"}'), call('call00001', '{}')],
    });
    expect(messageOf(bodies()[0], 3)).toEqual({
      role: 'tool',
      name: 'opening_hours',
      tool_call_id: 'call00000',
      content: 'Seven.',
    });
    expect(messageOf(bodies()[0], 4)).toMatchObject({
      tool_call_id: 'call00001',
      content: 'Error: Which day?',
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
    await collect(at(), { ...withTools, tools: [{ ...tool, inputSchema }] });
    const tools = bodies()[0]?.['tools'] as { function: { parameters: object } }[];
    expect(tools[0]?.function.parameters).toEqual({
      type: 'object',
      required: ['day'],
      properties: {
        day: { type: 'string', title: 'A day', description: 'A day' },
        count: {
          type: 'integer',
          anyOf: [{}, { type: 'integer' }],
          description: 'How many.',
        },
        place: { type: 'object', properties: { street: {} }, description: 'place' },
        list: { type: 'array', items: {}, description: 'list' },
        big: { type: 'boolean', enum: [true], description: 'big' },
        any: { type: 'string', description: 'any' },
      },
    });
  });

  test('leaves tools out when none may be called', async () => {
    const messages = [...question.messages, ...called];
    await collect(at(glm), { ...withTools, toolChoice: 'none', messages });
    expect(bodies()[0]).not.toHaveProperty('tools');
  });

  test('leaves tools out, and tells of calls in words, once a model has refused them', async () => {
    const model = at('@cf/mistral/mistral-7b-instruct-v0.1');
    const messages = [...question.messages, ...called];
    await collect(model, { ...withTools, messages });
    await collect(model, withTools);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, false]);
    expect(messageOf(bodies()[1], 3)).toEqual({
      role: 'user',
      content:
        'The tool opening_hours answers:\nSeven.\n\nThe tool opening_hours answers:\nError: Which day?',
    });
  });

  test('does not take tools for the reason when it fails without them too', async () => {
    const model = at();
    const wrong = { ...withTools, temperature: 9 };
    expect(await refusal(model, wrong)).toMatchObject({ code: 'provider_error' });
    await collect(model, withTools);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, true]);
  });
});

describe('answer', () => {
  test('is asked for as a whole of a model that does not stream, for a day', async () => {
    await server.close();
    server = await startWorkersAiServer({ form: 'unstreamed' });
    let now = 0;
    const model = at('@cf/openai/gpt-oss-20b', { clock: () => now });
    expect(textOf(await collect(model, question))).toContain('seven');
    expect(textOf(await collect(model, question))).toContain('seven');
    expect(bodies().map(({ stream }) => stream)).toEqual([true, false, false]);
    now = 25 * 3600 * 1000;
    await collect(model, question);
    expect(bodies()[3]).toMatchObject({ stream: true });
  });

  test('that has nothing in it is an error', async () => {
    const body = JSON.stringify({ result: {}, success: true, errors: [] });
    const empty = { kind: 'raw', contentType: 'application/json', body } as const;
    server.script(empty, empty);
    expect(await refusal(at())).toMatchObject({ code: 'provider_error', retryable: true });
    expect(server.requests).toHaveLength(2);
  });

  test('that claims success, but has none, is an error', async () => {
    const errors = [{ code: 3040, message: 'No more data centers' }];
    const body = JSON.stringify({ result: null, success: false, errors });
    server.script({ kind: 'raw', contentType: 'application/json', body });
    const { cause } = await refusal(at());
    expect(cause.message).toContain('No more data centers');
    expect(cause.code).toBe('3040');
  });

  test('is read once where it is told twice, and numbers are text', async () => {
    events(
      { choices: [{ delta: { content: 'Room ' } }], response: 'Room ' },
      { response: 7 },
      { choices: [{ delta: { content: null }, finish_reason: 'length' }] },
      { response: '', usage: { prompt_tokens: 3, completion_tokens: 2 } },
    );
    const said = await collect(at(), question);
    expect(textOf(said)).toBe('Room 7');
    expect(said.slice(-2)).toEqual([
      { type: 'usage', usage: { prompt_tokens: 3, completion_tokens: 2 } },
      { type: 'finish', reason: 'length' },
    ]);
  });

  test('may call with something that is no object', async () => {
    const [name] = [tool.name];
    events({
      tool_calls: [
        null,
        { name, arguments: '{"day": "Monday"}' },
        { name, arguments: '{"day": ' },
        { name, arguments: [1] },
        { name },
        { function: { name: null, arguments: '' } },
      ],
    });
    const said = await collect(at(), withTools);
    expect(callsIn(said).map(({ input }) => input)).toEqual([{ day: 'Monday' }, null, null, {}]);
    expect(new Set(callsIn(said).map(({ id }) => id)).size).toBe(4);
  });

  test('carries what was thought before a call', async () => {
    events(
      { choices: [{ delta: { reasoning: 'I have ' } }] },
      { choices: [{ delta: { reasoning_content: 'to look.' } }] },
      { choices: [{ delta: { tool_calls: [{ index: 0, function: { name: tool.name } }] } }] },
    );
    const said = await collect(at(glm), { ...withTools, reasoningEffort: 'low' });
    expect(said).toContainEqual({
      type: 'carry',
      carried: { model: `workers_ai:${glm}`, value: 'I have to look.' },
    });
  });

  test('has an end to the arguments of a call', async () => {
    const part = { tool_calls: [{ index: 0, name: tool.name, arguments: 'x'.repeat(600_000) }] };
    events(part, part);
    expect(await refusal(at(), withTools)).toMatchObject({ code: 'provider_error' });
  });
});

describe('refusal', () => {
  test.each([
    [{ apiKey: 'another' }, /refused the API key \(401\): Authentication error/],
    [{ apiKey: '' }, /no API token is set/],
    [{ accountId: '' }, /no account ID is set/],
    [{ accountId: 'none' }, /\(404\): Could not route .*; No route for that URI/],
  ])('%j', async (other, words) => {
    const { cause } = await refusal(at(llama, other));
    expect(cause.message).toMatch(words);
  });

  test('of an unknown model', async () => {
    const { cause, retryable } = await refusal(at('@cf/none/none'));
    expect(cause).toMatchObject({ code: '5007', status: 400 });
    expect(retryable).toBe(false);
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
      const { cause } = await refusal(at());
      expect(cause.code).toBe(code);
      expect(cause.message).toMatch(/Bad headers; Invalid format|Bad input|exceeded|Too long/);
    }
  });
});
