import type { Chunks } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import type { Documents } from '../storage/documents.ts';

/** A source that is the same at another address: nothing is read or embedded again. */
export function createRelocateDocument(database: Database, documents: Documents, chunks: Chunks) {
  return (id: number, sourceUrl: string): Promise<void> =>
    database.transaction(async (transaction) => {
      await documents.relocate(id, sourceUrl, transaction);
      await chunks.relocate(id, sourceUrl, transaction);
    });
}
export type RelocateDocument = ReturnType<typeof createRelocateDocument>;
