import { expect, test } from '@jest/globals';
import type { AskReply } from '../../contract/chats.ts';
import { judgeAnswer } from './judge-answer.ts';

const nothing: AskReply = {
  ...{ reply: 'I found nothing.', reasoning: '', citations: [], tool_calls: [] },
  usage: { prompt_tokens: 0, completion_tokens: 0 },
  ...{ model: '', ms: 1, outcome: 'refused' },
  confidence: { outcome: 'nothing', score: 0.1, reasons: [] },
};

function quotation(says: string, score: number, title = 'Contact'): AskReply {
  const url = 'http://site.test/contact/';
  return {
    ...nothing,
    ...{ reply: `${title} says:\n\n> **${says}** [1]`, outcome: 'answered', model: 'builtin' },
    citations: [{ n: 1, title, url, kind: 'post', excerpt: `${says} And more.`, section: 'Desk' }],
    statements: [{ n: 1, text: says, url }],
    confidence: { outcome: 'answer', score, reasons: [] },
  };
}

const closest: AskReply = {
  ...nothing,
  outcome: 'closest',
  closest: [
    {
      ...{ title: 'Contact', section: 'Desk', url: 'http://site.test/contact/', kind: 'post' },
      ...{ passage: 'Ask at the desk. It is upstairs.', marks: [[0, 16]] },
    },
  ],
  confidence: { outcome: 'closest', score: 0.4, reasons: [] },
};

test('an answer is sure where both wordings lead to the same sentence', () => {
  const sure = quotation('Dogs may come in.', 0.7);
  expect(judgeAnswer('dogs', [sure, sure], false)).toEqual({
    ...{ verdict: 'answered', says: 'Dogs may come in.', title: 'Contact', section: 'Desk' },
    ...{ url: 'http://site.test/contact/', is_closest: false, is_own: false, certainty: 0.7 },
  });
});

test.each<[string, readonly [AskReply, AskReply]]>([
  ['neither is likely', [quotation('Dogs.', 0.6), quotation('Dogs.', 0.6)]],
  ['they lead to other pages', [quotation('Dogs.', 0.9), quotation('Dogs.', 0.9, 'Jobs')]],
  ['they lead to other sentences', [quotation('Dogs.', 0.7), quotation('Cats.', 0.75)]],
  ['only the first one is answered', [quotation('Dogs.', 0.9), nothing]],
  ['only the second one is answered', [nothing, quotation('Dogs.', 0.9)]],
  ['the page is only named', [closest, closest]],
])('an answer is unsure if %s', (_why, replies) => {
  expect(judgeAnswer('dogs', replies, false).verdict).toBe('unsure');
});

test('a page that is named tells the part that fits best', () => {
  expect(judgeAnswer('dogs', [closest, nothing], false)).toMatchObject({
    ...{ verdict: 'unsure', says: 'Ask at the desk.', is_closest: true },
  });
});

test.each([
  ['phone', 'Ring us between 8 and 9.', 'Ring 0555 12 34 56.'],
  ['email', 'Telephone and e-mail.', 'Write to desk@site.test.'],
  ['fees', 'Fees are low.', 'A visit is € 30.'],
  ['hours', 'Open most days.', 'Open from ٩ to ١٧.'],
] as const)('a fact has its form: %s', (name, without, with_) => {
  const verdictOf = (says: string) => {
    const reply = quotation(says, 0.9);
    return judgeAnswer(name, [reply, reply], false).verdict;
  };
  expect(verdictOf(without)).toBe('unsure');
  expect(verdictOf(with_)).toBe('answered');
});

test('the owner’s own words are sure, and nothing is missing', () => {
  const own: AskReply = {
    ...nothing,
    model: 'curated',
    outcome: 'answered',
    reply: '- Yes, **dogs**. [1]',
  };
  expect(judgeAnswer('dogs', [own, nothing], false)).toMatchObject({
    ...{ verdict: 'answered', says: 'Yes, dogs.', is_own: true },
  });
  expect(judgeAnswer('dogs', [nothing, nothing], false).verdict).toBe('missing');
});

test('a person can be reached only where the owner says how', () => {
  const reply: AskReply = { ...nothing, outcome: 'answered', confidence: null, reply: 'Ring us.' };
  expect(judgeAnswer('person', [reply, reply], true).verdict).toBe('answered');
  expect(judgeAnswer('person', [reply, reply], false).verdict).toBe('missing');
});
