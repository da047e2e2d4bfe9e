import { rowText } from '../blocks.ts';
import type { Line, Segment } from './lines.ts';

/** Font sizes by which the edges of cells of one column may differ. */
const tolerance = 0.7;

const alignedTo = (cell: Segment, other: Segment) =>
  Math.min(Math.abs(cell.x0 - other.x0), Math.abs(cell.x1 - other.x1)) < tolerance * cell.size;

/** Whether two lines have several cells each and share a column after the first. */
function sameTable(line: Line, other: Line | undefined): boolean {
  if (!other || line.cells.length < 2 || other.cells.length < 2) return false;
  const step = Math.abs(other.y - line.y) / Math.max(line.size, other.size);
  if (step > 5 || line.angle !== other.angle) return false;
  return line.cells
    .slice(1)
    .some((cell) => other.cells.slice(1).some((same) => alignedTo(cell, same)));
}

/** A row; cells may consist of several lines. */
interface TableRow {
  cells: string[];
  lines: Line[];
}

/** Returns the column whose cell a line continues, else -1. */
function columnOf(line: Line, { lines }: TableRow, leading: number): number {
  const [first] = lines as [Line];
  const last = lines.at(-1)!;
  const step = (line.y - last.y) / line.size;
  if (line.cells.length > 1 || step < 0 || step > leading * 1.3) return -1;
  return first.cells.findIndex(
    (cell, index) => index > 0 && alignedTo(line, cell) && line.x0 > first.cells[0]!.x1,
  );
}

const isHeader = (row: TableRow, next: TableRow | undefined) =>
  next !== undefined && row.lines.every(({ bold }) => bold) && !next.lines.some(({ bold }) => bold);

/** Returns the header's name for each cell of a row; may be empty. */
function namesOf({ lines }: TableRow, header: TableRow): string[] {
  const [{ cells }] = lines as [Line];
  const columns = header.lines[0]!.cells;
  return cells.map((cell) => {
    const at = columns.findIndex((column) => alignedTo(cell, column));
    return header.cells[at] ?? '';
  });
}

/** Returns the texts of a table's rows. A bold first row names the cells of the others. */
export function rowTexts(rows: readonly TableRow[]): string[] {
  const [header, ...rest] = rows;
  if (!header || !isHeader(header, rest[0])) return rows.map(({ cells }) => rowText(cells, []));
  return rest.map((row) => rowText(row.cells, namesOf(row, header)));
}

/** Returns the rows of the table that begins at a line; none if no table begins there. */
export function tableAt(
  lines: readonly Line[],
  start: number,
  leading: number,
  join: (a: string, b: string) => string,
): TableRow[] {
  const rows: TableRow[] = [];
  for (let index = start; index < lines.length; index++) {
    const line = lines[index]!;
    const row = rows.at(-1);
    const column = row ? columnOf(line, row, leading) : -1;
    if (row && column !== -1) {
      row.cells[column] = join(row.cells[column]!, line.text);
      row.lines.push(line);
    } else if (sameTable(line, row?.lines[0] ?? lines[index + 1])) {
      rows.push({ cells: line.cells.map(({ text }) => text), lines: [line] });
    } else break;
  }
  return rows;
}
