import { expect, test } from '@jest/globals';
import { highlighted } from '../../bench/answers/answers.ts';
import type { ChatReply } from '../../server/contract/chat.ts';

const url = 'https://pool.example/prices/';
const reply: ChatReply = {
  reply: 'Adults pay £5.80. [1] Juniors pay £3.40. [2]',
  reasoning: '',
  citations: [],
  tool_calls: [],
  outcome: 'answered',
  message_id: 1,
  session_id: '',
  usage: { prompt_tokens: 0, completion_tokens: 0 },
  model: '',
  ms: 1,
};
const adults = { n: 1, text: 'Adults pay £5.80.', url: `${url}#:~:text=Adults%20pay` };
const juniors = { n: 2, text: 'Juniors pay £3.40.', url: `${url}#page=2` };

test('each mark leads to its statement', () => {
  expect(highlighted({ ...reply, statements: [adults, juniors] })).toEqual([true, true]);
});

test.each([
  ['none is given', []],
  ['they belong to other sources', [{ ...adults, n: 2 }]],
  ['the address opens at the top', [{ ...adults, url }]],
  ['another text is marked', [{ ...adults, text: 'Cheques are refused at the desk.' }]],
])('a mark does not when %s', (_, statements) => {
  expect(highlighted({ ...reply, statements })[0]).toBe(false);
});
