import type { Kysely } from 'kysely';
import type { EmbedderChoice } from '../providers/registry.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { upsertState } from '../storage/state.ts';

/** Vectors of different identity are never compared. */
export interface EmbeddingSpace {
  /** The embedder's id, and a mark of its address when that is not the vendor's own. */
  embedder: string;
  dimensions: number;
}

/** Vectors of all chunks, made in one way. */
export interface EmbeddingIndex extends EmbeddingSpace {
  choice: EmbedderChoice;
}

/** Without an embedder nothing has a vector, and search is lexical. */
export const isLexical = ({ dimensions }: Pick<EmbeddingSpace, 'dimensions'>) => dimensions === 0;

export interface IndexState {
  /** Questions are compared with this one. */
  active: EmbeddingIndex;
  /** Takes over when each chunk has a vector of it. */
  next: EmbeddingIndex | null;
}

const name = 'embedding_index';

export const sameSpace = (a: EmbeddingSpace, b: EmbeddingSpace) =>
  a.embedder === b.embedder && a.dimensions === b.dimensions;

const parse = (row: { text: string | null } | undefined) =>
  row?.text ? (JSON.parse(row.text) as IndexState) : null;

const select = (query: Kysely<Schema>) =>
  query.selectFrom('state').select('text').where('name', '=', name);

/** Null: nothing was indexed yet. */
export const readIndexState = async (query: Kysely<Schema>): Promise<IndexState | null> =>
  parse(await select(query).executeTakeFirst());

/**
 * The state as it stays until the transaction ends: nobody else changes it, a chunk or a vector from here
 * on. So it is best the last step, with the documents whose chunks or vectors the transaction has changed.
 */
export async function holdIndexState(
  database: Database,
  transaction: Transaction,
  ...documentIds: readonly number[]
): Promise<IndexState | null> {
  await raiseChunksRevision(database, transaction, ...documentIds);
  // The latest, not what this transaction has seen before: SQLite has but one writer.
  const latest =
    database.dialect === 'mysql' ? select(transaction).forUpdate() : select(transaction);
  return parse(await latest.executeTakeFirst());
}

/** Only after `holdIndexState` in the same transaction. */
export async function writeIndexState(
  { dialect }: Database,
  transaction: Transaction,
  state: IndexState,
): Promise<void> {
  const text = JSON.stringify(state);
  await upsertState(dialect, transaction, { name, text }, { text });
}
