import type { Kysely } from 'kysely';
import type { EmbedderChoice } from '../providers/registry.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { upsertState } from '../storage/state.ts';
import type { EmbeddingSpace } from '../storage/vectors/stored-vector.ts';

/** An embedding space with the settings that its vectors are made with. */
export interface EmbeddingIndex extends EmbeddingSpace {
  choice: EmbedderChoice;
}

/** Returns whether there is no embedder: nothing has a vector, and search is lexical. */
export const isLexical = ({ dimensions }: Pick<EmbeddingSpace, 'dimensions'>) => dimensions === 0;

const name = 'embedding_index';

/** Version 53a3281b stored the space of which it was making vectors as `next`, and reads this when it is put back. */
const parse = (row: { text: string | null } | undefined) =>
  row?.text ? (JSON.parse(row.text) as { active: EmbeddingIndex }).active : null;

const select = (query: Kysely<Schema>) =>
  query.selectFrom('state').select('text').where('name', '=', name);

/** Reads the space in which questions and chunks are compared; null: nothing was indexed yet. */
export const readActiveIndex = async (query: Kysely<Schema>): Promise<EmbeddingIndex | null> =>
  parse(await select(query).executeTakeFirst());

/**
 * Raises the chunks revision with the documents that the transaction has changed, and reads the active space. Until
 * the transaction ends no other one can change that, a chunk or a vector, so it is best the last step.
 */
export async function holdActiveIndex(
  database: Database,
  transaction: Transaction,
  ...documentIds: readonly number[]
): Promise<EmbeddingIndex | null> {
  await raiseChunksRevision(database, transaction, ...documentIds);
  // Reads the latest row, not the transaction's snapshot. SQLite has only one writer.
  const latest =
    database.dialect === 'mysql' ? select(transaction).forUpdate() : select(transaction);
  return parse(await latest.executeTakeFirst());
}

/** Makes a space the active one; call `holdActiveIndex` in the same transaction before. */
export async function writeActiveIndex(
  transaction: Transaction,
  active: EmbeddingIndex,
): Promise<void> {
  const text = JSON.stringify({ active, next: null });
  await upsertState(transaction, { name, text }, { text });
}
