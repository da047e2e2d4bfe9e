import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  Grounding,
  LanguageModel,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ToolCall,
  ToolDefinition,
} from '../../server/providers/language-model.ts';
import type { ScriptedAnswer } from '../fakes/vendor-server.ts';
import {
  caught,
  expectAppError,
  type FakeVendor,
  inNoTime,
  patient,
  type Reached,
  released,
  type StreamFault,
  type SuiteName,
  testFaults,
  type VendorFault,
  vendorHarness,
} from './vendor.ts';

const passages = [
  { n: 1, title: 'Opening hours', text: 'The bakery opens at seven o’clock.' },
  { n: 2, title: 'Preise', text: 'Ein Käsebrötchen kostet 2 € — 日本語 👩‍🚀 zu é.' },
  {
    n: 3,
    title: 'Delivery',
    text: `The delivery of a cake takes two days, ${'and a very large cake takes longer, '.repeat(12)}always.`,
  },
];

export const questions = {
  hours: 'When does the bakery open?',
  price: 'Was kostet ein Käsebrötchen?',
  delivery: 'How long does the delivery of a cake take?',
};

/** The passage of which the text answers a question. */
const answers = new Map([
  [questions.hours, 1],
  [questions.price, 2],
  [questions.delivery, 3],
]);

const quoteFor = (question: string): string =>
  passages
    .filter(({ n }) => n === answers.get(question))
    .map(({ n, text }) => `${text} [${n}]`)
    .join('');

/** The same sources in the messages, as a language model reads them, and as the grounding. */
export function groundedRequest(question: string): ModelRequest {
  const sources = passages.map(({ n, title, text }) => `[${n}] ${title}\n${text}`).join('\n\n');
  const grounding: Grounding = {
    quote: () => Promise.resolve(quoteFor(question)),
  };
  return {
    messages: [
      { role: 'system', content: `Answer from these sources:\n\n${sources}` },
      { role: 'user', content: question },
    ],
    maxTokens: 500,
    temperature: 0,
    reasoningEffort: null,
    tools: [],
    toolChoice: 'none',
    grounding,
  };
}

export async function collect(
  model: LanguageModel,
  request: ModelRequest,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, { signal })) events.push(event);
  return events;
}

const joined = (events: readonly ModelEvent[], type: 'text' | 'reasoning') =>
  events.map((event) => (event.type === type ? event.text : '')).join('');

export const textOf = (events: readonly ModelEvent[]): string => joined(events, 'text');
export const reasoningOf = (events: readonly ModelEvent[]): string => joined(events, 'reasoning');

export const callsOf = (events: readonly ModelEvent[]): ToolCall[] =>
  events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));

/** Makes the messages of the next request, with a result for each call; all but the first may have failed. */
export function answered(events: readonly ModelEvent[], ok = true): ModelMessage[] {
  const toolCalls = callsOf(events);
  const carried = events.flatMap((event) => (event.type === 'carry' ? [event.carried] : []));
  return [
    { role: 'assistant', content: textOf(events), toolCalls, carried },
    ...toolCalls.map(({ id, name }, index) => ({
      role: 'tool' as const,
      callId: id,
      name,
      content: ok || index === 0 ? '{"stock": 3, "colour": "蓝色"}' : 'The warehouse is closed.',
      ok: ok || index === 0,
    })),
  ];
}

interface Harness {
  model: LanguageModel;
  /** Resolves when nobody is called any more. */
  released?: () => Promise<void>;
  close?: () => Promise<void>;
}

/** Tests of every language model, whether it calls a vendor or not. */
export function describeLanguageModel(
  name: SuiteName,
  makeHarness: () => Harness | Promise<Harness>,
): void {
  describe(`language model: ${name}`, () => {
    let harness: Harness;
    beforeEach(async () => {
      harness = await makeHarness();
    });
    afterEach(() => harness.close?.());

    test('writes an answer in pieces, the same each time, and ends with its one finish', async () => {
      expect(harness.model.id).toMatch(/^[a-z_]+:\S+$/);
      const events = await collect(harness.model, groundedRequest(questions.delivery));
      const pieces = events.filter(({ type }) => type === 'text');
      expect(pieces.length).toBeGreaterThan(1);
      expect(pieces).not.toContainEqual({ type: 'text', text: '' });
      expect(textOf(events)).toContain('two days');
      const last = events.slice(events.findLastIndex(({ type }) => type === 'text') + 1);
      expect(last).toMatchObject([
        {
          type: 'usage',
          usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
        },
        { type: 'finish', reason: 'stop' },
      ]);
      const again = await collect(harness.model, groundedRequest(questions.delivery));
      expect(textOf(again)).toBe(textOf(events));
    });

    test('keeps every character whole', async () => {
      const events = await collect(harness.model, groundedRequest(questions.price));
      expect(textOf(events)).toContain('Käsebrötchen kostet 2 € — 日本語 👩‍🚀 zu é');
      for (const event of events)
        if (event.type === 'text') expect(event.text.isWellFormed()).toBe(true);
    });

    test('says nothing when it is aborted before, and throws the reason', async () => {
      const reason = new Error('the visitor has left');
      const events: ModelEvent[] = [];
      const aborted = AbortSignal.abort(reason);
      const listen = async () => {
        const stream = harness.model.stream(groundedRequest(questions.hours), { signal: aborted });
        for await (const event of stream) events.push(event);
      };
      await expect(listen()).rejects.toBe(reason);
      expect(events).toEqual([]);
      await harness.released?.();
    });

    test('throws the reason at once when it is aborted in the middle', async () => {
      const controller = new AbortController();
      const reason = new Error('the visitor has left');
      const request = groundedRequest(questions.delivery);
      const stream = harness.model.stream(request, { signal: controller.signal });
      const iterator = stream[Symbol.asyncIterator]();
      expect(await iterator.next()).toMatchObject({ done: false });
      controller.abort(reason);
      await expect(iterator.next()).rejects.toBe(reason);
      expect(await iterator.next()).toEqual({ done: true, value: undefined });
      await harness.released?.();
    });

    test('stops when nobody listens any more', async () => {
      const { signal } = new AbortController();
      const stream = harness.model.stream(groundedRequest(questions.delivery), { signal });
      for await (const event of stream) {
        expect(event.type).not.toBe('finish');
        break;
      }
      await harness.released?.();
    });

    test('keeps simultaneous answers apart', async () => {
      const ask = async (question: string) =>
        textOf(await collect(harness.model, groundedRequest(question)));
      const together = await Promise.all(Object.values(questions).map(ask));
      expect(together).toEqual([
        expect.stringContaining('seven'),
        expect.stringContaining('2 €'),
        expect.stringContaining('two days'),
      ]);
    });
  });
}

export interface FakeModelVendor<Behaviour> extends FakeVendor<
  Behaviour,
  VendorFault | StreamFault
> {
  /** Returns how the fake gives an answer in its vendor's format. */
  answer: (said: ScriptedAnswer) => Behaviour;
}

interface Suites {
  /** Models that call tools. */
  tools?: readonly string[];
  /** Models that reason, with what they are told for none, and for a low effort. */
  reasoning?: readonly (readonly [model: string, off: unknown, on: unknown])[];
  /** Returns what a request says of reasoning. */
  said?: (body: Record<string, unknown>) => unknown;
  /** It tells which tokens came from its cache. */
  tellsCache?: boolean;
}

/** Tests of a language model that calls a vendor. */
export function describeVendorModel<Behaviour>(
  name: SuiteName,
  fake: FakeModelVendor<Behaviour>,
  make: (at: Reached & { model: string }) => LanguageModel,
  model: string,
  { tools = [], reasoning = [], said = () => undefined, tellsCache = false }: Suites,
): void {
  const start = (of = model) => vendorHarness(fake, (at) => make({ ...at, model: of }));
  const ask = (client: LanguageModel, signal: AbortSignal) =>
    collect(client, groundedRequest(questions.hours), signal);

  describeLanguageModel(name, async () => {
    const server = await fake.start({ delayMs: 1 });
    const at = { apiKey: fake.apiKey, baseUrl: server.url, timeouts: patient, model };
    return { model: make(at), released: () => released(server), close: server.close };
  });

  describe(`language model of a vendor: ${name}`, () => {
    const started = start();
    testFaults(started, ask);

    test.each<[StreamFault, 'provider_timeout' | 'provider_error']>([
      ['stall', 'provider_timeout'],
      ['cut', 'provider_error'],
      ['error-frame', 'provider_error'],
    ])('tells of: %s', async (fault, code) => {
      const { server, client, fail, apiKey } = await started();
      fail(fault);
      const events: ModelEvent[] = [];
      const { signal } = new AbortController();
      const listen = async () => {
        const stream = client.stream(groundedRequest(questions.hours), { signal });
        for await (const event of stream) events.push(event);
      };
      const error = await inNoTime(
        () => caught(listen()),
        () => events.length > 0,
      );
      expectAppError(error, { code, retryable: true }, apiKey);
      expect(textOf(events)).not.toBe('');
      expect(events.some(({ type }) => type === 'finish')).toBe(false);
      expect(server.requests).toHaveLength(1);
      await released(server);
    });
  });

  for (const one of tools) {
    describeToolUse(`${name}, ${one}` as SuiteName, fake, (at) => make({ ...at, model: one }));
  }

  for (const [one, off, on] of reasoning) {
    describe(`reasoning on and off: ${name}, ${one}`, () => {
      const started = start(one);
      test.each([
        ['asks for the least when nobody is shown it', null, off],
        ['asks for it when it is shown', 'low', on],
      ] as const)('%s', async (_name, reasoningEffort, expected) => {
        const { client, server } = await started();
        await collect(client, { ...groundedRequest(questions.hours), reasoningEffort });
        expect(server.requests.map(({ body }) => said(body))).toEqual([expected]);
      });
    });
  }

  if (tellsCache) {
    describe(`usage with cache: ${name}`, () => {
      const started = start();
      test.each([0, 1024])('tells that %i tokens came from the cache', async (cached_tokens) => {
        const { client, server } = await started();
        const usage = { prompt_tokens: 1234, completion_tokens: 56, cached_tokens };
        server.script(fake.answer({ text: ['Yes.'], usage }));
        const events = await collect(client, groundedRequest(questions.hours));
        expect(events).toContainEqual({ type: 'usage', usage: expect.objectContaining(usage) });
      });
    });
  }
}

const tools: ToolDefinition[] = [
  {
    name: 'find_stock',
    description: 'Says how many of an article are in stock.',
    inputSchema: {
      type: 'object',
      properties: {
        article: { type: 'string' },
        shop: { type: 'string', enum: ['north', 'south'] },
      },
      required: ['article'],
    },
  },
  { name: 'opening_hours', description: 'Today’s hours.', inputSchema: { type: 'object' } },
];

const withTools = (messages: readonly ModelMessage[] = []): ModelRequest => {
  const request = groundedRequest('Is the blue vase in stock?');
  return { ...request, tools, toolChoice: 'auto', messages: [...request.messages, ...messages] };
};

const call = (article: string) => ({ name: 'find_stock', input: { article, shop: 'north' } });

/**
 * Tests of a language model that can call tools and show its reasoning. The fake refuses what its vendor refuses, so
 * that each request that is answered was in order.
 */
export function describeToolUse<Behaviour>(
  name: SuiteName,
  fake: FakeModelVendor<Behaviour>,
  make: (at: Reached) => LanguageModel,
): void {
  describe(`tools and reasoning: ${name}`, () => {
    const start = vendorHarness(fake, make);
    testToolUse(async () => {
      const { client, server } = await start();
      return {
        ask: (request) => collect(client, request),
        answerWith: (...said) => server.script(...said.map(fake.answer)),
      };
    });
  });
}

interface Conversation {
  ask: (request: ModelRequest) => Promise<ModelEvent[]>;
  answerWith: (...answers: ScriptedAnswer[]) => void;
}

function testToolUse(start: () => Promise<Conversation>): void {
  let ask: Conversation['ask'];
  let answerWith: Conversation['answerWith'];
  beforeEach(async () => {
    ({ ask, answerWith } = await start());
  });

  test('keeps what it thinks apart from what it says, and tells the tokens', async () => {
    const usage = { prompt_tokens: 1234, completion_tokens: 56 };
    answerWith({ reasoning: ['Let me ', 'think — 好.'], text: ['Yes', ', it is.'], usage });
    const events = await ask({ ...withTools(), reasoningEffort: 'low' });
    expect(reasoningOf(events)).toBe('Let me think — 好.');
    expect(textOf(events)).toBe('Yes, it is.');
    expect(events).toContainEqual({ type: 'usage', usage: expect.objectContaining(usage) });
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  test('calls a tool, and answers from its result', async () => {
    answerWith({ toolCalls: [call('blue vase “日本”')] }, { text: ['Three are left.'] });
    const events = await ask(withTools());
    expect(callsOf(events)).toEqual([
      { id: expect.stringMatching(/./), ...call('blue vase “日本”') },
    ]);
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool_calls' });
    const rest = await ask(withTools(answered(events)));
    expect(textOf(rest)).toBe('Three are left.');
    expect(rest.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  test('calls several at once, also the same one twice, and is told of those that failed', async () => {
    const wanted = [call('vase'), call('bowl'), { name: 'opening_hours', input: {} }];
    answerWith({ toolCalls: wanted, writeBytes: 5 }, { text: ['Done.'] });
    const events = await ask(withTools());
    const calls = callsOf(events);
    expect(calls.map(({ name, input }) => ({ name, input }))).toEqual(wanted);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
    expect(textOf(await ask(withTools(answered(events, false))))).toBe('Done.');
  });

  test('thinks, calls, thinks again and calls again', async () => {
    const thinking = {
      reasoning: ['I have to look.'],
      text: ['One ', 'moment.'],
      toolCalls: [call('vase')],
    };
    answerWith(thinking, thinking, { reasoning: ['Enough.'], text: ['Yes.'] });
    const think = (messages: ModelMessage[]) =>
      ask({ ...withTools(messages), reasoningEffort: 'low' });
    const first = await think([]);
    expect(reasoningOf(first)).toBe('I have to look.');
    expect(textOf(first)).toBe('One moment.');
    const second = await think(answered(first));
    expect(callsOf(second)).toHaveLength(1);
    expect(textOf(await think([...answered(first), ...answered(second)]))).toBe('Yes.');
  });

  test('answers without calling when that is asked of it', async () => {
    answerWith({ toolCalls: [call('vase')] }, { text: ['As far as I know, yes.'] });
    const events = await ask(withTools());
    const rest = await ask({ ...withTools(answered(events)), toolChoice: 'none' });
    expect(textOf(rest)).toBe('As far as I know, yes.');
    expect(callsOf(rest)).toEqual([]);
  });

  test('goes on with what another model has begun', async () => {
    answerWith({ text: ['Yes.'] });
    const [id, { name, input }] = ['call.of/another:model', call('vase')] as const;
    const begun: ModelMessage[] = [
      {
        role: 'assistant',
        content: 'Let me look.',
        toolCalls: [{ id, name, input }],
        carried: [{ model: 'other:model', value: { secret: 'thought' } }],
      },
      { role: 'tool', callId: id, name, content: 'Three.', ok: true },
    ];
    expect(textOf(await ask(withTools(begun)))).toBe('Yes.');
  });
}
