import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { htmlBlocks } from './html-blocks.ts';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { chunkBlocks } from '../chunk.ts';

fc.configureGlobal({ seed: 17 });

const outline = (html: string) => outlineOf(htmlBlocks(html));

const cases: [string, string, string[]][] = [
  ['nothing', '', []],
  ['text alone', 'Swans are fed at noon.', ['p Swans are fed at noon.']],
  ['paragraphs', '<p>One.</p><p>Two.</p>', ['p One.', 'p Two.']],
  ['headings', '<h1>A</h1><h3>B <em>c</em></h3><h6>D</h6>', ['h1 A', 'h3 B c', 'h6 D']],
  ['an empty heading', '<h2> </h2><p>a</p>', ['p a']],
  ['a heading in two lines', '<h2>Opening<br>hours</h2>', ['h2 Opening hours']],
  ['marks inside a line', '<p>Swans <b>a</b>re <i>big</i>.</p>', ['p Swans are big.']],
  [
    'raised numbers',
    '<p>Adults 12<sup>1</sup> euros, €29<sup>90</sup>, 3<sup>rd</sup></p>',
    ['p Adults 12¹ euros, €29⁹⁰, 3rd'],
  ],
  [
    'a link to a note',
    '<p>Built in 1732<sup><a href="#n1">12</a></sup>.</p>',
    ['p Built in 1732.'],
  ],
  ['text struck out', '<p>Now <s>30</s> <del>28</del> 24 €</p>', ['p Now 24 €']],
  ['invisible characters', '<p>Öff\u00adnungs\u200bzeiten</p>', ['p Öffnungszeiten']],
  ['white space as browsers show it', '<p> a\n\t b&nbsp;&nbsp;c </p>', ['p a b c']],
  ['line breaks', '<p>Monday 9–5<br>Tuesday 9–5<br/></p>', ['p Monday 9–5', 'p Tuesday 9–5']],
  ['text around blocks', 'a<div>b<p>c</p>d</div>e', ['p a', 'p b', 'p c', 'p d', 'p e']],
  ['a list', '<ul><li>a</li><li><p>b</p></li></ul>', ['- a', '- b']],
  ['a list in a list', '<ul><li>a<ol><li>b</li></ol>c</li></ul>', ['- a', '- b', '- c']],
  ['a heading in a list', '<li><h4>a</h4>b</li>', ['h4 a', '- b']],
  ['text behind a list', '<ul><li>a</li></ul>b', ['- a', 'p b']],
  [
    'definitions',
    '<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd><dd>e</dd></dl>',
    ['p a; b', 'p c', 'p d', 'p e'],
  ],
  [
    'a heading in a summary',
    '<details><summary><h4>a</h4></summary>b</details><h2>c</h2>',
    ['h4 a', 'p b', 'h2 c'],
  ],
  ['pictures', '<p>See <img src="x" alt="a swan"> here <img src="y"></p>', ['p See a swan here']],
  ['a picture in a heading', '<h1><img alt="Swan Lake"></h1>', ['h1 Swan Lake']],
  ['links', '<p><a href="/x">Here</a>, or <a href="/y">there</a></p>', ['p Here, or there']],
  ['entities', '<p>caf&eacute; &lt;b&gt; &amp;amp; &#x1F9A2;</p>', ['p café <b> &amp; 🦢']],
  ['unknown elements', '<x-box><p>a</p>b</x-box>', ['p a', 'p b']],
  ['code', '<pre><code>if (a) {\n  b();\n}\n</code></pre>', ['> if (a) {\n  b();\n}']],
  ['code in a line', '<p>Type <code>a  b</code>.</p>', ['p Type a b.']],
  ['marks where a word may break', '<p>Schwa&shy;nen&shy;see</p>', ['p Schwanensee']],
  ['a heading with its own link', '<h2>Swans<a href="#swans">#</a></h2>', ['h2 Swans']],
  ['a heading that is a button', '<h3><button>Swans?</button></h3><p>a</p>', ['h3 Swans?', 'p a']],
  ['code with line breaks', '<pre>a<br>b</pre>', ['> a\nb']],
  ['an empty line of code', '<pre>\n\n</pre>', []],
];

const states: [string, string, string[]][] = [
  [
    'a hidden text',
    '<p hidden>a</p><div style="color:red; display: none"><p>b</p></div><p>c</p>',
    ['p c'],
  ],
  ['ornaments', '<p aria-hidden="true">***</p><p>a</p>', ['p a']],
  [
    'words for screen readers',
    '<p>a<span class="screen-reader-text"> (in a new tab)</span></p>',
    ['p a'],
  ],
  [
    'a price that is shown beside its words',
    '<p><ins aria-hidden="true">€24</ins> <span class="screen-reader-text">Now €24.</span></p>',
    ['p Now €24.'],
  ],
  [
    'what a button opens',
    '<h3><button aria-controls="x">Dogs?</button></h3><div id="x" hidden>Yes.</div>',
    ['h3 Dogs?', 'p Yes.'],
  ],
  ['what is hidden until it is found', '<div hidden="until-found">a</div>', ['p a']],
  [
    'cards, whose headings end with them',
    '<h2>Rooms</h2><div class="card a"><h3>Oak</h3><p>Two beds.</p></div><div class="card b"><h3>Elm</h3><p>One bed.</p></div><p>Breakfast at nine.</p>',
    ['h2 Rooms', 'h3 Oak', 'p Two beds.', 'h3 Elm', 'p One bed.', 'p3 Breakfast at nine.'],
  ],
  [
    'parts of a text, whose headings go on',
    '<div><h2>Prices</h2></div><div><p>12 euros.</p></div><div><p>Children 6.</p></div>',
    ['h2 Prices', 'p 12 euros.', 'p Children 6.'],
  ],
  [
    'a caption that describes its picture',
    '<figure><img alt="A swan"><figcaption>A swan</figcaption></figure><figure><img alt="A goose"><figcaption>Geese in May</figcaption></figure>',
    ['p A swan', 'p A goose', 'p Geese in May'],
  ],
  [
    'figures that a script fills in',
    '<p><span data-from-value="0" data-to-value="1,200" data-duration="2000">0</span> boats, <b data-count="95%">0</b> dry, <b data-index="3">0</b> lost</p>',
    ['p 1,200 boats, 95% dry, 0 lost'],
  ],
];

/** A table of rows such as `*Ticket|*Price`, with a star at header cells. */
const table = (...rows: string[]) => `<table>${rows.map(tr).join('')}</table>`;
const td = (cell: string) =>
  cell.startsWith('*') ? `<th>${cell.slice(1)}</th>` : `<td>${cell}</td>`;
const tr = (cells: string) => `<tr>${cells.split('|').map(td).join('')}</tr>`;
const foot = (row: string) => `</tr><tfoot>${tr(row)}</tfoot>`;
const inCell = `a${table('b|c')}d`;

const tables: [string, string, string[]][] = [
  [
    'whose first row is its head',
    table('*Ticket|*Price', 'Adults|12 €'),
    ['| Ticket: Adults; Price: 12 €'],
  ],
  ['with names of rows', table('*Adults|12 €'), ['| Adults; 12 €']],
  ['with nothing but a head', table('*a|*b'), ['| a; b']],
  ['with empty and missing cells', table('*a|*|*c', '|2|3', '1'), ['| 2; c: 3', '| a: 1']],
  ['with more cells than its head', table('*a', '1|2'), ['| a: 1; 2']],
  ['with a caption', '<table><caption>Prices</caption><tr><td>1</table>', ['p Prices', '| 1']],
  [
    'with an empty row above its head',
    `<table><tr></tr>${tr('*a|*b')}${tr('1|2')}`,
    ['| a: 1; b: 2'],
  ],
  ['with a foot', `<table>${tr('1')}${foot('sum')}`, ['| 1', '| sum']],
  ['whose foot repeats its head', `<table>${tr('*a')}${tr('1')}${foot('*a')}`, ['| a: 1']],
  ['in a cell of another', `<table><tr><td>${inCell}</td></tr></table>`, ['| a b c d']],
  ['with lines in a cell', table('a<br>b<p>c</p>'), ['| a b c']],
  ['with blocks in a cell', table('<ul><li>a</li><li>b</li></ul>'), ['| a b']],
  ['with text around', `x${table('1')}y`, ['p x', '| 1', 'p y']],
];

const left: [string, string][] = [
  ['scripts', '<script>alert("x")</script>'],
  ['styles', '<style>p { color: red }</style>'],
  ['what shows without scripts', '<noscript>x</noscript>'],
  ['templates', '<template><p>x</p></template>'],
  ['drawings', '<svg><title>x</title><text>x</text></svg>'],
  ['frames', '<iframe src="/x">x</iframe>'],
  ['navigation', '<nav><ul><li>x</li></ul></nav>'],
  ['forms', '<form><label>x</label><input value="x"><button>x</button></form>'],
  ['comments', '<!-- x --><!--[if IE]>x<![endif]-->'],
  ['the head', '<html><head><title>x</title><meta name="description" content="x"></head></html>'],
  ['our own widget', '<itih-chat>x</itih-chat>'],
];

const malformed: [string, string, string[]][] = [
  ['unclosed paragraphs', '<p>a<p>b', ['p a', 'p b']],
  ['an unfinished tag', '<p>a</p><p class="', ['p a']],
  ['a row without table', '<tr><td>a</td></tr>', ['p a']],
  ['text that looks like a tag', '<p>1 < 2 & 3 > 2</p>', ['p 1 < 2 & 3 > 2']],
];

describe('HTML of', () => {
  test.each([...cases, ...states])('%s', (_case, html, expected) => {
    expect(outline(html)).toEqual(expected);
  });
});

describe('a table', () => {
  test.each(tables)('%s', (_case, html, expected) => {
    expect(outline(html)).toEqual(expected);
  });
});

describe('left out are', () => {
  test.each(left)('%s', (_case, html) => {
    expect(outline(`<p>a</p>${html}<p>b</p>`)).toEqual(['p a', 'p b']);
  });
});

describe('read as browsers read them are', () => {
  test.each(malformed)('%s', (_case, html, expected) => {
    expect(outline(html)).toEqual(expected);
  });
});

test('whatever is written, each block has text on one line, and code in several', () => {
  const tag = fc.constantFrom(...'p div li ul table tr td th h2 pre b br'.split(' '));
  const piece = fc.oneof(
    fc.string(),
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      for (const { kind, text } of htmlBlocks(pieces.join(''))) {
        expect(text.trim()).not.toBe('');
        if (kind !== 'code') expect(text).toBe(text.replace(/\s+/g, ' ').trim());
      }
    }),
  );
});

test('text within 100,000 elements is read, in time that grows with their number', () => {
  expect(outline('<div>'.repeat(100_000) + 'swan')).toEqual(['p swan']);
  const nested = '<div><div>a</div>'.repeat(20_000) + '</div>'.repeat(20_000);
  expect(htmlBlocks(nested)).toHaveLength(20_000);
});

test('what looks like an element in a script is none', () => {
  const script = `<script>${'if (a<b) {} '.repeat(1000)}</script>`;
  expect(outline(`${script}<SCRIPT>${'<div>'.repeat(1000)}</Script><h2>a</h2><p>b</p>`)).toEqual([
    'h2 a',
    'p b',
  ]);
});

test('rows and items without ends lie beside each other', () => {
  const rows = '<table>' + '<tr><td>a<td>b'.repeat(1000) + '</table>';
  expect(htmlBlocks(rows + '<ul>' + '<li>a'.repeat(1000))).toHaveLength(2000);
});

test('an accordion ends with its content', () => {
  const accordion = '<details><summary>Dogs?</summary><p>No.</p></details>';
  const blocks = htmlBlocks(`<h2>House</h2>${accordion}<p>Ask us.</p><p>Soon.</p>`);
  expect(outlineOf(blocks)).toEqual(['h2 House', 'h3 Dogs?', 'p No.', 'p3 Ask us.', 'p Soon.']);
});

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
  const bold = '<b>Ticket</b>|<strong>Online</strong>|<b>Desk</b>';
  expect(outline(table(bold, 'Adults|€10|€12'))).toEqual([
    '| Ticket: Adults; Online: €10; Desk: €12',
  ]);
});

const long = 'A bird that swims. '.repeat(6).trim();
describe('no record is', () => {
  test.each([
    ['a question with its answer', '<dl><dt>May I?</dt><dd>No</dd></dl>', 'May I?\n\nNo'],
    ['a name with a long text', `<dl><dt>Swan</dt><dd>${long}</dd></dl>`, `Swan\n\n${long}`],
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
