import { deflateSync } from 'node:zlib';
import { assemble, flate, rawPdf, stream, type Lies } from '../ingestion/read/pdf/raw-pdf.ts';
import { files, randomBytes, type HostileFile } from './file.ts';

type Objects = Record<number, string>;

/** PDFs written by hand, so that every number in them can lie. */
const pdf = (objects: Objects, lies?: Lies) =>
  assemble(new Map(Object.entries(objects).map(([number, body]) => [Number(number), body])), lies);

const sentence = 'BT /F1 12 Tf 50 700 Td (The harbour museum opens at ten.) Tj ET';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

interface Entries extends Lies {
  resources?: string;
  pageEntries?: string;
  catalog?: string;
}

/** One page that shows `content`; further objects and entries as given. */
function page(content: string, more: Objects = {}, entries: Entries = {}): Buffer {
  const { resources = '', pageEntries = '', catalog = '', ...lies } = entries;
  const objects = {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${pageEntries} >>`,
    4: content.startsWith('<<') ? content : stream(content),
    5: font,
  };
  return pdf({ ...objects, ...more }, lies);
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
    'header behind 2 MB of noise': () =>
      page(sentence, {}, { before: randomBytes(2e6).toString('latin1') }),
    'xref whose predecessor is itself': () =>
      page(sentence, {}, { trailer: '<< /Size 6 /Root 1 0 R /Prev 700 >>' }),
    'a size of 2 billion': () =>
      page(sentence, {}, { trailer: '<< /Size 2147483647 /Root 1 0 R >>' }),
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
    'fewer pages than none': () =>
      tree({ 2: '<< /Type /Pages /Kids [3 0 R] /Count -5 >>', 3: '<< /Type /Page >>' }),
    '1,500 pages with text': () => rawPdf({ pages: Array<string>(1500).fill(sentence) }),
    'a page as large as a country': () =>
      page(sentence, {}, { pageEntries: '/MediaBox [0 0 1e30 1e30] /UserUnit 1e30' }),
    'arrays 100,000 deep': () =>
      page(sentence, { 6: '['.repeat(1e5) }, { pageEntries: '/X 6 0 R' }),
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
    'a content in 1,000 filters': () =>
      page(stream(deflateSync(sentence), `/Filter [${'/FlateDecode '.repeat(1000)}]`)),
    'a predictor with a row of 2 billion': () =>
      page(flate(spaces(1), '/DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 32 >>')),
    'a length that is not true': () => page(stream(sentence, '', 1e9)),
    'an object stream that holds itself': () =>
      page(
        sentence,
        { 6: stream('6 0 << >>', '/Type /ObjStm /N 1 /First 4 /Extends 6 0 R') },
        { pageEntries: '/X 6 0 R' },
      ),
    'an xref stream with fields of 2 billion bytes': () =>
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n${flate(spaces(1), '/Type /XRef /W [2147483647 2 2147483647] /Size 2147483647 /Root 2 0 R')}\nendobj\nstartxref\n9\n%%EOF`,
        'latin1',
      ),
    'an image of 100,000 by 100,000': () => {
      const size = '/Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
      const image = flate(spaces(50), `/Type /XObject /Subtype /Image ${size}`);
      const content = 'q 500 0 0 500 0 0 cm /I Do Q ' + sentence;
      return page(content, { 6: image }, { resources: '/XObject << /I 6 0 R >>' });
    },
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
    'a font of noise': () =>
      page(sentence, {
        5: '<< /Type /Font /Subtype /TrueType /BaseFont /X /FontDescriptor 6 0 R >>',
        6: '<< /Type /FontDescriptor /FontName /X /Flags 4 /FontFile2 7 0 R >>',
        7: stream(randomBytes(100_000)),
      }),
    'widths for 2 billion characters': () =>
      page(sentence, {
        5: '<< /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar -2147483648 /LastChar 2147483647 /Widths [1] >>',
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
    'a string that never ends': () => page('BT /F1 9 Tf (' + '('.repeat(1e6) + ' Tj'),
    '5,000 updates': () =>
      Buffer.concat([
        page(sentence),
        Buffer.from('trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n'.repeat(5000)),
      ]),
  });
