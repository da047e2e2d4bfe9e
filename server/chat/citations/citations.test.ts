import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CitationWriter } from './citations.ts';
import { passage } from '../../../test/retrieval/passage.ts';

fc.configureGlobal({ seed: 17 });

/** Passages 1 and 3 are of one page. */
const passages = [passage(1), passage(2), passage(3, { url: passage(1).url }), passage(4)];

function write(parts: readonly string[], given = passages) {
  const writer = new CitationWriter(given);
  const text = parts.map((part) => writer.push(part)).join('') + writer.end();
  return { text, ...writer.cited() };
}

/** Where one mark stands for several in a row. */
const long = `${'word '.repeat(70)}end`;

const texts: [string, string, string][] = [
  ['the last of a paragraph', 'A [1]. B [1]. C [1].', 'A. B. C [1].'],
  ['each where the source changes', 'A [1]. B [1]. C [2]. D [1].', 'A. B [1]. C [2]. D [1].'],
  ['one for each paragraph', 'A [1]. B [1].\n\nC [1].', 'A. B [1].\n\nC [1].'],
  ['one for a list of one source', '- A [1]\n- B [1]\n- C [1]\n', '- A\n- B\n- C [1]\n'],
  ['all of a list of two sources', '- A [1]\n- B [1]\n- C [2]', '- A [1]\n- B [1]\n- C [2]'],
  ['one for an item', '- A [1]. B [1].\n- C [2]. D [2].', '- A. B [1].\n- C. D [2].'],
  ['one for each row', '| A [1] | B [1] |\n| C [1] | D |', '| A | B [1] |\n| C [1] | D |'],
  ['one above a list of its own', 'A [1]:\n- B [1]\n- C [1]', 'A [1]:\n- B\n- C [1]'],
  ['one that is far behind another', `A [1]. ${long} B [1].`, `A [1]. ${long} B [1].`],
  ['no space of a mark that goes', 'A [1] b [1]', 'A b [1]'],
];

const cases: [string, string, string, number[]][] = [
  ['one mark for several in a row', 'a [1]. b [3]. c [2]', 'a. b [1]. c [2]', [1, 2]],
  ['a list with semicolons', 'a [2;4]', 'a [1][2]', [2, 4]],
  ['a list of one page', 'a [1,3]', 'a [1]', [1]],
  ['a range the wrong way', 'a [4-2]', 'a [1][2]', [4, 2]],
  ['a number of no passage, with its space', 'a [9].', 'a.', []],
  ['zero', 'a [0] b', 'a b', []],
  ['a number of no passage in a list', 'a [9, 2]', 'a [1]', [2]],
  ['a range beyond all measure', 'a [1-999]', 'a [1]', [1]],
  ['words in parentheses', 'a (Source 1) b (sources: 2, 4).', 'a [1] b [2][3].', [1, 2, 4]],
  [
    'words of other languages',
    'a (Quelle 4) b (fuentes 1 & 2) c（来源1）',
    'a [1] b [2][3] c[2]',
    [4, 1, 2],
  ],
  ['parentheses at the end', 'It is open (Source 2', 'It is open (Source 2', []],
  [
    'parentheses that may mean else',
    'a (1) b (Document 2) c (Source 9) d (source 1 of 2) e (sources) f¹ (see Source 1)',
    'a (1) b (Document 2) c (Source 9) d (source 1 of 2) e (sources) f¹ (see Source 1)',
    [],
  ],
  ['words beside numbers', 'a [Source 1, source 2] b [Quelle: 4]', 'a [1][2] b [3]', [1, 2, 4]],
  ['Chinese brackets', '正午【2】。', '正午[1]。', [2]],
  ['Chinese brackets around words', '【注意】', '【注意】', []],
  ['OpenAI’s marks of another count', 'a【4:0†visit.html】.', 'a.', []],
  ['a footnote’s text', 'a[^2]\n\n[^2]: Page 2', 'a[1]', [2]],
  ['a number before a bracket', 'a [2](or not)', 'a [1]\\(or not)', [2]],
  ['a definition of a number', 'a [1]\n\n[1]: https://site.example/page-1/', 'a [1]', [1]],
  ['numbers of no passage with commas', 'a [8], [9].', 'a.', []],
  ['a decimal', 'a [1.5]', 'a [1.5]', []],
  ['a law report', '[2024] EWCA Civ 1', '[2024] EWCA Civ 1', []],
  [
    'a fence of tildes in a list',
    '- ~~~\n  a[1]\n  ~~~\n- b [2]',
    '- ~~~\n  a[1]\n  ~~~\n- b [1]',
    [2],
  ],
  ['a code block that its list ends', '- ```\n  a[1]\nb [2]', '- ```\n  a[1]\nb [1]', [2]],
  ['an open bracket at the end', 'a [', 'a [', []],
  ['a mark cut off at the end', 'a [1', 'a [1', []],
  ['a bracket before a citation', 'a [[1]]', 'a [[1]]', [1]],
  ['brackets with much inside', `[${'x,'.repeat(400)}1]`, `[${'x,'.repeat(400)}1]`, []],
  ['a fence', '```\na[9] [1]\n```\nb [1]', '```\na[9] [1]\n```\nb [1]', [1]],
  ['a fence that is never closed', '```\n[1]', '```\n[1]', []],
  ['an apostrophe that looks like code', 'it`s open [2].', 'it\\`s open [1].', [2]],
  ['two spaces', 'a  [1]  b', 'a  [1]  b', [1]],
  ['a line of its own', 'a\n[9]\nb', 'a\n\nb', []],
];

describe('the text has', () => {
  test.each(cases)('%s', (_case, text, expected, cited) => {
    const written = write([text]);
    expect(written.text).toBe(expected);
    expect(written.sources.map(({ title }) => title)).toEqual(
      cited.map((n) => passages[n - 1]?.title),
    );
    expect(written.sources.map(({ n }) => n)).toEqual(cited.map((_, index) => index + 1));
  });

  test.each(texts)('one mark for several: %s', (_case, text, expected) => {
    expect(write([text]).text).toBe(expected);
  });

  test('no numbers at all when there are no sources', () => {
    expect(write(['a [1] b [2-3].'], [])).toEqual({ text: 'a b.', sources: [], statements: [] });
  });
});

test('a source that is taken back takes its numbers along, but those in code', () => {
  const writer = new CitationWriter(passages);
  const text =
    writer.push('a [1], b [2], `c[1]` d [1][4] https://site.example/page-1/') + writer.end();
  writer.keep(new Set(writer.passages.slice(1)));
  expect(writer.withoutRemoved(text)).toBe('a, b [2], `c[1]` d [3] https://site.example/page-1/');
  expect(writer.cited().sources.map(({ n }) => n)).toEqual([2, 3]);
  expect(writer.cited().statements.map(({ n }) => n)).toEqual([2, 3]);
  expect(writer.withoutRemoved('')).toBe('');
});

const anyMark = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map((n) => `[${n}]`),
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 })
    .map((n) => `[${n.join(', ')}]`),
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }))
    .map(([a, b]) => `[${a}-${b}]`),
);
const words = fc.string({ unit: fc.constantFrom(...'ab 1,.-\n🦢é') });
const code = words.map((text) => `\`[7] ${text.replaceAll('\n', ' ')}\``);
const answer = fc
  .array(fc.oneof(anyMark, words, code), { maxLength: 12 })
  .map((parts) => parts.join(''));
const anything = fc.string({
  maxLength: 60,
  unit: fc.constantFrom(
    ...'[]1290,-– `a\n🦢!(<>)w.\\~|:^"【】†#*',
    'http',
    'https://',
    'www.',
    'site.example/page-1/',
    '](',
    '](https://',
    '![',
    '\n\nSources:',
    '\n[1] Page 1',
    '[1]:',
    '\n```',
    '\n- ',
  ),
});

/** All ways to cut a text, also through a character's two halves. */
const cut = (text: fc.Arbitrary<string>) =>
  text.chain((whole) =>
    fc.array(fc.nat(whole.length)).map((places) => {
      const ends = [...new Set([...places, whole.length])].sort((a, b) => a - b);
      return { whole, parts: ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end)) };
    }),
  );

describe('whatever a model writes,', () => {
  test('how it is cut into pieces makes no difference', () => {
    fc.assert(
      fc.property(cut(fc.oneof(answer, anything)), ({ whole, parts }) => {
        expect(write(parts)).toEqual(write([whole]));
      }),
      { numRuns: 2000 },
    );
  });

  test('nothing else is lost but a space before a mark', () => {
    const bare = (text: string) => text.replace(/\[[\d, -]+\]/g, '').replace(/[ ,]/g, '');
    fc.assert(
      fc.property(fc.array(fc.oneof(anyMark, words)), (parts) => {
        const text = parts.join('');
        expect(bare(write([text]).text)).toBe(bare(text));
      }),
    );
  });

  test('code is left as it is', () => {
    const codeOf = (text: string) => text.match(/`[^`]*`/g);
    fc.assert(
      fc.property(answer, (text) => {
        expect(codeOf(write([text]).text)).toEqual(codeOf(text));
      }),
    );
  });
});

describe('a source', () => {
  const excerptOf = (content: string) =>
    write(['[1]'], [passage(1, { content })]).sources[0]?.excerpt ?? '';

  test('has the passage’s words as excerpt, on one line', () => {
    expect(excerptOf('Swans.\n\n They  are fed')).toBe('Swans. They are fed');
    expect(excerptOf('Swans\nDucks\nPrice: 12; Day: Monday')).toBe('Swans · Ducks · 12 · Monday');
  });

  test('has a long excerpt cut between words', () => {
    const excerpt = excerptOf('swan '.repeat(100));
    expect(excerpt).toMatch(/^(swan )+swan…$/);
    expect(excerpt.length).toBeLessThanOrEqual(241);
    expect(excerpt.length).toBeGreaterThan(200);
  });

  test('has a long excerpt of a language without spaces, too', () => {
    expect(excerptOf('开放时间： ' + '天鹅每天中午喂食'.repeat(60)).length).toBeGreaterThan(200);
  });

  test('has no half characters in its excerpt', () => {
    for (const lead of ['', 'a'])
      expect(excerptOf(lead + '🦢'.repeat(300)).isWellFormed()).toBe(true);
  });

  test('is named by its address when it has no title, and has no address when the source has none', () => {
    const nameless = [passage(1, { title: '' }), passage(2, { kind: 'txt', url: '' })];
    const { sources } = write(['[1] [2]'], nameless);
    expect(sources[0]?.title).toBe(nameless[0]?.url);
    expect(sources[1]).toMatchObject({ n: 2, title: 'Page 2', url: '' });
    expect(sources[1]).not.toHaveProperty('passage_url');
  });
});

const outputs = 300;
/** The sixth is of the page of the second. */
const six = [1, 2, 3, 4, 5, 6].map((n) =>
  passage(n, n === 6 ? { url: passage(2).url, documentId: 2 } : {}),
);
const pageOf = (n: number) => six[n - 1]?.url;

/** A mark behind one statement as a model writes it, and the passages that it means. */
interface Mark {
  raw: string;
  means: number[];
}

const number = fc.integer({ min: 1, max: 6 });
const stray = fc.constantFrom(0, 7, 9, 12, 42, 999);
const numbers = fc.array(fc.oneof(number, number, number, stray), { minLength: 1, maxLength: 4 });
const marked = (raw: string, ...means: number[]): Mark => ({ raw, means });

const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc.constant(marked('')),
  number.map((n) => marked(` [${n}]`, n)),
  number.map((n) => marked(`[${n}]`, n)),
  stray.map((n) => marked(` [${n}]`)),
  numbers.map((all) => marked(` ${all.map((n) => `[${n}]`).join('')}`, ...all)),
  numbers.map((all) => marked(` ${all.map((n) => `[${n}]`).join(', ')}`, ...all)),
  numbers.filter((all) => !all.includes(0)).map((all) => marked(` [${all.join(', ')}]`, ...all)),
  fc.tuple(number, number).map(([a, b]) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const all = six.map((_, index) => index + 1).filter((n) => n >= from && n <= to);
    return marked(` [${from}-${to}]`, ...all);
  }),
  number.map((n) => marked(` [${n}–9]`, ...six.map((_, at) => at + 1).filter((at) => at >= n))),
  number.map((n) => marked(`【${n}】`, n)),
  number.map((n) => marked(`【${n}†source】`, n)),
  number.map((n) => marked(` ［${n}］`, n)),
  number.map((n) => marked(` [Source ${n}]`, n)),
  number.map((n) => marked(` [^${n}]`, n)),
  number.map((n) => marked(` [${n}](${pageOf(n)})`, n)),
  number.map((n) => marked(` \\[${n}\\]`, n)),
);

/** Text with what looks like a citation and is none. */
const between = fc.constantFrom(
  '',
  '',
  ' in [2024]',
  ' `list[3]`',
  ' ``a`[9]`` ',
  ' [the page](https://site.example/page-3/)',
  ' from [0, 1]',
  ' - [ ] open',
  '\n\n```js\nrows[2] = [1];\n```\n\n',
  '\n\n- item\n- ',
  ' 🦢',
);
const end = fc.constantFrom('.', '. ', '.\n\n', '\n- ', '; ');
/** Against what it was told, a model names its sources below its answer. */
const ownList = fc.constantFrom(
  marked(''),
  marked(''),
  marked('\n\nSources:\n[1] Page 1\n[3] Page 3', 1, 3),
  marked('\n\n**Quellen:**\n- [2] [Page 2](https://site.example/page-2/)', 2),
  marked('\n[4]: https://site.example/page-4/', 4),
  marked('\n\n---\n### 来源\n1. Page 5 – https://site.example/page-5/', 5),
);

const scripted = fc
  .tuple(
    fc.array(fc.record({ mark, between, end }), { minLength: 1, maxLength: 9 }),
    ownList,
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 40, maxLength: 40 }),
  )
  .map(([statements, list, sizes]) => {
    const text = statements.map(
      (each, at) => `Statement${at}x${each.mark.raw}${each.end}About${each.between}`,
    );
    return { statements, whole: `${text.join('. ')} end.${list.raw}`, list, sizes };
  });

/** As a model's deltas come: of one character to nine. */
function* deltas(whole: string, sizes: readonly number[]): Generator<string> {
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    yield whole.slice(at, at + size);
    at += size;
  }
}

const withoutCode = (text: string) => text.replace(/```[\s\S]*?```|(`+)[^`][\s\S]*?\1(?!`)/g, '');
const unique = <T>(all: readonly T[]) => [...new Set(all)];

test(`${outputs} scripted answers: no number without source, none of a wrong one, and all sources cited`, () => {
  const counts = { outputs: 0, dangling: 0, wrong: 0, unequal: 0 };
  for (const { statements, whole, list, sizes } of fc.sample(scripted, outputs)) {
    counts.outputs++;
    const writer = new CitationWriter(six);
    let text = '';
    for (const delta of deltas(whole, sizes)) text += writer.push(delta);
    text += writer.end();
    const { sources } = writer.cited();
    const urlOf = (n: number) => sources.find((source) => source.n === n)?.url;

    const prose = withoutCode(text);
    const shown = [...prose.matchAll(/[[【［](\d{1,3})[\]】］]/g)].map(([, n]) => Number(n));
    counts.dangling += shown.filter((n) => urlOf(n) === undefined).length;
    statements.forEach((statement, at) => {
      const rest = prose.split(`Statement${at}x`)[1]!;
      const meant = unique(statement.mark.means.map(pageOf).filter((url) => url !== undefined));
      // The next mark also stands for those of the same sources before it.
      const behind = meant.length > 0 ? /(?:\[\d{1,3}\])+/ : /^ ?(?:\[\d+\])*/;
      const marks = behind.exec(rest)?.[0] ?? '';
      const given = [...marks.matchAll(/\d+/g)].map(([n]) => urlOf(Number(n)));
      if (given.join() !== meant.join()) counts.wrong++;
    });
    const inText = statements.flatMap(({ mark: { means } }) => means).filter(pageOf);
    // Without one number in the text, the model's own list says where it comes from.
    const pages = unique((inText.length > 0 ? inText : list.means).map(pageOf));
    const numbered = unique(shown).toSorted((a, b) => a - b);
    const equal =
      pages.join() === sources.map(({ url }) => url).join() &&
      numbered.join() === sources.map(({ n }) => n).join();
    if (!equal) counts.unequal++;
  }
  expect(counts).toEqual({ outputs, dangling: 0, wrong: 0, unequal: 0 });
});
