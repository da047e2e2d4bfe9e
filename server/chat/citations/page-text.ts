import { sentences } from '../../text/sentences.ts';

/** A sentence, a line, or a row of a table in a passage. */
export interface Place {
  /** As the source says it; the cells of a row with ` · ` between them. */
  text: string;
  /** Its parts on the page, in order: UTF-16 offsets in `PageText.shown`. A row has one for each cell. */
  spans: readonly Span[];
  /** The line that was read as a row: it may also be prose. */
  line?: string;
}

export interface Span {
  start: number;
  end: number;
}

/** A passage as its page shows it. */
export interface PageText {
  shown: string;
  /** In reading order. */
  places: readonly Place[];
}

/** The name of a column, as `rowText` writes it. */
const column = /^((?:[^:;]|:(?! )){1,60}): /;

const nameOf = (cell: string | undefined) => column.exec(cell ?? '')?.[1];

/**
 * Returns the cells of a row as `rowText` writes it, without the names of the columns; null for a line that
 * is none. A cell may have semicolons, and a colon where the columns have no names.
 */
function cellsOf(line: string, neighbours: readonly string[]): string[] | null {
  const parts = line.split('; ');
  if (parts.length < 2) return null;
  const named = parts.map(nameOf);
  if (named[0] === undefined) {
    // "We are open; come in." is prose.
    const isAlone = neighbours.every((each) => each.split('; ').length !== parts.length);
    return isAlone && /[.!?。！？؟।]$/.test(line) ? null : parts;
  }
  const others = neighbours.map((each) => nameOf(each)).filter((name) => name !== undefined);
  if (others.length > 0 && !others.includes(named[0])) return parts;
  const cells: string[] = [];
  for (const [index, part] of parts.entries()) {
    const name = named[index];
    if (name === undefined) cells.push(`${cells.pop() ?? ''}; ${part}`);
    else cells.push(part.slice(name.length + 2));
  }
  return cells.length > 1 ? cells : null;
}

function spansIn(text: string, offset: number): Place[] {
  return sentences(text).flatMap(({ start, text: sentence }) => {
    const said = sentence.trim();
    if (!/[\p{L}\p{N}]/u.test(said)) return [];
    const from = offset + start + sentence.indexOf(said);
    return [{ text: said, spans: [{ start: from, end: from + said.length }] }];
  });
}

/** Reads a passage's content: rows of tables become cells again, all else is as it was. */
export function pageText(content: string): PageText {
  const lines = content.split('\n');
  const places: Place[] = [];
  let shown = '';
  for (const [index, line] of lines.entries()) {
    const cells = cellsOf(line, [lines[index - 1] ?? '', lines[index + 1] ?? '']);
    if (cells === null) {
      places.push(...spansIn(line, shown.length));
      shown += `${line}\n`;
      continue;
    }
    const spans = cells.map((cell) => {
      const start = shown.length;
      shown += `${cell}\n`;
      return { start, end: start + cell.length };
    });
    places.push({ text: cells.join(' · '), spans, line });
  }
  return { shown, places };
}
