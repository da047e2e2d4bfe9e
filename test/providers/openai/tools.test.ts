import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import type {
  OpenAiConnection,
  OpenAiVendor,
} from '../../../server/providers/openai/connection.ts';
import { patient } from '../../conformance/patience.ts';
import { describeToolUse, type ScriptedAnswer } from '../../conformance/tool-use.ts';
import { answer, type Answer, apiError } from '../../fakes/openai-behaviours.ts';
import type { Dialect } from '../../fakes/openai-rules.ts';
import {
  fakeApiKey,
  type OpenAiServer,
  type OpenAiServerOptions,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import type {
  ModelEvent,
  ModelMessage,
  ModelRequest,
} from '../../../server/providers/language-model.ts';
import { collect, groundedRequest, questions, textOf } from '../../conformance/language-model.ts';
import fc from 'fast-check';
import { type CallDelta, toolCallAssembly } from '../../../server/providers/openai/chat-reader.ts';
import { sampleOf } from '../../full-runs.ts';

describe('the port', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));

  interface Variant {
    provider?: OpenAiVendor;
    model?: string;
    dialect?: Dialect;
    refuses?: string[];
    /** Differences of this server from OpenAI. */
    style?: Partial<Answer>;
  }

  function describeVariant(special: string, variant: Variant) {
    const { provider = 'openai_compatible', model = 'local', dialect = {}, refuses = [] } = variant;
    describeToolUse(`${provider}, ${special}`, async () => {
      const server = await startOpenAiServer({
        apiKey: null,
        models: { [model]: 0 },
        dialect,
        refuses,
      });
      const script = ({ usage, ...said }: ScriptedAnswer) =>
        server.script(
          answer({ text: [], ...said, ...variant.style, ...(usage && { counted: usage }) }),
        );
      const connection = { provider, apiKey: 'any-key', baseUrl: server.url, timeouts: patient };
      return {
        model: chatCompletions({ ...connection, model }),
        answerWith: (...answers) => answers.forEach(script),
        close: server.close,
      };
    });
  }

  /** The first four: OpenAI’s own, and the servers that differ most from it. */
  const variants: readonly [special: string, variant: Variant][] = [
    ['chat completions', { provider: 'openai', model: 'gpt-4o-mini' }],
    ['a reasoning model', { provider: 'openai', model: 'gpt-5-mini' }],
    [
      'a reasoning model that does not reason with tools',
      {
        provider: 'openai',
        model: 'gpt-5.6',
      },
    ],
    [
      'reasoning of its own',
      {
        provider: 'groq',
        model: 'openai/gpt-oss-20b',
        dialect: { messageFields: ['reasoning'] },
        style: { reasoningField: 'reasoning', usage: 'x_groq' },
      },
    ],
    [
      'DeepSeek',
      {
        model: 'deepseek-chat',
        dialect: { messageFields: ['reasoning_content'], wantsReasoningBack: true },
        refuses: ['max_completion_tokens'],
      },
    ],
    [
      'OpenRouter',
      {
        dialect: { messageFields: ['reasoning', 'reasoning_details'] },
        style: { reasoningField: 'reasoning_details', comments: true },
      },
    ],
    ['Mistral', { model: 'magistral-medium', style: { reasoningField: 'parts' } }],
    ['thoughts in the text', { style: { reasoningField: 'think' } }],
    ['calls without index', { style: { callStyle: { index: 'none' } } }],
    [
      'all calls with index 0',
      {
        style: { callStyle: { index: 'zero', id: 'every piece', name: 'every piece' } },
      },
    ],
    [
      'whole calls without ids and index',
      {
        style: { callStyle: { index: 'none', id: 'none', pieces: 'whole' }, finish: 'stop' },
      },
    ],
    [
      'whole calls with index 0 and no ids',
      {
        style: { callStyle: { index: 'zero', id: 'none', pieces: 'whole' } },
      },
    ],
    [
      'all calls in one chunk',
      {
        style: { callStyle: { index: 'none', pieces: 'one chunk' }, usage: 'every chunk' },
      },
    ],
    [
      'arguments that are no string, and one id for all',
      {
        style: { callStyle: { id: 'same', pieces: 'object' } },
      },
    ],
    [
      'no tool_choice, no stream_options',
      {
        refuses: ['tool_choice', 'stream_options'],
        style: { usage: 'every chunk' },
      },
    ],
  ];

  for (const [special, variant] of sampleOf(variants, 4)) describeVariant(special, variant);
});

describe('tools', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));

  let server: OpenAiServer;
  const start = async (options: OpenAiServerOptions = {}) => {
    server = await startOpenAiServer({ models: { local: 0 }, ...options });
  };
  beforeEach(() => start());
  afterEach(() => server.close());

  const model = (options: Partial<OpenAiConnection & { model: string }> = {}) =>
    chatCompletions({
      provider: 'openai_compatible',
      apiKey: fakeApiKey,
      baseUrl: server.url,
      model: 'local',
      timeouts: patient,
      ...options,
    });

  const tool = (name: string, inputSchema: Record<string, unknown> = { type: 'object' }) => ({
    name,
    description: `The tool ${name}.`,
    inputSchema,
  });
  const request: ModelRequest = {
    ...groundedRequest(questions.hours),
    tools: [tool('find_stock'), tool('book')],
    toolChoice: 'auto',
  };
  const toolCalls = [{ name: 'find_stock', input: { article: 'vase' } }];

  const after = (messages: readonly ModelMessage[], more: Partial<ModelRequest> = {}) => ({
    ...request,
    messages: [...request.messages, ...messages],
    ...more,
  });
  const calls = (events: readonly ModelEvent[]) =>
    events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
  const turn = (events: readonly ModelEvent[]): ModelMessage[] => [
    {
      role: 'assistant',
      content: textOf(events),
      toolCalls: calls(events),
      carried: events.flatMap((event) => (event.type === 'carry' ? [event.carried] : [])),
    },
    ...calls(events).map(({ id, name }) => ({
      role: 'tool' as const,
      callId: id,
      name,
      content: 'Three.',
      ok: true,
    })),
  ];
  const sent = () => server.requests.at(-1)!.body;
  const sentMessage = (index: number) => (sent()['messages'] as object[])[index];

  describe('a server without tools', () => {
    const refusal = apiError(400, { message: 'local does not support tools', type: 'api_error' });

    test('answers without, and is not asked again', async () => {
      server.script(refusal);
      const compatible = model();
      expect(textOf(await collect(compatible, request))).toContain('seven');
      expect(server.requests.map(({ body }) => 'tools' in body)).toEqual([true, false]);
      await collect(compatible, request);
      expect(sent()).not.toHaveProperty('tools');
    });

    test('reads of the calls that another model has made', async () => {
      server.script(refusal, answer({ text: 'Yes.' }));
      const messages: ModelMessage[] = [
        { role: 'assistant', content: '', toolCalls: [{ id: 'x', name: 'find_stock', input: {} }] },
        { role: 'tool', callId: 'x', name: 'find_stock', content: 'Three.', ok: true },
      ];
      expect(textOf(await collect(model(), after(messages)))).toBe('Yes.');
      expect(sent()['messages']).not.toEqual(
        expect.arrayContaining([expect.objectContaining({ role: 'tool' })]),
      );
      expect(JSON.stringify(sent()['messages'])).toContain('Three.');
    });

    const message =
      "Failed to call a function. Please adjust your prompt. See 'failed_generation'.";
    const error = { message, type: 'invalid_request_error', code: 'tool_use_failed' };
    // https://github.com/langchain4j/langchain4j/issues/2585
    const streamed = {
      kind: 'raw' as const,
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify({ error: { ...error, status_code: 400 } })}\n\n`,
    };

    test.each([
      ['at once', apiError(400, error)],
      ['in the stream', streamed],
    ])('is asked again when only the model has called wrongly, told %s', async (_when, wrong) => {
      server.script(wrong);
      const groq = model({ provider: 'groq' });
      expect(textOf(await collect(groq, request))).toContain('seven');
      await collect(groq, request);
      expect(server.requests.map(({ body }) => 'tools' in body)).toEqual([true, false, true]);
    });
  });

  test('leaves out the one tool whose schema is refused', async () => {
    const strange = tool('strange', { type: 'object', properties: { days: { type: 'array' } } });
    const openai = model({ provider: 'openai', model: 'gpt-4o-mini' });
    const asked = { ...request, tools: [tool('find_stock'), strange, tool('book')] };
    await collect(openai, asked);
    await collect(openai, asked);
    const names = server.requests.map(({ body }) =>
      (body['tools'] as { function: { name: string } }[]).map((one) => one.function.name),
    );
    expect(names).toEqual([
      ['find_stock', 'strange', 'book'],
      ['find_stock', 'book'],
      ['find_stock', 'book'],
    ]);
  });

  describe('what is carried to the next turn', () => {
    async function twice(said: Omit<Answer, 'kind'>, options: OpenAiServerOptions = {}) {
      await server.close();
      await start(options);
      server.script(answer({ text: [], toolCalls, ...said }), answer({ text: 'Yes.' }));
      const compatible = model();
      const first = await collect(compatible, request);
      const second = await collect(compatible, after(turn(first)));
      expect(textOf(second)).toBe('Yes.');
      return sentMessage(2);
    }

    test.each(['reasoning_content', 'reasoning'] as const)('%s', async (field) => {
      const dialect = { messageFields: [field] };
      const message = await twice(
        { reasoning: ['Let me', ' look.'], reasoningField: field },
        { dialect },
      );
      expect(message).toMatchObject({ [field]: 'Let me look.' });
      expect(server.requests).toHaveLength(2);
    });

    test('reasoning with its signature', async () => {
      const message = await twice(
        { reasoning: ['Let me', ' look.'], reasoningField: 'reasoning_details' },
        { dialect: { messageFields: ['reasoning_details'] } },
      );
      expect(message).toMatchObject({
        reasoning_details: [
          { type: 'reasoning.text', text: 'Let me look.', signature: 'signed', index: 0 },
        ],
      });
      expect(message).not.toHaveProperty('reasoning');
    });

    test('the signature of a call', async () => {
      const extra = { google: { thought_signature: 'signed' } };
      const message = await twice(
        { toolCalls: [{ ...toolCalls[0]!, extra }] },
        { dialect: { callFields: ['extra_content'] } },
      );
      expect(message).toMatchObject({ tool_calls: [{ extra_content: extra }] });
    });

    test('nothing where it is refused', async () => {
      const message = await twice({ reasoning: ['Hm.'] });
      expect(message).not.toHaveProperty('reasoning_content');
      expect(server.requests).toHaveLength(3);
    });

    test('an empty thought where one is missed', async () => {
      const dialect = { messageFields: ['reasoning_content'], wantsReasoningBack: true };
      expect(await twice({}, { dialect })).toMatchObject({ reasoning_content: '' });
      expect(server.requests).toHaveLength(3);
    });

    test('nothing without a call', async () => {
      server.script(answer({ reasoning: ['Hm.'], text: 'Yes.' }));
      expect((await collect(model(), request)).some(({ type }) => type === 'carry')).toBe(false);
    });
  });

  describe('the end of an answer', () => {
    const end = async (said: Omit<Answer, 'kind'>) => {
      server.script(answer({ usage: 'none', ...said }));
      return (await collect(model(), request)).filter(({ type }) => type !== 'text');
    };
    const whole = { toolCalls, callStyle: { pieces: 'whole' } as const };

    test.each(['stop', 'function_call', 'eos'])(
      'calls, whatever it is called: %s',
      async (finish) => {
        const events = await end({ toolCalls, finish });
        expect(events.map(({ type }) => type)).toEqual(['tool_call', 'finish']);
        expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool_calls' });
      },
    );

    test('calls of before there were several', async () => {
      const [call] = await end({ toolCalls, callStyle: { legacy: true } });
      expect(call).toMatchObject({ type: 'tool_call', call: toolCalls[0] });
    });

    test('no call, though it is announced', async () => {
      expect(await end({ text: 'Yes.', finish: 'tool_calls' })).toEqual([
        { type: 'finish', reason: 'stop' },
      ]);
    });

    test('a call that is cut off, and one before it', async () => {
      expect(await end({ ...whole, finish: 'length' })).toMatchObject([
        { type: 'tool_call' },
        { type: 'finish', reason: 'tool_calls' },
      ]);
      const cut =
        'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"book","arguments":"{\\"day\\":"}}]},"finish_reason":"length"}]}\n\n';
      server.script({ kind: 'raw', contentType: 'text/event-stream', body: cut });
      expect(await collect(model(), request)).toEqual([{ type: 'finish', reason: 'length' }]);
    });

    test('no call of an answer that was filtered', async () => {
      expect(await end({ ...whole, finish: 'content_filter' })).toEqual([
        { type: 'finish', reason: 'refusal' },
      ]);
    });
  });

  describe('an error in the middle', () => {
    test.each([
      ['data: {"error":"The model has crashed."}', 'The model has crashed.'],
      ['event: error\ndata: {"message":"Overloaded.","type":"server_error"}', 'Overloaded.'],
      ['data: {"object":"error","message":"CUDA out of memory","code":500}', 'CUDA out of memory'],
      [
        'data: {"error":{"message":"Provider returned error","code":502}}',
        'Provider returned error',
      ],
      ['data: {"choices":[],"x_groq":{"error":"over capacity"}}', 'over capacity'],
    ])('%s', async (frame, words) => {
      const body = `data: {"choices":[{"delta":{"content":"Well, "}}]}\n\n${frame}\n\ndata: [DONE]\n\n`;
      const broken = { kind: 'raw' as const, contentType: 'text/event-stream', body };
      // One that may pass is tried again as long as nothing was told.
      server.script(broken, broken, broken);
      await expect(collect(model(), request)).rejects.toMatchObject({
        code: 'provider_error',
        cause: { message: expect.stringContaining(words) },
      });
    });
  });

  test('counts of any shape', async () => {
    const usages = ['{"prompt_tokens":7}', '{"prompt_tokens":7,"completion_tokens":-1}'];
    for (const usage of usages) {
      const body = `data: {"choices":[{"delta":{"content":"Yes."},"finish_reason":"stop"}]}\n\ndata: {"choices":[],"usage":${usage}}\n\n`;
      server.script({ kind: 'raw', contentType: 'text/event-stream', body });
      expect(await collect(model(), request)).toContainEqual({
        type: 'usage',
        usage: { prompt_tokens: 7, completion_tokens: 0 },
      });
    }
  });
});

describe('assembled calls', () => {
  fc.configureGlobal({ seed: 17 });

  function assemble(deltas: readonly CallDelta[], cut = false) {
    const calls = toolCallAssembly(() => new Error('too much'));
    for (const delta of deltas) calls.push(delta);
    return calls.end(cut);
  }
  const inputs = (deltas: readonly CallDelta[], cut = false) =>
    assemble(deltas, cut).map(({ name, input }) => [name, input]);
  const of = (name: string | undefined, written: unknown, rest: CallDelta = {}): CallDelta => ({
    ...rest,
    function: { ...(name !== undefined && { name }), arguments: written },
  });

  describe('puts together', () => {
    test.each<[string, CallDelta[], unknown[]]>([
      [
        'pieces that are mixed',
        [
          of('a', '', { index: 0, id: 'x' }),
          of('b', '{"n"', { index: 1, id: 'y' }),
          of(undefined, '{}', { index: 0 }),
          of(undefined, ':1}', { index: 1 }),
        ],
        [
          ['a', {}],
          ['b', { n: 1 }],
        ],
      ],
      [
        'pieces that are mixed, by their ids',
        [
          of('a', '{"n":', { id: 'x' }),
          of('b', '{"m":', { id: 'y' }),
          of(undefined, '1}', { id: 'x' }),
          of(undefined, '2}', { id: 'y' }),
        ],
        [
          ['a', { n: 1 }],
          ['b', { m: 2 }],
        ],
      ],
      [
        'a name that comes late',
        [of(undefined, '{"n":', { index: 0 }), of('a', '1}', { index: 0 })],
        [['a', { n: 1 }]],
      ],
      [
        'a name that comes again at the end',
        [of('a', '{}', { index: 0 }), of('a', '', { index: 0 })],
        [['a', {}]],
      ],
      [
        'the same call twice, whole, without anything to tell them apart',
        [of('a', '{}'), of('a', '{}')],
        [
          ['a', {}],
          ['a', {}],
        ],
      ],
      [
        'the same call twice without arguments, by their ids',
        [of('a', '', { index: 0, id: 'x' }), of('a', '', { index: 0, id: 'y' })],
        [
          ['a', {}],
          ['a', {}],
        ],
      ],
      [
        'different calls without arguments and ids',
        [of('a', ''), of('b', '')],
        [
          ['a', {}],
          ['b', {}],
        ],
      ],
      [
        'null in all places',
        [{ index: null, id: null, function: null }, of('a', null)],
        [['a', {}]],
      ],
      [
        'what is no object as no input',
        [of('a', '[1]'), of('b', '5'), of('c', '{"n":')],
        [
          ['a', null],
          ['b', null],
          ['c', null],
        ],
      ],
    ])('%s', (_name, deltas, expected) => {
      expect(inputs(deltas)).toEqual(expected);
    });

    test('leaves out what has no name', () => {
      expect(assemble([of(undefined, '{}', { index: 0, id: 'x' })])).toEqual([]);
    });

    test('leaves out what the end of the answer has cut', () => {
      const deltas = [of('a', '{"n":1}', { index: 0 }), of('b', '{"n":{}', { index: 1 })];
      expect(inputs(deltas, true)).toEqual([['a', { n: 1 }]]);
      expect(inputs([of('a', '', { index: 0 })], true)).toEqual([]);
    });

    test('gives each call an id of its own', () => {
      const ids = assemble([
        of('a', '{}', { index: 0, id: 'x' }),
        of('b', '{}', { index: 1, id: 'x' }),
        of('c', '{}', { index: 2 }),
      ]).map(({ id }) => id);
      expect(ids).toEqual([
        'x',
        expect.stringMatching(/^[a-z\d]{9}$/),
        expect.stringMatching(/^[a-z\d]{9}$/),
      ]);
      expect(new Set(ids).size).toBe(3);
    });

    test('takes a number for an id', () => {
      const [call] = assemble([of('a', '{}', { index: 0, id: 7 as unknown as string })]);
      expect(call?.id).toBe('7');
    });

    test('keeps what came with a call', () => {
      const extra = { google: { thought_signature: 'signed' } };
      const [call] = assemble([
        of('a', '{', { index: 0, extra_content: extra }),
        of(undefined, '}', { index: 0 }),
      ]);
      expect(call?.extra).toEqual(extra);
    });
  });

  test('does not depend on where the pieces end, nor on their order among calls', () => {
    const calls = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(calls, fc.nat(9), fc.boolean(), (all, size, indexed) => {
        const pieces = all.map((input, index) => {
          const written = JSON.stringify(input);
          const key = indexed ? { index } : { id: `id_${index}` };
          const parts = written.match(new RegExp(`[^]{1,${size + 1}}`, 'g')) ?? [];
          return [of(`tool_${index}`, '', key), ...parts.map((part) => of(undefined, part, key))];
        });
        const longest = Math.max(...pieces.map(({ length }) => length));
        const mixed = Array.from({ length: longest }, (_, at) =>
          pieces.flatMap((part) => part[at] ?? []),
        ).flat();
        const parsed = all.map((input) => JSON.parse(JSON.stringify(input)) as unknown);
        expect(assemble(mixed).map(({ input }) => input)).toEqual(parsed);
      }),
    );
  });

  test.each([
    ['arguments', Array.from({ length: 20 }, () => of('a', 'x'.repeat(100_000), { index: 0 }))],
    ['calls', Array.from({ length: 200 }, (_, index) => of('a', '', { index }))],
  ])('ends what has no end: %s', (_name, deltas) => {
    expect(() => assemble(deltas)).toThrow('too much');
  });
});
