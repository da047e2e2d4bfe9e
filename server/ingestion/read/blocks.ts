/** One piece of a source in reading order. Lists come item by item, tables row by row. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'item' | 'row' | 'code';
  text: string;
  /** 1 to 6, of a heading. */
  level?: number;
  /** From 1, where the source has pages. */
  page?: number;
}

/** What a loader finds in a source. A loader only reads what it is given: it fetches nothing. */
export interface Loaded {
  /** Empty when the source does not say. */
  title: string;
  /** BCP 47; empty when unknown. */
  language: string;
  blocks: Block[];
  /** Absolute addresses, of a web page. */
  page?: {
    /** What the page calls its own address; empty when it does not say. */
    canonicalUrl: string;
    /** http(s) only, without fragment, each once. */
    links: string[];
    /** Of its robots meta elements, in lower case, such as `noindex, nofollow`. */
    robots?: string;
  };
}

/** `Ticket: Adults; Price: 12 €`: each row of a table can be understood without the others. */
export const rowText = (cells: readonly string[], names: readonly string[]): string =>
  cells
    .map((cell, index) => (names[index] && cell ? `${names[index]}: ${cell}` : cell))
    .filter((cell) => cell !== '')
    .join('; ');
