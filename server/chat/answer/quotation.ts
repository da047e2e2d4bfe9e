import { escapeMarkdown as escaped } from '../../../widget/parse-markdown.ts';
import {
  type Quotation,
  type Cell,
  type Part,
  bestPart,
  type QuotedQuestion,
  partsOf,
  topicOf,
} from '../../retrieval/quote.ts';
import { sectionOf } from '../../storage/chunks.ts';
import type { ClosestPassage } from './draft.ts';
import type { RankedSection } from '../../retrieval/section-ranker.ts';
import { shorten } from '../../text/shorten.ts';
import { passageUrl } from '../citations/page-places.ts';

const bold = (text: string) => `**${escaped(text)}**`;

/** Writes a text of a quotation; the marked one bold and with its citation. */
const written = (text: string, isMarked: boolean) =>
  isMarked ? `${bold(text)} [1]` : escaped(text);

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Names of the columns that a cell spans, which the reader joins so. */
const spannedBy = (name: string) => name.split(', ');

/** Writes rows as a table, or as a list where no column has a name. */
function tableOf(rows: readonly Part[], marked: Part | null): string[] {
  const all = new Set(rows.flatMap(({ cells }) => cells.map(({ name }) => name)));
  const isSpan = (name: string) =>
    spannedBy(name).length > 1 && spannedBy(name).every((column) => all.has(column));
  const names = [...all].filter((name) => !isSpan(name));
  if (names.every((name) => name === '')) {
    return rows.map(
      (each) => `- ${written(each.cells.map(({ value }) => value).join(': '), each === marked)}`,
    );
  }
  const valueOf = (cells: readonly Cell[], name: string) =>
    cells.find(
      (cell) => cell.name === name || (isSpan(cell.name) && spannedBy(cell.name).includes(name)),
    )?.value ?? '';
  const lines = rows.map((each) => {
    const values = names.map((name) => valueOf(each.cells, name));
    if (each !== marked) return row(values.map(escaped));
    const last = values.length - 1;
    return row(values.map((value, at) => (value ? bold(value) : '') + (at === last ? ' [1]' : '')));
  });
  return [row(names.map(escaped)), row(names.map(() => '---')), ...lines];
}

/** Returns parts that stand together: of one paragraph, list or table. */
function blocksOf(parts: readonly Part[]): Part[][] {
  const blocks: Part[][] = [];
  for (const part of parts) {
    const last = blocks.at(-1)?.[0];
    if (last?.block === part.block && last.kind === part.kind) blocks.at(-1)!.push(part);
    else blocks.push([part]);
  }
  return blocks;
}

function linesOf(block: readonly Part[], marked: Part | null): string[] {
  switch (block[0]!.kind) {
    case 'row':
      return tableOf(block, marked);
    case 'line':
      return block.map((part) => `${part.number || '-'} ${written(part.text, part === marked)}`);
    case 'heading':
      return block.map(({ text }) => `### ${escaped(text)}`);
    case 'sentence':
      return [block.map((part) => written(part.text, part === marked)).join(' ')];
    default:
      return block[0]!.kind satisfies never;
  }
}

/**
 * Writes a quotation as Markdown: a sentence that names the section, and its text as a block quote.
 *
 * @param says Writes the sentence for a title.
 */
export function quotationText(
  { passage, parts, marked, isCut }: Quotation,
  says: (title: string) => string,
): string {
  const title = sectionOf(passage) || passage.title || passage.url;
  const blocks = blocksOf(parts).map((block) => linesOf(block, marked));
  if (isCut.start) blocks.unshift(['…']);
  if (isCut.end) blocks.push(['…']);
  if (marked === null) blocks.push(['[1]']);
  const quoted = blocks.flatMap((lines, at) => (at > 0 ? ['', ...lines] : lines));
  return `${says(bold(title))}\n\n${quoted.map((line) => `> ${line}`.trimEnd()).join('\n')}`;
}

const maxPages = 3;
/** Pages below a quotation. */
const maxFurther = 2;
/** Characters of the passage that is shown. */
const maxPassage = 420;

/** Returns the best section of each page, best first. */
const bestOfPages = (sections: readonly RankedSection[]): RankedSection[] =>
  Array.from(
    Map.groupBy(sections, ({ passage }) => passage.documentId).values(),
    ([best]) => best!,
  );

function toPage({ passage }: RankedSection, question: QuotedQuestion): ClosestPassage {
  const { title, url, kind, content } = passage;
  const marked = bestPart(partsOf(content), question, topicOf(passage))?.text ?? '';
  const at = marked ? content.indexOf(marked) : -1;
  // A section that is too long is shown from its marked part on.
  const before = at > 0 && at + marked.length > maxPassage ? '…' : '';
  const text = before + shorten(before ? content.slice(at) : content, maxPassage);
  const start = before ? 1 : at;
  const page = {
    title: title || url,
    section: sectionOf(passage),
    url: passageUrl({ ...passage, content: marked || content }) ?? '',
    kind,
    passage: text,
    marks:
      at < 0 ? [] : [[start, Math.min(start + marked.length, text.length)] as [number, number]],
  };
  return { page, passage };
}

/** Returns up to three pages that are nearest to the question, each with its best section and the part that fits best. */
export const closestPages = (
  sections: readonly RankedSection[],
  question: QuotedQuestion,
): ClosestPassage[] =>
  bestOfPages(sections)
    .slice(0, maxPages)
    .map((section) => toPage(section, question));

/** Returns up to two pages beside the quoted one. */
export const furtherPages = (
  sections: readonly RankedSection[],
  question: QuotedQuestion,
): ClosestPassage[] =>
  bestOfPages(sections)
    .slice(1, 1 + maxFurther)
    .map((section) => toPage(section, question));
