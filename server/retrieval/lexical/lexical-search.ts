import type { Passage } from '../../storage/chunks.ts';
import type { SearchFilter } from '../vector-index.ts';

export interface LexicalHit {
  chunkId: number;
  /** Words and character n-grams; comparable within one question only. */
  score: number;
  /** How much of the question is in the chunk, each word weighted by its rarity on the site: 0 to 1. */
  coverage: number;
  /** The search has read it anyway. */
  passage?: Passage | undefined;
}

export interface LexicalOptions {
  limit: number;
  filter?: SearchFilter | undefined;
  /** The question's, which chooses the synonyms; empty or left out if unknown. */
  language?: string | undefined;
  /** The owner's groups of synonyms. */
  synonyms?: readonly string[] | undefined;
}

/** Returns the chunks that answer a question best by their words; equal scores by chunk id. */
export type LexicalSearch = (question: string, options: LexicalOptions) => Promise<LexicalHit[]>;
