import type { Kysely } from 'kysely';
import type { VectorIdentity } from '../storage/index-state.ts';
import type { Schema } from '../storage/schema.ts';
import { chunkCodes } from '../storage/search-rows.ts';
import { identityNumber } from '../storage/vector-codes.ts';
import type { Copied } from './apply-changes.ts';
import { timeSlices } from './time-slices.ts';
import { createVectorIndex, type VectorIndex } from './vectors/vector-index.ts';

const page = 1000;

/** Codes of the chunks that the directory knows; the others are read with what has changed since. */
export async function copyCodes(
  query: Kysely<Schema>,
  { directory }: Copied,
  identity: VectorIdentity,
): Promise<VectorIndex> {
  const index = createVectorIndex({ dimensions: identity.dimensions });
  const number = identityNumber(identity);
  const breathe = timeSlices();
  try {
    for (let after = 0, rows; ; after = rows.at(-1)!.id) {
      rows = await chunkCodes(query, number, { after, limit: page });
      for (const { id, documentId, code } of rows) {
        const ordinal = directory.ordinalOf(documentId, id);
        if (ordinal !== undefined) index.add(id, ordinal, code);
      }
      if (rows.length < page) return index;
      await breathe();
    }
  } catch (error) {
    index.close();
    throw error;
  }
}
