import { describe, expect, test } from '@jest/globals';
import type { ChatEvent, Turn } from '../server/contract/chat.ts';
import { lost } from './failure.ts';
import { append, change, initialState, prepend, withEvent, type State } from './state.ts';
import { done } from '../test/widget/browser.ts';

const asked = append(initialState(100), 'Open today?');
/** An asked question after these events. */
const after = (...events: ChatEvent[]): State => events.reduce(withEvent, asked);
const restored = (turns: Turn[]) => prepend(initialState(100), turns);
const half = after({ type: 'delta', content: 'Half' });
const last = (state: State) => state.messages.at(-1);

const turn = (id: number, role: Turn['role'], content: string, rest: Partial<Turn> = {}): Turn => ({
  id,
  role,
  content,
  citations: [],
  reasoning: '',
  model: '',
  feedback: null,
  createdAt: '2026-01-01T00:00:00Z',
  finishReason: role === 'assistant' ? 'stop' : null,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  responseTimeMs: 0,
  ...rest,
});

describe('an answer', () => {
  test('once settled it ignores late news', () => {
    const stopped = change(half, { status: 'stopped' });
    expect(withEvent(stopped, { type: 'delta', content: 'late' })).toBe(stopped);
    expect(withEvent(stopped, done)).toBe(stopped);
    expect(change(stopped, { status: 'failed', failure: lost })).toBe(stopped);
  });

  test('an error event decides, the done after it changes nothing', () => {
    const error = { type: 'error', code: 'overloaded', message: 'Busy.', retryable: true } as const;
    const state = after(error, { ...done, finish_reason: 'error' });
    expect(last(state)).toMatchObject({
      status: 'failed',
      failure: { code: 'overloaded', retryable: true },
    });
  });

  test.each([
    ['stop', 'done'],
    ['length', 'done'],
    ['refusal', 'done'],
    ['aborted', 'stopped'],
    ['error', 'failed'],
  ] as const)('finish_reason %s is status %s', (finish_reason, status) => {
    expect(last(after({ ...done, finish_reason }))?.status).toBe(status);
  });

  test('only one that reached its limit is cut', () => {
    const isCut = (finish_reason: 'stop' | 'length') =>
      last(after({ ...done, finish_reason }))?.isCut;
    expect([isCut('stop'), isCut('length')]).toEqual([false, true]);
    const state = restored([
      turn(1, 'user', 'Hi'),
      turn(2, 'assistant', 'Hello', { finishReason: 'length' }),
    ]);
    expect(state.messages.map((message) => message.isCut)).toEqual([false, true]);
  });

  test('an event of a newer server changes nothing', () => {
    const event = { type: 'weather', content: 'sunny' } as unknown as ChatEvent;
    expect(last(after(event))).toMatchObject({ status: 'waiting', content: '' });
  });
});

describe('the history', () => {
  test('stands above what was asked while it was on its way', () => {
    const state = prepend(asked, [
      turn(1, 'user', 'Hi'),
      turn(2, 'assistant', 'Hello', { feedback: 'up' }),
    ]);
    expect(state.messages.map(({ content }) => content)).toEqual([
      'Hi',
      'Hello',
      'Open today?',
      '',
    ]);
    expect(new Set(state.messages.map(({ key }) => key)).size).toBe(4);
    expect(state.messages[1]).toMatchObject({ status: 'done', id: 2, feedback: 'up' });
  });

  test('shows a question that was retried once', () => {
    const turns = [turn(1, 'user', 'Hi'), turn(2, 'user', 'Hi'), turn(3, 'assistant', 'Hello')];
    const state = restored(turns);
    expect(state.messages.map(({ id }) => id)).toEqual([2, 3]);
  });
});
