import { deflateSync } from 'node:zlib';
import { assemble, flate, rawPdf, stream, type RawPdf } from '../ingestion/read/pdf/raw-pdf.ts';
import { files, randomBytes, type HostileFile } from './file.ts';

type Objects = Record<number, string>;

/** A PDF of these objects, and of a catalog whose page tree is the second one. */
const tree = (nodes: Objects) => {
  const objects = { 1: '<< /Type /Catalog /Pages 2 0 R >>', ...nodes };
  return assemble(new Map(Object.entries(objects).map(([number, body]) => [Number(number), body])));
};

const sentence = 'BT /F1 12 Tf 50 700 Td (The harbour museum opens at ten.) Tj ET';

/** One page with entries of its own; further objects from number 100 on. */
const page = (content: string, more: Partial<RawPdf> = {}, entries = '') =>
  rawPdf({ ...more, pages: [{ content, entries }] });

const spaces = (megabytes: number) => Buffer.alloc(megabytes * 1e6, 0x20);
const field =
  '/Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [50 50 90 90] /DA (/F1 9 Tf) /V (Ada)';
const form = (entries: string, annotations = '100 0 R') =>
  page(
    '',
    {
      objects: [`<< ${field} ${entries} >>`],
      catalog: '/AcroForm << /Fields [100 0 R] /DR 4 0 R >>',
    },
    `/Annots [${annotations}]`,
  );
/** An outline of many entries, each of which names the next one. */
const outline = (entry: (next: number) => string) => {
  const entries = Array.from({ length: 50_000 }, (_, index) => `<< ${entry(102 + index)} >>`);
  const objects = ['<< /First 101 0 R >>', ...entries];
  return page(sentence, { objects, catalog: '/Outlines 100 0 R' });
};
const resources = (numbered: number) =>
  `/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X ${numbered} 0 R >> >>`;
/** A form that draws another one twice. */
const drawing = (other: number) =>
  stream('/X Do /X Do', `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources(other)}`);
const glyphs =
  '/Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 100 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources 4 0 R';
const coded =
  '/Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [101 0 R] /ToUnicode 100 0 R';
const descendant =
  '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>';
const cmap = stream('1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange');

export const hostilePdfs = (): HostileFile[] =>
  files('pdf', {
    'a root that is itself': () => tree({ 1: '1 0 R' }),
    'a page tree that is its own child': () =>
      tree({ 2: '<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 3 >>' }),
    'a page tree 100,000 deep': () => {
      const nodes: Objects = { 100_000: '<< /Type /Page /MediaBox [0 0 595 842] >>' };
      for (let number = 2; number < 100_000; number++)
        nodes[number] = `<< /Type /Pages /Kids [${number + 1} 0 R] /Count 1 >>`;
      return tree(nodes);
    },
    'one page 50,000 times': () =>
      tree({
        2: `<< /Type /Pages /Count 50000 /Kids [${'3 0 R '.repeat(50_000)}] >>`,
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1 1] >>',
      }),
    'a billion pages that are not there': () =>
      tree({ 2: '<< /Type /Pages /Kids [] /Count 1000000000 >>' }),
    '1,500 pages with text': () => rawPdf({ pages: Array<string>(1500).fill(sentence) }),
    'a page as large as a country': () =>
      page(sentence, {}, '/MediaBox [0 0 1e30 1e30] /UserUnit 1e30'),
    'a content that saves its state a million times': () => page('q '.repeat(1e6) + sentence),
    'a content of 1 GB, deflated twice': () =>
      page(
        stream(
          deflateSync(
            deflateSync(Buffer.concat(Array.from({ length: 64 }, () => deflateSync(spaces(16))))),
          ),
          '/Filter [/FlateDecode /FlateDecode /FlateDecode]',
        ),
      ),
    'a form that draws itself': () =>
      page(`/X Do ${sentence}`, { objects: [drawing(100)] }, resources(100)),
    'forms that double 30 times': () => {
      const forms = Array.from({ length: 30 }, (_, index) => drawing(101 + index));
      const last = stream(
        sentence,
        `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources(1)}`,
      );
      return page('/X Do', { objects: [...forms, last] }, resources(100));
    },
    'a field that is its own parent': () => form('/Parent 100 0 R /Kids [100 0 R]'),
    'a field 100,000 times': () => form('', '100 0 R '.repeat(1e5)),
    'text beyond all bounds': () => page('BT /F1 1e20 Tf 1e30 -1e30 Td (Far) Tj ET'),
    'a glyph that is drawn with itself': () => {
      const glyph = stream('9 0 d0 BT /F1 12 Tf (aaaa) Tj ET');
      return page('BT /F1 12 Tf (aaaa) Tj ET', {
        fonts: { F1: `<< ${glyphs} >>` },
        objects: [glyph],
      });
    },
    'a character map of 4 billion': () =>
      page(sentence, { fonts: { F1: `<< ${coded} >>` }, objects: [cmap, descendant] }),
    'an outline 50,000 deep': () => outline((next) => `/Title (Deep) /First ${next} 0 R`),
    'an outline of 50,000 that lead nowhere': () =>
      outline((next) => `/Title (Far) /Dest [999999 0 R /Fit] /Next ${next} 0 R`),
    'a million letters, one at a time': () =>
      page(flate('BT /F1 1 Tf ' + '(a) Tj '.repeat(1e6) + 'ET')),
    '5 million letters in one place': () => page(flate(`BT /F1 1 Tf (${'a'.repeat(5e6)}) Tj ET`)),
    '200,000 letters in random order': () => {
      const places = randomBytes(400_000);
      const shown = Array.from(
        { length: 200_000 },
        (_, index) => `1 0 0 1 ${places[2 * index]} ${places[2 * index + 1]} Tm (a) Tj`,
      );
      return page(flate(`BT /F1 1 Tf ${shown.join(' ')} ET`));
    },
  });
