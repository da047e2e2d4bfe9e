import { type Block, rowText, collapse } from '../blocks.ts';
import type { Styles } from './styles.ts';

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
function tableRows(table: Table, boldFirstRow: boolean, textOf: (cell: Cell) => string): Block[] {
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

/**
 * Tree that mammoth passes to `transformDocument`, as far as it is read here.
 * https://github.com/mwilliamson/mammoth.js/blob/master/lib/documents.js
 */
export interface MammothDocument {
  children: Node[];
  notes: { resolve(reference: NoteReference): { body: Node[] } | null };
}

type Node = Paragraph | Table | Inline;

interface Paragraph {
  type: 'paragraph';
  children: Node[];
  styleId: string | null;
  /** Shared by all items of one level of one list. */
  numbering: { isOrdered: boolean; level: string } | null;
}

interface Table {
  type: 'table';
  children: { type: 'tableRow'; isHeader: boolean; children: Cell[] }[];
  styleId: string | null;
}

interface Cell {
  type: 'tableCell';
  children: Node[];
  colSpan: number;
  rowSpan: number;
}

interface NoteReference {
  type: 'noteReference';
  noteType: string;
  noteId: string;
}

type Inline =
  | { type: 'text'; value: string }
  | { type: 'run'; children: Node[]; isBold: boolean }
  | { type: 'hyperlink'; children: Node[] }
  | { type: 'tab' }
  | { type: 'break'; breakType: 'line' | 'page' | 'column' }
  | { type: 'checkbox'; checked: boolean }
  | { type: 'image'; altText: string | undefined }
  | NoteReference
  | { type: 'bookmarkStart' | 'commentReference' };

/** Counts the items of lists; an item ends the deeper lists. */
function createCounter() {
  const counts = new Map<object, { level: number; count: number }>();
  return (numbering: NonNullable<Paragraph['numbering']>): string => {
    const level = Number(numbering.level);
    for (const [key, counted] of counts) if (counted.level > level) counts.delete(key);
    if (!numbering.isOrdered) return '';
    const count = (counts.get(numbering)?.count ?? 0) + 1;
    counts.set(numbering, { level, count });
    return `${count}. `;
  };
}

const cellsOf = (table: Table) => table.children.flatMap((row) => row.children);

/** Whether a table only arranges the page: one column, nested tables or headings in cells. */
const isLayout = (table: Table, styles: Styles) =>
  table.children.every((row) => row.children.length < 2) ||
  cellsOf(table).some((cell) =>
    cell.children.some(
      (node) =>
        node.type === 'table' ||
        (node.type === 'paragraph' && styles.roleOf(node.styleId ?? '').is === 'heading'),
    ),
  );

class BodyReader {
  readonly blocks: Block[] = [];
  title = '';
  readonly #document: MammothDocument;
  readonly #styles: Styles;
  readonly #numberOf = createCounter();
  readonly #notesTaken = new Set<string>();
  /** Notes of the current block. */
  #notes: string[] = [];

  constructor(document: MammothDocument, styles: Styles) {
    this.#document = document;
    this.#styles = styles;
  }

  #takeNote(reference: NoteReference): void {
    const key = `${reference.noteType} ${reference.noteId}`;
    if (this.#notesTaken.has(key)) return;
    this.#notesTaken.add(key);
    const text = collapse(this.#textOf(this.#document.notes.resolve(reference)?.body ?? []));
    if (text) this.#notes.push(text);
  }

  #textOf(nodes: readonly Node[]): string {
    return nodes.map((node) => this.#textOfNode(node)).join('');
  }

  #textOfNode(node: Node): string {
    switch (node.type) {
      case 'text':
        return node.value;
      case 'run':
      case 'hyperlink':
        return this.#textOf(node.children);
      case 'tab':
        return '\t';
      case 'break':
        return node.breakType === 'line' ? '\n' : ' ';
      case 'checkbox':
        return node.checked ? '☑ ' : '☐ ';
      case 'image':
        return ` ${node.altText ?? ''} `;
      case 'noteReference':
        this.#takeNote(node);
        return '';
      case 'paragraph':
        return ` ${this.#textOf(node.children)} `;
      case 'table':
        return this.#textOf(cellsOf(node).flatMap((cell) => cell.children));
      case 'bookmarkStart':
      case 'commentReference':
        return '';
      default:
        node satisfies never;
        return '';
    }
  }

  #addNotes(): void {
    for (const text of this.#notes) this.blocks.push({ kind: 'paragraph', text });
    this.#notes = [];
  }

  #addCode(text: string): void {
    const code = text.trimEnd();
    const last = this.blocks.at(-1);
    if (last?.kind === 'code') last.text += `\n${code}`;
    else if (code) this.blocks.push({ kind: 'code', text: code });
  }

  #addParagraph({ styleId, numbering, children }: Omit<Paragraph, 'type'>): void {
    const role = this.#styles.roleOf(styleId ?? '');
    const content = this.#textOf(children);
    if (role.is === 'contents') return;
    if (role.is === 'title') this.title ||= collapse(content);
    if (role.is === 'code') {
      this.#addCode(content);
    } else if (role.is === 'title' || role.is === 'heading') {
      const level = role.is === 'heading' ? role.level : 1;
      const text = collapse(content);
      if (text) this.blocks.push({ kind: 'heading', level, text });
    } else {
      const number = numbering && content.trim() ? this.#numberOf(numbering) : '';
      const lines = `${number}${content.trim()}`.split('\n').map(collapse).filter(Boolean);
      const kind = numbering ? 'item' : 'paragraph';
      for (const text of lines) this.blocks.push({ kind, text });
    }
    this.#addNotes();
  }

  #addTable(table: Table): void {
    if (isLayout(table, this.#styles)) {
      for (const cell of cellsOf(table)) this.add(cell.children);
      return;
    }
    const textOfCell = (cell: Cell) => collapse(this.#textOf(cell.children));
    const boldFirstRow = this.#styles.hasBoldFirstRow(table.styleId ?? '');
    this.blocks.push(...tableRows(table, boldFirstRow, textOfCell));
    this.#addNotes();
  }

  add(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.type === 'paragraph') this.#addParagraph(node);
      else if (node.type === 'table') this.#addTable(node);
      else this.#addParagraph({ children: [node], styleId: null, numbering: null });
    }
  }
}

/** Returns title and text of a document; notes follow the block that refers to them. */
export function bodyBlocks(
  document: MammothDocument,
  styles: Styles,
): { title: string; blocks: Block[] } {
  const reader = new BodyReader(document, styles);
  reader.add(document.children);
  return { title: reader.title, blocks: reader.blocks };
}
