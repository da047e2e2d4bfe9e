import type { Block } from '../blocks.ts';
import type { Styles } from './styles.ts';
import { tableRows } from './table-rows.ts';

/**
 * The tree that mammoth hands to `transformDocument`, as far as it is read here.
 * https://github.com/mwilliamson/mammoth.js/blob/master/lib/documents.js
 */
export interface MammothDocument {
  children: Node[];
  notes: { resolve(reference: NoteReference): { body: Node[] } | null };
}

export type Node = Paragraph | Table | Inline;

export interface Paragraph {
  type: 'paragraph';
  children: Node[];
  styleId: string | null;
  /** The same object for all items of one level of one list. */
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

export type Inline =
  | { type: 'text'; value: string }
  | { type: 'run'; children: Node[]; isBold: boolean }
  | { type: 'hyperlink'; children: Node[] }
  | { type: 'tab' }
  | { type: 'break'; breakType: 'line' | 'page' | 'column' }
  | { type: 'checkbox'; checked: boolean }
  | { type: 'image'; altText: string | undefined }
  | NoteReference
  | { type: 'bookmarkStart' | 'commentReference' };

const collapse = (text: string) => text.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim();

/** Counts the items of lists; an item ends the lists that are deeper than its own. */
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

/** A table that only places things on the page. */
const isLayout = (table: Table, styles: Styles) =>
  table.children.every((row) => row.children.length < 2) ||
  table.children.some((row) =>
    row.children.some((cell) =>
      cell.children.some(
        (node) =>
          node.type === 'table' ||
          (node.type === 'paragraph' && styles.roleOf(node.styleId ?? '').is === 'heading'),
      ),
    ),
  );

/** The text of a document in order; notes follow what refers to them. */
export function bodyBlocks(
  document: MammothDocument,
  styles: Styles,
): { title: string; blocks: Block[] } {
  const blocks: Block[] = [];
  let title = '';
  const numberOf = createCounter();
  const notesTaken = new Set<string>();
  let notes: string[] = [];

  function takeNote(reference: Extract<Node, { type: 'noteReference' }>): void {
    const key = `${reference.noteType} ${reference.noteId}`;
    if (notesTaken.has(key)) return;
    notesTaken.add(key);
    const text = collapse(textOf(document.notes.resolve(reference)?.body ?? []));
    if (text) notes.push(text);
  }

  function textOf(nodes: readonly Node[]): string {
    return nodes.map(textOfNode).join('');
  }

  function textOfNode(node: Node): string {
    switch (node.type) {
      case 'text':
        return node.value;
      case 'run':
      case 'hyperlink':
        return textOf(node.children);
      case 'tab':
        return '\t';
      case 'break':
        return node.breakType === 'line' ? '\n' : ' ';
      case 'checkbox':
        return node.checked ? '☑ ' : '☐ ';
      case 'image':
        return ` ${node.altText ?? ''} `;
      case 'noteReference':
        takeNote(node);
        return '';
      case 'paragraph':
        return ` ${textOf(node.children)} `;
      case 'table':
        return textOf(
          node.children.flatMap((row) => row.children.flatMap((cell) => cell.children)),
        );
      case 'bookmarkStart':
      case 'commentReference':
        return '';
      default:
        node satisfies never;
        return '';
    }
  }

  function addNotes(): void {
    for (const text of notes) blocks.push({ kind: 'paragraph', text });
    notes = [];
  }

  function addCode(text: string): void {
    const code = text.trimEnd();
    const last = blocks.at(-1);
    if (last?.kind === 'code') last.text += `\n${code}`;
    else if (code) blocks.push({ kind: 'code', text: code });
  }

  function addParagraph(paragraph: Paragraph): void {
    const role = styles.roleOf(paragraph.styleId ?? '');
    const said = textOf(paragraph.children);
    if (role.is === 'contents') return;
    if (role.is === 'title') title ||= collapse(said);
    if (role.is === 'code') {
      addCode(said);
    } else if (role.is === 'title' || role.is === 'heading') {
      const level = role.is === 'heading' ? role.level : 1;
      const text = collapse(said);
      if (text) blocks.push({ kind: 'heading', level, text });
    } else {
      const number = paragraph.numbering && said.trim() ? numberOf(paragraph.numbering) : '';
      const lines = `${number}${said.trim()}`.split('\n').map(collapse).filter(Boolean);
      const kind = paragraph.numbering ? 'item' : 'paragraph';
      for (const text of lines) blocks.push({ kind, text });
    }
    addNotes();
  }

  function addTable(table: Table): void {
    if (isLayout(table, styles)) {
      for (const row of table.children) for (const cell of row.children) add(cell.children);
      return;
    }
    const textOfCell = (cell: Cell) => collapse(textOf(cell.children));
    const boldFirstRow = styles.hasBoldFirstRow(table.styleId ?? '');
    blocks.push(...tableRows(table, boldFirstRow, textOfCell));
    addNotes();
  }

  function add(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.type === 'paragraph') addParagraph(node);
      else if (node.type === 'table') addTable(node);
      else addParagraph({ type: 'paragraph', children: [node], styleId: null, numbering: null });
    }
  }

  add(document.children);
  return { title, blocks };
}
