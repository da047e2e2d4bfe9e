import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { loadPdf } from './pdf.ts';
import { flate, rawPdf, show, stream } from '../../../test/ingestion/read/pdf/raw-pdf.ts';

const sentence = show([{ x: 50, y: 700, text: 'Open daily.' }]);
const hex = (length: number) => `<${randomBytes(length).toString('hex')}>`;

const broken: [string, Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['text', Buffer.from('This is no document.')],
  ['its own beginning', rawPdf({ pages: [sentence] }).slice(0, 300)],
];

describe('a PDF', () => {
  test('is read page by page, lines as paragraphs', async () => {
    const document = await PDFDocument.create();
    document.setTitle(' Guide ');
    const font = await document.embedFont(StandardFonts.Helvetica);
    document.addPage().drawText('Swans are fed\nat noon.\nThey fly.', { font, size: 12, y: 700 });
    document.addPage().drawText('Open daily.', { font, size: 12, y: 700 });
    const { title, blocks } = await loadPdf(await document.save());
    expect(title).toBe('Guide');
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Swans are fed at noon.', page: 1 },
      { kind: 'paragraph', text: 'They fly.', page: 1 },
      { kind: 'paragraph', text: 'Open daily.', page: 2 },
    ]);
  });

  test('says its language', async () => {
    const said = async (entry: string) =>
      (await loadPdf(rawPdf({ pages: [sentence], catalog: entry }))).language;
    expect(await said('/Lang (de-at)')).toBe('de-AT');
    expect(await said('/Lang (no language)')).toBe('');
    expect(await said('')).toBe('');
  });

  test.each([
    ['Microsoft Word - guide.docx', 'House rules'],
    ['guide.indd', 'House rules'],
    ['Untitled', 'House rules'],
    ['', 'House rules'],
    ['Guide to the house', 'Guide to the house'],
  ])('whose metadata says "%s" is called "%s"', async (title, expected) => {
    const page = show([
      { x: 50, y: 700, text: 'House rules', size: 18 },
      { x: 50, y: 660, text: 'Please leave bags and umbrellas in the lockers.' },
    ]);
    const loaded = await loadPdf(rawPdf({ pages: [page], info: `/Title (${title})` }));
    expect(loaded.title).toBe(expected);
  });

  test('of a thousand pages keeps every page', async () => {
    const pages = Array.from({ length: 1000 }, (_, index) =>
      show([{ x: 50, y: 700 - (index % 500), text: `Berth ${index * 7} is free.` }]),
    );
    const { blocks } = await loadPdf(rawPdf({ pages }));
    expect(blocks.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1));
    expect(blocks[999]?.text).toBe('Berth 6993 is free.');
  });

  test.each(broken)('that is %s is refused in words', async (_name, bytes) => {
    const failure = { name: 'AppError', code: 'unsupported_type', retryable: false };
    await expect(loadPdf(bytes)).rejects.toMatchObject(failure);
  });

  test('of pictures alone has no text, and is told what to do', async () => {
    const scan = rawPdf({
      pages: ['q 600 0 0 800 0 0 cm BI /W 8 /H 1 /BPC 1 /CS /G ID \xff EI Q'],
    });
    await expect(loadPdf(scan)).rejects.toMatchObject({
      code: 'no_text',
      message: expect.stringMatching(/scanned.*OCR/) as unknown,
    });
    await expect(loadPdf(rawPdf({ pages: [''] }))).rejects.toMatchObject({ code: 'no_text' });
  });
});

test('a PDF that unpacks to more than its memory holds is refused, and the next one is read', async () => {
  const bomb = rawPdf({ pages: [flate(' '.repeat(200e6))] });
  await expect(loadPdf(bomb)).rejects.toMatchObject({ code: 'too_large' });
  expect(await textsOf(sentence)).toEqual(['Open daily.']);
}, 60_000);

describe('a PDF with a password', () => {
  test.each([
    ['RC4', `/V 1 /R 2 /O ${hex(32)} /U ${hex(32)} /P -4`],
    [
      'AES',
      `/V 5 /R 6 /Length 256 /O ${hex(48)} /U ${hex(48)} /OE ${hex(32)} /UE ${hex(32)} /Perms ${hex(16)} /P -4` +
        ' /StmF /StdCF /StrF /StdCF /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >>',
    ],
  ])('to open it, in %s, is refused in words', async (_cipher, entries) => {
    const trailer = `/Encrypt << /Filter /Standard ${entries} >> /ID [${hex(16)} ${hex(16)}]`;
    await expect(loadPdf(rawPdf({ pages: [sentence], trailer }))).rejects.toMatchObject({
      code: 'unsupported_type',
      message: expect.stringContaining('password') as unknown,
    });
  });

  test('only to change it is read', async () => {
    const file = '../../../test/ingestion/read/pdf/locked-against-changes.pdf';
    const { blocks } = await loadPdf(readFileSync(new URL(file, import.meta.url)));
    expect(blocks).toEqual([{ kind: 'paragraph', text: 'Open daily.', page: 1 }]);
  });
});

async function textsOf(content: string, entries = '') {
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
    const page = [visible, ...outside, ...cropped].join('\n');
    expect(await textsOf(page, entries)).toEqual(['Open daily.']);
  });

  test('is not brought back where nothing else is on the page', async () => {
    const entries = '/CropBox [100 300 500 700]';
    await expect(textsOf(at(20, 750, 'Draft of March'), entries)).rejects.toMatchObject({
      code: 'no_text',
    });
  });

  test('is that of a scan, also under a visible stamp', async () => {
    const scan = `${picture(600, 780)}\n${unseen('The swans are fed at noon.')}`;
    expect(await textsOf(scan)).toEqual(['The swans are fed at noon.']);
    expect(await textsOf(`${scan}\n${at(50, 20, 'Copy of 3 May')}`)).toEqual([
      'The swans are fed at noon.',
      'Copy of 3 May',
    ]);
  });

  test('is left out beside a picture that is no scan', async () => {
    const page = `${picture(100, 100)}\n${visible}\n${unseen('Free for all who say so.')}`;
    expect(await textsOf(page)).toEqual(['Open daily.']);
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
