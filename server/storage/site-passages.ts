import { selectPassages, toPassage, type Passage } from './chunks.ts';
import type { Database } from './database.ts';

/** Reads all passages of the site in the order of documents; null if there are more than `limit`. */
export async function readSitePassages(
  { query }: Pick<Database, 'query'>,
  limit: number,
): Promise<Passage[] | null> {
  const more = query.selectFrom('chunks').select('id').limit(1).offset(limit);
  if (await more.executeTakeFirst()) return null;
  const rows = await selectPassages(query)
    .orderBy('chunks.document_id')
    .orderBy('chunks.position')
    .execute();
  return rows.map(toPassage);
}

/** Reads the languages of up to `limit` documents, BCP 47, as often as they have them. */
export async function readSiteLanguages(
  { query }: Pick<Database, 'query'>,
  limit: number,
): Promise<string[]> {
  const rows = await query
    .selectFrom('documents')
    .select('language')
    .where('language', '!=', '')
    .limit(limit)
    .execute();
  return rows.map(({ language }) => language);
}
