import { createHash } from 'node:crypto';
import type { Settings } from '../contract/settings.ts';

/** Raised by changes of the loaders or the chunker for which all sources are to be read again. */
const extractionVersion = 4;

export const sha256 = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Returns a hash that changes when the same source would have other chunks. The embedder is no part of it. */
export function indexConfigurationOf({ indexing }: Settings): string {
  const { chunk_size, chunk_overlap, min_chunk_chars } = indexing;
  const sizes = [chunk_size, chunk_overlap, min_chunk_chars];
  return sha256([extractionVersion, sizes]).slice(0, 16);
}
