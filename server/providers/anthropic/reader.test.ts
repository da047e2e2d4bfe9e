import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../errors/app-error.ts';
import { anthropicReader } from './reader.ts';

const id = 'anthropic:claude-test';

function reader() {
  const inner = anthropicReader(id, (error) => new AppError('overloaded', { cause: error }));
  return {
    /** The events of all frames, and then those of the end. */
    all: (...events: object[]) => [
      ...events.flatMap((event) => inner.read({ event: '', data: JSON.stringify(event) }) ?? []),
      ...inner.end(),
    ],
    tell: (event: object) => inner.read({ event: '', data: JSON.stringify(event) }),
    isComplete: () => inner.complete,
  };
}

const start = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, type: string, fields: object) => ({
  type: 'content_block_delta',
  index,
  delta: { type, ...fields },
});
const stop = (index: number) => ({ type: 'content_block_stop', index });
const ended = (stop_reason: string, usage: object = { output_tokens: 5 }) => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage,
});
const toolUse = (index: number, ...json: string[]) => [
  start(index, { type: 'tool_use', id: `toolu_${index}`, name: 'find_stock', input: {} }),
  ...json.map((partial_json) => delta(index, 'input_json_delta', { partial_json })),
  stop(index),
];
const call = (index: number, input: object | null) => ({
  type: 'tool_call',
  call: { id: `toolu_${index}`, name: 'find_stock', input },
});

describe('stop reasons', () => {
  test.each([
    ['end_turn', 'stop'],
    ['tool_use', 'stop'],
    ['one_of_tomorrow', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'refusal'],
  ])('%s: %s', (reason, expected) => {
    expect(reader().all(ended(reason)).at(-1)).toEqual({ type: 'finish', reason: expected });
  });

  test('an answer is complete once it has one, or with the last event', () => {
    const { tell, isComplete } = reader();
    tell(start(0, { type: 'text', text: '' }));
    expect(isComplete()).toBe(false);
    tell(ended('end_turn'));
    expect(isComplete()).toBe(true);
    const other = reader();
    other.tell({ type: 'message_stop' });
    expect(other.isComplete()).toBe(true);
  });
});

describe('calls', () => {
  test('are put together from their pieces', () => {
    const events = reader().all(
      ...toolUse(0, '', '{"shop": "nor', 'th", "n', '": 3}'),
      ...toolUse(1, ''),
      ended('tool_use'),
    );
    expect(events).toEqual([
      call(0, { shop: 'north', n: 3 }),
      call(1, {}),
      { type: 'usage', usage: { prompt_tokens: 0, completion_tokens: 5 } },
      { type: 'finish', reason: 'tool_calls' },
    ]);
  });

  test.each(['{"shop": ', '[1]', '"north"', 'null'])('have no input when it is %s', (json) => {
    expect(reader().all(...toolUse(0, json), ended('tool_use'))[0]).toEqual(call(0, null));
  });

  test('are none when the answer was cut off or refused', () => {
    for (const reason of ['max_tokens', 'refusal']) {
      const events = reader().all(...toolUse(0, '{}'), ended(reason));
      expect(events.some(({ type }) => type === 'tool_call' || type === 'carry')).toBe(false);
    }
  });
});

describe('events', () => {
  test('pings alone are a sign of progress for a while', () => {
    const { tell } = reader();
    const signs = Array.from({ length: 21 }, () => tell({ type: 'ping' }));
    expect(signs.filter(Boolean)).toHaveLength(20);
    tell(start(0, { type: 'text', text: '' }));
    expect(tell({ type: 'ping' })).toEqual([]);
  });

  test('what nobody knows yet is no sign of progress; all else is', () => {
    const { tell } = reader();
    expect(tell({ type: 'ping' })).toEqual([]);
    expect(tell({ type: 'event_of_tomorrow' })).toBeUndefined();
    expect(tell(start(0, { type: 'thinking', thinking: '', signature: '' }))).toEqual([]);
    expect(tell(delta(0, 'thinking_delta', { thinking: '' }))).toEqual([]);
    expect(tell(delta(0, 'signature_delta', { signature: 'signed' }))).toEqual([]);
  });

  test('what the vendor’s own tools do is not told', () => {
    const events = reader().all(
      start(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
      delta(0, 'input_json_delta', { partial_json: '{"query":"vase"}' }),
      stop(0),
      start(1, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }),
      stop(1),
      start(2, { type: 'text', text: 'Yes' }),
      delta(2, 'citations_delta', { citation: {} }),
      delta(2, 'text_delta', { text: '.' }),
      ended('end_turn'),
    );
    expect(events.map(({ type }) => type)).toEqual(['text', 'text', 'usage', 'finish']);
  });

  test('tokens are those of the whole prompt, and the last ones told', () => {
    const events = reader().all(
      {
        type: 'message_start',
        message: {
          usage: {
            input_tokens: 10,
            cache_creation_input_tokens: 200,
            cache_read_input_tokens: 3_000,
            output_tokens: 1,
          },
        },
      },
      ended('end_turn', { input_tokens: 11, cache_read_input_tokens: null, output_tokens: 42 }),
    );
    const usage = {
      prompt_tokens: 3_211,
      completion_tokens: 42,
      cached_tokens: 3_000,
      cache_write_tokens: 200,
    };
    expect(events).toContainEqual({ type: 'usage', usage });
  });

  test('no tokens are told when none were counted', () => {
    const events = reader().all({ type: 'message_stop' });
    expect(events).toEqual([{ type: 'finish', reason: 'stop' }]);
  });
});
