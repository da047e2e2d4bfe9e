import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Block } from '../../../../server/ingestion/read/blocks.ts';
import { loadPdf } from '../../../../server/ingestion/read/pdf.ts';
import { outlineOf } from '../outline.ts';
import { linesAt, rawPdf, show, type Shown, pageObject, type RawPdf } from './raw-pdf.ts';

fc.configureGlobal({ seed: 17 });

const read = async (...pages: (readonly Shown[])[]) =>
  (await loadPdf(rawPdf({ pages: pages.map(show) }))).blocks;
const textsOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text);

const left = [
  'The tide comes in twice each day and the',
  'harbour fills from the northern quay down',
  'to the old slip, where the ropes are made',
  'and where the pilots wait for their boats.',
];
const right = [
  'Visitors should keep away from the edges',
  'as the stones are wet until late morning,',
  'and the bell is rung when the water rises',
  'above the third step of the eastern stair.',
];
const asOne = (lines: readonly string[]) => lines.join(' ');

describe('columns', () => {
  test('are read one after another when drawn line by line', async () => {
    const columns = [linesAt(50, 700, left), linesAt(320, 700, right)];
    const woven = columns[0]!.flatMap((line, index) => [line, columns[1]![index]!]);
    expect(textsOf(await read(woven))).toEqual([asOne(left), asOne(right)]);
  });

  test('are read from the left when the right one was drawn first', async () => {
    const more = (lines: readonly string[]) => [...lines.slice(0, 3), ...lines];
    const blocks = await read([...linesAt(320, 700, more(right)), ...linesAt(50, 700, more(left))]);
    expect(textsOf(blocks)).toEqual([asOne(more(left)), asOne(more(right))]);
  });

  test('go on with a sentence that the end of a column divides', async () => {
    const blocks = await read([
      ...linesAt(50, 700, left.slice(0, 3)),
      ...linesAt(320, 700, left.slice(3)),
    ]);
    expect(textsOf(blocks)).toEqual([asOne(left)]);
  });
});

describe('turned text', () => {
  const content = show(linesAt(50, 700, left));

  test('of a turned page is read as usual', async () => {
    const sideways = `0 1 -1 0 750 0 cm\n${content}`;
    const pages = [{ content: `q ${sideways} Q`, entries: '/Rotate 90' }];
    expect(textsOf((await loadPdf(rawPdf({ pages }))).blocks)).toEqual([asOne(left)]);
  });

  test('along the margin does not disturb the page', async () => {
    const margin = 'BT /F1 8 Tf 0 1 -1 0 20 300 Tm (Drawn in the old archive) Tj ET';
    const { blocks } = await loadPdf(rawPdf({ pages: [`${margin}\n${content}`] }));
    expect(textsOf(blocks)).toEqual([asOne(left), 'Drawn in the old archive']);
  });
});

describe('lines become paragraphs', () => {
  test('by the indent of the first', async () => {
    const indented = (y: number, [first = '', ...rest]: string[]) => [
      { x: 65, y, text: first },
      ...linesAt(50, y - 12, rest),
    ];
    const blocks = await read([...indented(700, left), ...indented(652, right)]);
    expect(textsOf(blocks)).toEqual([asOne(left), asOne(right)]);
  });

  test('by a last line that is short, and in spite of abbreviations', async () => {
    const blocks = await read(
      linesAt(50, 700, [
        'The museum is open all year, from 10 a.m.',
        'to 5 p.m., and in summer until late. Ask.',
        'Groups ring first.',
        'Dogs stay outside, in the shade of a tree.',
      ]),
    );
    expect(textsOf(blocks)).toEqual([
      'The museum is open all year, from 10 a.m. to 5 p.m., and in summer until late. Ask. Groups ring first.',
      'Dogs stay outside, in the shade of a tree.',
    ]);
  });

  test('a superscript does not divide its line', async () => {
    const blocks = await read([
      { x: 50, y: 700, text: 'The depth of 12 m' },
      { x: 128, y: 704, text: '2', size: 6 },
      { x: 132, y: 700, text: ' is measured each noon.' },
    ]);
    expect(textsOf(blocks)).toEqual(['The depth of 12 m² is measured each noon.']);
  });
});

describe('a hyphen at the end of a line', () => {
  const join = async (...lines: string[]) => textsOf(await read(linesAt(50, 700, lines))).join('|');

  test.each([
    [['The har-', 'bour is open.'], 'The harbour is open.'],
    [['The har\xad', 'bour is open.'], 'The harbour is open.'],
    [['They came from Norwich-', 'Upton.'], 'They came from Norwich-Upton.'],
    [['Wir sehen Ein-', 'und Ausgang.'], 'Wir sehen Ein- und Ausgang.'],
    [
      ['A well-known bell is as well-', 'known as any.'],
      'A well-known bell is as well-known as any.',
    ],
    [['Take the i386-linux-', 'gnu files.'], 'Take the i386-linux-gnu files.'],
  ])('of %j is read as "%s"', async (lines, expected) => {
    expect(await join(...lines)).toBe(expected);
  });
});

describe('lists and tables', () => {
  test('list items are items, with the lines that belong to them, also far from their marks', async () => {
    const blocks = await read([
      { x: 50, y: 700, text: 'Please remember the rules of the house:' },
      { x: 60, y: 688, text: '\x95 Leave bags in the lockers of the' },
      { x: 70, y: 676, text: 'basement, which are free.' },
      { x: 60, y: 664, text: '\x95' },
      { x: 96, y: 664, text: 'Take photographs without flash.' },
      { x: 60, y: 640, text: '1.' },
      { x: 96, y: 640, text: 'Ring the bell.' },
      { x: 60, y: 628, text: '2. Wait.' },
    ]);
    expect(outlineOf(blocks)).toEqual([
      'p Please remember the rules of the house:',
      '- Leave bags in the lockers of the basement, which are free.',
      '- Take photographs without flash.',
      '- 1. Ring the bell.',
      '- 2. Wait.',
    ]);
  });

  const row = (y: number, font: string, ...cells: string[]) =>
    cells.map((text, index) => ({ x: 50 + 160 * index, y, text, font }));

  test('rows of a table carry the names of their columns', async () => {
    const blocks = await read([
      { x: 50, y: 700, text: 'Tickets are sold at the desk by the entrance.' },
      ...row(670, 'F2', 'Ticket', 'Price', 'Valid'),
      ...row(655, 'F1', 'Adults', '12 euros', 'one day, also for'),
      { x: 370, y: 643, text: 'the tower' },
      ...row(628, 'F1', 'Children', '5 euros', 'one day'),
    ]);
    expect(outlineOf(blocks).slice(1)).toEqual([
      '| Ticket: Adults; Price: 12 euros; Valid: one day, also for the tower',
      '| Ticket: Children; Price: 5 euros; Valid: one day',
    ]);
  });
});

const mono = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>';

test('code keeps its lines and indents', async () => {
  const code = [
    { x: 50, y: 600, text: 'if tide > 3:', font: 'C' },
    { x: 74, y: 588, text: 'ring(bell)', font: 'C' },
  ];
  const pages = [show([...linesAt(50, 700, left), ...code])];
  const { blocks } = await loadPdf(rawPdf({ pages, fonts: { C: mono } }));
  expect(blocks.at(-1)).toEqual({ kind: 'code', text: 'if tide > 3:\n    ring(bell)', page: 1 });
});

/** Sets words greedily, as every word processor does, in lines of at most 50 characters. */
function wrap(words: readonly string[]): string[] {
  const lines = [''];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= 50) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

test('no word is lost or moved, whatever the paragraphs', async () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/);
  const paragraph = fc.array(word, { minLength: 30, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.array(paragraph, { minLength: 1, maxLength: 12 }), async (paragraphs) => {
      const pages: Shown[][] = [[]];
      let y = 750;
      const expected = paragraphs.map((words) => `A${words.join(' ')}.`);
      for (const text of expected) {
        for (const line of wrap(text.split(' '))) {
          if (y < 50) {
            pages.push([]);
            y = 750;
          }
          pages.at(-1)!.push({ x: 50, y, text: line });
          y -= 12;
        }
        y -= 8;
      }
      const { blocks } = await loadPdf(rawPdf({ pages: pages.map(show), fonts: { F1: mono } }));
      expect(textsOf(blocks)).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

const body = (y: number) => ({
  x: 50,
  y,
  text: 'The harbour is open to all who bring a boat of their own, or hire one at the quay.',
});
const headingsOf = async (pdf: RawPdf) =>
  (await loadPdf(rawPdf(pdf))).blocks
    .filter(({ kind }) => kind === 'heading')
    .map(({ level = 0, text }) => `${level} ${text}`);

describe('headings', () => {
  test('are ranked by size and weight, whenever they were drawn; those of two lines are one', async () => {
    const page = [
      { x: 50, y: 760, text: 'Guide to the harbour for those', size: 24 },
      { x: 50, y: 732, text: 'who arrive by night', size: 24 },
      { x: 50, y: 700, text: 'Arriving', size: 16 },
      body(680),
      { x: 50, y: 650, text: 'By boat', font: 'F2' },
      body(634),
      { x: 50, y: 600, text: 'Leaving', size: 16 },
      body(580),
    ];
    expect(await headingsOf({ pages: [show(page.toReversed())] })).toEqual([
      '1 Guide to the harbour for those who arrive by night',
      '2 Arriving',
      '3 By boat',
      '2 Leaving',
    ]);
  });

  test('are not what is bold in a sentence, or larger than the rest all along', async () => {
    const large = 'This is said in larger letters, as it matters more than what follows';
    const page = show([
      ...[740, 720, 700, 680, 660].map((y) => ({ x: 50, y, text: large, size: 14 })),
      body(630),
      body(618),
      { x: 50, y: 606, text: 'never', font: 'F2' },
      { x: 80, y: 606, text: 'swim there, whatever the others may do and say.' },
      ...Array.from({ length: 20 }, (_, line) => body(594 - 12 * line)),
    ]);
    expect(await headingsOf({ pages: [page] })).toEqual([]);
  });

  const outlined = (entries: string[]): RawPdf => ({
    pages: [
      show([
        { x: 50, y: 700, text: '1  Arriving' },
        body(680),
        { x: 50, y: 660, text: 'By boat' },
        body(640),
      ]),
      show([{ x: 50, y: 700, text: 'A swift departure' }, body(680)]),
    ],
    catalog: '/Outlines 100 0 R',
    objects: ['<< /Type /Outlines /First 101 0 R /Last 103 0 R /Count 3 >>', ...entries],
  });

  test('are those of the outline, at their place on the page', async () => {
    const to = (page: number) => `/Dest [${pageObject(page)} 0 R /Fit]`;
    const pdf = outlined([
      `<< /Title (Arriving) /Parent 100 0 R ${to(0)} /First 102 0 R /Last 102 0 R /Count 1 /Next 103 0 R >>`,
      `<< /Title (By boat) /Parent 101 0 R ${to(0)} >>`,
      `<< /Title (A Swift Departure) /Parent 100 0 R /Prev 101 0 R /A << /S /GoTo /D [${pageObject(1)} 0 R /Fit] >> >>`,
    ]);
    expect(await headingsOf(pdf)).toEqual(['1 1 Arriving', '2 By boat', '1 A swift departure']);
  });

  test('of an outline that bites its tail are read once', async () => {
    const loop = `<< /Title (By boat) /First 101 0 R /Next 101 0 R /Dest [${pageObject(0)} 0 R /Fit] >>`;
    expect(await headingsOf(outlined([loop]))).toEqual(['1 By boat']);
  });
});

const bodies = [
  'Ships wait here.',
  'Ropes hang there.',
  'Bells ring at noon.',
  'Gulls steal bread.',
  'Lamps burn at night.',
  'Boats rest in winter.',
];
const around = (index: number, edges: Shown[]) => [
  ...edges,
  { x: 50, y: 700 - 30 * (index % 2), text: bodies[index]! },
];
const readEdges = async (edges: (page: number) => Shown[], count = bodies.length) => {
  const pages = bodies.slice(0, count).map((_, index) => show(around(index, edges(index + 1))));
  return (await loadPdf(rawPdf({ pages }))).blocks.map(({ text }) => text);
};
const top = (text: string, size = 9) => ({ x: 50, y: 770, text, size });
const foot = (text: string, x = 50) => ({ x, y: 30, text, size: 9 });

describe('headers and footers', () => {
  test.each<[string, (page: number) => Shown[], string[]?]>([
    ['number the pages in words', (page) => [foot(`Page ${page} of 6`)]],
    ['number the pages in Japanese', (page) => [foot(`- ${page} -`)]],
    ['number the pages in Roman', (page) => [foot(['i', 'ii', 'iii', 'iv', 'v', 'vi'][page - 1]!)]],
    [
      'differ between left and right pages',
      (page) => [
        top(page % 2 ? 'Harbour handbook' : 'The second edition'),
        foot(String(page), page % 2 ? 540 : 50),
      ],
      ['Harbour handbook', 'The second edition'],
    ],
    [
      'name the chapter beside the number',
      (page) => [
        foot(
          page < 3 ? `1. Arriving ${page}` : page < 5 ? `2. Staying ${page}` : `3. Leaving ${page}`,
        ),
      ],
    ],
    [
      'have two lines',
      () => [top('Harbour handbook', 10), { x: 50, y: 758, text: 'Edition of 1987' }],
      ['Harbour handbook', 'Edition of 1987'],
    ],
    ['are a telephone number', () => [foot('T 030 1234567')], ['T 030 1234567']],
  ])('that %s are read once, without page numbers', async (_case, edges, said = []) => {
    expect(await readEdges(edges)).toEqual([...bodies, ...said]);
  });

  test('a watermark across all pages is left out', async () => {
    const mark = 'BT /F1 40 Tf 0.7 0.7 -0.7 0.7 200 300 Tm (DRAFT) Tj ET';
    const pages = bodies.map((_, index) => `${mark}\n${show(around(index, []))}`);
    const { blocks } = await loadPdf(rawPdf({ pages }));
    expect(blocks.map(({ text }) => text)).toEqual(bodies);
  });
});

describe('what is kept', () => {
  test('repeated lines of a document of two pages', async () => {
    const texts = await readEdges(() => [top('Harbour handbook')], 2);
    expect(texts.filter((text) => text === 'Harbour handbook')).toHaveLength(2);
  });

  test('headings with a number of their own', async () => {
    const texts = await readEdges((page) => [top(`Lesson ${page}`, 18)]);
    expect(texts.filter((text) => text.startsWith('Lesson'))).toHaveLength(6);
  });

  test('lines that begin some pages far apart', async () => {
    const pages = Array.from({ length: 30 }, (_, index) =>
      show([
        {
          x: 50,
          y: 750,
          text: index % 10 === 0 ? 'For example:' : `The ${index * 37}th ship came.`,
        },
        { x: 50, y: 700 - index, text: `It had ${(index * 53) % 41} masts.` },
      ]),
    );
    const { blocks } = await loadPdf(rawPdf({ pages }));
    expect(blocks.filter(({ text }) => text === 'For example:')).toHaveLength(3);
  });

  test('the text of pages that are all alike', async () => {
    const pages = Array.from({ length: 4 }, () => show([{ x: 50, y: 700, text: 'Admit one.' }]));
    const { blocks } = await loadPdf(rawPdf({ pages }));
    expect(blocks.map(({ text }) => text)).toEqual(Array(4).fill('Admit one.'));
  });
});
