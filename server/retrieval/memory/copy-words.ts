import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import { chunkTexts } from '../relational/search-rows.ts';
import type { Copied } from './apply-changes.ts';
import { createYielder } from '../../runtime/yielding.ts';

const page = 200;
/** Milliseconds until the database is tried again. */
const pause = 1000;

/**
 * Reads all texts into the lexical index, page by page, in turns with everything else that changes the copy.
 * Resolves when that is done, or nobody wants it any more.
 */
export async function copyWords(
  query: Kysely<Schema>,
  copied: Copied,
  serially: <T>(job: () => Promise<T>) => Promise<T>,
  failed: (error: unknown) => void,
): Promise<void> {
  const yieldIfDue = createYielder();
  let after = 0;

  async function copyPage(): Promise<void> {
    if (copied.words !== 'reading') return;
    const rows = await chunkTexts(query, { after, limit: page });
    for (const row of rows) {
      // What has changed since the last refresh is for the next one.
      const ordinal = copied.directory.ordinalOf(row.documentId, row.id);
      if (ordinal !== undefined) copied.lexical.add(row.id, ordinal, row);
      await yieldIfDue();
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < page) copied.words = 'complete';
  }

  while (copied.words === 'reading') {
    try {
      await serially(copyPage);
    } catch (error) {
      failed(error);
      await sleep(pause, undefined, { ref: false });
    }
  }
}
