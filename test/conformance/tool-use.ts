import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  LanguageModel,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ToolCall,
  ToolDefinition,
} from '../../server/providers/language-model.ts';
import { collect, groundedRequest, textOf } from './language-model.ts';
import type { SuiteName } from './suite-name.ts';

/** The next answer of a fake vendor, which writes it in its own format. */
export interface ScriptedAnswer {
  reasoning?: string[];
  text?: string[];
  toolCalls?: { name: string; input: Record<string, unknown> }[];
  usage?: { prompt_tokens: number; completion_tokens: number; cached_tokens?: number };
  /** Before each piece. */
  delayMs?: number;
  /** Bytes of one write, so that frames and characters break anywhere. */
  writeBytes?: number;
}

/** The fake refuses what its vendor refuses, so that each request that is answered was in order. */
export interface ToolUseHarness {
  /** Its time limit between two pieces is 250 ms. */
  model: LanguageModel;
  answerWith: (...answers: ScriptedAnswer[]) => void;
  close: () => Promise<void>;
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

const callsOf = (events: readonly ModelEvent[]): ToolCall[] =>
  events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));

const joined = (events: readonly ModelEvent[], type: 'text' | 'reasoning') =>
  events.map((event) => (event.type === type ? event.text : '')).join('');

/** Makes the messages of the next request, with a result for each call. */
function answered(events: readonly ModelEvent[], ok = true): ModelMessage[] {
  const calls = callsOf(events);
  const carried = events.flatMap((event) => (event.type === 'carry' ? [event.carried] : []));
  return [
    { role: 'assistant', content: textOf(events), toolCalls: calls, carried },
    ...calls.map(({ id, name }) => ({
      role: 'tool' as const,
      callId: id,
      name,
      content: ok ? '{"stock": 3, "colour": "蓝色"}' : 'The warehouse does not answer.',
      ok,
    })),
  ];
}

const call = (article: string) => ({ name: 'find_stock', input: { article, shop: 'north' } });

/** Tests of every language model that can call tools and show its reasoning. */
export function describeToolUse(name: SuiteName, makeHarness: () => Promise<ToolUseHarness>): void {
  describe(`tools and reasoning: ${name}`, () => {
    let harness: ToolUseHarness;
    beforeEach(async () => {
      harness = await makeHarness();
    });
    afterEach(() => harness.close());

    test('keeps what it thinks apart from what it says', async () => {
      harness.answerWith({ reasoning: ['Let me ', 'think — 好.'], text: ['Yes', ', it is.'] });
      const request: ModelRequest = { ...withTools(), reasoningEffort: 'low' };
      const events = await collect(harness.model, request);
      expect(joined(events, 'reasoning')).toBe('Let me think — 好.');
      expect(joined(events, 'text')).toBe('Yes, it is.');
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    });

    test('keeps every character whole, wherever the network breaks', async () => {
      const text = 'Größe: 5 m² — 日本語 👩‍🚀 é';
      harness.answerWith({ reasoning: [text], text: [text, '!'], writeBytes: 1 });
      const request: ModelRequest = { ...withTools(), reasoningEffort: 'low' };
      const events = await collect(harness.model, request);
      expect(joined(events, 'reasoning')).toBe(text);
      expect(joined(events, 'text')).toBe(`${text}!`);
    });

    test.each([
      ['thoughts', ['<think', 'ing>Hm, stock.</thin', 'king>Three are left.']],
      ['a call', ['Three are left.', '<tool_', 'call>{"name":"find_stock"}</tool_call>']],
      ['channels', ['<|channel|>analysis<|mess', 'age|>Hm, stock.<|end|>', 'Three are left.']],
    ])('shows nobody %s that the server has left in the text', async (_name, text) => {
      harness.answerWith({ text, writeBytes: 7 });
      const events = await collect(harness.model, withTools());
      expect(textOf(events)).toBe('Three are left.');
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    });

    test('tells the tokens that the vendor has counted', async () => {
      const usage = { prompt_tokens: 1234, completion_tokens: 56 };
      harness.answerWith({ text: ['Yes.'], usage });
      const events = await collect(harness.model, withTools());
      expect(events).toContainEqual({ type: 'usage', usage: expect.objectContaining(usage) });
    });

    test('waits for a slow answer as long as it goes on', async () => {
      harness.answerWith({ text: ['One ', 'two ', 'three ', 'four.'], delayMs: 120 });
      expect(textOf(await collect(harness.model, withTools()))).toBe('One two three four.');
    });

    test('calls a tool, and answers from its result', async () => {
      harness.answerWith({ toolCalls: [call('blue vase “日本”')] }, { text: ['Three are left.'] });
      const events = await collect(harness.model, withTools());
      const calls = callsOf(events);
      expect(calls).toEqual([{ id: expect.stringMatching(/./), ...call('blue vase “日本”') }]);
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool_calls' });
      const rest = await collect(harness.model, withTools(answered(events)));
      expect(textOf(rest)).toBe('Three are left.');
      expect(rest.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    });

    test('calls several at once, also the same one twice', async () => {
      const wanted = [call('vase'), call('bowl'), { name: 'opening_hours', input: {} }];
      harness.answerWith({ toolCalls: wanted, writeBytes: 5 }, { text: ['Done.'] });
      const events = await collect(harness.model, withTools());
      const calls = callsOf(events);
      expect(calls.map(({ name, input }) => ({ name, input }))).toEqual(wanted);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
      expect(textOf(await collect(harness.model, withTools(answered(events))))).toBe('Done.');
    });

    test('says something before it calls', async () => {
      harness.answerWith(
        { text: ['Let me ', 'look.'], toolCalls: [call('vase')] },
        { text: ['Yes.'] },
      );
      const events = await collect(harness.model, withTools());
      expect(textOf(events)).toBe('Let me look.');
      expect(callsOf(events)).toHaveLength(1);
      expect(textOf(await collect(harness.model, withTools(answered(events))))).toBe('Yes.');
    });

    test('thinks, calls, thinks again and calls again', async () => {
      const thinking = { reasoning: ['I have to look.'], toolCalls: [call('vase')] };
      harness.answerWith(thinking, thinking, { reasoning: ['Enough.'], text: ['Yes.'] });
      const ask = (messages: ModelMessage[]) =>
        collect(harness.model, { ...withTools(messages), reasoningEffort: 'low' });
      const first = await ask([]);
      expect(joined(first, 'reasoning')).toBe('I have to look.');
      const second = await ask(answered(first));
      expect(callsOf(second)).toHaveLength(1);
      const third = await ask([...answered(first), ...answered(second)]);
      expect(textOf(third)).toBe('Yes.');
    });

    test('is told of a call that failed', async () => {
      harness.answerWith({ toolCalls: [call('vase')] }, { text: ['I cannot tell.'] });
      const events = await collect(harness.model, withTools());
      const rest = await collect(harness.model, withTools(answered(events, false)));
      expect(textOf(rest)).toBe('I cannot tell.');
    });

    test('answers without calling when that is asked of it', async () => {
      harness.answerWith({ toolCalls: [call('vase')] }, { text: ['As far as I know, yes.'] });
      const events = await collect(harness.model, withTools());
      const last: ModelRequest = { ...withTools(answered(events)), toolChoice: 'none' };
      const rest = await collect(harness.model, last);
      expect(textOf(rest)).toBe('As far as I know, yes.');
      expect(callsOf(rest)).toEqual([]);
    });

    test('goes on with what another model has begun', async () => {
      harness.answerWith({ text: ['Yes.'] });
      const begun: ModelMessage[] = [
        {
          role: 'assistant',
          content: 'Let me look.',
          toolCalls: [{ id: 'call.of/another:model', ...call('vase') }],
          carried: [{ model: 'other:model', value: { secret: 'thought' } }],
        },
        {
          role: 'tool',
          callId: 'call.of/another:model',
          name: 'find_stock',
          content: 'Three.',
          ok: true,
        },
      ];
      expect(textOf(await collect(harness.model, withTools(begun)))).toBe('Yes.');
    });

    test('does not call when it is aborted in the middle of writing the call', async () => {
      const controller = new AbortController();
      const reason = new Error('the visitor has left');
      harness.answerWith({ text: ['Let me look.'], toolCalls: [call('vase')], delayMs: 60 });
      const events: ModelEvent[] = [];
      const listen = async () => {
        const { signal } = controller;
        for await (const event of harness.model.stream(withTools(), { signal })) {
          events.push(event);
          controller.abort(reason);
        }
      };
      await expect(listen()).rejects.toBe(reason);
      expect(callsOf(events)).toEqual([]);
    });
  });
}
