import { isQuestion, sentences } from '../text/sentences.ts';

/** A cell of a table row with the name of its column, which may be empty. */
export interface Cell {
  name: string;
  value: string;
}

/** A sentence, a line of a list, a row of a table or a heading of a section's text. */
export interface Part {
  kind: 'sentence' | 'line' | 'row' | 'heading';
  /** Trimmed, without `[1]`, which would be read as a citation. */
  text: string;
  /** A `row` has two or more. */
  cells: readonly Cell[];
  /** Parts of one paragraph, list or table have the same number. */
  block: number;
}

const citationLike = /\s?\[\d{1,3}\](?!\()/g;
const terminated = /[.!?…:;。！？؟।]["'”’»」』)\]]*$/;
const hasWords = /[\p{L}\p{N}]/u;
/** Characters of the name of a column, and of a heading inside of a section. */
const maxName = 60;
const maxHeading = 100;
/** Cells of a row without names; with more it is rather a text. */
const maxUnnamed = 5;

/** Divides a section's text, as ingestion writes it, into its parts in order. */
export function partsOf(content: string): Part[] {
  const paragraphs = content.split(/\n\s*\n/).filter((text) => hasWords.test(text));
  return paragraphs.flatMap((paragraph, block) => {
    const lines = paragraph.split('\n').filter((line) => hasWords.test(line));
    const isLast = block === paragraphs.length - 1;
    return lines.flatMap((line): Part[] => {
      const text = line.replace(citationLike, '').trim();
      const cells = cellsOf(text);
      if (cells.length > 0) return [{ kind: 'row', text, cells, block }];
      if (lines.length > 1 && !terminated.test(text))
        return [{ kind: 'line', text, cells: [], block }];
      if (lines.length === 1 && !isLast && isHeading(text))
        return [{ kind: 'heading', text, cells: [], block }];
      if (lines.length > 1) return [{ kind: 'line', text, cells: [], block }];
      return sentences(text).map((sentence) => ({
        ...{ kind: 'sentence' as const, text: sentence.text.trim(), cells: [], block },
      }));
    });
  });
}

/** Whether a paragraph of one line names what follows. */
const isHeading = (text: string) =>
  text.length <= maxHeading && (!terminated.test(text) || isQuestion(text)) && !text.includes(': ');

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
