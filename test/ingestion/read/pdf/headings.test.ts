import { describe, expect, test } from '@jest/globals';
import { loadPdf } from '../../../../server/ingestion/read/pdf.ts';
import { pageObject, rawPdf, show, type RawPdf } from './raw-pdf.ts';

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
  test('are ranked by size and weight', async () => {
    const page = show([
      { x: 50, y: 740, text: 'Guide to the harbour', size: 24 },
      { x: 50, y: 700, text: 'Arriving', size: 16 },
      body(680),
      { x: 50, y: 650, text: 'By boat', font: 'F2' },
      body(634),
      { x: 50, y: 600, text: 'Leaving', size: 16 },
      body(580),
    ]);
    expect(await headingsOf({ pages: [page] })).toEqual([
      '1 Guide to the harbour',
      '2 Arriving',
      '3 By boat',
      '2 Leaving',
    ]);
  });

  test('of two lines are one', async () => {
    const page = show([
      { x: 50, y: 700, text: 'Rules for those who arrive', size: 18 },
      { x: 50, y: 679, text: 'after the gate is closed', size: 18 },
      body(640),
    ]);
    expect(await headingsOf({ pages: [page] })).toEqual([
      '1 Rules for those who arrive after the gate is closed',
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
