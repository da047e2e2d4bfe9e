import { describe, expect, test } from '@jest/globals';
import { chunkBlocks } from '../../../server/ingestion/chunk/chunk.ts';
import { htmlBlocks } from '../../../server/ingestion/read/html.ts';

/** The content of a post as it is stored. */
const contentOf = (html: string): string =>
  chunkBlocks(htmlBlocks(html), { size: 1000, overlap: 150, minimum: 40, language: 'en' })
    .map(({ content }) => content)
    .join('\n---\n');

const days = [
  ['Monday', 'closed'],
  ['Tuesday', '10:00 – 17:00'],
  ['Saturday', '9:00 – 13:00'],
] as const;
const each = (html: (day: string, hours: string) => string) =>
  days.map(([day, hours]) => html(day, hours)).join('\n');
const rows = 'Monday; closed\nTuesday; 10:00 – 17:00\nSaturday; 9:00 – 13:00';
const lines = 'Monday closed\nTuesday 10:00 – 17:00\nSaturday 9:00 – 13:00';

test.each([
  ['terms', `<dl>${each((day, hours) => `<dt>${day}</dt><dd>${hours}</dd>`)}</dl>`],
  ['elements', each((day, hours) => `<div class="r"><div>${day}</div><div>${hours}</div></div>`)],
  [
    'items without a space',
    `<ul>${each((day, hours) => `<li><span>${day}</span><span>${hours}</span></li>`)}</ul>`,
  ],
  ['lines below a name in bold', each((day, hours) => `<p><b>${day}</b><br>${hours}</p>`)],
  ['headings', each((day, hours) => `<h3>${day}</h3><p>${hours}</p>`)],
  [
    'cells without a header',
    `<table>${each((day, hours) => `<tr><td>${day}</td><td>${hours}</td></tr>`)}</table>`,
  ],
])('names with values are rows: %s', (_name, html) => {
  expect(contentOf(html).replace(/\n+/g, '\n')).toBe(rows);
});

test.each([
  ['line breaks', `<p>${days.map((day) => day.join(' ')).join('<br>')}</p>`],
  ['paragraphs', each((day, hours) => `<p>${day} ${hours}</p>`)],
  ['elements', each((day, hours) => `<div>${day} ${hours}</div>`)],
  ['items', `<ul>${each((day, hours) => `<li><b>${day}</b> ${hours}</li>`)}</ul>`],
])('lines of a list stay together: %s', (_name, html) => {
  expect(contentOf(html)).toBe(lines);
});

test('rows of headings end the section before them', () => {
  const html = `<h2>Hours</h2><h3>Rules</h3><p>Doors close early.</p>${each((day, hours) => `<h3>${day}</h3><p>${hours}</p>`)}`;
  const options = { size: 1000, overlap: 150, minimum: 10, language: 'en' };
  expect(chunkBlocks(htmlBlocks(html), options).map((chunk) => chunk.headingPath)).toEqual([
    'Hours › Rules',
    'Hours',
  ]);
});

test('the first row of a table names its columns if it is in bold', () => {
  const head =
    '<tr><td><b>Ticket</b></td><td><strong>Online</strong></td><td><b>Desk</b></td></tr>';
  const row = '<tr><td>Adults</td><td>€10</td><td>€12</td></tr>';
  expect(contentOf(`<table>${head}${row}</table>`)).toBe('Ticket: Adults; Online: €10; Desk: €12');
});

describe('no record is', () => {
  test.each([
    ['a question with its answer', '<dl><dt>May I?</dt><dd>No</dd></dl>', 'May I?\n\nNo'],
    [
      'a name with a long text',
      `<dl><dt>Swan</dt><dd>${'A bird that swims. '.repeat(6)}</dd></dl>`,
      `Swan\n\n${'A bird that swims. '.repeat(6).trim()}`,
    ],
    ['an element without others like it', '<div><div>One</div><div>two</div></div>', 'One\n\ntwo'],
    [
      'a word in two marks',
      '<p><b>Swan</b><i>song</i></p><p><b>a</b><i>b</i></p>',
      'Swansong\n\nab',
    ],
    [
      'a heading with a text',
      '<div><h3>A</h3><div>b.</div></div><div><h3>C</h3><div>d.</div></div>',
      'b.\n\nC\n\nd.',
    ],
    [
      'a label above several lines',
      '<p><b>Hours</b><br>Monday 9–5<br>Sunday 10–4</p>',
      'Hours\n\nMonday 9–5\nSunday 10–4',
    ],
    ['a paragraph behind an empty line', '<p>One<br><br>Two<br>three</p>', 'One\n\nTwo\nthree'],
    [
      'one short paragraph of two',
      '<p>Open 9–5</p><p>Closed in 2027</p>',
      'Open 9–5\n\nClosed in 2027',
    ],
    [
      'short paragraphs without numbers',
      '<p>Swans</p><p>Geese</p><p>Ducks</p>',
      'Swans\n\nGeese\n\nDucks',
    ],
  ])('%s', (_name, html, content) => {
    expect(contentOf(html)).toBe(content);
  });
});

test('hostile nesting is read in time that grows with its length', () => {
  const nested = (count: number) => '<div><div>a</div>'.repeat(count) + '</div>'.repeat(count);
  expect(htmlBlocks(nested(20_000)).length).toBe(20_000);
});
