import type { Database } from '../storage/database.ts';
import type { VectorIdentity } from '../storage/index-state.ts';
import { selectCodes } from '../storage/search-rows.ts';
import { identityNumber } from '../storage/vector-codes.ts';
import type { Copied } from './apply-changes.ts';
import { createVectorIndex, type VectorIndex } from './vectors/vector-index.ts';

/** Codes of the chunks that the directory knows; the others are read with what has changed since. */
export async function copyCodes(
  database: Database,
  { directory }: Copied,
  identity: VectorIdentity,
): Promise<VectorIndex> {
  const { dimensions } = identity;
  const index = createVectorIndex({ dimensions, expected: directory.chunks });
  const rows = selectCodes(database.query, identityNumber(identity));
  try {
    await database.each(rows, ({ id, documentId, code }) => {
      const ordinal = directory.ordinalOf(documentId, id);
      if (ordinal !== undefined) index.add(id, ordinal, code);
    });
    return index;
  } catch (error) {
    index.close();
    throw error;
  }
}
