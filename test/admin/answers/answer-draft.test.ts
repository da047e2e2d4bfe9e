/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import {
  answerOf,
  emptyAnswer,
  limits,
  problemsOf,
  refusedFields,
  toAnswer,
  toDraft,
  type AnswerDraft,
} from '../../../admin/answers/answer-fields.tsx';
import { curatedAnswer } from '../../../server/contract/settings.ts';
import { linesOf } from '../../../admin/format.ts';

const home = 'https://museum.example/en/';
const draftOf = (over: Partial<AnswerDraft> = {}): AnswerDraft => ({
  questions: 'Are dogs allowed?',
  answer: 'On a lead.',
  url: '',
  ...over,
});
const problems = (over: Partial<AnswerDraft>) => problemsOf(toAnswer(draftOf(over), home), []);

test('a stored answer is what its draft becomes', () => {
  const stored = { questions: ['Dogs?', 'And cats?'], answer: 'No.', url: 'https://a.example/' };
  expect(toAnswer(toDraft(stored), home)).toEqual(stored);
});

test('empty lines, blanks and repeated questions are left out', () => {
  const draft = draftOf({ questions: '  Dogs?  \n\n Cats?\nDogs?\r\n', answer: ' No. \n' });
  expect(toAnswer(draft, home)).toEqual({ questions: ['Dogs?', 'Cats?'], answer: 'No.', url: '' });
  expect(linesOf('\n \n')).toEqual([]);
});

test.each([
  ['/dogs/', 'https://museum.example/dogs/'],
  [' /dogs/?a=b ', 'https://museum.example/dogs/?a=b'],
  ['//elsewhere.example/', '//elsewhere.example/'],
  ['https://elsewhere.example/', 'https://elsewhere.example/'],
])('the address %p means %p', (url, meant) => {
  expect(toAnswer(draftOf({ url }), home).url).toBe(meant);
});

test('without the address of the site a path stays as it is', () => {
  expect(toAnswer(draftOf({ url: '/dogs/' }), '').url).toBe('/dogs/');
});

describe('problems are told at the field, exactly where the contract would refuse:', () => {
  const questions = (count: number) => Array.from({ length: count }, (_, n) => `Q ${n}`).join('\n');
  const cases: [string, Partial<AnswerDraft>, (keyof AnswerDraft)[]][] = [
    ['nothing', {}, []],
    ['no question', { questions: ' \n' }, ['questions']],
    ['as many questions as may be', { questions: questions(limits.questions) }, []],
    ['too many questions', { questions: questions(limits.questions + 1) }, ['questions']],
    ['the longest question', { questions: 'x'.repeat(limits.question) }, []],
    ['a longer one', { questions: 'x'.repeat(limits.question + 1) }, ['questions']],
    ['neither answer nor page', { answer: ' ' }, ['answer']],
    ['only a page', { answer: '', url: '/dogs/' }, []],
    ['the longest answer', { answer: 'x'.repeat(limits.answer) }, []],
    ['a longer answer', { answer: 'x'.repeat(limits.answer + 1) }, ['answer']],
    ['words as an address', { url: 'our page' }, ['url']],
    ['an address that runs a script', { url: 'javascript:alert(1)' }, ['url']],
    ['a file', { url: 'file:///etc/passwd' }, ['url']],
    ['a path below no host', { url: '//elsewhere.example/' }, ['url']],
    ['an address that is too long', { url: `/${'x'.repeat(limits.url)}` }, ['url']],
    ['nothing at all', emptyAnswer, ['answer', 'questions']],
  ];

  test.each(cases)('%s', (_name, over, fields) => {
    expect(Object.keys(problems(over)).sort()).toEqual(fields);
    const answer = toAnswer(draftOf(over), home);
    expect(curatedAnswer.safeParse(answer).success).toBe(fields.length === 0);
  });
});

test('a question has one answer, however it is written', () => {
  const others = [{ questions: ['Are dogs allowed?'], answer: 'No.', url: '' }];
  expect(problemsOf(toAnswer(draftOf({ questions: 'ARE  dogs allowed' }), home), others)).toEqual({
    questions: '“ARE  dogs allowed” has another answer already.',
  });
  expect(answerOf('are dogs allowed ?', others)).toBe(others[0]);
  expect(answerOf('Are cats allowed?', others)).toBeUndefined();
});

test('the reasons of the server are told at the fields of the answer that they are about', () => {
  const fields = {
    'chat.curated.1.questions.0': 'Too long.',
    'chat.curated.1.url': 'No address.',
    'chat.curated.11.answer': 'Another one.',
    'chat.tone': 'Too long.',
  };
  expect(refusedFields(fields, 1)).toEqual({ questions: 'Too long.', url: 'No address.' });
  expect(refusedFields({ 'chat.curated.0': 'Needed.' }, 0)).toEqual({ answer: 'Needed.' });
});
