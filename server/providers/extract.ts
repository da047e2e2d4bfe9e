/** A cell of a table row with the name of its column. */
export interface Cell {
  name: string;
  value: string;
}

/** Statements of one passage that belong together, word for word. */
export interface Extract {
  /** The passage's number. */
  n: number;
  /** The question that the statements answer, or a heading without which they are unclear; else empty. */
  lead: string;
  kind: 'sentences' | 'lines' | 'rows';
  texts: readonly string[];
  /** The cells of `rows`, in the order of `texts`. */
  rows: readonly (readonly Cell[])[];
}
