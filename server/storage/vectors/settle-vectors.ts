import type { Database, Transaction } from '../database.ts';
import { columnOf, decodeVector, type EmbeddingSpace } from './stored-vector.ts';
import {
  addVectorColumn,
  dropVectorColumn,
  isColumnUsed,
  vectorColumns,
} from './vector-columns.ts';
import { writeVectors } from './write-vectors.ts';

/** Chunks of one step. */
const page = 100;

export interface Spaces {
  active: EmbeddingSpace;
  next: EmbeddingSpace | null;
}

/** Runs the work in a transaction that fails if the spaces are no longer these. */
export type Guarded = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

/**
 * Removes vectors of other spaces from the chunks after an id, as after a switch to no embedder.
 *
 * @returns the last of these chunks; null: there are none.
 */
async function clearPage(
  database: Database,
  transaction: Transaction,
  { active, next }: Spaces,
  after: number,
): Promise<number | null> {
  const rows = await transaction
    .selectFrom('chunks')
    .select('id')
    .where('id', '>', after)
    .where('embedder', '!=', '')
    .where((where) =>
      where.and(
        [active, ...(next ? [next] : [])].map(({ embedder, dimensions }) =>
          where.or([where('embedder', '!=', embedder), where('dimensions', '!=', dimensions)]),
        ),
      ),
    )
    .orderBy('id')
    .limit(page)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return null;
  const columns = await vectorColumns(database, transaction);
  const nothing = Object.fromEntries([...columns].map((size) => [columnOf(size), null]));
  await transaction
    .updateTable('chunks')
    .set({ ...nothing, embedding: null, embedder: '', dimensions: 0 })
    .where('id', 'in', ids)
    .execute();
  return ids.at(-1)!;
}

/**
 * Moves vectors that were stored as text before there was a column.
 *
 * @returns as `clearPage`.
 */
async function fillPage(
  database: Database,
  transaction: Transaction,
  { embedder, dimensions }: EmbeddingSpace,
  after: number,
): Promise<number | null> {
  const rows = await transaction
    .selectFrom('chunks')
    .select(['id', 'embedding'])
    .where('id', '>', after)
    .where('embedder', '=', embedder)
    .where('dimensions', '=', dimensions)
    .where('embedding', 'is not', null)
    .orderBy('id')
    .limit(page)
    .forUpdate()
    .execute();
  if (rows.length === 0) return null;
  const vectors = rows.map((row) => ({ chunkId: row.id, vector: decodeVector(row.embedding) }));
  await writeVectors(database, transaction, { embedder, dimensions }, vectors);
  return rows.at(-1)!.id;
}

/**
 * Returns a function that brings all stored vectors to their place, one step a call, and false when nothing
 * is left to do: vectors of the active space go into `chunks`, there into a VECTOR column if the database has
 * that type; vectors of other spaces and unused columns are removed. It never changes what a search finds.
 */
export function createSettle(database: Database, { active, next }: Spaces, guarded: Guarded) {
  let cleared = 0;
  let moved = 0;

  /** Not inside a transaction: `ALTER TABLE` would commit it. */
  async function addColumn(): Promise<boolean> {
    if (active.dimensions === 0) return false;
    const columns = await vectorColumns(database, database.query);
    return !columns.has(active.dimensions) && addVectorColumn(database, active.dimensions);
  }

  /** Moves vectors of the active space to their chunks; drops those of a build that was given up. */
  const emptyNextVectors = () =>
    guarded(async (transaction) => {
      const rows = await transaction
        .selectFrom('next_vectors')
        .selectAll()
        .where((where) =>
          where.or([
            where('embedder', '!=', next?.embedder ?? ''),
            where('dimensions', '!=', next?.dimensions ?? 0),
          ]),
        )
        .orderBy('chunk_id')
        .limit(page)
        .execute();
      if (rows.length === 0) return false;
      const vectors = rows
        .filter((row) => row.embedder === active.embedder && row.dimensions === active.dimensions)
        .map((row) => ({ chunkId: row.chunk_id, vector: decodeVector(row.embedding) }));
      await writeVectors(database, transaction, active, vectors);
      const ids = rows.map((row) => row.chunk_id);
      await transaction.deleteFrom('next_vectors').where('chunk_id', 'in', ids).execute();
      return true;
    });

  async function clearOtherSpaces(): Promise<boolean> {
    const last = await guarded((transaction) =>
      clearPage(database, transaction, { active, next }, cleared),
    );
    cleared = last ?? cleared;
    return last !== null;
  }

  async function fillColumn(): Promise<boolean> {
    const columns = await vectorColumns(database, database.query);
    if (!columns.has(active.dimensions)) return false;
    const last = await guarded((transaction) => fillPage(database, transaction, active, moved));
    moved = last ?? moved;
    return last !== null;
  }

  async function dropColumns(): Promise<boolean> {
    for (const dimensions of await vectorColumns(database, database.query)) {
      if (dimensions === active.dimensions || dimensions === next?.dimensions) continue;
      if (await isColumnUsed(database, dimensions)) continue;
      await dropVectorColumn(database, dimensions);
      return true;
    }
    return false;
  }

  const steps = [addColumn, emptyNextVectors, clearOtherSpaces, fillColumn, dropColumns];
  return async function settle(): Promise<boolean> {
    for (; steps.length > 0; steps.shift()) if (await steps[0]!()) return true;
    return false;
  };
}
