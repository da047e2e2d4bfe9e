import { collapse, type Block } from '../blocks.ts';
import type { Styles } from './styles.ts';
import { tableRows } from './table-rows.ts';

/**
 * Tree that mammoth passes to `transformDocument`, as far as it is read here.
 * https://github.com/mwilliamson/mammoth.js/blob/master/lib/documents.js
 */
export interface MammothDocument {
  children: Node[];
  notes: { resolve(reference: NoteReference): { body: Node[] } | null };
}

export type Node = Paragraph | Table | Inline;

interface Paragraph {
  type: 'paragraph';
  children: Node[];
  styleId: string | null;
  /** Shared by all items of one level of one list. */
  numbering: { isOrdered: boolean; level: string } | null;
}

export interface Table {
  type: 'table';
  children: { type: 'tableRow'; isHeader: boolean; children: Cell[] }[];
  styleId: string | null;
}

export interface Cell {
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
