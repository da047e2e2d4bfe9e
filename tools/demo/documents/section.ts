/** A document's text, whatever file it becomes. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] };

export interface Section {
  heading: string;
  /** Begins a new page. */
  newPage?: true;
  parts: Part[];
}

export interface Manuscript {
  title: string;
  subtitle: string;
  sections: Section[];
}

export const museum = 'Quillmouth Museum of Tides and Time';
