import type { Database } from './database.ts';
import type { Passage } from './chunks.ts';

/** Chunks of a document on each side of a passage. */
const maxDistance = 20;

export type NearbyChunk = Pick<
  Passage,
  'chunkId' | 'documentId' | 'position' | 'title' | 'headingPath' | 'content'
>;

/** Reads the chunks around passages in their documents, in reading order, with one statement. */
export async function readNearbyChunks(
  { query }: Pick<Database, 'query'>,
  passages: readonly Pick<Passage, 'documentId' | 'position'>[],
): Promise<NearbyChunk[]> {
  if (passages.length === 0) return [];
  return query
    .selectFrom('chunks')
    .innerJoin('documents', 'documents.id', 'chunks.document_id')
    .select([
      'chunks.id as chunkId',
      'chunks.document_id as documentId',
      'chunks.position as position',
      'documents.title as title',
      'chunks.heading_path as headingPath',
      'chunks.content as content',
    ])
    .where((where) =>
      where.or(
        passages.map(({ documentId, position }) =>
          where.and([
            where('chunks.document_id', '=', documentId),
            where('chunks.position', '>=', position - maxDistance),
            where('chunks.position', '<=', position + maxDistance),
          ]),
        ),
      ),
    )
    .orderBy('chunks.document_id')
    .orderBy('chunks.position')
    .execute();
}
