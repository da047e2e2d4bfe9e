import { isQuestion, sentences } from '../text/sentences.ts';

/** A cell of a table row with the name of its column, which may be empty. */
export interface Cell {
  name: string;
  value: string;
}

/** A sentence, a line of a list, a row of a table or a heading of a section's text. */
export interface Part {
  kind: 'sentence' | 'line' | 'row' | 'heading';
  /** Trimmed, without `[1]`, which would be read as a citation, and without the number of a step. */
  text: string;
  /** Number of a step, a `line` among lines that count up, with its sign: `2.`; else empty. */
  number: string;
  /** A `row` has two or more. */
  cells: readonly Cell[];
  /** Parts of one paragraph, list or table have the same number. */
  block: number;
}

const citationLike = / ?\[\d{1,3}\](?!\()/g;
const terminated = /[.!?…:;。！？؟।]["'”’»」』)\]]*$/;
const step = /^(\d{1,3}[.)]) /;
/** A number may head a heading: "1. Before you come". */
const isFact = /.\d|@|: /;
const hasWords = /[\p{L}\p{N}]/u;
/** Characters of the name of a column, and of a heading inside of a section. */
const maxName = 60;
const maxHeading = 100;
/** Cells of a row without names; with more it is rather a text. */
const maxUnnamed = 5;

/** Divides a section's text, as ingestion writes it, into its parts in order. */
export function partsOf(content: string): Part[] {
  const paragraphs = content
    .replace(citationLike, '')
    .split(/\n\s*\n/)
    .filter((text) => hasWords.test(text));
  return paragraphs.flatMap((paragraph, block) => {
    const lines = paragraph.split('\n').flatMap((line) => (hasWords.test(line) ? line.trim() : []));
    const isLast = block === paragraphs.length - 1;
    const isOfSteps = areSteps(lines);
    return lines.flatMap((text): Part[] => {
      const cells = cellsOf(text);
      const part = { text, number: '', cells, block };
      if (cells.length > 0) return [{ ...part, kind: 'row' }];
      if (lines.length > 1) {
        const [lead = '', number = ''] = (isOfSteps && step.exec(text)) || [];
        return [{ ...part, kind: 'line', text: text.slice(lead.length), number }];
      }
      if (!isLast && isHeading(text)) return [{ ...part, kind: 'heading' }];
      return sentences(text).map((sentence) => ({
        ...part,
        kind: 'sentence',
        text: sentence.text.trim(),
      }));
    });
  });
}

/** Whether lines are numbered one after the other: "24. Dezember" and "26. Dezember" are not. */
function areSteps(lines: readonly string[]): boolean {
  const numbers = lines.flatMap((line) => (step.test(line) ? parseInt(line) : []));
  return numbers.length > 1 && numbers.every((number, at) => number === numbers[0]! + at);
}

/** Whether a paragraph of one line names what follows; a telephone number or price does not. */
const isHeading = (text: string) =>
  text.length <= maxHeading && (!terminated.test(text) || isQuestion(text)) && !isFact.test(text);

/** Reads a row of a table without a header: "Tuesday; 10:00 – 17:00", but not "Bread; water; milk". */
function unnamedCells(line: string): Cell[] {
  const cells = line.split('; ').map((value) => ({ name: '', value }));
  const isRow = cells.length === 2 || (cells.length <= maxUnnamed && /\p{N}/u.test(line));
  return isRow && cells.length > 1 && cells[0]!.value.length <= maxName ? cells : [];
}

/**
 * Reads a table row as ingestion writes it: `Ticket: Family; Price: €28.00`. A column without a name has only
 * its value: `Sunday; Desk: 9:00 to 12:00`. Empty for any other line.
 */
export function cellsOf(line: string): Cell[] {
  const cells = line.split('; ').map((text): { cell: Cell | null; text: string } => {
    const at = text.indexOf(': ');
    const isNamed = at > 0 && at <= maxName;
    return { cell: isNamed ? { name: text.slice(0, at), value: text.slice(at + 2) } : null, text };
  });
  const joined: Cell[] = [];
  cells.forEach(({ cell, text }, at) => {
    const last = joined.at(-1);
    if (cell) joined.push(cell);
    else if (at === 0 && cells.length > 1 && text.length <= maxName)
      joined.push({ name: '', value: text });
    // A semicolon inside a cell continues it.
    else if (last) last.value += `; ${text}`;
  });
  if (joined.every(({ name }) => name === ''))
    return terminated.test(line) ? [] : unnamedCells(line);
  return joined.length > 1 ? joined : [];
}
