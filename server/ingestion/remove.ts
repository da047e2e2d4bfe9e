import { raiseChunksRevision } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import type { Documents } from '../storage/documents.ts';

/** Deletes a document and its chunks. Returns false if there was none. */
export function createRemoveDocument(database: Database, documents: Documents) {
  return (id: number): Promise<boolean> =>
    database.deletion(() =>
      database.transaction(async (transaction) => {
        const removed = await documents.remove(id, transaction);
        if (removed) await raiseChunksRevision(database, transaction, id);
        return removed;
      }),
    );
}
export type RemoveDocument = ReturnType<typeof createRemoveDocument>;
