import { selectPassages, toPassage, type Passage } from './chunks.ts';
import type { Database } from './database.ts';

/**
 * Reads the chunks around passages in their documents, in reading order, with one statement.
 *
 * @param distance Chunks on each side.
 */
export const createReadNearby = ({ query }: Pick<Database, 'query'>) =>
  async function readNearby(
    passages: readonly Pick<Passage, 'documentId' | 'position'>[],
    distance: number,
  ): Promise<Passage[]> {
    if (passages.length === 0) return [];
    const rows = await selectPassages(query)
      .where((where) =>
        where.or(
          passages.map(({ documentId, position }) =>
            where.and([
              where('chunks.document_id', '=', documentId),
              where('chunks.position', '>=', position - distance),
              where('chunks.position', '<=', position + distance),
            ]),
          ),
        ),
      )
      .orderBy('chunks.document_id')
      .orderBy('chunks.position')
      .execute();
    return rows.map(toPassage);
  };
export type ReadNearby = ReturnType<typeof createReadNearby>;
