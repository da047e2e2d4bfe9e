import { expect, test } from '@jest/globals';
import { quotationText } from '../../server/chat/quotation.ts';
import { partsOf } from '../../server/retrieval/quote.ts';
import { passage } from '../retrieval/passage.ts';

const says = (title: string) => `${title} says:`;

/** Quotes a text whose marked part begins with `marked`; no part does: none is marked. */
function quoted(content: string, marked: string, isCut = { start: false, end: false }): string {
  const parts = partsOf(content);
  const found = parts.find(({ text }) => marked !== '' && text.startsWith(marked)) ?? null;
  const whole = { passage: passage(1), parts, marked: found, isCut };
  return quotationText(whole, says).replace('**Page 1** says:\n\n', '');
}
const lines = (...all: string[]) => all.join('\n');

test('the last heading names the section; without one the page, or its address', () => {
  const leadOf = (over: object) => {
    const parts = partsOf('Yes.');
    const isCut = { start: false, end: false };
    const given = { passage: passage(1, over), parts, marked: null, isCut };
    return quotationText(given, says).split('\n')[0];
  };
  expect(leadOf({ headingPath: 'Visit › Opening hours' })).toBe('**Opening hours** says:');
  expect(leadOf({})).toBe('**Page 1** says:');
  expect(leadOf({ title: '' })).toBe('**https://site.example/page-1/** says:');
  expect(leadOf({ headingPath: '5 * star' })).toBe('**5 \\* star** says:');
});

test('sentences stay in their paragraphs, the marked one bold with its citation', () => {
  const text =
    'No step at the entrance. All floors have a lift.\n\nTwo wheelchairs can be borrowed.';
  expect(quoted(text, 'All floors')).toBe(
    lines(
      '> No step at the entrance. **All floors have a lift.** [1]',
      '>',
      '> Two wheelchairs can be borrowed.',
    ),
  );
});

test('rows are a table with the names of their columns', () => {
  const text = 'Day: Tuesday; Hours: 10 | 17\nDay: Monday; Note: closed';
  expect(quoted(text, 'Day: Monday')).toBe(
    lines(
      '> | Day | Hours | Note |',
      '> | --- | --- | --- |',
      '> | Tuesday | 10 \\| 17 |  |',
      '> | **Monday** |  | **closed** [1] |',
    ),
  );
});

test('a marked row cites behind its last column, also if that is empty', () => {
  expect(
    quoted('Day: Monday; Hours: 10; Note: late\nDay: Sunday; Hours: 9', 'Day: Sunday'),
  ).toMatch(/\| \*\*Sunday\*\* \| \*\*9\*\* \| {1,2}\[1\] \|$/);
});

test('rows of columns without names are a list', () => {
  expect(quoted('Tuesday; 10:00 – 17:00\nMonday; closed', 'Monday')).toBe(
    lines('> - Tuesday: 10:00 – 17:00', '> - **Monday: closed** [1]'),
  );
});

test('lines are a list, steps a numbered one', () => {
  expect(quoted('A towel\nA lock', 'A lock')).toBe(lines('> - A towel', '> - **A lock** [1]'));
  expect(quoted('3. Come in.\n4. Show the pass.', 'Show')).toBe(
    lines('> 3. Come in.', '> 4. **Show the pass.** [1]'),
  );
});

test('headings inside are headings, and each block is apart from the next', () => {
  expect(quoted('Winter\n\nDay: Monday; Hours: closed\n\nWe skate.', 'We')).toBe(
    lines(
      '> ### Winter',
      '>',
      '> | Day | Hours |',
      '> | --- | --- |',
      '> | Monday | closed |',
      '>',
      '> **We skate.** [1]',
    ),
  );
});

test('what Markdown would read as its own is escaped', () => {
  expect(quoted('The *best* `code` is 5 * 4 \\ 2.', 'The')).toBe(
    '> **The \\*best\\* \\`code\\` is 5 \\* 4 \\\\ 2.** [1]',
  );
  expect(quoted('24. Dezember geschlossen\n# 5 offen', '')).toBe(
    lines('> - 24\\. Dezember geschlossen', '> - \\# 5 offen', '>', '> [1]'),
  );
  expect(quoted('Write _no_ ~~Q~~ &amp; <b>R</b> in max_size.', 'Write')).toBe(
    '> **Write \\_no\\_ \\~~Q\\~~ \\&amp; \\<b>R\\</b> in max_size.** [1]',
  );
});

test('a cut text says so, and without a marked part the citation stands at the end', () => {
  expect(quoted('We skate.', '', { start: true, end: true })).toBe(
    lines('> …', '>', '> We skate.', '>', '> …', '>', '> [1]'),
  );
});
