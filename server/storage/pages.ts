import { setImmediate as pause } from 'node:timers/promises';
import { raiseChunksRevision } from './chunks.ts';
import { crawlIdOf } from './crawls.ts';
import type { Database } from './database.ts';
import type { DocumentRow, Documents, NewDocument } from './documents.ts';
import { listedAs } from './listed-as.ts';

/** Small, because SQLite's queries block the event loop. */
const batchSize = 100;

/** Queries for documents of kind `url`. */
export function createPages(database: Database, documents: Documents, clock: () => number) {
  const { query } = database;

  /** Sets the owner's title and removes the document from a crawl that it does not start. */
  async function claim(row: DocumentRow, { title = '', titleGiven }: NewDocument): Promise<void> {
    const renamed = titleGiven && (row.title !== title || !row.title_given);
    const found = row.crawl_id !== null && row.crawl_id !== crawlIdOf(row.id);
    if (!renamed && !found) return;
    await query
      .updateTable('documents')
      .set({
        // The title is embedded with the text, so the page has to be read again.
        ...(renamed && {
          ...{ title, title_given: 1, etag: '', last_modified: '' },
          listed_as: listedAs(title, row.source_url),
        }),
        ...(found && { crawl_id: null }),
      })
      .where('id', '=', row.id)
      .execute();
  }

  return {
    /** Makes missing documents of pages that the owner adds. Returns ids in the order of `wanted`. */
    async claimAll(wanted: readonly NewDocument[]): Promise<number[]> {
      const ids: number[] = [];
      for (let start = 0; start < wanted.length; start += batchSize) {
        const batch = wanted.slice(start, start + batchSize);
        const rows = await documents.getAll(await documents.ensureAll(batch));
        const byKey = new Map(rows.map((row) => [row.source_key, row]));
        for (const document of batch) {
          const row = byKey.get(document.sourceKey);
          if (!row) continue;
          await claim(row, document);
          ids.push(row.id);
        }
        await pause();
      }
      return ids;
    },

    /**
     * Records a failed visit by the holder of the lease. `withdraw`: removes the page's chunks from the
     * knowledge base at once and forgets its validators. `about`: by which the owner finds it in the list.
     */
    async noteFailedVisit(
      { id, lease_owner, chunk_count }: DocumentRow,
      withdraw: boolean,
      about?: Pick<DocumentRow, 'title' | 'source_url'>,
    ): Promise<void> {
      await database.transaction(async (transaction) => {
        const nothing = { content_hash: '', chunk_count: 0, etag: '', last_modified: '' };
        const held = await transaction
          .updateTable('documents')
          .set({
            checked_at: clock(),
            ...(withdraw && nothing),
            ...(about && { ...about, listed_as: listedAs(about.title, about.source_url) }),
          })
          .where('id', '=', id)
          .where('lease_owner', '=', lease_owner)
          .executeTakeFirst();
        if (!withdraw || chunk_count === 0 || held.numUpdatedRows === 0n) return;
        await transaction.deleteFrom('chunks').where('document_id', '=', id).execute();
        await raiseChunksRevision(database, transaction, id);
      });
    },

    /** Returns pages that were not visited since `before`, least recent first. */
    async due(before: number, limit: number): Promise<number[]> {
      const rows = await query
        .selectFrom('documents')
        .select('id')
        .where('kind', '=', 'url')
        .where('status', 'in', ['completed', 'failed'])
        .where('updated_at', '<', before)
        .orderBy('updated_at')
        .limit(limit)
        .execute();
      return rows.map((row) => row.id);
    },
  };
}
export type Pages = ReturnType<typeof createPages>;
