import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  Grounding,
  LanguageModel,
  ModelEvent,
  ModelRequest,
} from '../../server/providers/language-model.ts';
import { until } from '../fakes/wait.ts';
import type { SuiteName } from './suite-name.ts';

export interface LanguageModelHarness {
  model: LanguageModel;
  /** Calls that the vendor is still answering; absent when nobody is called. */
  openCalls?: () => number;
  close?: () => Promise<void>;
}

const passages = [
  {
    n: 1,
    title: 'Opening hours',
    headingPath: 'Visit',
    text: 'The bakery opens at seven o’clock.',
  },
  { n: 2, title: 'Preise', headingPath: '', text: 'Ein Käsebrötchen kostet 2 € — 日本語 👩‍🚀 zu é.' },
  {
    n: 3,
    title: 'Delivery',
    headingPath: 'Orders',
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

export function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

/** Tests of every language model, whether it calls a vendor or not. */
export function describeLanguageModel(
  name: SuiteName,
  makeHarness: () => LanguageModelHarness | Promise<LanguageModelHarness>,
): void {
  describe(`language model: ${name}`, () => {
    let harness: LanguageModelHarness;
    beforeEach(async () => {
      harness = await makeHarness();
    });
    afterEach(() => harness.close?.());

    test('has the form provider:model for an id', () => {
      expect(harness.model.id).toMatch(/^[a-z_]+:\S+$/);
    });

    test('writes an answer in pieces, the same each time at temperature 0', async () => {
      const events = await collect(harness.model, groundedRequest(questions.delivery));
      const pieces = events.filter(({ type }) => type === 'text');
      expect(pieces.length).toBeGreaterThan(1);
      expect(pieces).not.toContainEqual({ type: 'text', text: '' });
      expect(textOf(events)).toContain('two days');
      const again = await collect(harness.model, groundedRequest(questions.delivery));
      expect(textOf(again)).toBe(textOf(events));
    });

    test('ends with its one finish, and tells the usage before', async () => {
      const events = await collect(harness.model, groundedRequest(questions.hours));
      expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
      const usages = events.filter((event) => event.type === 'usage');
      expect(usages.length).toBeLessThanOrEqual(1);
      for (const { usage } of usages) {
        expect(usage.prompt_tokens).toBeGreaterThanOrEqual(0);
        expect(Number.isInteger(usage.completion_tokens)).toBe(true);
      }
    });

    test('keeps every character whole', async () => {
      const events = await collect(harness.model, groundedRequest(questions.price));
      const text = textOf(events);
      expect(text).toContain('Käsebrötchen kostet 2 € — 日本語 👩‍🚀 zu é');
      expect(text).not.toContain('\uFFFD');
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
      await released(harness);
    });

    test('throws the reason at once when it is aborted in the middle', async () => {
      const controller = new AbortController();
      const reason = new Error('the visitor has left');
      const request = groundedRequest(questions.delivery);
      const stream = harness.model.stream(request, { signal: controller.signal });
      const iterator = stream[Symbol.asyncIterator]();
      expect(await iterator.next()).toMatchObject({ done: false });
      controller.abort(reason);
      const aborted = performance.now();
      await expect(iterator.next()).rejects.toBe(reason);
      expect(performance.now() - aborted).toBeLessThan(2000);
      expect(await iterator.next()).toEqual({ done: true, value: undefined });
      await released(harness);
    });

    test('stops when nobody listens any more', async () => {
      const { signal } = new AbortController();
      const stream = harness.model.stream(groundedRequest(questions.delivery), { signal });
      for await (const event of stream) {
        expect(event.type).not.toBe('finish');
        break;
      }
      await released(harness);
    });

    test('keeps simultaneous answers apart', async () => {
      const asked = Object.values(questions);
      const alone: string[] = [];
      for (const question of asked) {
        alone.push(textOf(await collect(harness.model, groundedRequest(question))));
      }
      expect(new Set(alone).size).toBe(asked.length);
      const together = await Promise.all(
        [...asked, ...asked].map((question) => collect(harness.model, groundedRequest(question))),
      );
      expect(together.map(textOf)).toEqual([...alone, ...alone]);
    });
  });
}

/** The vendor is told at once; the network takes its moment. */
export async function released({ openCalls }: { openCalls?: () => number }): Promise<void> {
  if (openCalls) await until('the vendor sees that the call has ended', () => openCalls() === 0);
}
