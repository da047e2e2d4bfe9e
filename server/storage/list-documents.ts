import { sql, type SelectQueryBuilder } from 'kysely';
import type { DocumentsFilter, DocumentsQuery } from '../contract/knowledge.ts';
import { toNumber, type Database } from './database.ts';
import { searchedAs } from './listed-as.ts';
import type { Schema } from './schema.ts';

type Query = Database['query'];
type Matching = SelectQueryBuilder<Schema, 'documents', object>;

/** Columns of each order. Those of the title are in the order of their index, so that no row has to be sorted. */
const sortedBy = {
  id: ['id'],
  title: ['listed_as', 'kind', 'status', 'id'],
  status: ['status', 'id'],
  updated_at: ['updated_at', 'id'],
} as const satisfies Record<DocumentsQuery['orderby'], readonly (keyof Schema['documents'])[]>;

/** A search for documents ends here. */
const maxFound = 1000;

/** Selects the documents of a filter. */
function matchingDocuments(query: Query, { kind, status, search }: DocumentsFilter): Matching {
  let matching = query.selectFrom('documents');
  if (kind) matching = matching.where('kind', '=', kind);
  if (status) matching = matching.where('status', '=', status);
  // Read from an index that has all columns of the condition: the rows are a hundred times as long.
  const contained = sql<boolean>`instr(listed_as, ${searchedAs(search)}) > 0`;
  return search ? matching.where(contained) : matching;
}

/** Returns the ids of documents with a text in their title or address, the first `maxFound`. */
async function findDocuments(query: Query, filter: DocumentsFilter): Promise<number[]> {
  const rows = await matchingDocuments(query, filter).select('id').limit(maxFound).execute();
  return rows.map(({ id }) => id);
}

async function countDocuments(matching: Matching): Promise<number> {
  const row = await matching
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  return toNumber(row?.n);
}

/** Returns the ids of a page of documents, and how many match; of a search at most `maxFound`. */
export async function listDocuments(
  query: Query,
  options: DocumentsQuery,
): Promise<{ ids: number[]; total: number }> {
  const { orderby, order, page, per_page, search } = options;
  const found = search ? await findDocuments(query, options) : null;
  const matching = found
    ? query.selectFrom('documents').where('id', 'in', found.length > 0 ? found : [0])
    : matchingDocuments(query, options);
  let listed = matching.select('id');
  for (const column of sortedBy[orderby]) listed = listed.orderBy(column, order);
  const paged = listed.limit(per_page).offset((page - 1) * per_page);
  const [rows, total] = await Promise.all([
    paged.execute(),
    found ? found.length : countDocuments(matching),
  ]);
  return { ids: rows.map(({ id }) => id), total };
}

/** Returns the next documents of a filter by id, or those of a list of ids. */
export function nextDocuments(
  query: Query,
  chosen: DocumentsFilter | number[],
  after: number,
  limit: number,
) {
  const matching = Array.isArray(chosen)
    ? query.selectFrom('documents').where('id', 'in', chosen)
    : matchingDocuments(query, chosen);
  return matching
    .select(['id', 'post_id'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
