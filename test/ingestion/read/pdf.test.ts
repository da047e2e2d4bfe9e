import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { AppError } from '../../../server/errors/app-error.ts';
import { loadPdf } from '../../../server/ingestion/read/pdf.ts';
import { isFull } from '../../full-runs.ts';
import { flate, rawPdf, show, stream } from './pdf/raw-pdf.ts';
import { rc4 } from './pdf/rc4.ts';

async function pdf(pages: string[][], title?: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  if (title !== undefined) document.setTitle(title);
  for (const lines of pages) {
    const page = document.addPage();
    lines.forEach((line, index) =>
      page.drawText(line, { x: 50, y: 700 - 20 * index, size: 12, font }),
    );
  }
  return document.save();
}

const sentence = show([{ x: 50, y: 700, text: 'Open daily.' }]);
const hex = (bytes: Uint8Array) => `<${Buffer.from(bytes).toString('hex')}>`;

const broken: [string, Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['text', Buffer.from('This is no document.')],
  ['bytes of any kind', Uint8Array.from({ length: 500 }, (_, n) => (n * 7919) % 256)],
  ['its own beginning', rawPdf({ pages: [sentence] }).slice(0, 300)],
];

describe('a PDF', () => {
  test('is read page by page, lines as paragraphs', async () => {
    const { title, blocks } = await loadPdf(
      await pdf([['Swans are fed', 'at noon.', 'They fly.'], ['Open daily.']], ' Guide '),
    );
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

  test('that cannot be read is refused in words', async () => {
    for (const [name, bytes] of broken) {
      const failure: unknown = await loadPdf(bytes).catch((error: unknown) => error);
      expect([name, failure instanceof AppError]).toEqual([name, true]);
      expect(failure).toMatchObject({ code: 'unsupported_type', retryable: false });
    }
  });

  test('of pictures alone has no text, and is told what to do', async () => {
    const scan = rawPdf({
      pages: ['q 600 0 0 800 0 0 cm BI /W 8 /H 1 /BPC 1 /CS /G ID \xff EI Q'],
    });
    await expect(loadPdf(scan)).rejects.toMatchObject({
      code: 'no_text',
      message: expect.stringMatching(/scanned.*OCR/) as unknown,
    });
    await expect(loadPdf(await pdf([[]]))).rejects.toMatchObject({ code: 'no_text' });
  });
});

test('a PDF that is damaged at any place ends in words, and the next one is read', async () => {
  const packed = flate('BT /F1 9 Tf (Closed) Tj ET');
  const fine = rawPdf({ pages: [sentence] });
  const whole = rawPdf({
    pages: [sentence, packed, { content: '', entries: '/Annots [102 0 R]' }],
    catalog: '/Outlines 100 0 R /AcroForm << /Fields [102 0 R] /DR 4 0 R >>',
    objects: [
      '<< /First 101 0 R >>',
      '<< /Title (Open) >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [50 50 90 90] /DA (/F1 9 Tf) /V (Ada) >>',
    ],
  });
  const place = fc.nat(whole.length - 1);
  const damages = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(damages, fc.option(place), async (changes, end) => {
      const bytes = Uint8Array.from(whole);
      for (const [at, value] of changes) bytes[at] = value;
      const result = await loadPdf(bytes.slice(0, end ?? undefined)).catch((error: unknown) =>
        error instanceof AppError ? error.code : error,
      );
      if (typeof result === 'string')
        expect(['no_text', 'unsupported_type', 'too_large']).toContain(result);
      else expect(result).toHaveProperty('blocks');
    }),
    { seed: 17, numRuns: isFull ? 150 : 8 },
  );
  // More than its memory holds.
  await expect(loadPdf(rawPdf({ pages: [flate(' '.repeat(200e6))] }))).rejects.toMatchObject({
    code: 'too_large',
  });
  expect((await loadPdf(fine)).blocks.map(({ text }) => text)).toEqual(['Open daily.']);
}, 60_000);

describe('a PDF with a password', () => {
  const id = '/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]';

  test.each([
    ['RC4', `/V 1 /R 2 /O ${hex(randomBytes(32))} /U ${hex(randomBytes(32))} /P -4`],
    [
      'AES',
      `/V 5 /R 6 /Length 256 /O ${hex(randomBytes(48))} /U ${hex(randomBytes(48))} /OE ${hex(randomBytes(32))}` +
        ` /UE ${hex(randomBytes(32))} /Perms ${hex(randomBytes(16))} /P -4 /StmF /StdCF /StrF /StdCF` +
        ' /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >>',
    ],
  ])('to open it, in %s, is refused in words', async (_cipher, entries) => {
    const trailer = `/Encrypt << /Filter /Standard ${entries} >> ${id}`;
    await expect(loadPdf(rawPdf({ pages: [sentence], trailer }))).rejects.toMatchObject({
      code: 'unsupported_type',
      message: expect.stringContaining('password') as unknown,
    });
  });

  /** PDF 32000-1, 7.6.3: algorithms 2 and 4 with an empty user password. */
  test('only to change it is read', async () => {
    const padding = Buffer.from(
      '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
      'hex',
    );
    const owner = randomBytes(32);
    const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest();
    const documentId = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
    const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
    const key = md5(padding, owner, permissions, documentId).subarray(0, 5);
    const contentKey = md5(key, Buffer.from([1001 % 256, 1001 >> 8, 0, 0, 0])).subarray(0, 10);
    const content = stream(rc4(contentKey, Buffer.from(sentence, 'latin1')).toString('latin1'));
    const entries = `/V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, padding))} /P -4`;
    const trailer = `/Encrypt << /Filter /Standard ${entries} >> ${id}`;
    const { blocks } = await loadPdf(rawPdf({ pages: [content], trailer }));
    expect(blocks).toEqual([{ kind: 'paragraph', text: 'Open daily.', page: 1 }]);
  });
});
