import { describe, expect, test } from '@jest/globals';
import { loadPdf } from '../../../../server/ingestion/read/pdf.ts';
import { rawPdf, show, stream } from './raw-pdf.ts';

async function read(content: string, entries = '') {
  const { blocks } = await loadPdf(rawPdf({ pages: [{ content, entries }] }));
  return blocks.map(({ text }) => text);
}

const at = (x: number, y: number, text: string) => show([{ x, y, text }]);
const unseen = (text: string) => `BT /F1 10 Tf 3 Tr 1 0 0 1 50 600 Tm (${text}) Tj 0 Tr ET`;
/** A grey picture with its lower left corner at the page's. */
const picture = (width: number, height: number) =>
  `q ${width} 0 0 ${height} 0 0 cm BI /W 8 /H 1 /BPC 1 /CS /G ID \xff EI Q`;

describe('text that visitors do not see', () => {
  const visible = at(150, 500, 'Open daily.');

  test.each([
    ['crop box', '/CropBox [100 300 500 700]'],
    ['crop box of a turned page', '/Rotate 90 /CropBox [100 300 500 700]'],
    ['media box', ''],
  ])('because it is outside the %s is left out', async (_box, entries) => {
    const outside = [at(-300, 500, 'For the printer'), at(150, 900, 'Cut here')];
    const cropped = entries ? [at(20, 750, 'Draft of March'), at(20, 500, 'Do not print')] : [];
    expect(await read([visible, ...outside, ...cropped].join('\n'), entries)).toEqual([
      'Open daily.',
    ]);
  });

  test('is not brought back where nothing else is on the page', async () => {
    const entries = '/CropBox [100 300 500 700]';
    await expect(read(at(20, 750, 'Draft of March'), entries)).rejects.toMatchObject({
      code: 'no_text',
    });
  });

  test('is left out between visible text', async () => {
    expect(await read(`${visible}\n${unseen('Admission is free for all who say so.')}`)).toEqual([
      'Open daily.',
    ]);
  });

  test('is that of a scan, also under a visible stamp', async () => {
    const scan = `${picture(600, 780)}\n${unseen('The swans are fed at noon.')}`;
    expect(await read(scan)).toEqual(['The swans are fed at noon.']);
    expect(await read(`${scan}\n${at(50, 20, 'Copy of 3 May')}`)).toEqual([
      'The swans are fed at noon.',
      'Copy of 3 May',
    ]);
  });

  test('is left out beside a picture that is no scan', async () => {
    const page = `${picture(100, 100)}\n${visible}\n${unseen('Free for all who say so.')}`;
    expect(await read(page)).toEqual(['Open daily.']);
  });
});

describe('annotations and forms', () => {
  const drawn = stream(
    'BT /F1 10 Tf 2 5 Td (Drawn by the program) Tj ET',
    '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources 4 0 R',
  );
  const name = at(50, 700, 'Name:');

  async function readWith(annotation: string, form = '') {
    const entries = '/Annots [100 0 R]';
    const catalog = form && `/AcroForm << /Fields [100 0 R] /DR 4 0 R ${form} >>`;
    const pages = [{ content: name, entries }];
    const objects = [`<< /Type /Annot /Rect [100 590 300 610] ${annotation} >>`, drawn];
    const { blocks } = await loadPdf(rawPdf({ pages, objects, catalog }));
    return blocks.map(({ text }) => text);
  }
  const field = '/Subtype /Widget /FT /Tx /T (name) /V (Ada Lovage) /DA (/F1 10 Tf 0 g)';

  test.each([
    [
      'as its program drew it',
      `${field} /AP << /N 101 0 R >>`,
      '/DA (/F1 10 Tf)',
      'Drawn by the program',
    ],
    ['that no program has drawn', field, '/DA (/F1 10 Tf)', 'Ada Lovage'],
    ['that viewers draw', field, '/NeedAppearances true', 'Ada Lovage'],
  ])('the value of a field is read %s', async (_case, annotation, form, expected) => {
    expect(await readWith(annotation, form)).toEqual(['Name:', expected]);
  });

  test('a text box is read, drawn or not', async () => {
    const box = '/Subtype /FreeText /Contents (Closed in\rMarch) /DA (/F1 10 Tf 0 g)';
    expect(await readWith(box)).toEqual(['Name:', 'Closed in March']);
    expect(await readWith(`${box} /AP << /N 101 0 R >>`)).toEqual([
      'Name:',
      'Drawn by the program',
    ]);
  });

  test.each([
    ['a hidden field', `${field} /F 2 /AP << /N 101 0 R >>`],
    ['a comment', '/Subtype /Text /Contents (Is this right?)'],
    ['a link', '/Subtype /Link /Contents (The site) /AP << /N 101 0 R >>'],
  ])('%s is not read', async (_case, annotation) => {
    expect(await readWith(annotation, '/DA (/F1 10 Tf)')).toEqual(['Name:']);
  });
});
