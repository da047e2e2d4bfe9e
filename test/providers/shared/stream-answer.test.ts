import { describe, expect, test } from '@jest/globals';
import type { ModelEvent } from '../../../server/providers/language-model.ts';
import { createPatience, vendorTimeouts } from '../../../server/providers/shared/vendor-retry.ts';
import { streamAnswers } from '../../../server/providers/shared/stream-answer.ts';
import { groundedRequest } from '../../conformance/language-model.ts';

/** A vendor whose lines are JSON strings to say, `{"end":true}` or broken. Each array is one read. */
function model(...reads: string[][]) {
  let asked = 0;
  let cancelled = false;
  const vendor = streamAnswers({
    id: 'fake:model',
    model: 'model',
    api: {
      label: 'The fake',
      timeouts: { ...vendorTimeouts, retryDelayMs: 1 },
      patience: createPatience(false, vendorTimeouts),
      requireConfigured: () => undefined,
    },
    framing: 'json_lines',
    open() {
      asked++;
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const lines of reads) {
            controller.enqueue(encoder.encode(lines.map((line) => `${line}\n`).join('')));
          }
          if (!reads.at(-1)?.includes('broken')) controller.close();
        },
        cancel() {
          cancelled = true;
        },
      });
      return Promise.resolve(new Response(body));
    },
    createReader() {
      let complete = false;
      return {
        read({ data }) {
          const said = JSON.parse(data) as string | { end: true };
          if (typeof said === 'string') return [{ type: 'text', text: said }];
          complete = true;
          return [];
        },
        get complete() {
          return complete;
        },
        end: () => [{ type: 'finish', reason: 'stop' }],
      };
    },
  });
  return { vendor, asked: () => asked, cancelled: () => cancelled };
}

const end = '{"end":true}';

async function listen({ vendor }: ReturnType<typeof model>) {
  const events: ModelEvent[] = [];
  const { signal } = new AbortController();
  try {
    for await (const event of vendor.stream(groundedRequest('?'), { signal })) events.push(event);
  } catch (error) {
    return { events, error };
  }
  return { events, error: undefined };
}

describe('what comes in one read', () => {
  test('is said at once', async () => {
    const { events } = await listen(model(['"one "', '"two"'], ['" three"', end]));
    expect(events).toEqual([
      { type: 'text', text: 'one two' },
      { type: 'text', text: ' three' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test('is said also when it ends in what goes wrong, and is not asked for again', async () => {
    const fake = model(['"one "', '"two"', 'broken']);
    const { events, error } = await listen(fake);
    expect(events).toEqual([{ type: 'text', text: 'one two' }]);
    expect(error).toMatchObject({ code: 'provider_error' });
    expect(fake.asked()).toBe(1);
  });

  test('is a complete answer whatever follows its end, which nobody waits for', async () => {
    const fake = model(['"yes"', end, 'broken']);
    const { events, error } = await listen(fake);
    expect(fake.cancelled()).toBe(true);
    expect(error).toBeUndefined();
    expect(events).toEqual([
      { type: 'text', text: 'yes' },
      { type: 'finish', reason: 'stop' },
    ]);
  });
});

describe('an answer without end', () => {
  const long = (length: number) => JSON.stringify('x'.repeat(length));
  const textOf = (events: readonly ModelEvent[]) =>
    events.map((event) => (event.type === 'text' ? event.text : '')).join('');

  test('is cut at 64 kB, between two characters, and not read on', async () => {
    const fake = model([long(65_535), '"👩‍🚀"'], [long(9), 'broken']);
    const { events, error } = await listen(fake);
    expect(error).toBeUndefined();
    expect(textOf(events)).toBe('x'.repeat(65_535));
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' });
    expect(fake.cancelled()).toBe(true);
  });

  test('is one of more than 64 kB', async () => {
    const { events } = await listen(model([long(65_536), end]));
    expect(textOf(events)).toHaveLength(65_536);
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });
});
