import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Block } from './read/blocks.ts';
import { chunkBlocks, type ChunkOptions } from './chunk.ts';

fc.configureGlobal({ seed: 17 });

const defaults: ChunkOptions = { size: 200, overlap: 0, minimum: 0, language: 'en' };
const chunk = (blocks: Block[], over: Partial<ChunkOptions> = {}) =>
  chunkBlocks(blocks, { ...defaults, ...over });

const heading = (level: number, text: string): Block => ({ kind: 'heading', level, text });
const paragraph = (text: string, page?: number): Block => ({
  kind: 'paragraph',
  text,
  ...(page !== undefined && { page }),
});
/** Returns a sentence of exactly `length` characters. */
const sentence = (n: number, length: number) =>
  'Swan '.padEnd(length - 1, String.fromCharCode(96 + n)) + '.';

describe('headings', () => {
  const paths = (blocks: Block[]) =>
    chunk(blocks).map(({ headingPath, content }) => `${headingPath}: ${content}`);

  test('stand above what is under them', () => {
    const blocks = [
      paragraph('Start.'),
      heading(1, 'A'),
      paragraph('a.'),
      heading(2, 'B'),
      paragraph('b.'),
      heading(3, 'C'),
      paragraph('c.'),
      heading(2, 'D'),
      paragraph('d.'),
      heading(1, 'E'),
      paragraph('e.'),
    ];
    expect(paths(blocks)).toEqual([
      ': Start.',
      'A: a.',
      'A › B: b.',
      'A › B › C: c.',
      'A › D: d.',
      'E: e.',
    ]);
  });

  test('that have nothing under them are text themselves', () => {
    const blocks = [
      heading(1, 'Hours'),
      heading(2, 'Monday: closed'),
      heading(2, 'Tuesday: 9–5'),
      paragraph('And on Wednesdays.'),
      heading(2, 'Call 555 0100'),
    ];
    expect(paths(blocks)).toEqual([
      'Hours › Monday: closed: Monday: closed',
      'Hours › Tuesday: 9–5: And on Wednesdays.',
      'Hours › Call 555 0100: Call 555 0100',
    ]);
  });
});

describe('questions and answers', () => {
  const headed = (blocks: Block[], over: Partial<ChunkOptions> = {}) =>
    chunk(blocks, over).map(({ headingPath, content }) => `${headingPath}: ${content}`);
  const faq = [
    heading(1, 'Questions'),
    paragraph('The desk hears these most.'),
    paragraph('May I bring my dog?'),
    paragraph('No.'),
    paragraph('Assistance dogs may come in.'),
    paragraph('Wie lange dauert ein Besuch?'),
    paragraph('Zwei Stunden.'),
    heading(1, 'Contact'),
    paragraph('Write to us.'),
  ];

  test('are a section each', () => {
    expect(headed(faq)).toEqual([
      'Questions: The desk hears these most.',
      'Questions › May I bring my dog?: No.\n\nAssistance dogs may come in.',
      'Questions › Wie lange dauert ein Besuch?: Zwei Stunden.',
      'Contact: Write to us.',
    ]);
  });

  test('are kept together in a chunk of several', () => {
    expect(headed(faq, { size: 130, minimum: 60 })).toEqual([
      'Questions: The desk hears these most.\n\nMay I bring my dog?\n\nNo.\n\nAssistance dogs may come in.' +
        '\n\nWie lange dauert ein Besuch?\n\nZwei Stunden.',
      'Contact: Write to us.',
    ]);
  });

  test('end where their accordion ends', () => {
    const blocks: Block[] = [
      heading(1, 'Questions'),
      heading(2, 'Dogs'),
      paragraph('They stay outside.'),
      { ...paragraph('Ask the desk for more.'), level: 2 },
    ];
    expect(headed(blocks)).toEqual([
      'Questions › Dogs: They stay outside.',
      'Questions: Ask the desk for more.',
    ]);
  });

  test('are not looked for in a story', () => {
    const story = [sentence(1, 60), sentence(2, 60), sentence(3, 60)].map((text) =>
      paragraph(text),
    );
    const asked = [...story, paragraph('But who feeds them?'), paragraph('The keeper does.')];
    const paths = chunk([...asked, ...asked]).map(({ headingPath }) => headingPath);
    expect(new Set(paths)).toEqual(new Set(['']));
  });
});

describe('a chunk', () => {
  test('has its sentences on one line, paragraphs apart, items and rows on lines of their own', () => {
    const blocks: Block[] = [
      paragraph('Swans are fed. They fly.'),
      paragraph('Bring:'),
      { kind: 'item', text: 'bread' },
      { kind: 'item', text: 'water' },
      { kind: 'row', text: 'Adults: 12 €' },
      { kind: 'code', text: 'if (a) {\n  b();\n}' },
    ];
    expect(chunk(blocks).map(({ content }) => content)).toEqual([
      'Swans are fed. They fly.\n\nBring:\nbread\nwater\nAdults: 12 €\n\nif (a) {\n  b();\n}',
    ]);
  });

  test('begins with the last whole sentences of the one before', () => {
    const all = [1, 2, 3, 4, 5, 6].map((n) => sentence(n, 60));
    const contents = chunk([paragraph(all.join(' '))], { overlap: 70 }).map(
      ({ content }) => content,
    );
    expect(contents).toEqual([
      all.slice(0, 3).join(' '),
      all.slice(2, 5).join(' '),
      all.slice(4, 6).join(' '),
    ]);
  });

  test('has the sentence that a page cuts on the page where it begins', () => {
    const turned = (last: string, next: string) =>
      chunk([paragraph(`One. ${last}`, 1), paragraph(next, 2)]).map(
        ({ content, page }) => `${page}: ${content}`,
      );
    expect(turned('Swans are', 'fed at noon. They fly.')).toEqual([
      '1: One. Swans are fed at noon.',
      '2: They fly.',
    ]);
    expect(turned('天鹅每天', '吃面包。它们飞。')).toEqual([
      '1: One. 天鹅每天吃面包。',
      '2: 它们飞。',
    ]);
    expect(turned('Swans fly.', 'they do.')).toEqual(['1: One. Swans fly.', '2: they do.']);
    expect(turned('Contents', 'Swans fly.')).toEqual(['1: One. Contents', '2: Swans fly.']);
    expect(turned('Swans are', `${sentence(1, 190).toLowerCase()} Two.`)).toHaveLength(3);
  });

  test('that would be short goes with the one before, under its own heading', () => {
    const blocks = [
      heading(2, 'Swans'),
      paragraph(sentence(1, 80)),
      heading(2, 'Fax'),
      paragraph('None.'),
    ];
    expect(
      chunk(blocks, { minimum: 40 }).map(({ content, headingPath }) => [content, headingPath]),
    ).toEqual([[`${sentence(1, 80)}\n\nFax\n\nNone.`, 'Swans']]);
  });

  test('of code that is longer keeps its lines and their indentation', () => {
    const lines = [
      'if (a) {',
      '',
      ...Array.from({ length: 14 }, (_, n) => `    swans(${n}, "fed at noon");`),
      '}',
    ];
    const contents = chunk([{ kind: 'code', text: lines.join('\n') }]).map(
      ({ content }) => content,
    );
    expect(contents).toHaveLength(3);
    expect(contents.join('\n')).toBe(lines.join('\n'));
  });

  test('divides a row that is longer between its cells, a sentence between its words', () => {
    const cells = Array.from({ length: 9 }, (_, n) => `Column ${n}: ${'swan '.repeat(6).trim()}`);
    const contents = (text: string) => chunk([{ kind: 'row', text }]).map(({ content }) => content);
    expect(contents(cells.join('; '))).toEqual([
      `${cells.slice(0, 4).join('; ')};`,
      `${cells.slice(4, 8).join('; ')};`,
      cells[8],
    ]);
    expect(contents('swan '.repeat(60).trim())).toEqual([
      'swan '.repeat(40).trim(),
      'swan '.repeat(20).trim(),
    ]);
  });

  test('never divides what people see as one character, unless it is longer than a chunk', () => {
    const family = '👩‍👩‍👧‍👦';
    for (const { content } of chunk([paragraph(family.repeat(60))])) {
      expect(content.replaceAll(family, '')).toBe('');
    }
    const tall = `e${'\u0301'.repeat(500)}`;
    expect(chunk([paragraph(tall)]).map(({ content }) => content.length)).toEqual([200, 200, 101]);
  });

  test('of nothing is none', () => {
    expect(chunk([])).toEqual([]);
    const space = ' \n'.repeat(300);
    expect(chunk([paragraph(''), paragraph(space), { kind: 'code', text: space }])).toEqual([]);
  });
});

const scripts = [
  ['swan', 'is', 'fed.', 'No. 5', 'Why?', 'Grüße!', 'z.B.', '3.14', 'e\u0301', '(at', 'noon);'],
  ['天鹅每天吃。', '面包，', '白鳥は', '飛ぶ！', '「はい。」', '２０２６年'],
  ['ร้านของเรา', 'เปิดทุกวัน', 'ตั้งแต่เก้าโมงเช้า'],
  ['متى', 'تفتحون؟', 'نفتح', 'في', 'التاسعة.'],
  ['हम', 'नौ बजे', 'खुलते हैं।', 'किताब'],
  ['🦢🦢', '👩‍👩‍👧‍👦', '🇦🇹', '\u{20000}', 'x'],
];
const endless = fc
  .tuple(fc.constantFrom('🦢', 'x', '天', 'ก', 'e\u0301'), fc.integer({ min: 1, max: 260 }))
  .map(([unit, times]) => unit.repeat(times));
const words = fc
  .constantFrom(...scripts)
  .chain((script) =>
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...script) },
        { weight: 1, arbitrary: endless },
      ),
      { minLength: 1, maxLength: 60 },
    ),
  )
  .chain((parts) => fc.constantFrom(' ', ' ', '', '\n  ').map((space) => parts.join(space)));
const kind = fc.constantFrom('paragraph', 'item', 'row', 'code') as fc.Arbitrary<Block['kind']>;
const textBlock = fc.record({ kind, text: words }) as fc.Arbitrary<Block>;
const headingBlock = fc
  .tuple(fc.integer({ min: 1, max: 6 }), words)
  .map(([level, text]) => heading(level, text));
const source = fc.array(
  fc.oneof({ weight: 4, arbitrary: textBlock }, { weight: 1, arbitrary: headingBlock }),
  { maxLength: 12 },
);
const section = fc
  .tuple(headingBlock, fc.array(textBlock, { minLength: 1, maxLength: 4 }))
  .map(([title, blocks]) => [title, ...blocks]);
const options = fc.record({
  size: fc.integer({ min: 200, max: 600 }),
  overlap: fc.integer({ min: 0, max: 700 }),
  minimum: fc.integer({ min: 0, max: 100 }),
  language: fc.constantFrom('', 'en', 'zh', 'th', 'xx'),
});
const letters = (text: string) => text.replace(/\s+/g, '');

/** The pages of a source in order, as a PDF has them. */
const paged = source.map((blocks) =>
  blocks.map((each, index) => ({ ...each, page: 1 + Math.floor(index / 3) })),
);

/** The block at an offset. */
function blockAt(blocks: readonly Block[], offset: number): Block | undefined {
  let end = -1;
  return blocks.find(({ text }) => (end += text.length + 1) > offset);
}

describe('whatever the source and the settings,', () => {
  test('no chunk is longer than the size, empty, or cut through a character', () => {
    fc.assert(
      fc.property(source, options, (blocks, given) => {
        for (const { content, headingPath } of chunkBlocks(blocks, given)) {
          expect(content.length).toBeLessThanOrEqual(given.size);
          expect(content.trimEnd()).toBe(content);
          expect(content).toMatch(/^ *\S/);
          expect(content.isWellFormed()).toBe(true);
          expect(headingPath.isWellFormed()).toBe(true);
          expect(headingPath.length).toBeLessThanOrEqual(500);
        }
      }),
    );
  });

  test('without overlap every character under the headings is in a chunk, once and in order', () => {
    const sections = fc.array(section, { maxLength: 4 }).map((each) => each.flat());
    fc.assert(
      fc.property(sections, options, (blocks, given) => {
        const chunks = chunkBlocks(blocks, { ...given, overlap: 0, minimum: 0 });
        const texts = blocks.filter(({ kind: each }) => each !== 'heading');
        expect(letters(chunks.map(({ content }) => content).join(''))).toBe(
          letters(texts.map(({ text }) => text).join('')),
        );
      }),
    );
  });

  test('with overlap nothing is lost, and what is repeated is what was just said', () => {
    fc.assert(
      fc.property(fc.array(textBlock, { minLength: 1, maxLength: 8 }), options, (blocks, given) => {
        const contents = chunkBlocks(blocks, given).map(({ content }) => letters(content));
        const whole = letters(blocks.map(({ text }) => text).join(''));
        let end = 0;
        for (const content of contents) {
          const most = Math.min(given.overlap, end);
          const back = [...Array(most + 1).keys()].find((by) =>
            whole.startsWith(content, end - by),
          );
          expect(back).toBeDefined();
          expect(content.length).toBeGreaterThan(back ?? 0);
          end += content.length - (back ?? 0);
        }
        expect(end).toBe(whole.length);
      }),
    );
  });

  test('chunks come in the order of the source, each from where it says', () => {
    fc.assert(
      fc.property(source, options, (blocks, given) => {
        const text = blocks.map((each) => each.text).join('\n');
        const offsets = chunkBlocks(blocks, { ...given, overlap: 0 }).map(({ offset, content }) => {
          const [line = ''] = content.trimStart().split('\n');
          const start = letters(line).slice(0, 40);
          expect(letters(text.slice(offset)).slice(0, start.length)).toBe(start);
          return offset;
        });
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      }),
    );
  });

  test('each chunk has the page on which it begins', () => {
    fc.assert(
      fc.property(paged, options, (blocks, given) => {
        for (const { offset, page } of chunkBlocks(blocks, given)) {
          expect(blockAt(blocks, offset)?.page).toBe(page);
        }
      }),
    );
  });

  test('a chunk is short only if neither the one before nor the one behind can take it', () => {
    const plain = fc.array(textBlock, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(plain, options, (blocks, given) => {
        const chunks = chunkBlocks(blocks, { ...given, overlap: 0 });
        chunks.forEach(({ content }, index) => {
          if (content.length >= given.minimum) return;
          const beside = [chunks[index - 1], chunks[index + 1]].filter(
            (each) => each !== undefined,
          );
          for (const other of beside) {
            expect(other.content.length + content.length + 2).toBeGreaterThan(given.size);
          }
        });
      }),
    );
  });
});
