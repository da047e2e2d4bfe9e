import { createHash } from 'node:crypto';
import type { Settings } from '../contract/settings.ts';

/** Raised by a change of the loaders or the chunker that is to reach what was indexed before it. */
const extractionVersion = 2;

export const sha256 = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Changes when chunks of the same source would be made in another way, whatever embeds them. */
export function indexConfigurationOf({ indexing }: Settings): string {
  const { chunk_size, chunk_overlap, min_chunk_chars } = indexing;
  const sizes = [chunk_size, chunk_overlap, min_chunk_chars];
  return sha256([extractionVersion, sizes]).slice(0, 16);
}
