import { rowText, type Block } from './blocks.ts';
import { failure } from '../failures.ts';

/** A row of a table or sheet; a merged cell's text is in each of its places. An empty row divides tables. */
export interface GridRow {
  cells: string[];
  /** It is marked as names of the columns, or stands out as such. */
  isHeader?: boolean;
  /** It has a cell that is merged over several columns. */
  isMerged?: boolean;
}

/** Places of one table or sheet. */
export const maxPlaces = 2_000_000;

/** Characters of a name of a column. */
const maxName = 100;
const maxHeaderRows = 3;
/** Rows by which it is told whether those above them are names. */
const look = 20;

/** Whether a text can name a column: no number, price, date or time, unless it is a year. */
export const isName = (text: string) =>
  text.length <= maxName && (/\p{L}/u.test(text) || /^(?:19|20)\d\d$/.test(text));

const filled = (cells: readonly string[]) => cells.filter((cell) => cell !== '');

/** Whether a row has one text only, such as the title above a table that is merged over its columns. */
const isLine = ({ cells, isMerged = false }: GridRow, width: number) =>
  (isMerged || width === 1) && new Set(filled(cells)).size === 1;

/** Whether a row names the columns of those below it. Two columns are rather names and values. */
function isHeader(row: GridRow | undefined, below: readonly GridRow[], width: number): boolean {
  const names = filled(row?.cells ?? []);
  if (below.length === 0 || names.length < 2 || !names.some(isName)) return false;
  // Such as sizes of shoes, in bold.
  if (row?.isHeader) return true;
  if (!names.every(isName)) return false;
  if (width > 2) return true;
  return names.some((_, at) =>
    below.every(({ cells }) => cells[at] !== '' && !isName(cells[at] ?? '')),
  );
}

/** Returns the number of rows at the beginning that name the columns. Merged names have those of parts below them. */
function headerRows(rows: readonly GridRow[], width: number): number {
  let count = 0;
  while (count < maxHeaderRows && isHeader(rows[count], rows.slice(count + 1), width)) {
    const { cells } = rows[count++]!;
    const isMerged = cells.some((cell, at) => cell !== '' && cell === cells[at + 1]);
    if (!isMerged && !rows[count]?.isHeader) break;
  }
  return count;
}

/** Returns the names of the columns of several header rows, such as "Summer Adults". */
const namesOf = (rows: readonly GridRow[], width: number): string[] =>
  Array.from({ length: width }, (_, at) =>
    [...new Set(filled(rows.map(({ cells }) => cells[at] ?? '')))].join(' '),
  );

/** Returns the rows of a sheet without columns that are empty in all of them. @throws AppError `too_large` */
function withoutEmptyColumns(rows: readonly GridRow[]): GridRow[] {
  const used = new Set<number>();
  for (const { cells } of rows) {
    for (const [at, cell] of cells.entries()) if (cell) used.add(at);
  }
  const columns = [...used].sort((one, other) => one - other);
  if (columns.length * rows.length > maxPlaces) throw failure('file_too_large');
  return rows.map((row) => ({ ...row, cells: columns.map((at) => row.cells[at] ?? '') }));
}

/** Returns the tables of a sheet, which empty rows divide. */
function tablesOf(rows: readonly GridRow[]): GridRow[][] {
  const tables: GridRow[][] = [[]];
  for (const row of rows) {
    if (row.cells.some((cell) => cell !== '')) tables.at(-1)!.push(row);
    else if (tables.at(-1)!.length > 0) tables.push([]);
  }
  return tables;
}

/**
 * Returns a table, or the tables of a sheet, as blocks: each row with the names of its columns, which are the first
 * row if that looks like it, and lines above and between as paragraphs.
 *
 * @throws AppError `too_large`
 */
export function gridBlocks(grid: readonly GridRow[]): Block[] {
  const marked = grid.filter((row) => row.isHeader).length;
  const rows = withoutEmptyColumns(
    marked > grid.length / 2 ? grid.map(({ cells }) => ({ cells })) : grid,
  );
  const width = rows[0]?.cells.length ?? 0;
  const blocks: Block[] = [];
  let names: string[] = [];
  for (const table of tablesOf(rows)) {
    // The rows go on behind an empty one unless they have other columns.
    const widest = table.reduce((max, { cells }) => Math.max(max, filled(cells).length), 0);
    if (widest < filled(names).length) names = [];
    let begins = true;
    for (let at = 0; at < table.length; at++) {
      const row = table[at]!;
      const texts = filled(row.cells);
      const count = begins || row.isHeader ? headerRows(table.slice(at, at + look), width) : 0;
      if (isLine(row, width) || (begins && texts.length === 1)) {
        blocks.push({ kind: 'paragraph', text: texts[0]! });
        continue;
      }
      begins = false;
      if (count === 0) blocks.push({ kind: 'row', text: rowText(row.cells, names) });
      else names = namesOf(table.slice(at, at + count), width);
      at += Math.max(0, count - 1);
    }
  }
  return blocks;
}
