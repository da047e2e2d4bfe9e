import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Block } from '../../server/ingestion/blocks.ts';
import { chunkBlocks, type ChunkOptions } from '../../server/ingestion/chunk.ts';

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
/** Of exactly `length` characters. */
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

  test('may begin anywhere and skip levels', () => {
    const blocks = [
      heading(3, 'A'),
      paragraph('a.'),
      heading(1, 'B'),
      heading(4, 'C'),
      paragraph('c.'),
    ];
    expect(paths(blocks)).toEqual(['A: a.', 'B › C: c.']);
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

  test('is filled as long as the next sentence fits', () => {
    const text = [sentence(1, 99), sentence(2, 100), sentence(3, 10)].join(' ');
    expect(chunk([paragraph(text)]).map(({ content }) => content.length)).toEqual([200, 10]);
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

  test('repeats nothing when the last sentence is longer than the overlap', () => {
    const all = [1, 2, 3, 4].map((n) => sentence(n, 90));
    expect(chunk([paragraph(all.join(' '))], { overlap: 80 })).toHaveLength(2);
  });

  test('of one endless word is divided between its characters', () => {
    const contents = chunk([paragraph('🦢'.repeat(300))], { size: 201 }).map(
      ({ content }) => content,
    );
    expect(contents.map((content) => content.length)).toEqual([200, 200, 200]);
  });

  test('of a page has that page’s number, and text of no other', () => {
    const blocks = [paragraph('One.', 1), paragraph('Also one.', 1), paragraph('Two.', 2)];
    expect(chunk(blocks, { minimum: 100 }).map(({ content, page }) => [content, page])).toEqual([
      ['One.\n\nAlso one.', 1],
      ['Two.', 2],
    ]);
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
    ).toEqual([[`${sentence(1, 80)}\n\nFax\nNone.`, 'Swans']]);
  });

  test('that is nothing but a heading goes with the one before, said once', () => {
    const blocks = [paragraph(sentence(1, 80)), heading(2, 'Closed today')];
    expect(chunk(blocks, { minimum: 40 }).map(({ content }) => content)).toEqual([
      `${sentence(1, 80)}\n\nClosed today`,
    ]);
  });

  test('that is short stays when the one before is full, or there is none', () => {
    const full = chunk([paragraph(sentence(1, 190)), heading(2, 'Fax'), paragraph('None.')], {
      minimum: 40,
    });
    expect(full).toHaveLength(2);
    expect(chunk([paragraph('None.')], { minimum: 40 })).toHaveLength(1);
  });

  test('of nothing is none', () => {
    expect(chunk([])).toEqual([]);
    const space = ' \n'.repeat(300);
    expect(chunk([paragraph(''), paragraph(space), { kind: 'code', text: space }])).toEqual([]);
  });
});

const words = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          'swan',
          'is',
          'fed.',
          'No. 5',
          'Why?',
          'Grüße!',
          '天鹅每天吃。',
          '🦢🦢',
          'e\u0301',
        ),
      },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 260 }).map((n) => '🦢'.repeat(n)) },
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((parts) => parts.join(' '));
const kind = fc.constantFrom('paragraph', 'item', 'row', 'code') as fc.Arbitrary<Block['kind']>;
const block: fc.Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind, text: words }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('heading' as const),
      level: fc.integer({ min: 1, max: 6 }),
      text: words,
    }),
  },
);
const source = fc.array(block, { maxLength: 12 });
const textBlock = fc.record({ kind, text: words }) as fc.Arbitrary<Block>;
const section = fc
  .tuple(fc.integer({ min: 1, max: 6 }), words, fc.array(textBlock, { minLength: 1, maxLength: 4 }))
  .map(([level, title, blocks]) => [heading(level, title), ...blocks]);
const options = fc.record({
  size: fc.integer({ min: 200, max: 600 }),
  overlap: fc.integer({ min: 0, max: 700 }),
  minimum: fc.integer({ min: 0, max: 100 }),
  language: fc.constantFrom('', 'en', 'zh', 'xx'),
});
const letters = (text: string) => text.replace(/\s+/g, '');

/** The pages of a source in order, as a PDF has them. */
const paged = source.map((blocks) =>
  blocks.map((each, index) => ({ ...each, page: 1 + Math.floor(index / 3) })),
);

describe('whatever the source and the settings,', () => {
  test('no chunk is longer than the size, empty, or cut through a character', () => {
    fc.assert(
      fc.property(source, options, (blocks, given) => {
        for (const { content, headingPath } of chunkBlocks(blocks, given)) {
          expect(content.length).toBeLessThanOrEqual(given.size);
          expect(content.trim()).toBe(content);
          expect(content).not.toBe('');
          expect(content.isWellFormed()).toBe(true);
          expect(headingPath.isWellFormed()).toBe(true);
          expect(headingPath.length).toBeLessThanOrEqual(500);
        }
      }),
    );
  });

  test('without overlap every character under the headings is in a chunk, once and in order', () => {
    fc.assert(
      fc.property(fc.array(section, { maxLength: 4 }), (sections) => {
        const contents = chunk(sections.flat()).map(({ content }) => content);
        const texts = sections.flat().filter(({ kind: each }) => each !== 'heading');
        expect(letters(contents.join(''))).toBe(letters(texts.map(({ text }) => text).join('')));
      }),
    );
  });

  test('with overlap nothing is lost, and what is repeated is what was just said', () => {
    const parts = fc.array(words, { minLength: 1, maxLength: 8 });
    const overlap = fc.integer({ min: 0, max: 150 });
    fc.assert(
      fc.property(parts, overlap, (texts, most) => {
        const contents = chunk(
          texts.map((text) => paragraph(text)),
          { overlap: most },
        ).map(({ content }) => letters(content));
        const whole = letters(texts.join(''));
        let end = 0;
        for (const content of contents) {
          const start = [...Array(most + 1).keys()].findIndex((back) =>
            whole.startsWith(content, end - back),
          );
          expect(start).toBeGreaterThanOrEqual(0);
          end = end - start + content.length;
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
          expect(letters(text.slice(offset)).startsWith(letters(content.slice(0, 20)))).toBe(true);
          return offset;
        });
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      }),
    );
  });

  test('no chunk has text of two pages', () => {
    fc.assert(
      fc.property(paged, options, (blocks, given) => {
        for (const { content, page } of chunkBlocks(blocks, given)) {
          const own = letters(
            blocks
              .filter((each) => each.page === page)
              .map(({ text }) => text)
              .join(''),
          );
          expect(own).toContain(letters(content.split('\n')[0] ?? ''));
        }
      }),
    );
  });
});
