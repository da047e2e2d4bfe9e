import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeText, textBlocks } from '../../server/ingestion/loaders/text.ts';

fc.configureGlobal({ seed: 17 });

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);
const utf16be = (text: string) => bytes(text, 'utf16le').swap16();

const encodings: [string, Uint8Array, string][] = [
  ['UTF-8', bytes('Grüße 🦢'), 'Grüße 🦢'],
  ['UTF-8 with a mark', bytes('\ufeffGrüße'), 'Grüße'],
  ['UTF-16, little end first', bytes('\ufeffGrüße', 'utf16le'), 'Grüße'],
  ['UTF-16, big end first', utf16be('\ufeffGrüße'), 'Grüße'],
  ['Windows-1252', bytes('Gr\xfc\xdfe \x80 12', 'latin1'), 'Grüße € 12'],
  ['nothing', bytes(''), ''],
];

test.each(encodings)('%s is read', (_case, given, expected) => {
  expect(decodeText(given)).toBe(expected);
});

test('any text in UTF-8 is read as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeText(bytes(text))).toBe(text);
    }),
  );
});

/** `h2 Swans`, `p They fly.`, `- item`, `> code`. */
function outline(text: string): string[] {
  const marks = { heading: 'h', paragraph: 'p', item: '-', row: '|', code: '>' };
  return textBlocks(text).map(
    ({ kind, level = '', text: said }) => `${marks[kind]}${level} ${said}`,
  );
}

const cases: [string, string, string[]][] = [
  ['nothing', '', []],
  ['white space', ' \n\t\n', []],
  ['paragraphs', 'a\nb\n\nc', ['p a b', 'p c']],
  ['lines of any system', 'a\r\n\r\nb\r\rc', ['p a', 'p b', 'p c']],
  ['headings', '# A\n## B ##\ntext', ['h1 A', 'h2 B', 'p text']],
  ['a heading that ends in the sign', '# About C#', ['h1 About C#']],
  ['no heading', '#tag and #1', ['p #tag and #1']],
  ['seven signs', '####### a', ['p ####### a']],
  ['items', '- a\n* b\n+ c\n• d', ['- a', '- b', '- c', '- d']],
  ['items behind a line', 'Bring:\n- a\n- b', ['p Bring:', '- a', '- b']],
  ['numbers of items, which other lines refer to', '1. a\n2) b', ['- 1. a', '- 2) b']],
  [
    'a date at the start of a line',
    'We open on\n3. May at nine',
    ['p We open on', '- 3. May at nine'],
  ],
  ['a year', '2026. A good year', ['p 2026. A good year']],
  ['a dash that is none', '-5 degrees\n–', ['p -5 degrees –']],
  ['emphasis', '**Open** daily', ['p **Open** daily']],
  ['code', 'a\n```js\nb\n\n  c\n```\nd', ['p a', '> b\n\n  c', 'p d']],
  ['code between waves', '~~~\n```\n~~~', ['> ```']],
  ['code in a longer fence', '````\n```\n````\na', ['> ```', 'p a']],
  ['code that is never closed', '```\na\n# b', ['> a\n# b']],
  ['an empty fence', '```\n```\na', ['p a']],
  ['code in a line', '```a``` and b\n# c', ['p ```a``` and b', 'h1 c']],
];

describe('plain text and Markdown have', () => {
  test.each(cases)('%s', (_case, text, expected) => {
    expect(outline(text)).toEqual(expected);
  });

  test('long runs of space, which take no time', () => {
    const gap = ' '.repeat(200_000);
    const started = performance.now();
    expect(outline(`# a${gap}b\n- a${gap}b`)).toHaveLength(2);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('every word, in order', () => {
    const line = fc
      .array(fc.constantFrom('#', '##', '-', '1.', '3)', '*', 'swan', 'C#', '42', ' '))
      .map((w) => w.join(' '));
    const wordsOf = (text: string) => text.match(/[\w]+/g) ?? [];
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n');
        expect(
          wordsOf(
            textBlocks(text)
              .map((block) => block.text)
              .join('\n'),
          ),
        ).toEqual(wordsOf(text));
      }),
    );
  });
});
