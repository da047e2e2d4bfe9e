import { escapeMarkdown as escaped } from '../../widget/parse-markdown.ts';
import type { Quotation, Cell, Part } from '../retrieval/quote.ts';
import { sectionOf } from '../storage/chunks.ts';

const bold = (text: string) => `**${escaped(text)}**`;

/** Writes a text of a quotation; the marked one bold and with its citation. */
const written = (text: string, isMarked: boolean) =>
  isMarked ? `${bold(text)} [1]` : escaped(text);

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Writes rows as a table, or as a list where no column has a name. */
function tableOf(rows: readonly Part[], marked: Part | null): string[] {
  const names = [...new Set(rows.flatMap(({ cells }) => cells.map(({ name }) => name)))];
  if (names.every((name) => name === '')) {
    return rows.map(
      (each) => `- ${written(each.cells.map(({ value }) => value).join(': '), each === marked)}`,
    );
  }
  const valueOf = (cells: readonly Cell[], name: string) =>
    cells.find((cell) => cell.name === name)?.value ?? '';
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
