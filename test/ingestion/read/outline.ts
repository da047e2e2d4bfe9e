import type { Block } from '../../../server/ingestion/read/blocks.ts';

const marks = { heading: 'h', paragraph: 'p', item: '-', row: '|', code: '>' };

/** Returns `h2 Swans`, `p They fly.`, `- item`, `| row`, `> code`. */
export const outlineOf = (blocks: readonly Block[]): string[] =>
  blocks.map(({ kind, level = '', text }) => `${marks[kind]}${level} ${text}`);
