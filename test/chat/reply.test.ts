import { describe, expect, test } from '@jest/globals';
import {
  chatReply,
  type ChatEvent,
  type FinishReason,
  type Outcome,
  type Source,
} from '../../server/contract/chat.ts';
import { collectReply } from '../../server/chat/reply.ts';

const sources: Source[] = [
  { n: 1, title: 'A', url: 'https://a.example/', kind: 'post', excerpt: 'x' },
];
const usage = { prompt_tokens: 10, completion_tokens: 3 };
const meta: ChatEvent = { type: 'meta', session_id: 's', message_id: 1 };
const done: ChatEvent = {
  type: 'done',
  message_id: 2,
  finish_reason: 'stop',
  usage,
  model: 'fake:model',
  ms: 42,
};

// eslint-disable-next-line @typescript-eslint/require-await -- a pipeline is asynchronous.
async function* stream(events: ChatEvent[]) {
  yield* events;
}

test('the answer is put together', async () => {
  const events: ChatEvent[] = [
    { ...meta, session_secret: 'secret' },
    { type: 'reasoning', content: 'Let me ' },
    { type: 'reasoning', content: 'see.' },
    { type: 'delta', content: 'At ' },
    { type: 'delta', content: 'noon [1].' },
    { type: 'citations', sources },
    done,
  ];
  const reply = await collectReply(stream(events));
  expect(chatReply.parse(reply)).toEqual(reply);
  expect(reply).toEqual({
    reply: 'At noon [1].',
    reasoning: 'Let me see.',
    citations: sources,
    tool_calls: [],
    outcome: 'answered',
    message_id: 2,
    session_id: 's',
    session_secret: 'secret',
    usage,
    model: 'fake:model',
    ms: 42,
  });
});

test('a reply that was cut at the limit of its length says so', async () => {
  const reply = await collectReply(stream([meta, { ...done, finish_reason: 'length' }]));
  expect(chatReply.parse(reply)).toMatchObject({ outcome: 'answered', cut: true });
});

describe('the outcome', () => {
  const page = { title: 'A', section: '', url: 'https://a.example/', passage: 'x', marks: [] };
  const closest: ChatEvent = { type: 'closest', pages: [{ ...page, kind: 'post' }] };
  const end = (finish: FinishReason): ChatEvent => ({ ...done, finish_reason: finish });

  test.each<[string, ChatEvent[], Outcome]>([
    ['a whole answer', [end('stop')], 'answered'],
    ['one that was cut', [end('length')], 'answered'],
    ['a refusal', [end('refusal')], 'refused'],
    ['pages instead of an answer', [closest, end('refusal')], 'closest'],
    ['an answer that was stopped', [end('aborted')], 'stopped'],
    ['an answer without end', [], 'stopped'],
  ])('of %s', async (_case, events, outcome) => {
    expect((await collectReply(stream([meta, ...events]))).outcome).toBe(outcome);
  });
});

test('a session that is not new has no secret, not even an undefined one', async () => {
  expect(Object.keys(await collectReply(stream([meta, done])))).not.toContain('session_secret');
});

test('each tool call is told once, in order, with its end', async () => {
  const call = (id: string, state: 'start' | 'end', ok?: boolean): ChatEvent => ({
    type: 'tool',
    id,
    name: `tool_${id}`,
    label: 'Look it up',
    state,
    ...(ok !== undefined && { ok }),
  });
  const events = [
    meta,
    call('a', 'start'),
    call('b', 'start'),
    call('a', 'end', true),
    call('b', 'end'),
    done,
  ];
  expect((await collectReply(stream(events))).tool_calls).toEqual([
    { name: 'tool_a', ok: true },
    { name: 'tool_b', ok: false },
  ]);
});

describe('an error', () => {
  const error: ChatEvent = { type: 'error', code: 'overloaded', message: 'Busy.', retryable: true };

  test('is thrown as it was told, after all has been read', async () => {
    let read = 0;
    async function* counted() {
      for await (const event of stream([meta, { type: 'delta', content: 'At' }, error, done])) {
        read++;
        yield event;
      }
    }
    await expect(collectReply(counted())).rejects.toMatchObject({
      code: 'overloaded',
      message: 'Busy.',
      retryable: true,
      status: 503,
    });
    expect(read).toBe(4);
  });
});
