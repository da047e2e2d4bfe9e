import type { Database } from '../../storage/database.ts';
import type { EmbeddingSpace } from '../../embedding/index-state.ts';
import { selectCodes } from '../relational/search-rows.ts';
import { quantizedOf, spaceNumber } from '../relational/vector-codes.ts';
import type { Copied } from './apply-changes.ts';
import { Int8Index } from '../int8/int8-index.ts';

/** Codes of the chunks that the directory knows; the others are read with what has changed since. */
export async function copyCodes(
  database: Database,
  { directory }: Copied,
  identity: EmbeddingSpace,
): Promise<Int8Index> {
  const { dimensions } = identity;
  const index = new Int8Index({ dimensions, expected: directory.chunks });
  const rows = selectCodes(database.query, spaceNumber(identity));
  try {
    await database.each(rows, ({ id, documentId, code }) => {
      const ordinal = directory.ordinalOf(documentId, id);
      if (ordinal !== undefined) index.add(id, ordinal, quantizedOf(code));
    });
    return index;
  } catch (error) {
    index.close();
    throw error;
  }
}
