import { describe, expect, test } from '@jest/globals';
import { loadPdf } from '../../../../server/ingestion/read/pdf.ts';
import { rawPdf, show, type Shown } from './raw-pdf.ts';

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
const read = async (edges: (page: number) => Shown[], count = bodies.length) => {
  const pages = bodies.slice(0, count).map((_, index) => show(around(index, edges(index + 1))));
  return (await loadPdf(rawPdf({ pages }))).blocks.map(({ text }) => text);
};
const top = (text: string, size = 9) => ({ x: 50, y: 770, text, size });
const foot = (text: string, x = 50) => ({ x, y: 30, text, size: 9 });

describe('headers and footers', () => {
  test.each<[string, (page: number) => Shown[]]>([
    ['are the same on all pages', () => [top('Harbour handbook'), foot('All rights reserved')]],
    ['number the pages', (page) => [foot(String(page + 8), 300)]],
    ['number the pages in words', (page) => [foot(`Page ${page} of 6`)]],
    ['number the pages in Japanese', (page) => [foot(`- ${page} -`)]],
    ['number the pages in Roman', (page) => [foot(['i', 'ii', 'iii', 'iv', 'v', 'vi'][page - 1]!)]],
    [
      'differ between left and right pages',
      (page) => [
        top(page % 2 ? 'Harbour handbook' : 'The second edition'),
        foot(String(page), page % 2 ? 540 : 50),
      ],
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
    ],
  ])('that %s are left out', async (_case, edges) => {
    expect(await read(edges)).toEqual(bodies);
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
    const texts = await read(() => [top('Harbour handbook')], 2);
    expect(texts.filter((text) => text === 'Harbour handbook')).toHaveLength(2);
  });

  test('headings with a number of their own', async () => {
    const texts = await read((page) => [top(`Lesson ${page}`, 18)]);
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
