import type { Transaction } from '../storage/database.ts';
import type { IndexState } from './index-state.ts';
import { columnOf } from '../retrieval/relational/vector-columns.ts';

/** What a chunk has in `chunks` that has no vector. */
export const withoutVector = (columns: ReadonlySet<number>): Record<string, unknown> => ({
  embedding: null,
  ...Object.fromEntries(Array.from(columns, (dimensions) => [columnOf(dimensions), null])),
});

/** Removes vectors of neither index from chunks after `after`: the last such chunk; null: there is no further. */
export async function clearOldVectors(
  transaction: Transaction,
  { active, next }: IndexState,
  columns: ReadonlySet<number>,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const rows = await transaction
    .selectFrom('chunks')
    .select('id')
    .where('id', '>', after)
    .where('embedder', '!=', '')
    .where((where) =>
      where.or([
        where('embedder', '!=', active.embedder),
        where('dimensions', '!=', active.dimensions),
      ]),
    )
    .$if(next !== null, (query) =>
      query.where((where) =>
        where.or([
          where('embedder', '!=', next!.embedder),
          where('dimensions', '!=', next!.dimensions),
        ]),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return null;
  await transaction
    .updateTable('chunks')
    .set({ ...withoutVector(columns), embedder: '', dimensions: 0 })
    .where('id', 'in', ids)
    .execute();
  return ids.at(-1)!;
}
