import { describe, expect, test } from '@jest/globals';
import { Document, FootnoteReferenceRun, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';
import { loadDocx } from './docx.ts';
import {
  cell,
  docx,
  listed,
  p,
  part,
  row,
  run,
  style,
  styled,
  table,
} from '../../../test/ingestion/read/docx-xml.ts';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { zip } from '../../../test/ingestion/read/zip.ts';

const outline = async (...given: Parameters<typeof docx>) =>
  outlineOf((await loadDocx(docx(...given))).blocks);

const styles = (content: string) => ({ 'word/styles.xml': part('styles', content) });
const outlineLevel = (level: number) => `<w:pPr><w:outlineLvl w:val="${level}"/></w:pPr>`;

test('a document that another library wrote is read', async () => {
  const bytes = await Packer.toBuffer(
    new Document({
      title: 'House rules',
      footnotes: { 1: { children: [new Paragraph('Only by the keeper.')] } },
      sections: [
        {
          children: [
            new Paragraph({ text: 'Feeding', heading: HeadingLevel.HEADING_2 }),
            new Paragraph({
              children: [new TextRun('Swans are fed at noon'), new FootnoteReferenceRun(1)],
            }),
            new Paragraph({ text: 'bread', bullet: { level: 0 } }),
          ],
        },
      ],
    }),
  );
  expect(await loadDocx(bytes)).toEqual({
    title: 'House rules',
    language: '',
    blocks: [
      { kind: 'heading', level: 2, text: 'Feeding' },
      { kind: 'paragraph', text: 'Swans are fed at noon' },
      { kind: 'paragraph', text: 'Only by the keeper.' },
      { kind: 'item', text: 'bread' },
    ],
  });
});

test('raised, struck out and hidden runs are read as they are seen', async () => {
  const raised = (text: string) => run(text, '<w:vertAlign w:val="superscript"/>');
  const body =
    run('A pass costs 45') + raised('2') + run(' euros, ') + run('was 50, ', '<w:strike/>');
  const rest = run('ask Ada, ', '<w:vanish/>') + run('120 m') + raised('2') + run('.');
  expect(await outline(`<w:p>${body}${rest}</w:p>`)).toEqual(['p A pass costs 45² euros, 120 m².']);
});

test('a letterhead and a footer are read once, without the numbers of pages', async () => {
  const header = `<w:hdr>${p('Old Mill')}${p('Page 1 of 3')}</w:hdr>`;
  const parts = {
    'word/header1.xml': header,
    'word/header2.xml': header,
    'word/footer1.xml': `<w:ftr>${p('Call 555 0107')}${p('2')}</w:ftr>`,
  };
  expect(await outline(p('Open daily.'), parts)).toEqual([
    'p Old Mill',
    'p Open daily.',
    'p1 Call 555 0107',
  ]);
});

describe('a heading is known by', () => {
  const basedOn = style('S', 'Mine', '<w:basedOn w:val="H"/>') + style('H', 'Heading 3');
  test.each([
    ['the name of its style', style('S', 'heading 2'), 'h2 A'],
    ['a German name', style('S', 'Überschrift 1'), 'h1 A'],
    ['a French name', style('S', 'Titre 3'), 'h3 A'],
    ['a Japanese name', style('S', '見出し 2'), 'h2 A'],
    ['the level of its style', style('S', 'Clause', outlineLevel(1)), 'h2 A'],
    ['what its style is based on', basedOn, 'h3 A'],
    ['a deep level, at most the sixth', style('S', 'heading 9'), 'h6 A'],
    ['the style of titles', style('S', 'Title'), 'h1 A'],
  ])('%s', async (_case, given, expected) => {
    expect(await outline(styled('S', 'A'), styles(given))).toEqual([expected]);
  });

  test('its own level', async () => {
    const body = p('A', '<w:jc w:val="left"/><w:outlineLvl w:val="3"/>');
    expect(await outline(body)).toEqual(['h4 A']);
  });

  test('and nothing else is one', async () => {
    const given =
      style('Body', 'My body', '<w:basedOn w:val="H"/>' + outlineLevel(9)) +
      style('H', 'heading 1');
    const round =
      style('A', 'A', '<w:basedOn w:val="B"/>') + style('B', 'B', '<w:basedOn w:val="A"/>');
    const body =
      styled('Body', 'a') +
      styled('A', 'b') +
      styled('unknown', 'c') +
      p('d', '<w:outlineLvl w:val="9"/>');
    expect(await outline(body, styles(given + round))).toEqual(['p a', 'p b', 'p c', 'p d']);
  });
});

describe('in the text', () => {
  test('runs, links, tabs, breaks and symbols are on one line, lines apart', async () => {
    const body = p(
      `${run('Sw', '<w:i/>')}${run('ans')}<w:r><w:tab/><w:t>fly</w:t></w:r><w:hyperlink w:anchor="x">${run(' here')}</w:hyperlink><w:r><w:br/><w:t>co\u00adop</w:t><w:noBreakHyphen/></w:r>`,
    );
    expect(await outline(body)).toEqual(['p Swans fly here', 'p coop\u2011']);
  });

  test('insertions are kept, deletions and comments left out', async () => {
    const comment = `<w:comment w:id="1">${p('Really?')}</w:comment>`;
    const body =
      p(
        `${run('Open ')}<w:ins w:id="1">${run('daily')}</w:ins><w:del w:id="2"><w:r><w:delText>never</w:delText></w:r></w:del><w:r><w:commentReference w:id="1"/></w:r>`,
        '<w:rPr><w:lang w:val="en-GB"/></w:rPr><w:pPrChange w:id="9"><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange>',
      ) +
      `<w:p><w:pPr><w:rPr><w:del w:id="3"/></w:rPr></w:pPr>${run('One ')}</w:p>` +
      p(run('line.', '<w:b/><w:rPrChange w:id="4"><w:rPr><w:i/></w:rPr></w:rPrChange>'));
    expect(await outline(body, { 'word/comments.xml': part('comments', comment) })).toEqual([
      'p Open daily',
      'p One line.',
    ]);
  });

  test('the text of boxes, fields and controls is kept, once', async () => {
    const box = `<w:pict><v:shape><v:textbox><w:txbxContent>${p('Boxed.')}</w:txbxContent></v:textbox></v:shape></w:pict>`;
    const body =
      p(
        `${run('Beside.')}<w:r><mc:AlternateContent><mc:Choice Requires="wps">${p('Boxed.')}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r>`,
      ) +
      p(
        '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>DATE</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>3 May</w:t><w:fldChar w:fldCharType="end"/></w:r>',
      ) +
      `<w:sdt><w:sdtContent>${p('Chosen.')}</w:sdtContent></w:sdt>`;
    expect(await outline(body)).toEqual(['p Beside.', 'p Boxed.', 'p 3 May', 'p Chosen.']);
  });

  test('a table of contents is left out, code is kept as it stands', async () => {
    const given = style('T1', 'toc 1') + style('TH', 'TOC Heading') + style('C', 'Source Code');
    const body =
      styled('TH', 'Contents') +
      styled('T1', 'Feeding 3') +
      styled('C', 'if (a) {') +
      styled('C', '  b();') +
      styled('C', '}') +
      p('End.');
    expect(await outline(body, styles(given))).toEqual(['> if (a) {\n  b();\n}', 'p End.']);
  });
});

describe('notes', () => {
  const note = (kind: string, id: number, text: string) =>
    `<w:${kind} w:id="${id}">${p(`<w:r><w:${kind}Ref/></w:r>${run(` ${text}`)}`)}</w:${kind}>`;
  const parts = {
    'word/footnotes.xml': part(
      'footnotes',
      `<w:footnote w:type="separator" w:id="0">${p('x')}</w:footnote>${note('footnote', 1, 'First.')}${note('footnote', 2, 'Second.')}`,
    ),
    'word/endnotes.xml': part('endnotes', note('endnote', 1, 'Last.')),
  };
  const reference = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;

  test('follow once what refers to them, if they are there', async () => {
    const body =
      p(`${run('Swans')}${reference('footnote', 1)}${run(' fly.')}${reference('endnote', 1)}`) +
      table(row(['a', cell(p(`${run('b')}${reference('footnote', 2)}`))]), row(['c', 'd'])) +
      p(`${run('End.')}${reference('footnote', 1)}${reference('footnote', 7)}`);
    expect(await outline(body, parts)).toEqual([
      ...['p Swans fly.', 'p First.', 'p Last.', '| a; b', '| c; d', 'p Second.', 'p End.'],
    ]);
  });
});

describe('lists', () => {
  const level = (at: number, format: string, text: string, start = 1) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const abstract = (id: number, ...levels: string[]) =>
    `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;
  const numbered = (id: number, of: number, more = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>';
  const parts = {
    'word/numbering.xml': part(
      'numbering',
      abstract(0, level(0, 'decimal', '%1.'), level(1, 'decimal', '%2)'), level(2, 'bullet', '•')) +
        abstract(1, level(0, 'bullet', '•'), level(1, 'lowerLetter', '%2.')) +
        abstract(2, level(0, 'decimal', '%1.', 5)) +
        numbered(1, 0) +
        numbered(2, 1) +
        numbered(3, 0, restart) +
        numbered(4, 0) +
        numbered(5, 2),
    ),
  };

  test('come item by item, with numbers where they have such', async () => {
    const body = [
      listed(1, 0, 'open'),
      listed(1, 1, 'the lid'),
      listed(1, 1, 'the box'),
      listed(1, 2, 'slowly'),
      p('Wait.'),
      listed(1, 0, 'close'),
      listed(1, 1, 'the box'),
      listed(2, 0, 'bread'),
      listed(2, 1, 'white'),
    ];
    expect(await outline(body.join(''), parts)).toEqual([
      ...['- 1. open', '- 1. the lid', '- 2. the box', '- slowly', 'p Wait.'],
      ...['- 2. close', '- 1. the box', '- bread', '- white'],
    ]);
  });

  test('count anew or go on as the document says, and without a number where that is not known', async () => {
    const body = [1, 3, 3, 4, 5].map((list) => listed(list, 0, 'a')).join('');
    expect(await outline(body, parts)).toEqual(['- 1. a', '- 1. a', '- 2. a', '- 2. a', '- a']);
  });
});

describe('a table', () => {
  const header = '<w:tblHeader/>';
  const bold = (texts: string[]) => texts.map((text) => cell(p(run(text, '<w:b/>'))));
  const [tickets, adults] = [
    ['Ticket', 'Price'],
    ['Adults', '12'],
  ];
  const head = row(tickets, header);
  const named = ['| Ticket: Adults; Price: 12'];
  const unnamed = ['| Ticket; Price', '| Adults; 12'];
  const off = '<w:tblHeader w:val="off"/>';
  const span = (text: string) => cell(text, '<w:gridSpan w:val="2"/>');
  const heading = p('A', '<w:outlineLvl w:val="0"/>');
  const years = row(['', span('2026')], header) + row(['Ticket', 'May', 'June'], header);
  const restart = row([cell('Monday', '<w:vMerge w:val="restart"/>'), '9']);
  const goesOn = row([cell(p(''), '<w:vMerge/>'), '10']);

  test.each([
    ['that denies a head row by row', table(head, row(adults, off)), named],
    ['with a head in bold', table(row(bold(tickets)), row(adults)), named],
    ['all in bold', table(row(bold(tickets)), row(bold(adults))), unnamed],
    ['that is all head', table(head, row(adults, header)), unnamed],
    [
      'with a head of two rows',
      table(years, row(['Adults', '12', '14'])),
      ['| Ticket: Adults; 2026 May: 12; 2026 June: 14'],
    ],
    [
      'with cells over rows',
      table(row(['Day', 'Hour'], header), restart, goesOn),
      ['| Day: Monday; Hour: 9', '| Day: Monday; Hour: 10'],
    ],
    [
      'with cells over columns',
      table(row(['a', 'b', 'c'], header), row([span('1'), '3'])),
      ['| a, b: 1; c: 3'],
    ],
    [
      'with several paragraphs in a cell, and a deleted row',
      table(row(['a', cell(p('b') + p('c'))]), row(['d', 'e'], '<w:del w:id="1"/>')),
      ['| a; b c'],
    ],
    ['in a table', table(row(['a', cell(table(row(['b', 'c'])) + p(''))])), ['p a', '| b; c']],
    ['of one column, which is a frame', table(row([cell(p('a') + p('b'))])), ['p a', 'p b']],
    [
      'that places headings on the page',
      table(row([cell(heading + p('a')), 'b'])),
      ['h1 A', 'p a', 'p b'],
    ],
    ['with nothing in it', table(row(['', ''])), []],
  ])('%s', async (_case, body, expected) => {
    expect(await outline(body)).toEqual(expected);
  });

  test('whose style sets the first row apart', async () => {
    const first = '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr>';
    const given =
      style('G', 'Grid', first, 'table') + style('M', 'Mine', '<w:basedOn w:val="G"/>', 'table');
    const rows = row(tickets) + row(adults);
    const body = `<w:tbl><w:tblPr><w:tblStyle w:val="M"/></w:tblPr>${rows}</w:tbl>`;
    expect(await outline(body, styles(given))).toEqual(named);
  });
});

describe('title and language', () => {
  const core = (content: string) => ({
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="x" xmlns:dc="y">${content}</cp:coreProperties>`,
  });
  const title = styled('Title', 'On the cover');
  const names = styles(style('Title', 'Title') + style('H', 'heading 1'));
  const about = async (...given: Parameters<typeof docx>) => {
    const { title: found, language } = await loadDocx(docx(...given));
    return [found, language];
  };

  test('are those of the properties', async () => {
    const given = core('<dc:title> House &amp; rules </dc:title><dc:language>de-AT</dc:language>');
    expect(await about(title, { ...names, ...given })).toEqual(['House & rules', 'de-AT']);
  });

  test('or the title is the paragraph of that style, else the first heading, else empty', async () => {
    const heading = styled('H', 'Feeding');
    expect(await about(heading + title, { ...names, ...core('<dc:title/>') })).toEqual([
      'On the cover',
      '',
    ]);
    expect(await about(p('a') + heading, names)).toEqual(['Feeding', '']);
    expect(await about(p('a'))).toEqual(['', '']);
  });

  test('or the language is that of the script, of most runs, of the styles', async () => {
    const lang = '<w:lang w:val="en-US" w:eastAsia="ja-JP" w:bidi="ar-SA"/>';
    const given = styles(
      `<w:docDefaults><w:rPrDefault><w:rPr>${lang}</w:rPr></w:rPrDefault></w:docDefaults>`,
    );
    const german = '<w:lang w:val="de-DE"/>';
    expect(await about(p('Swans fly.'), given)).toEqual(['', 'en-US']);
    expect(await about(p('白鳥は正午に餌をもらう。'), given)).toEqual(['', 'ja-JP']);
    expect(await about(p('متى تفتحون؟'), given)).toEqual(['', 'ar-SA']);
    expect(await about(p(run('Schwäne ', german) + run('fliegen', german)), given)).toEqual([
      '',
      'de-DE',
    ]);
  });
});

const many = Object.fromEntries([...'abcdef'].map((name) => [`${name}.xml`, Buffer.alloc(8e6)]));
test.each<[string, Uint8Array, string, string]>([
  ['text', Buffer.from('This is no document.'), 'unsupported_type', 'damaged'],
  ['a document cut short', docx(p('Swans fly.')).subarray(0, -30), 'unsupported_type', 'damaged'],
  ['a ZIP of something else', zip({ 'a.xml': '<a/>' }), 'unsupported_type', 'damaged'],
  ['an old or locked document', Buffer.from('d0cf11e0', 'hex'), 'unsupported_type', 'as .docx'],
  ['more text than a book has', docx(p('x'.repeat(9e6))), 'too_large', 'divide'],
  ['many parts that unpack to far more together', docx('', many), 'too_large', 'divide'],
])('%s is refused in words', async (_case, bytes, code, words) => {
  await expect(loadDocx(bytes)).rejects.toMatchObject({
    ...{ name: 'AppError', code, retryable: false },
    message: expect.stringContaining(words) as unknown,
  });
});

test('pictures are not unpacked, whatever they hide', async () => {
  const bytes = docx(p('Swans fly.'), { 'word/media/a.png': Buffer.alloc(100_000_000) });
  expect((await loadDocx(bytes)).blocks).toHaveLength(1);
});
