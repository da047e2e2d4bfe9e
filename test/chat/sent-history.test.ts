import { expect, test } from '@jest/globals';
import { readSentHistory } from '../../server/chat/sent-history.ts';
import type { SentTurn } from '../../server/contract/chat.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';

const chat = { ...settingsDefaults.chat, history_turns: 4, max_message_chars: 10, max_tokens: 5 };
const user = (content: string): SentTurn => ({ role: 'user', content });
const assistant = (content: string): SentTurn => ({ role: 'assistant', content });
const read = (sent: (SentTurn | null)[], settings = chat) =>
  readSentHistory(sent, 'And now?', settings).map(({ role, content }) => `${role}: ${content}`);

test('the last turns are kept, as many as stored ones', () => {
  const sent = Array.from({ length: 40 }, (_, n) => (n % 2 ? assistant(`a${n}`) : user(`q${n}`)));
  expect(read(sent)).toEqual(['user: q36', 'assistant: a37', 'user: q38', 'assistant: a39']);
  expect(read(sent, { ...chat, history_turns: 0 })).toEqual([]);
});

test('turns are as short as stored ones', () => {
  expect(read([user('q'.repeat(99)), assistant('a'.repeat(99))])).toEqual([
    `user: ${'q'.repeat(10)}`,
    `assistant: ${'a'.repeat(20)}`,
  ]);
});

test('a greeting, what is empty, what is no turn, and the question itself are left out', () => {
  const sent = [assistant('Hello!'), user('When?'), null, assistant(' '), assistant('At noon.')];
  expect(read([...sent, user(' And now? ')])).toEqual(['user: When?', 'assistant: At noon.']);
  expect(read([assistant('Hello!')])).toEqual([]);
});

test('no turn names chunks, which only stored answers can', () => {
  const turn = { ...user('When?'), chunkIds: [7], about: 'Prices' };
  expect(readSentHistory([turn], 'And now?', chat)).toEqual([
    { ...user('When?'), chunkIds: [], sent: true },
  ]);
});
