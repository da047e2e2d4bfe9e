import { deflateSync } from 'node:zlib';
import { assemble, flate, stream } from '../ingestion/read/pdf/raw-pdf.ts';
import { files, randomBytes, type HostileFile } from './file.ts';

type Objects = Record<number, string>;
type Lies = Parameters<typeof assemble>[1];

/** PDFs written by hand, so that every number in them can lie. */
const pdf = (objects: Objects, lies?: Lies) =>
  assemble(new Map(Object.entries(objects).map(([number, body]) => [Number(number), body])), lies);

const sentence = 'BT /F1 12 Tf 50 700 Td (The harbour museum opens at ten.) Tj ET';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

interface PageEntries {
  resources?: string;
  pageEntries?: string;
  catalog?: string;
  lies?: Lies;
}

/** One page that shows `content`; further objects and entries as given. */
function page(
  content: string,
  more: Objects = {},
  { resources = '', pageEntries = '', catalog = '', lies = {} }: PageEntries = {},
): Buffer {
  return pdf(
    {
      1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${pageEntries} >>`,
      4: content.startsWith('<<') ? content : stream(content),
      5: font,
      ...more,
    },
    lies,
  );
}

/** A catalog whose page tree is `tree`, objects from 2 on. */
const tree = (nodes: Objects) => pdf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', ...nodes });

function deepTree(depth: number): Buffer {
  const nodes: Objects = {};
  for (let number = 2; number < depth; number++)
    nodes[number] = `<< /Type /Pages /Kids [${number + 1} 0 R] /Count 1 >>`;
  nodes[depth] = '<< /Type /Page /MediaBox [0 0 595 842] >>';
  return tree(nodes);
}

function manyPages(count: number, content: string): Buffer {
  const objects: Objects = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, index) => `${index + 5} 0 R`).join(' ')}] >>`,
    3: font,
    4: stream(content),
  };
  for (let number = 5; number < count + 5; number++)
    objects[number] =
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>';
  return pdf(objects);
}

const spaces = (megabytes: number) => Buffer.alloc(megabytes * 1e6, 0x20);
const image = (entries: string, data: Buffer) =>
  page(
    'q 500 0 0 500 0 0 cm /I Do Q ' + sentence,
    { 6: stream(data, `/Type /XObject /Subtype /Image ${entries}`) },
    { resources: '/XObject << /I 6 0 R >>' },
  );
const encrypted = (entries: string) =>
  page(
    sentence,
    { 6: `<< /Filter /Standard ${entries} >>` },
    {
      lies: {
        trailer: `<< /Size 7 /Root 1 0 R /Encrypt 6 0 R /ID [<${'ab'.repeat(16)}> <${'ab'.repeat(16)}>] >>`,
      },
    },
  );
const keys = `/O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> /P -1`;
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
    empty: () => '',
    'one byte': () => '%',
    'a header and no more': () => '%PDF-1.7\n',
    'an end and no more': () => '%%EOF\n',
    'a header and noise': () => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(100_000)]),
    'header behind 2 MB of noise': () =>
      page(sentence, {}, { lies: { before: randomBytes(2e6).toString('latin1') } }),
    'startxref beyond the end': () => page(sentence, {}, { lies: { startxref: '99999999' } }),
    'startxref that is negative': () => page(sentence, {}, { lies: { startxref: '-1' } }),
    'startxref that is no number': () => page(sentence, {}, { lies: { startxref: 'here' } }),
    'xref whose predecessor is itself': () =>
      page(sentence, {}, { lies: { trailer: '<< /Size 6 /Root 1 0 R /Prev 700 >>' } }),
    'xref with a loop of 2': () =>
      Buffer.from(
        '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Prev 54 >>\nstartxref\n54\n%%EOF\n',
      ),
    'a size of 2 billion': () =>
      page(sentence, {}, { lies: { trailer: '<< /Size 2147483647 /Root 1 0 R >>' } }),
    'no root': () => page(sentence, {}, { lies: { trailer: '<< /Size 6 >>' } }),
    'a root that is itself': () => pdf({ 1: '1 0 R' }),
    'a page tree that is a loop': () =>
      tree({
        2: '<< /Type /Pages /Kids [3 0 R] /Count 2 >>',
        3: '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 2 >>',
      }),
    'a page tree that is its own child': () =>
      tree({ 2: '<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 3 >>' }),
    'a page tree 300 deep': () => deepTree(300),
    'a page tree 100,000 deep': () => deepTree(100_000),
    'one page 50,000 times': () =>
      tree({
        2: `<< /Type /Pages /Count 50000 /Kids [${'3 0 R '.repeat(50_000)}] >>`,
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1 1] >>',
      }),
    'a billion pages that are not there': () =>
      tree({ 2: '<< /Type /Pages /Kids [] /Count 1000000000 >>' }),
    'a million pages on one': () =>
      tree({
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      }),
    'fewer pages than none': () =>
      tree({ 2: '<< /Type /Pages /Kids [3 0 R] /Count -5 >>', 3: '<< /Type /Page >>' }),
    '3,000 pages without text': () => manyPages(3000, ''),
    '1,500 pages with text': () => manyPages(1500, sentence),
    'a page as large as a country': () =>
      page(sentence, {}, { pageEntries: '/MediaBox [0 0 1e30 1e30] /UserUnit 1e30' }),
    'a page of negative size': () =>
      page(sentence, {}, { pageEntries: '/MediaBox [100 100 -100 -100] /Rotate 17' }),
    'arrays 100,000 deep': () =>
      page(sentence, { 6: '['.repeat(1e5) }, { pageEntries: '/X 6 0 R' }),
    'arrays 500 deep in a content': () =>
      page('['.repeat(500) + ']'.repeat(500) + ' TJ ' + sentence),
    'dictionaries 100,000 deep': () =>
      page(sentence, { 6: '<< /A '.repeat(1e5) }, { pageEntries: '/X 6 0 R' }),
    'dictionaries 100,000 deep in the trailer': () =>
      page(sentence, {}, { lies: { trailer: '<< /A '.repeat(1e5) } }),
    'a content that saves its state a million times': () => page('q '.repeat(1e6) + sentence),
    'a content of 200 MB, deflated': () => page(flate(spaces(200))),
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
    'a run-length bomb': () =>
      page(stream(Buffer.alloc(2e6, Buffer.from([0x81, 0x20])), '/Filter /RunLengthDecode')),
    'an LZW stream of noise': () => page(stream(randomBytes(500_000), '/Filter /LZWDecode')),
    'an ASCII85 bomb': () => page(stream('z'.repeat(2e6), '/Filter /ASCII85Decode')),
    'a predictor with a row of 2 billion': () =>
      page(flate(spaces(1), '/DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 32 >>')),
    'a length that is not true': () => page(stream(sentence, '', 1e9)),
    'a length that is its own stream': () => page(stream(sentence, '', '4 0 R')),
    'a stream without end': () =>
      Buffer.from('%PDF-1.7\n1 0 obj\n<< /Length 10 >>\nstream\n' + 'A'.repeat(1e6)),
    'an object stream that holds itself': () =>
      page(
        sentence,
        { 6: stream('6 0 << >>', '/Type /ObjStm /N 1 /First 4 /Extends 6 0 R') },
        { pageEntries: '/X 6 0 R' },
      ),
    'an object stream of 100 million': () =>
      page(
        sentence,
        { 6: flate('1 0 '.repeat(1e6), '/Type /ObjStm /N 100000000 /First 100') },
        { catalog: '/X 6 0 R' },
      ),
    'an xref stream with fields of 2 billion bytes': () =>
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n${flate(spaces(1), '/Type /XRef /W [2147483647 2 2147483647] /Size 2147483647 /Root 2 0 R')}\nendobj\nstartxref\n9\n%%EOF`,
        'latin1',
      ),
    'an image of 100,000 by 100,000': () =>
      image(
        '/Width 100000 /Height 100000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode',
        deflateSync(spaces(50)),
      ),
    'a JBIG2 image of noise': () =>
      image(
        '/Width 60000 /Height 60000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode',
        randomBytes(50_000),
      ),
    'a JPEG 2000 image of noise': () =>
      image(
        '/Width 60000 /Height 60000 /ColorSpace /DeviceRGB /Filter /JPXDecode',
        randomBytes(50_000),
      ),
    'a JPEG image of noise': () =>
      image(
        '/Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
        randomBytes(50_000),
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
    'a field that is drawn by itself': () => form('/V (Ada) /AP << /N 7 0 R >>'),
    'a field 100,000 times': () => form('/V (Ada)', '6 0 R '.repeat(1e5)),
    'a value that is a form': () => form('/V 2 0 R /AP << /N 1 0 R >>'),
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
    'a million character maps': () =>
      cmap('1 beginbfrange <0000> <FFFF> <0041> endbfrange '.repeat(20_000)),
    'an outline that is a loop': () =>
      outline({
        6: '<< /First 7 0 R /Last 7 0 R /Count 1 >>',
        7: '<< /Title (Loop) /Parent 6 0 R /Next 7 0 R /First 7 0 R >>',
      }),
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
    'names that are a loop': () =>
      page(sentence, { 6: '<< /Kids [6 0 R 6 0 R] >>' }, { catalog: '/Names << /Dests 6 0 R >>' }),
    'structure that is a loop': () =>
      page(
        sentence,
        {
          6: '<< /Type /StructTreeRoot /K 7 0 R >>',
          7: '<< /Type /StructElem /S /P /P 6 0 R /K [7 0 R 7 0 R] >>',
        },
        { catalog: '/StructTreeRoot 6 0 R /MarkInfo << /Marked true >>' },
      ),
    'an action that is JavaScript': () =>
      page(sentence, {}, { catalog: '/OpenAction << /S /JavaScript /JS (while (true) {}) >>' }),
    'an action that starts a program': () =>
      page(sentence, {}, { catalog: '/OpenAction << /S /Launch /F (/bin/sh) >>' }),
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
    'a name of 2 MB': () => page(sentence, {}, { resources: `/${'N'.repeat(2e6)} 1` }),
    'a string that never ends': () => page('BT /F1 9 Tf (' + '('.repeat(1e6) + ' Tj'),
    'a number of a million digits': () => page(`BT /F1 ${'9'.repeat(1e6)} Tf (a) Tj ET`),
    'an inline image that never ends': () =>
      page('BI /W 99999 /H 99999 /BPC 8 ID ' + 'x'.repeat(1e6)),
    'a comment of 5 MB': () => page('%' + 'c'.repeat(5e6)),
    '5,000 updates': () =>
      Buffer.concat([
        page(sentence),
        Buffer.from('trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n'.repeat(5000)),
      ]),
    'encrypted with 40 bits': () => encrypted(`/V 1 /R 2 ${keys}`),
    'encrypted with 128 bits': () => encrypted(`/V 2 /R 3 /Length 128 ${keys}`),
    'encrypted with 256 bits': () =>
      encrypted(
        `/V 5 /R 6 /Length 256 /O <${'11'.repeat(48)}> /U <${'22'.repeat(48)}> /OE <${'33'.repeat(32)}> /UE <${'44'.repeat(32)}> /Perms <${'55'.repeat(16)}> /P -1 /CF << /StdCF << /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF`,
      ),
    'encrypted in a way unknown': () => encrypted('/V 99 /R 99 /Length 7'),
    'a scan without text': () => page('0.5 g 0 0 595 842 re f'),
  });
