/** One piece of a source in reading order. Lists come item by item, tables row by row. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'item' | 'row' | 'code';
  text: string;
  /** 1 to 6, of a heading. */
  level?: number;
  /** From 1, where the source has pages. */
  page?: number;
}

/** What a loader found in a source. */
export interface Extracted {
  title: string;
  /** What a citation links to; empty when the source has no address. */
  url: string;
  /** BCP 47; empty when unknown. */
  language: string;
  /** Of the source as it was read. */
  bytes: number;
  /** The site's own last change, as the site names it; empty elsewhere. */
  modified: string;
  blocks: Block[];
}
