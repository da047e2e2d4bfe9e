import type { Kysely } from 'kysely';
import type { EmbedderChoice } from '../providers/registry.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { State } from '../storage/state.ts';
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

const replacedName = 'embedding_replaced';

/** Numbers of dimensions. */
interface Replaced {
  before: number;
  now: number;
}

interface Stored extends Replaced {
  embedder: string;
}

type Space = Pick<EmbeddingSpace, 'embedder' | 'dimensions'>;

const parseReplaced = (text: string | null) =>
  text === null ? null : (JSON.parse(text) as Stored);

const isOf = ({ embedder, dimensions }: Space, stored: Stored): boolean =>
  stored.embedder === embedder && stored.before === dimensions;

/** Reads whether another model answers under the name of a space's; null: as far as is known, it is the same. */
export async function readReplaced(query: Kysely<Schema>, space: Space): Promise<Replaced | null> {
  const found = query.selectFrom('state').select('text').where('name', '=', replacedName);
  const stored = parseReplaced((await found.executeTakeFirst())?.text ?? null);
  return stored && isOf(space, stored) ? { before: stored.before, now: stored.now } : null;
}

/** Remembers for all processes that another model answers under the name of a space's, until the first is back. */
export class ReplacedModel {
  readonly #state: Pick<State, 'readText' | 'writeText' | 'remove'>;
  /** As last seen by this process; undefined: not read yet. */
  #known: Stored | null | undefined;

  constructor(state: Pick<State, 'readText' | 'writeText' | 'remove'>) {
    this.#state = state;
  }

  /** Notes that vectors of a space have `now` dimensions. */
  async is(space: Space, now: number): Promise<void> {
    const stored = await this.#read();
    if (stored?.now === now && isOf(space, stored)) return;
    this.#known = { embedder: space.embedder, before: space.dimensions, now };
    await this.#state.writeText(replacedName, JSON.stringify(this.#known));
  }

  /** Forgets it: the vectors are those of the space again. */
  async isNot(space: Space): Promise<void> {
    if (this.#known === null) return;
    const stored = await this.#read();
    if (!stored || !isOf(space, stored)) return;
    this.#known = null;
    await this.#state.remove(replacedName);
  }

  async #read(): Promise<Stored | null> {
    return (this.#known ??= parseReplaced(await this.#state.readText(replacedName)));
  }
}
