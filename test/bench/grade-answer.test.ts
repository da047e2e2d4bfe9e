import { expect, test } from '@jest/globals';
import { statements } from '../../bench/answer-statements.ts';
import { grade, type Expectation, type Seen } from '../../bench/grade-answer.ts';

const price: Expectation = { right: /£5\.80/, near: /price list/, page: ['Prices'] };

const answered = (text: string, ...titles: string[]): Seen => ({
  text,
  sources: new Map(titles.map((title, at) => [at + 1, title])),
  refused: false,
  closest: [],
});
const refused = (...closest: string[]): Seen => ({
  text: 'I could not find an answer to that on this site.',
  sources: new Map(),
  refused: true,
  closest,
});

test.each([
  ['Adults pay £5.80. [1]', ['Prices']],
  ['Adults pay £5.80. [1] Cheques are not accepted. [1]', ['Prices']],
  ['**What does a swim cost?** Adults pay £5.80. [1]', ['Prices']],
  ['No. [1] Adults pay £5.80. [1]', ['Prices']],
  ['- Junior: £3.40 [1]\n- Adult: £5.80 [1]', ['Prices']],
  ['| Ticket | Price |\n| --- | --- |\n| Adult | £5.80 | [1]', ['Prices']],
  ['Tickets:\n\n- Adult: £5.80 [1]', ['Prices']],
  ['**Swim tickets**\n\n- Adult: £5.80 [1]', ['Prices']],
  ['Adults pay £5.80. [1] The ticket costs £5.80 at the desk, too. [2]', ['Prices', 'News']],
])('good: %j', (text, titles) => {
  expect(grade(price, answered(text, ...titles))).toBe('good');
});

test.each([
  ['something unrelated beside it', 'Adults pay £5.80. [1] The clock stopped twice. [2]'],
  ['it comes second', 'Cheques are not accepted. [1] Adults pay £5.80. [1]'],
  ['the page is another one', 'Adults pay £5.80. [2]'],
  ['it is about the question only', 'See the price list at the desk. [1]'],
  ['it is too long', `Adults pay £5.80. [1] ${'Cheques are not accepted. [1] '.repeat(40)}`],
])('mediocre: %s', (_, text) => {
  expect(grade(price, answered(text, 'Prices', 'The clock'))).toBe('mediocre');
});

test('an unrelated statement with a citation is nonsense, on the right page, too', () => {
  expect(grade(price, answered('Cheques are not accepted. [1]', 'Prices'))).toBe('nonsense');
  expect(grade({ absent: true, page: [] }, answered('Bring a cake. [1]', 'Parties'))).toBe(
    'nonsense',
  );
  expect(grade({ smallTalk: 'thanks', page: [] }, answered('It stopped. [1]', 'Clock'))).toBe(
    'nonsense',
  );
});

test('a refusal is right when the site does not say it', () => {
  expect(grade({ absent: true, page: [] }, refused())).toBe('refused_right');
  expect(grade({ absent: true, page: [] }, refused('Prices\nAdult: £5.80'))).toBe('refused_right');
  expect(grade(price, refused())).toBe('refused_wrong');
  expect(grade({ smallTalk: 'bye', page: [] }, refused())).toBe('refused_wrong');
});

test('closest pages count when one of them says it', () => {
  expect(grade(price, refused('Clock\nIt stopped.', 'Prices\nAdult: £5.80'))).toBe('closest');
  expect(grade(price, refused('Clock\nIt stopped.'))).toBe('refused_wrong');
});

test('what misleads beside the right statement makes an answer mediocre', () => {
  const today: Expectation = { right: /22:00/, wrong: /19:00/, page: ['Times'] };
  const both = '- Summer: to 22:00 [1]\n- Winter: to 19:00 [1]';
  expect(grade(today, answered('Summer: to 22:00 [1]', 'Times'))).toBe('good');
  expect(grade(today, answered(both, 'Times'))).toBe('mediocre');
});

test('a question with two parts is answered well when both are said', () => {
  const both: Expectation = { right: /£5\.80|22:00/, parts: [/£5\.80/, /22:00/], page: ['Prices'] };
  const says = (text: string) => grade(both, answered(text, 'Prices'));
  expect(says('Adults pay £5.80. [1] We close at 22:00. [1]')).toBe('good');
  expect(says('We close at 22:00. [1]')).toBe('mediocre');
});

test('a wish for a person is answered with where one can be reached', () => {
  const human: Expectation = { smallTalk: 'human', right: /desk@/, page: [] };
  expect(grade(human, answered('Write to desk@hollin.example.'))).toBe('good');
  expect(grade(human, answered('What would you like to know?'))).toBe('mediocre');
});

test('marks cover the statements before them in their paragraph', () => {
  const found = statements('One is here. Two is there. [1] Three. [2]\n\n- Four [1][2]\n\nFive.');
  expect(found.map(({ text, cited, kind }) => [text, cited.join(), kind])).toEqual([
    ['One is here.', '1', 'sentence'],
    ['Two is there.', '1', 'sentence'],
    ['Three.', '2', 'sentence'],
    ['- Four', '1,2', 'item'],
    ['Five.', '', 'sentence'],
  ]);
});
