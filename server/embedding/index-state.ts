import type { Kysely } from 'kysely';
import type { EmbedderChoice } from '../providers/registry.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { upsertState } from '../storage/state-rows.ts';
import type { EmbeddingSpace } from '../storage/vectors/stored-vector.ts';

/** An embedding space with the settings that it was made with. */
export interface EmbeddingIndex extends EmbeddingSpace {
  choice: EmbedderChoice;
}

/** Returns whether there is no embedder: nothing has a vector, and search is lexical. */
export const isLexical = ({ dimensions }: Pick<EmbeddingSpace, 'dimensions'>) => dimensions === 0;

export interface IndexState {
  /** The space in which questions are compared. */
  active: EmbeddingIndex;
  /** The space that is being built; it takes over when every chunk has a vector in it. */
  next: EmbeddingIndex | null;
}

const name = 'embedding_index';

const parse = (row: { text: string | null } | undefined) =>
  row?.text ? (JSON.parse(row.text) as IndexState) : null;

const select = (query: Kysely<Schema>) =>
  query.selectFrom('state').select('text').where('name', '=', name);

/** Reads the state; null: nothing was indexed yet. */
export const readIndexState = async (query: Kysely<Schema>): Promise<IndexState | null> =>
  parse(await select(query).executeTakeFirst());

/**
 * Raises the chunks revision with the documents that the transaction has changed, and reads the state. Until
 * the transaction ends no other one can change the state, a chunk or a vector, so it is best the last step.
 */
export async function holdIndexState(
  database: Database,
  transaction: Transaction,
  ...documentIds: readonly number[]
): Promise<IndexState | null> {
  await raiseChunksRevision(database, transaction, ...documentIds);
  // Reads the latest row, not the transaction's snapshot. SQLite has only one writer.
  const latest =
    database.dialect === 'mysql' ? select(transaction).forUpdate() : select(transaction);
  return parse(await latest.executeTakeFirst());
}

/** Writes the state; call `holdIndexState` in the same transaction before. */
export async function writeIndexState(
  { dialect }: Database,
  transaction: Transaction,
  state: IndexState,
): Promise<void> {
  const text = JSON.stringify(state);
  await upsertState(dialect, transaction, { name, text }, { text });
}
