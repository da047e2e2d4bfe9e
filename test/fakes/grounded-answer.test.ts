import { expect, test } from '@jest/globals';
import { groundedAnswer } from './grounded-answer.ts';

const ask = (system: string, content: string) =>
  groundedAnswer([
    { role: 'system', content: system },
    { role: 'user', content },
  ]);

const fenced = `If they do not answer the question, say exactly: I do not know.
<sources>
<source number="1">
Opening hours › Bakery
https://example.com/opening-hours-of-the-bakery/

The bakery opens at seven. It closes at six.
</source>
<source number="2">
Bread

A loaf costs three euros.
</source>
</sources>`;

test.each([
  [fenced, 'When does the bakery open its opening hours?', 'The bakery opens at seven. [1]'],
  [fenced, 'How much is a loaf?', 'A loaf costs three euros. [2]'],
  [fenced, 'Can lorries park?', 'I do not know.'],
  ['[1] Brot\nEin Laib kostet 3 €.\n\n[2] Uhr', 'Was kostet ein Laib?', 'Ein Laib kostet 3 €. [1]'],
  ['[1] 営業時間\n九時から営業します。', '営業時間は九時からですか', '九時から営業します。 [1]'],
  ['You are helpful.', 'Hello', 'The sources do not say anything about this.'],
])('%j %s', (system, question, expected) => {
  expect(ask(system, question)).toBe(expected);
});
