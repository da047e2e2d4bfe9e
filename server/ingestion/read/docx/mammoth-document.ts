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
