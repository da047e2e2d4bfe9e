import { deflateSync } from 'node:zlib';
import { assemble, flate, rawPdf, stream } from '../ingestion/read/pdf/raw-pdf.ts';
import { files, randomBytes, type HostileFile } from './file.ts';

type Objects = Record<number, string>;

/** PDFs written by hand, so that every number in them can lie. */
const pdf = (objects: Objects) =>
  assemble(new Map(Object.entries(objects).map(([number, body]) => [Number(number), body])));

const sentence = 'BT /F1 12 Tf 50 700 Td (The harbour museum opens at ten.) Tj ET';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

interface Entries {
  resources?: string;
  pageEntries?: string;
  catalog?: string;
}

/** One page that shows `content`; further objects and entries as given. */
function page(content: string, more: Objects = {}, entries: Entries = {}): Buffer {
  const { resources = '', pageEntries = '', catalog = '' } = entries;
  const objects = {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${pageEntries} >>`,
    4: content.startsWith('<<') ? content : stream(content),
    5: font,
  };
  return pdf({ ...objects, ...more });
}

/** A catalog whose page tree is `tree`, objects from 2 on. */
const tree = (nodes: Objects) => pdf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', ...nodes });

const spaces = (megabytes: number) => Buffer.alloc(megabytes * 1e6, 0x20);
const form = (entries: string, annotations = '6 0 R') =>
  page(
    '',
    {
      6: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [50 50 90 90] /DA (/F1 9 Tf) ${entries} >>`,
      7: stream('/X Do', '/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 7 0 R >> >>'),
    },
    {
      pageEntries: `/Annots [${annotations}]`,
      catalog: '/AcroForm << /Fields [6 0 R] /DR << /Font << /F1 5 0 R >> >> >>',
    },
  );
const outline = (entries: Objects) => page(sentence, entries, { catalog: '/Outlines 6 0 R' });
const cmap = (body: string) =>
  page(sentence, {
    5: '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 6 0 R >>',
    6: stream(body),
    7: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
  });

export const hostilePdfs = (): HostileFile[] =>
  files('pdf', {
    'a root that is itself': () => pdf({ 1: '1 0 R' }),
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
      page(sentence, {}, { pageEntries: '/MediaBox [0 0 1e30 1e30] /UserUnit 1e30' }),
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
      page(
        '/X Do ' + sentence,
        {
          6: stream(
            '/X Do /X Do',
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
          ),
        },
        { resources: '/XObject << /X 6 0 R >>' },
      ),
    'forms that double 30 times': () => {
      const forms: Objects = {};
      for (let number = 6; number < 36; number++)
        forms[number] = stream(
          '/X Do /X Do',
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${number + 1} 0 R >> >>`,
        );
      forms[36] = stream(
        sentence,
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 5 0 R >> >>',
      );
      return page('/X Do', forms, { resources: '/XObject << /X 6 0 R >>' });
    },
    'a field that is its own parent': () => form('/Parent 6 0 R /Kids [6 0 R] /V (Ada)'),
    'a field 100,000 times': () => form('/V (Ada)', '6 0 R '.repeat(1e5)),
    'text beyond all bounds': () => page('BT /F1 1e20 Tf 1e30 -1e30 Td (Far) Tj ET'),
    'a glyph that is drawn with itself': () =>
      page('BT /F1 12 Tf (aaaa) Tj ET', {
        5: '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /F1 5 0 R >> >> >>',
        6: stream('9 0 d0 BT /F1 12 Tf (aaaa) Tj ET'),
      }),
    'a character map of 4 billion': () =>
      cmap('1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange'),
    'an outline 50,000 deep': () => {
      const entries: Objects = { 6: '<< /First 7 0 R >>' };
      for (let number = 7; number < 50_000; number++)
        entries[number] = `<< /Title (Deep) /First ${number + 1} 0 R >>`;
      return outline(entries);
    },
    'an outline of 50,000 that lead nowhere': () => {
      const entries: Objects = { 6: '<< /First 7 0 R >>' };
      for (let number = 7; number < 50_000; number++)
        entries[number] = `<< /Title (Far) /Dest [999999 0 R /Fit] /Next ${number + 1} 0 R >>`;
      return outline(entries);
    },
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
