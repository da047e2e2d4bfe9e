import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadText } from './text.ts';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';

fc.configureGlobal({ seed: 17 });

const load = (text: string) => loadText(Buffer.from(text));
const outline = (text: string) => outlineOf(load(text).blocks);

const wrapped = [
  'The swans of the harbour are fed at noon by the keeper, and nobody',
  'else may feed them then. They sleep on the island, where they have',
  'been since the house was built.',
];
const mail = `Dear all,\n\n${wrapped.join('\n')}\n\n> And in winter?\n\n-- \nThe keeper\nHarbour 3`;

const plain: [string, string, string[]][] = [
  ['nothing', '', []],
  ['white space', ' \n\t\n', []],
  ['paragraphs', 'a\n\nb', ['p a', 'p b']],
  ['lines of any system', 'a\r\n\r\nb\r\rc\u2028\u2028d\f\fe', ['p a', 'p b', 'p c', 'p d', 'p e']],
  ['lines that were broken to fit', wrapped.join('\n'), [`p ${wrapped.join(' ')}`]],
  [
    'such lines, indented',
    wrapped.map((line) => `    ${line}`).join('\n'),
    [`p ${wrapped.join(' ')}`],
  ],
  [
    'such lines without spaces',
    '白鳥は正午に飼育員から餌をもらいます。ほかの人は\n餌をやってはいけません。夜は島で眠ります。',
    [
      'p 白鳥は正午に飼育員から餌をもらいます。ほかの人は餌をやってはいけません。夜は島で眠ります。',
    ],
  ],
  [
    'a mail',
    mail,
    ['p Dear all,', `p ${wrapped.join(' ')}`, 'p > And in winter?', '> --\nThe keeper\nHarbour 3'],
  ],
  ['an address', 'House\nHarbour 3\n1010 Example', ['> House\nHarbour 3\n1010 Example']],
  ['a poem', '  O swan,\n    so white,\n  good night.', ['> O swan,\n  so white,\ngood night.']],
  ['columns', 'Ticket     Price\nAdults     12 €', ['> Ticket     Price\nAdults     12 €']],
  [
    'a paragraph on each line',
    `${wrapped.join(' ')}\nThey fly.\n${wrapped.join(' ')}`,
    [`p ${wrapped.join(' ')}`, 'p They fly.', `p ${wrapped.join(' ')}`],
  ],
  ['no headings', '#swans and #1', ['p #swans and #1']],
  ['items', '- a\n* b\n+ c\n• d\n– e', ['- a', '- b', '- c', '- d', '- e']],
  ['items behind a line', 'Bring:\n- a\n- b', ['p Bring:', '- a', '- b']],
  ['items of several lines', '1. a\n   b\n2. c\nd', ['- 1. a b', '- 2. c', 'p d']],
  ['numbers of items', 'Do:\n3. a\n4) b\n(5) c', ['p Do:', '- 3. a', '- 4) b', '- (5) c']],
  ['a date at the start of a line', 'We open on\n3. May at nine', ['> We open on\n3. May at nine']],
  ['a year', '2026. A good year', ['p 2026. A good year']],
  ['a dash that is none', '-5 degrees', ['p -5 degrees']],
  ['lines that only part', 'a\n-----\nb\n***\nc', ['p a', 'p b', 'p c']],
  ['signs that mean themselves', '2*3*4 <swan> a_b_c a & b', ['p 2*3*4 <swan> a_b_c a & b']],
];

const marked: [string, string, string[]][] = [
  ['headings', '# A\n## B ##\ntext\n\nC\n===\nd', ['h1 A', 'h2 B', 'p text', 'h1 C', 'p d']],
  [
    'marks in the text',
    '**A** *b* _c_ ~~d~~ `e  f` [g](/h "i") ![j](k) <l@m.example> https://n.example \\*o\\* &amp; &copy; p<br>q<b>r</b>',
    ['p A b c d e f g j l@m.example https://n.example *o* & © p', 'p qr'],
  ],
  ['links named elsewhere', '`a` [b][c]\n\n[c]: https://d.example', ['p a b']],
  [
    'lines that belong together, and breaks that are meant',
    '**a**\nb  \nc\\\nd',
    ['p a b', 'p c', 'p d'],
  ],
  ['items in items', '# A\n- a\n  - b\n\n    c\n- d', ['h1 A', '- a', '- b', '- c', '- d']],
  ['tasks', '# A\n- [x] a\n- [ ] b', ['h1 A', '- a', '- b']],
  ['numbers as written', '# A\n3. a\n5. b', ['h1 A', '- 3. a', '- 5. b']],
  ['numbers to be counted', '# A\n1) a\n1) b\n   1. c', ['h1 A', '- 1) a', '- 2) b', '- 1. c']],
  ['other bullets', '# A\n• a\n• b', ['h1 A', '- a', '- b']],
  ['code, whole', '```js\n  if (a) {\n\n    b();\n```\nc', ['>   if (a) {\n\n    b();', 'p c']],
  ['code that is never closed', '```\na\n# b', ['> a\n# b']],
  ['an empty fence', '```\n```\na', ['p a']],
  ['code in a line', '```a``` and b\n# c', ['p a and b', 'h1 c']],
  ['indented code', '# A\n\n    a\n      b', ['h1 A', '> a\n  b']],
  ['a table', '| a | **b** |\n|---|:-:|\n| 1 | 2 \\| 3 |\n| | 4 |', ['| a: 1; b: 2 | 3', '| b: 4']],
  ['a table with nothing but a head', 'a | b\n--- | ---', ['| a; b']],
  ['quotes', '# A\n> b\n> - c', ['h1 A', 'p b', '- c']],
  [
    'footnotes',
    '# A\nb[^1]\n\n[^1]: Only **now**.\n[^n]: two\n\n[^3]: word',
    ['h1 A', 'p b', 'p Only now.', 'p two', 'p word'],
  ],
  ['HTML', '# A\n<div>\n<p>b</p><script>x</script>\n</div>\n\n<!-- c -->', ['h1 A', 'p b']],
];

describe('plain text has', () => {
  test.each(plain)('%s', (_case, text, expected) => {
    expect(outline(text)).toEqual(expected);
  });
});

describe('Markdown has', () => {
  test.each(marked)('%s', (_case, text, expected) => {
    expect(outline(text)).toEqual(expected);
  });
});

describe('front matter', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`).join('\n')}`;
  const yaml = 'title: "House: rules"\nlang: de-at\ntags: [a]';
  test.each([
    ['in YAML', `---\n${yaml}\n---\nText`, 'House: rules|de-AT|Text'],
    ['of Windows', '---\r\ntitle: 2026\r\nlocale: en_GB\r\n...\r\nText', '2026|en-GB|Text'],
    ['in TOML', '+++\ntitle = \'Rules\'\nlanguage = "en"\n+++\n# A', 'Rules|en|A'],
    ['that says nothing of use', '---\nlang: "?"\ntitle: [a]\n---\n# A', 'A||A'],
    ['that is none', '---\nSwans fly.\n---\nText', '||Swans fly. Text'],
    ['that is not valid', '---\na: [\n---\nText', '||a: [ Text'],
    ['that never ends', '---\ntitle: A\n\nText', '||title: A Text'],
    ['that would grow without bounds', `---\n${bomb}\n---\nText`, /^\|\|.*Text/s],
  ])('%s', (_case, given, expected) => {
    const { title, language, blocks } = load(given);
    const about = [title, language, blocks.map(({ text }) => text).join(' ')].join('|');
    expect(about).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
  });
});

describe('whatever is written,', () => {
  const word = fc.constantFrom(
    ...'# ## - 1. 3) * ** _ ` ``` ~~~ > >> | |---|---| --- === [ ]( ](x) ![ < </div> <div> &amp; \\ [^1] [^1]: : swan C# 42'.split(
      ' ',
    ),
    '    ',
    'Grüße',
  );
  const text = fc
    .array(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      { maxLength: 20 },
    )
    .map((lines) => lines.join('\n'));

  test('each block has text', () => {
    fc.assert(
      fc.property(text, (given) => {
        for (const block of load(given).blocks) {
          expect(block.text.trim()).not.toBe('');
          if (block.kind !== 'code') expect(block.text).toBe(block.text.trim());
        }
      }),
    );
  });

  test('no word of plain text is lost, nor its order', () => {
    const words = (all: string) => all.match(/[\p{L}\p{N}]+/gu) ?? [];
    const line = fc.array(
      fc.constantFrom('-', '1.', '3)', '*', '#1', 'swan', 'C#', '42', '  ', 'Grüße'),
    );
    fc.assert(
      fc.property(fc.array(line.map((parts) => parts.join(' '))), (lines) => {
        const given = lines.join('\n');
        const found = load(given).blocks.map((block) => block.text.replace(/^- /, ''));
        const digits = (all: string[]) => all.filter((each) => /\p{L}|42/u.test(each));
        expect(digits(words(found.join('\n')))).toEqual(digits(words(given)));
      }),
    );
  });
});
