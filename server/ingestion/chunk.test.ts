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

/** `h2 Swans` is a heading, every other line a paragraph. */
const told = (text: string) =>
  text.split('\n').map((line) => {
    const [, level, title = ''] = /^h(\d) (.*)/.exec(line) ?? [];
    return level === undefined ? paragraph(line) : heading(Number(level), title);
  });
const headed = (blocks: Block[], over: Partial<ChunkOptions> = {}) =>
  chunk(blocks, over).map(({ headingPath, content }) => `${headingPath}: ${content}`);

/** A sentence of 200 characters. */
const long = (start: string) => `${start.padEnd(199, ' swan')}.`;

describe('headings', () => {
  test('stand above what is under them', () => {
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(long);
    const text = `${long('Start')}\nh1 A\n${a}\nh2 B\n${b}\nh3 C\n${c}\nh2 D\n${d}\nh1 E\n${e}`;
    expect(headed(told(text))).toEqual([
      ...[`: ${long('Start')}`, `A: ${a}`, `A › B: ${b}`, `A › B › C: ${c}`, `A › D: ${d}`],
      `E: ${e}`,
    ]);
  });

  test('that have nothing under them are text themselves', () => {
    const days = `h1 Hours\nh2 Monday: closed\nh1 Tuesday: 9–5\n${long('And on Wednesdays')}\nh1 Call us`;
    expect(headed(told(days))).toEqual([
      'Hours › Monday: closed: Monday: closed',
      `Tuesday: 9–5: ${long('And on Wednesdays')}`,
      'Call us: Call us',
    ]);
  });
});

describe('short sections', () => {
  test('are joined with the next ones under the same heading until they are long enough', () => {
    const hours = `h1 Visit\nh2 Hours\nDaily from ten to six.\nh2 Way\n${long('By bus')}\nh2 Dogs\nThey wait outside.`;
    expect(headed(told(hours), { size: 500 })).toEqual([
      `Visit: Hours\n\nDaily from ten to six.\n\nWay\n\n${long('By bus')}`,
      'Visit › Dogs: They wait outside.',
    ]);
  });

  test('go with what introduces them, but not under another heading', () => {
    const text =
      'h1 Food\nIn the yard.\nh2 Soup\nAt noon.\nh1 Shop\nOpen daily.\nh3 Maps\nAt the desk.';
    expect(headed(told(text), { size: 500 })).toEqual([
      'Food: In the yard.\n\nSoup\n\nAt noon.',
      'Shop: Open daily.\n\nMaps\n\nAt the desk.',
    ]);
  });

  test('stay alone where they answer a question, and where both do not fit', () => {
    const text = 'h1 Questions\nh2 May I bring a dog?\nNo.\nh2 Is there a café?\nYes, in the yard.';
    expect(headed(told(text), { size: 500 })).toEqual([
      'Questions › May I bring a dog?: No.',
      'Questions › Is there a café?: Yes, in the yard.',
    ]);
    const both = told(`h1 A\n${'swan '.repeat(30)}.\nh2 B\n${long('b')}`);
    expect(chunk(both, { size: 300 })).toHaveLength(2);
  });
});

describe('questions and answers', () => {
  const faq = told(
    'h1 Questions\nThe desk hears these most.\nMay I bring my dog?\nNo.\nAssistance dogs may come in.' +
      '\nWie lange dauert ein Besuch?\nZwei Stunden.\nh1 Contact\nWrite to us.',
  );

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
      `Questions: ${faq
        .slice(1, 7)
        .map(({ text }) => text)
        .join('\n\n')}`,
      'Contact: Write to us.',
    ]);
  });

  test('end where their accordion ends', () => {
    const blocks = told('h1 Questions\nh2 Dogs\nThey stay outside.\nAsk the desk for more.');
    blocks[3]!.level = 2;
    expect(headed(blocks)).toEqual([
      'Questions › Dogs: They stay outside.',
      'Questions: Ask the desk for more.',
    ]);
  });

  test('are not looked for in a story', () => {
    const story = [1, 2, 3].map((n) => sentence(n, 60)).join('\n');
    const asked = told(`${story}\nBut who feeds them?\nThe keeper does.`);
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
    const chunks = chunk([paragraph(all.join(' '))], { overlap: 70 });
    const parts = [all.slice(0, 3), all.slice(2, 5), all.slice(4, 6)];
    expect(chunks.map(({ content }) => content)).toEqual(parts.map((part) => part.join(' ')));
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
    const blocks = told(`h2 Swans\n${sentence(1, 80)}\nh2 Fax\nNone.`);
    expect(headed(blocks, { minimum: 40 })).toEqual([`Swans: ${sentence(1, 80)}\n\nFax\n\nNone.`]);
  });

  test('of code that is longer keeps its lines and their indentation', () => {
    const calls = Array.from({ length: 14 }, (_, n) => `    swans(${n}, "fed at noon");`);
    const code = `if (a) {\n\n${calls.join('\n')}\n}`;
    const contents = chunk([{ kind: 'code', text: code }]).map(({ content }) => content);
    expect(contents).toHaveLength(3);
    expect(contents.join('\n')).toBe(code);
  });

  test('divides a row that is longer between its cells and names it in each, a sentence between its words', () => {
    const cells = Array.from({ length: 9 }, (_, n) => `Column ${n}: ${'swan '.repeat(6).trim()}`);
    const contents = (text: string) => chunk([{ kind: 'row', text }]).map(({ content }) => content);
    expect(contents(cells.join('; '))).toEqual([
      cells.slice(0, 4).join('; '),
      [cells[0], ...cells.slice(4, 7)].join('; '),
      [cells[0], ...cells.slice(7)].join('; '),
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
    const isHeading = ({ kind: each }: Block) => each === 'heading';
    fc.assert(
      fc.property(sections, options, (blocks, given) => {
        // Sections that are joined begin with their headings, which no text has.
        const marked = blocks.map((block) => (isHeading(block) ? { ...block, text: '¶' } : block));
        const chunks = chunkBlocks(marked, { ...given, overlap: 0, minimum: 0 });
        const texts = blocks.filter((block) => !isHeading(block));
        expect(letters(chunks.map(({ content }) => content).join('')).replaceAll('¶', '')).toBe(
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
