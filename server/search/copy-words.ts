import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { chunkTexts } from '../storage/search-rows.ts';
import type { Copied } from './apply-changes.ts';
import { timeSlices } from './time-slices.ts';

const page = 200;

/** Gives what reads the next page of texts into the lexical index; it answers false when that was the last. */
export function copyWords(query: Kysely<Schema>, copied: Copied) {
  const breathe = timeSlices();
  let after = 0;
  return async function nextPage(): Promise<boolean> {
    const rows = await chunkTexts(query, { after, limit: page });
    for (const row of rows) {
      // What has changed since the last refresh is for the next one.
      const ordinal = copied.directory.ordinalOf(row.documentId, row.id);
      if (ordinal !== undefined) copied.lexical.add(row.id, ordinal, row);
      await breathe();
    }
    after = rows.at(-1)?.id ?? after;
    return rows.length === page;
  };
}
