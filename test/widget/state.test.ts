import { describe, expect, test } from '@jest/globals';
import type { ChatEvent, Turn } from '../../server/contract/chat.ts';
import { lost, unanswered } from '../../widget/failure.ts';
import {
  append,
  change,
  initialState,
  isBusy,
  prepend,
  rate,
  withEvent,
  retry,
  type State,
} from '../../widget/state.ts';
import { done, meta, source } from './browser.ts';

const asked = append(initialState(100), 'Open today?');
/** An asked question after these events. */
const after = (...events: ChatEvent[]): State => events.reduce(withEvent, asked);
const restored = (turns: Turn[]) => prepend(initialState(100), turns);
const half = after({ type: 'delta', content: 'Half' });
const failed = change(half, { status: 'failed', failure: lost });
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
  test('grows by deltas and is done with the server’s number', () => {
    const streaming = after(
      meta,
      { type: 'delta', content: 'Yes' },
      { type: 'delta', content: ' [1].' },
    );
    expect(last(streaming)).toMatchObject({ status: 'streaming', content: 'Yes [1].' });
    expect(isBusy(streaming)).toBe(true);
    const cited = withEvent(streaming, { type: 'citations', sources: [source] });
    const settled = withEvent(cited, done);
    expect(last(settled)).toMatchObject({ status: 'done', id: 7, sources: [source] });
    expect(isBusy(settled)).toBe(false);
  });

  test('keeps what came when it is stopped or fails', () => {
    const stopped = change(half, { status: 'stopped' });
    expect(last(stopped)).toMatchObject({ status: 'stopped', content: 'Half' });
    expect(last(failed)).toMatchObject({ status: 'failed', content: 'Half', failure: lost });
  });

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

  test('a tool is one line that changes', () => {
    const tool = { type: 'tool', id: 't', name: 'find', label: 'Looking' } as const;
    const started = after({ ...tool, state: 'start' });
    expect(last(started)?.tools).toEqual([{ id: 't', label: 'Looking', state: 'running' }]);
    const ended = withEvent(started, { ...tool, state: 'end', ok: false });
    expect(last(ended)?.tools).toEqual([{ id: 't', label: 'Looking', state: 'failed' }]);
  });

  test('an event of a newer server changes nothing', () => {
    const event = { type: 'weather', content: 'sunny' } as unknown as ChatEvent;
    expect(last(after(event))).toMatchObject({ status: 'waiting', content: '' });
  });
});

describe('retry', () => {
  test('starts the same answer again under the same question', () => {
    const again = retry(failed);
    expect(again.messages).toHaveLength(2);
    expect(last(again)).toMatchObject({ key: last(failed)?.key, status: 'waiting', content: '' });
    expect(last(again)?.failure).toBeUndefined();
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

  test('offers to ask again what was never answered', () => {
    const state = restored([turn(1, 'user', 'Hi')]);
    expect(last(state)).toMatchObject({ role: 'assistant', status: 'failed', failure: unanswered });
  });
});

test('a rating is kept with its message', () => {
  const state = rate(after(done), 2, 'down');
  expect(state.messages.map(({ feedback }) => feedback)).toEqual([null, 'down']);
});
