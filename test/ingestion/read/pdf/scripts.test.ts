import { describe, expect, test } from '@jest/globals';
import { legibility, loadPdf } from '../../../../server/ingestion/read/pdf.ts';
import { samples } from '../samples.ts';
import { rawPdf, show, stream, type Shown } from './raw-pdf.ts';

test('a text in any of the languages is legible', () => {
  const found = samples.map(([language, , text]) => [language, legibility(text)] as const);
  expect(found.filter(([, share]) => share <= 0.9)).toEqual([]);
});

describe('a text is less legible', () => {
  const russian = 'Лебедей кормят в полдень, и делает это смотритель, а сад за домом.';

  test.each([
    ['letter by letter', [...'The swans are fed at noon by the keeper'].join(' ')],
    ['in another encoding', 'Ëåáåäåé êîðìÿò â ïîëäåíü, è äåëàåò ýòî ñìîòðèòåëü'],
    ['as Hangul', 'Ючучцчы?ь가간ю갛갈?ф?각가эцчя갗K?ъ?цчэтч갈?같갈가?갇ю가갈간ъ갈чэ갗'],
    ['with control characters', russian.replace(/[аеи]/g, '\u0003')],
    ['with replacement characters', russian.replace(/[аеиоь]/g, '\ufffd')],
    ['with several scripts in a word', 'Ԕΰ ķϙʆ һӍΉʽ ȥ͟ರ ̽ଋҨ ƹ̽ୡȥ ဎഁୡࣧ ਮΝͱ ͢ฏʤҨ'],
    ['of signs alone', '"#$%&/()=?'.repeat(5)],
  ])('%s', (_case, text) => {
    expect(legibility(text)).toBeLessThan(0.75);
    expect(legibility(russian)).toBeGreaterThan(0.9);
  });
});

test('scripts whose letters are not known are not judged', () => {
  expect(legibility('हंसों को दोपहर में खिलाया जाता है और बगीचा घर के पीछे है')).toBe(1);
});

test('scripts that stand beside each other in a word of Chinese, Japanese or Korean are legible', () => {
  expect(
    legibility('入口のATMはTV棟のB館にあります。지하철역은KTX역과TV타워옆에있다'),
  ).toBeGreaterThan(0.9);
});

/** A font that is not in the file: its CMap alone says what the codes mean. */
const cjkFont = (cmap: string, ordering: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin /Encoding /${cmap} /DescendantFonts [<< /Type /Font
  /Subtype /CIDFontType0 /BaseFont /Ryumin /DW 1000 /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering})
  /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Ryumin /Flags 4 /ItalicAngle 0
  /FontBBox [0 -200 1000 900] /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>] >>`;

const utf16 = (text: string) => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

async function read(font: string, texts: readonly Shown[], objects: string[] = []) {
  const pages = [show(texts.map((text) => ({ ...text, font: 'J' })))];
  const { blocks } = await loadPdf(rawPdf({ pages, fonts: { J: font }, objects }));
  return blocks.map(({ text }) => text);
}

describe('no character is lost', () => {
  test.each([
    ['90ms-RKSJ-H', 'Japan1', '<92aa82cc969e826f>', '潮の満Ｐ'],
    ['UniJIS-UTF16-H', 'Japan1', utf16('潮の満ち引き𠮷'), '潮の満ち引き𠮷'],
    ['Identity-H', 'Japan1', '<034b034d034f>', 'あいう'],
    ['GBK-EUC-H', 'GB1', '<b3b1cfabd3eb>', '潮汐与'],
    ['ETen-B5-H', 'CNS1', '<bce9a6c1bb50>', '潮汐與'],
    ['KSCms-UHC-H', 'Korea1', '<c1b6bcf6>', '조수'],
  ])('with the CMap %s for %s', async (cmap, ordering, text, expected) => {
    expect(await read(cjkFont(cmap, ordering), [{ x: 100, y: 700, text }])).toEqual([expected]);
  });

  test('but of a page whose font mixes the scripts of words nothing is kept', async () => {
    const text = utf16('Дbγаo зΩкrы πлeаs мσаtн λиfя ψгdо');
    const reading = read(cjkFont('UniJIS-UTF16-H', 'Japan1'), [{ x: 100, y: 700, text }]);
    await expect(reading).rejects.toMatchObject({ code: 'no_text' });
  });

  test('where PDFium has only codes and pdf-parse knows the names of the glyphs', async () => {
    const names = '/uni6F6E /uni306E /uni6E80 /uni3061';
    const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0]
      /FirstChar 1 /LastChar 4 /Widths [750 750 750 750] /CharProcs << >>
      /Encoding << /Type /Encoding /Differences [1 ${names}] >> >>`;
    expect(await read(font, [{ x: 100, y: 700, text: '<01020304>' }])).toEqual(['潮の満ち']);
  });
});

test('a page that no parser can read is told from one of text', async () => {
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0]
    /FirstChar 1 /LastChar 2 /Widths [750 750] /CharProcs << >>
    /Encoding << /Type /Encoding /Differences [1 /uniE123 /uniE124] >> >>`;
  await expect(read(font, [{ x: 100, y: 700, text: '<0102010201>' }])).rejects.toMatchObject({
    code: 'no_text',
  });
});

describe('the second parser is asked', () => {
  test('where a font without a map reads as another script', async () => {
    const font = cjkFont('Identity-H', 'Korea1').replace(
      '/Encoding',
      '/ToUnicode /Identity-H /Encoding',
    );
    const russian = 'Лебедей кормят в полдень, и делает это смотритель';
    const text = utf16(russian);
    expect(await read(font, [{ x: 50, y: 700, text }])).toEqual([russian]);
  });

  test('where turned letters overlap', async () => {
    const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0 0.001 -0.001 0 0 0]
      /FirstChar 97 /LastChar 122 /Widths [${'600 '.repeat(26)}] /CharProcs << >> /Encoding << /Type /Encoding
      /Differences [97 ${[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `/${letter}`).join(' ')}] >> >>`;
    const content = 'BT /J 10 Tf 0 -1 1 0 100 400 Tm (innkeepersneedfreecoffeenooon) Tj ET';
    const { blocks } = await loadPdf(rawPdf({ pages: [content], fonts: { J: font } }));
    expect(blocks.map(({ text }) => text)).toEqual(['innkeepersneedfreecoffeenooon']);
  });

  test('and control characters from it are no text', async () => {
    const font = `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Odd /FirstChar 1 /LastChar 8
      /Widths [${'500 '.repeat(8)}] >>`;
    const noise = show([{ x: 50, y: 700, text: '<0102030405060708>', font: 'J' }]);
    const fine = show([{ x: 50, y: 700, text: 'Open daily.' }]);
    const { blocks } = await loadPdf(rawPdf({ pages: [fine, noise], fonts: { J: font } }));
    expect(blocks.map(({ text }) => text)).toEqual(['Open daily.']);
  });
});

describe('lines', () => {
  const japanese = cjkFont('UniJIS-UTF16-H', 'Japan1');
  const under = (...lines: string[]) =>
    lines.map((line, index) => ({ x: 100, y: 700 - 15 * index, text: utf16(line) }));

  test('of Japanese are joined without a space', async () => {
    const lines = under('潮の満ち引きは一日に二回あります', 'が、時刻は毎日変わります。');
    expect(await read(japanese, lines)).toEqual([
      '潮の満ち引きは一日に二回ありますが、時刻は毎日変わります。',
    ]);
  });

  test('of Korean are joined with one', async () => {
    const korean = cjkFont('UniKS-UTF16-H', 'Korea1');
    const lines = under('조수와 시간의 박물관은 매일', '문을 엽니다');
    expect(await read(korean, lines)).toEqual(['조수와 시간의 박물관은 매일 문을 엽니다']);
  });

  test('that run downwards are read from the right', async () => {
    const vertical = cjkFont('UniJIS-UTF16-V', 'Japan1');
    const lines = [
      { x: 500, y: 700, text: utf16('潮の満ち引きの博物館') },
      { x: 485, y: 700, text: utf16('開館時間') },
    ];
    expect(await read(vertical, lines)).toEqual(['潮の満ち引きの博物館開館時間']);
  });
});

/** A font whose codes mean what a ToUnicode CMap says: pairs of a code and text. */
function mappedFont(pairs: [string, string][]) {
  const entries = pairs.map(([code, text]) => `<${code}> ${utf16(text)}`).join('\n');
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${pairs.length} beginbfchar\n${entries}\nendbfchar endcmap end end`;
  const font = cjkFont('Identity-H', 'Identity').replace(
    '/Encoding',
    '/ToUnicode 100 0 R /Encoding',
  );
  return { font, objects: [stream(cmap)] };
}

test('ligatures and radicals are read as the letters', async () => {
  const pairs = ['o', 'ﬃ', 'ce', '⽇', '本'].map((text, n): [string, string] => [`000${n}`, text]);
  const { font, objects } = mappedFont(pairs);
  const text = `<${pairs.map(([code]) => code).join('')}>`;
  expect(await read(font, [{ x: 100, y: 700, text }], objects)).toEqual(['office日本']);
});

test('Hebrew is read from right to left, line by line', async () => {
  const letters = [...'שלוםעבאהמזי'].map((letter, index): [string, string] => [
    `00${(16 + index).toString(16)}`,
    letter,
  ]);
  const { font, objects } = mappedFont(letters);
  const codeOf = new Map(letters.map(([code, letter]) => [letter, code]));
  // Drawn from left to right, as producers do: the last letter first.
  const drawn = (word: string) =>
    `<${[...word]
      .reverse()
      .map((letter) => codeOf.get(letter))
      .join('')}>`;
  const texts = [
    { x: 440, y: 700, text: drawn('שלום') },
    { x: 390, y: 700, text: drawn('עולם') },
  ];
  expect(await read(font, texts.toReversed(), objects)).toEqual(['שלום עולם']);
});
