import { answerTypeOf, hasAnswerType } from '../../text/answer-type.ts';
import { haystack, sharedWith, termsOf } from '../../text/terms.ts';
import type { Cell, Extract } from '../extract.ts';

/** A column of which the question has this share of the words is asked for. */
const minNamed = 0.7;
/** A column called "For" is not named by a question with that word. */
const minWeight = 0.3;

/** Writes statements as Markdown, one citation for each extract. */
export function compose(question: string, extracts: readonly Extract[]): string {
  return extracts.map((each) => write(question, each)).join('\n\n');
}

function write(question: string, extract: Extract): string {
  const { kind, texts, rows, n } = extract;
  const lead = extract.lead.replace(/[:：]\s*$/, '');
  if (kind === 'sentences') return `${lead && `**${lead}** `}${texts.join(' ')} [${n}]`;
  const title = lead && `**${lead}**\n\n`;
  if (kind === 'rows')
    return title + (rows.length === 1 ? sentence(question, rows[0]!, n) : table(question, rows, n));
  if (texts.length === 1) return `${lead && `**${lead}**: `}${texts[0]} [${n}]`;
  return `${title}${texts.map((text, at) => `- ${text}${at === texts.length - 1 ? ` [${n}]` : ''}`).join('\n')}`;
}

/** Returns the columns that the question names beside the first; all if it names none. */
function columnsFor(question: string, names: readonly string[]): number[] {
  const asked = haystack(question);
  const all = names.map((_, at) => at);
  const isNamed = (name: string) =>
    termsOf(name).some(({ weight }) => weight >= minWeight) && sharedWith(asked, name) >= minNamed;
  const named = all.filter((at) => at > 0 && isNamed(names[at]!));
  return named.length > 0 ? [0, ...named] : all;
}

const isEmpty = (value: string) => !/[\p{L}\p{N}]/u.test(value);

/** Writes a row as "Family: €28.00", with the names of the columns where there are several values. */
function sentence(question: string, cells: readonly Cell[], n: number): string {
  const columns = columnsFor(
    question,
    cells.map(({ name }) => name),
  );
  const [first, ...others] = columns.map((at) => cells[at]!);
  const asked = others.filter(({ value }) => !isEmpty(value));
  // The asked column may say "–": the others still tell something.
  const values =
    asked.length > 0 ? asked : cells.filter((cell) => cell !== first && !isEmpty(cell.value));
  const type = answerTypeOf(question);
  const facts = values.filter(({ value }) => type !== null && hasAnswerType(value, type));
  const [fact = values[0]] = facts;
  const isPlain = values.length === 1 || facts.length === 1;
  const rest = values.filter((each) => each !== fact).map(({ value }) => value);
  const told = isPlain
    ? `${fact?.value ?? ''}${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`
    : values.map(({ name, value }) => `${name} ${value}`.trim()).join(', ');
  return `**${first!.value}**: ${told} [${n}]`;
}

/** Writes rows as a table, or as a list of names with their values where no column has a name. */
function table(question: string, rows: readonly (readonly Cell[])[], n: number): string {
  if (rows.flat().every(({ name }) => name === '')) return list(rows, n);
  const names = [...new Set(rows.flatMap((cells) => cells.map(({ name }) => name)))];
  const columns = columnsFor(question, names).map((at) => names[at]!);
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const body = rows.map((cells, row) =>
    line(
      columns.map((name, at) => {
        const value = cells.find((cell) => cell.name === name)?.value ?? '';
        const isLast = row === rows.length - 1 && at === columns.length - 1;
        return isLast ? `${value} [${n}]` : value;
      }),
    ),
  );
  return [line(columns), line(columns.map(() => '---')), ...body].join('\n');
}

const list = (rows: readonly (readonly Cell[])[], n: number): string =>
  `${rows
    .map((cells) => cells.map(({ value }) => value))
    .map(([first, ...values]) => `- ${first}: ${values.join(', ')}`)
    .join('\n')} [${n}]`;
