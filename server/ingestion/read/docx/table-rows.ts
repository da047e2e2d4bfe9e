import { type Block, rowText } from '../blocks.ts';
import type { Cell, Node, Table } from './body-blocks.ts';

/** Cells with their columns; a cell that spans rows is in each of them. */
type Row = { cell: Cell; column: number }[];

/** Limit of Word. */
const maxColumns = 63;

function gridOf({ children }: Table): Row[] {
  const hanging = new Map<number, { cell: Cell; left: number }>();
  return children.map((row) => {
    const placed: Row = [];
    const cells = [...(row.children ?? [])];
    for (let column = 0; column < maxColumns;) {
      const above = hanging.get(column);
      const cell = above ? above.cell : cells.shift();
      if (!cell) {
        if (hanging.size === 0) break;
        column++;
        continue;
      }
      placed.push({ cell, column });
      if (above && --above.left === 0) hanging.delete(column);
      else if (!above && cell.rowSpan > 1) hanging.set(column, { cell, left: cell.rowSpan - 1 });
      column += Math.max(1, cell.colSpan);
    }
    return placed;
  });
}

function runsOf(nodes: readonly Node[]): { isBold: boolean; text: string }[] {
  return nodes.flatMap((node) => {
    if (node.type === 'paragraph' || node.type === 'hyperlink') return runsOf(node.children);
    if (node.type !== 'run') return [];
    const text = node.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
    return text.trim() ? [{ isBold: node.isBold, text }] : [];
  });
}

const isBold = (row: Row | undefined) => {
  const runs = (row ?? []).flatMap(({ cell }) => runsOf(cell.children));
  return runs.length > 0 && runs.every((run) => run.isBold);
};

/** Returns the number of header rows: as marked, else a first row that stands out. */
function headerRows(table: Table, grid: readonly Row[], boldFirstRow: boolean): number {
  const body = table.children.findIndex((row) => !row.isHeader);
  if (body > 0) return body;
  const standsOut = boldFirstRow || (isBold(grid[0]) && !isBold(grid[1]));
  return grid.length > 1 && standsOut ? 1 : 0;
}

/**
 * Returns the rows of a table, each with the names of its columns.
 *
 * @param boldFirstRow whether the table's style makes the first row bold
 * @param textOf returns a cell's text on one line
 */
export function tableRows(
  table: Table,
  boldFirstRow: boolean,
  textOf: (cell: Cell) => string,
): Block[] {
  const grid = gridOf(table);
  const header = headerRows(table, grid, boldFirstRow);
  const names: string[] = [];
  for (const row of grid.slice(0, header)) {
    for (const { cell, column } of row) {
      const name = textOf(cell);
      for (let at = column; at < column + cell.colSpan; at++) {
        if (names[at] !== name) names[at] = [names[at], name].filter(Boolean).join(' ');
      }
    }
  }
  return grid.slice(header).flatMap((row) => {
    const cells = row.map(({ cell }) => textOf(cell));
    const text = rowText(
      cells,
      row.map(({ column }) => names[column] ?? ''),
    );
    return text ? [{ kind: 'row', text } as const] : [];
  });
}
