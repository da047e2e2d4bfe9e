import { deflateSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '../../../../server/errors/app-error.ts';
import { loadPdf } from '../../../../server/ingestion/read/pdf.ts';
import { rawPdf, show, stream } from './raw-pdf.ts';
import { isFull } from '../../../full-runs.ts';

fc.configureGlobal({ seed: 17 });
jest.setTimeout(60_000);

const fine = rawPdf({ pages: [show([{ x: 50, y: 700, text: 'Open daily.' }])] });
const packed = (data: string) =>
  stream(
    deflateSync(Buffer.from(data, 'latin1'), { level: 9 }).toString('latin1'),
    '/Filter /FlateDecode',
  );
const changed = (from: string, to: string) =>
  Buffer.from(Buffer.from(fine).toString('latin1').replace(from, to), 'latin1');
const self = (entries: string) => stream('/X0 Do BT /F1 9 Tf (Echo) Tj ET', entries);

const field = (entries: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [50 50 90 90] /DA (/F1 9 Tf) ${entries} >>`;
const form = (entries: string, annotations = '[100 0 R]') =>
  rawPdf({
    pages: [{ content: '', entries: `/Annots ${annotations}` }],
    catalog: '/AcroForm << /Fields [100 0 R] /DR 4 0 R >>',
    objects: [
      field(entries),
      self('/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X0 101 0 R >> >>'),
    ],
  });

const outcome = (bytes: Uint8Array) =>
  loadPdf(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const isClear = (result: string) =>
  ['read', 'no_text', 'unsupported_type', 'too_large'].includes(result);

async function expectEngineAlive() {
  expect((await loadPdf(fine)).blocks.map(({ text }) => text)).toEqual(['Open daily.']);
}

describe('a hostile PDF ends in words, and the next one is read', () => {
  test('that unpacks to more than memory holds', async () => {
    const bomb = rawPdf({ pages: [packed(' '.repeat(200e6))] });
    expect(bomb.length).toBeLessThan(300_000);
    expect(await outcome(bomb)).toBe('too_large');
    await expectEngineAlive();
  });

  test('with more text on a page than any book', async () => {
    const text = `BT /F1 9 Tf ${'(Sold to the highest bidder) Tj '.repeat(100_000)} ET`;
    expect(await outcome(rawPdf({ pages: [packed(text)] }))).toBe('too_large');
    await expectEngineAlive();
  });

  test.each<[string, Uint8Array]>([
    ['millions of states', rawPdf({ pages: [packed('q '.repeat(3e6))] })],
    ['deep arrays in its content', rawPdf({ pages: [packed('['.repeat(2e6))] })],
    ['deep arrays in its catalogue', rawPdf({ pages: [''], catalog: `/A ${'['.repeat(1e5)}` })],
    [
      'a picture of itself',
      rawPdf({ pages: [self('/Resources << /XObject << /X0 1001 0 R >> >> /Subtype /Form')] }),
    ],
    ['a field that is its own parent', form('/Parent 100 0 R /Kids [100 0 R] /V (Ada)')],
    ['a field that is drawn by itself', form('/V (Ada) /AP << /N 101 0 R >>')],
    ['a field thousands of times', form('/V (Ada)', `[${'100 0 R '.repeat(1e5)}]`)],
    ['a value that is a form', form('/V 2 0 R /AP << /N 1 0 R >>')],
    ['pages that hold themselves', changed('/Kids [1000 0 R]', '/Kids [2 0 R 2 0 R]')],
    ['a false number of pages', changed('/Count 1', '/Count 999999999')],
    ['a negative number of pages', changed('/Count 1', '/Count -5')],
    [
      'text beyond all bounds',
      rawPdf({ pages: [show([{ x: 1e30, y: -1e30, text: 'Far', size: 1e20 }])] }),
    ],
    ['a page of no size', changed('[0 0 600 800]', '[0 0 0 0]')],
    ['a stream of a false length', changed('/Length 45', '/Length 99999999')],
  ])('with %s', async (_case, bytes) => {
    expect(isClear(await outcome(bytes))).toBe(true);
    await expectEngineAlive();
  });

  test('damaged at any place', async () => {
    const pages = [
      show([{ x: 50, y: 700, text: 'Open daily.' }]),
      packed('BT /F1 9 Tf (Closed) Tj ET'),
    ];
    const whole = rawPdf({
      pages: [...pages, { content: '', entries: '/Annots [102 0 R]' }],
      catalog: '/Outlines 100 0 R /AcroForm << /Fields [102 0 R] /DR 4 0 R >>',
      objects: ['<< /First 101 0 R >>', '<< /Title (Open) >>', field('/V (Ada)')],
    });
    const place = fc.nat(whole.length - 1);
    const damages = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(damages, fc.option(place), async (changes, end) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const result = await outcome(bytes.slice(0, end ?? undefined));
        expect([result, isClear(result)]).toEqual([result, true]);
      }),
      { numRuns: isFull ? 150 : 30 },
    );
    await expectEngineAlive();
  });
});
