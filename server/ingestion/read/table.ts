/** A cell of a table in any format. */
export interface Cell {
  text: string;
  /** Whether it names its row or its column. */
  isHead: boolean;
  /** Columns and rows that it spans. */
  columns?: number;
  rows?: number;
}

/** A cell in its place; one that spans rows is in each of them. */
interface Placed {
  cell: Cell;
  column: number;
}
type Row = readonly Placed[];

/** Wider tables are layouts, or hostile. */
const maxColumns = 250;
/** Cells of a table that are told again in the rows that they span. */
const maxCarried = 50_000;
/** Characters of a head, or of a cell that spans rows, in each further row. */
const maxRepeated = 200;

/** Lays rows out in columns. */
function layOut(rows: readonly (readonly Cell[])[]): Row[] {
  const hanging = new Map<number, { cell: Cell; left: number }>();
  let carried = 0;
  return rows.map((row) => {
    const placed: Placed[] = [];
    let next = 0;
    for (let column = 0; column < maxColumns;) {
      const above = hanging.get(column);
      const cell = above?.cell ?? row[next++];
      if (!cell && hanging.size === 0) break;
      if (cell) placed.push({ cell, column });
      if (above && (--above.left === 0 || ++carried > maxCarried)) hanging.delete(column);
      if (cell && !above && (cell.rows ?? 1) > 1) {
        const again = cell.text.length > maxRepeated ? { ...cell, text: '' } : cell;
        hanging.set(column, { cell: again, left: cell.rows! - 1 });
      }
      column += Math.max(1, cell?.columns ?? 1);
    }
    return placed;
  });
}

const widthOf = (row: Row) =>
  row.reduce((width, { cell, column }) => Math.max(width, column + (cell.columns ?? 1)), 0);

/** Whether a row consists of heads; the corner may be empty. */
const isHeads = (row: Row) =>
  row.some(({ cell }) => cell.isHead && cell.text !== '') &&
  row.every(({ cell }, at) => cell.isHead || (at === 0 && cell.text === ''));

/** Names of the columns, collected from one row of heads after another. */
class Heads {
  readonly #names: Cell[][] = [];

  add(row: Row): void {
    for (const { cell, column } of row) {
      const end = Math.min(maxColumns, column + (cell.columns ?? 1));
      for (let at = column; at < end; at++) {
        const names = (this.#names[at] ??= []);
        if (cell.text !== '' && names.at(-1) !== cell) names.push(cell);
      }
    }
  }

  /** Returns the names of a cell's columns, such as `Summer Adults`. */
  of({ cell, column }: Placed): string {
    const names = new Set<string>();
    const end = Math.min(maxColumns, column + (cell.columns ?? 1));
    for (let at = column; at < end; at++) {
      const name = this.#names[at]?.map(({ text }) => text.slice(0, maxRepeated)).join(' ');
      if (name) names.add(name);
    }
    return [...names].join(', ');
  }

  /** Whether a row only repeats the names, as some tables do at the foot and on each page. */
  repeats(row: Row): boolean {
    return row.every((placed) => placed.cell.text === this.of(placed));
  }
}

/** A row as a line that can be understood alone: `Day: Saturday; Summer Adults: 12 €`. */
export interface Line {
  text: string;
  /** Index of the row. */
  row: number;
}

/**
 * Returns the rows of a table, each value with the names of its column. Cells that span rows are in each; a head that
 * stands above all columns is in each row below it. A table of heads alone has its first row as heads.
 */
export function linesOf(rows: readonly (readonly Cell[])[]): Line[] {
  const lines: Line[] = [];
  const laidOut = [...layOut(rows)];
  const width = laidOut.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  const last = laidOut.findLastIndex((row) => !isHeads(row));
  let heads = new Heads();
  let group = '';
  let isBehindBody = true;
  for (const [at, row] of laidOut.entries()) {
    const filled = row.filter(({ cell }) => cell.text !== '');
    if (filled.length === 0) continue;
    // Where all rows are heads, the first one names the columns.
    const isHead = last < 0 ? at === 0 && laidOut.length > 1 : at < last && isHeads(row);
    const [only] = row;
    if (isHead && width > 1 && row.length === 1 && widthOf(row) === width) {
      group = only!.cell.text.slice(0, maxRepeated);
      heads = isBehindBody ? heads : new Heads();
      continue;
    }
    if (isHead) {
      if (isBehindBody && !heads.repeats(row)) heads = new Heads();
      if (!heads.repeats(row)) heads.add(row);
      isBehindBody = false;
      continue;
    }
    if (heads.repeats(row)) continue;
    isBehindBody = true;
    const cells = filled.map((placed) => {
      const name = heads.of(placed);
      return name ? `${name}: ${placed.cell.text}` : placed.cell.text;
    });
    lines.push({ text: [...(group ? [group] : []), ...cells].join('; '), row: at });
  }
  return lines;
}
