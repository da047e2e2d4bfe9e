import type { Database, Transaction } from '../database.ts';
import { decodeVector, type EmbeddingSpace } from './stored-vector.ts';
import { addVectorColumn, vectorColumns } from './vector-columns.ts';
import { writeVectors } from './vectors.ts';

/** Chunks of one step. */
const page = 100;

/** Runs the work in a transaction that fails if another space is active by now. */
export type Guarded = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

/**
 * Moves vectors that were stored as text before there was a column.
 *
 * @returns the last of these chunks; null: there are none.
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
 * Returns a function that gives the space a VECTOR column if the database has that type, and moves vectors there that
 * were stored as text before, one step a call; false when nothing is left to do. It never changes what a search finds.
 */
export function createSettle(database: Database, space: EmbeddingSpace, guarded: Guarded) {
  let moved = 0;

  /** Not inside a transaction: `ALTER TABLE` would commit it. */
  async function addColumn(): Promise<boolean> {
    if (space.dimensions === 0) return false;
    const columns = await vectorColumns(database, database.query);
    return !columns.has(space.dimensions) && addVectorColumn(database, space.dimensions);
  }

  async function fillColumn(): Promise<boolean> {
    const columns = await vectorColumns(database, database.query);
    if (!columns.has(space.dimensions)) return false;
    const last = await guarded((transaction) => fillPage(database, transaction, space, moved));
    moved = last ?? moved;
    return last !== null;
  }

  const steps = [addColumn, fillColumn];
  return async function settle(): Promise<boolean> {
    for (; steps.length > 0; steps.shift()) if (await steps[0]!()) return true;
    return false;
  };
}
