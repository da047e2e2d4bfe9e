import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CitationWriter } from '../../../server/chat/citations/citations.ts';
import { passage } from '../../retrieval/passage.ts';

fc.configureGlobal({ seed: 17 });

const outputs = 300;
/** The sixth is of the page of the second. */
const passages = [1, 2, 3, 4, 5, 6].map((n) =>
  passage(n, n === 6 ? { url: passage(2).url, documentId: 2 } : {}),
);
const pageOf = (n: number) => passages[n - 1]?.url;

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
    const all = passages.map((_, index) => index + 1).filter((n) => n >= from && n <= to);
    return marked(` [${from}-${to}]`, ...all);
  }),
  number.map((n) =>
    marked(` [${n}–9]`, ...passages.map((_, at) => at + 1).filter((at) => at >= n)),
  ),
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

const answer = fc
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
  for (const { statements, whole, list, sizes } of fc.sample(answer, outputs)) {
    counts.outputs++;
    const writer = new CitationWriter(passages);
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
