import { createHash } from 'node:crypto';
import type { Settings } from '../../contract/settings.ts';
import type { EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import { toNumber, type Database } from '../../storage/database.ts';
import { createState } from '../../storage/state.ts';

/** The vectors of one embedding space in one hosted index. */
export interface RemoteSpace extends EmbeddingSpace {
  target: string;
  /** Vectorize compares a query only with vectors of one namespace. */
  namespace: string;
}

const hash = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/**
 * Identifies the owner's index as one site uses it. Several sites, also copies of one, may share an index:
 * they differ in `site`, so none removes the vectors of another.
 *
 * @param site Unique to the site, such as its address.
 */
export const targetOf = (store: Settings['vector_store'], site: string): string =>
  hash([store.account_id.trim(), store.index_name.trim(), site]);

export const remoteSpace = (target: string, space: EmbeddingSpace): RemoteSpace => ({
  target,
  namespace: hash([target, space.embedder, space.dimensions]),
  embedder: space.embedder,
  dimensions: space.dimensions,
});

/**
 * Returns the id of a chunk's vector. Ids are unique in the whole index, not in their namespace
 * (https://developers.cloudflare.com/vectorize/reference/client-api/#vectors).
 */
export const remoteId = (namespace: string, chunkId: number) => `${namespace}-${String(chunkId)}`;

/** Returns the chunk of a vector; undefined for an id of another namespace. */
export function chunkIdOf(id: string, { namespace }: RemoteSpace): number | undefined {
  if (!id.startsWith(`${namespace}-`)) return undefined;
  const chunkId = Number(id.slice(namespace.length + 1));
  return Number.isSafeInteger(chunkId) ? chunkId : undefined;
}

export interface RemoteRow {
  namespace: string;
  chunkId: number;
}

/** The hosted index as the upkeep has left it; shared by all processes. */
export interface RemoteState {
  target: string;
  /** Namespace that can be queried; null: none. */
  ready: string | null;
  /** Id of the last vector that was sent, until the vendor has processed it. */
  waiting: string | null;
}

const stateName = 'vectorize';

/**
 * Records which vectors a hosted index was sent (table `remote_vectors`). A row is written before its vector
 * is sent and deleted after its vector was deleted, so the table names every vector that can be in the index.
 */
export class Outbox {
  readonly #database: Database;
  readonly #state;

  constructor(database: Database) {
    this.#database = database;
    this.#state = createState(database);
  }

  /** Returns the state of the target; as of an empty index when the last known is another target's. */
  async state(target: string): Promise<RemoteState> {
    const text = await this.#state.readText(stateName);
    const known = text === null ? null : (JSON.parse(text) as RemoteState);
    return known?.target === target ? known : { target, ready: null, waiting: null };
  }

  async change(target: string, change: Partial<RemoteState>): Promise<void> {
    const before = await this.state(target);
    const after = JSON.stringify({ ...before, ...change });
    if (after !== JSON.stringify(before)) await this.#state.writeText(stateName, after);
  }

  /** Selects the chunks with a vector in this space, with their outbox rows. */
  #chunks({ target, namespace, embedder, dimensions }: RemoteSpace) {
    return this.#database.query
      .selectFrom('chunks')
      .leftJoin('remote_vectors as remote', (join) =>
        join
          .onRef('remote.chunk_id', '=', 'chunks.id')
          .on('remote.target', '=', target)
          .on('remote.namespace', '=', namespace),
      )
      .where('chunks.embedder', '=', embedder)
      .where('chunks.dimensions', '=', dimensions);
  }

  /** Counts the chunks of the space, and those that were sent. */
  async progress(space: RemoteSpace): Promise<{ total: number; sent: number }> {
    const row = await this.#chunks(space)
      .select(({ fn }) => [fn.countAll().as('total'), fn.sum('remote.sent').as('sent')])
      .executeTakeFirst();
    return { total: toNumber(row?.total), sent: toNumber(row?.sent) };
  }

  /** Returns chunks with larger ids than `after` that are not known to have been sent, by id. */
  async unsent(space: RemoteSpace, after: number, limit: number): Promise<number[]> {
    const rows = await this.#chunks(space)
      .select('chunks.id as id')
      .where('chunks.id', '>', after)
      .where((where) => where.or([where('remote.sent', 'is', null), where('remote.sent', '=', 0)]))
      .orderBy('chunks.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Returns those of the chunks that still have a vector in the space. */
  async alive(space: RemoteSpace, ids: readonly number[]): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.#chunks(space)
      .select('chunks.id as id')
      .where('chunks.id', 'in', ids)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Records vectors that are about to be sent. */
  async announce({ target, namespace }: RemoteSpace, ids: readonly number[]): Promise<void> {
    const { query, dialect } = this.#database;
    const insert = query
      .insertInto('remote_vectors')
      .values(ids.map((chunk_id) => ({ target, namespace, chunk_id })));
    await (
      dialect === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
    ).execute();
  }

  /** Records that the vendor has accepted the vectors, or that there is nothing to send. */
  async sent({ target, namespace }: RemoteSpace, ids: readonly number[]): Promise<void> {
    await this.#database.query
      .updateTable('remote_vectors')
      .set({ sent: 1 })
      .where('target', '=', target)
      .where('namespace', '=', namespace)
      .where('chunk_id', 'in', ids)
      .execute();
  }

  /** Returns rows whose chunk is gone or that belong to another namespace; namespace null: all rows. */
  async obsolete(target: string, namespace: string | null, limit: number): Promise<RemoteRow[]> {
    const rows = this.#database.query
      .selectFrom('remote_vectors')
      .where('target', '=', target)
      .leftJoin('chunks', 'chunks.id', 'remote_vectors.chunk_id')
      .select(['remote_vectors.namespace as namespace', 'remote_vectors.chunk_id as chunkId'])
      .limit(limit);
    if (namespace === null) return rows.execute();
    return rows
      .where((where) =>
        where.or([
          where('chunks.id', 'is', null),
          where('remote_vectors.namespace', '!=', namespace),
        ]),
      )
      .execute();
  }

  /** Deletes the rows of vectors that were deleted. */
  async remove(target: string, rows: readonly RemoteRow[]): Promise<void> {
    await this.#database.query
      .deleteFrom('remote_vectors')
      .where('target', '=', target)
      .where((where) =>
        where.or(rows.map(({ namespace, chunkId }) => where.and({ namespace, chunk_id: chunkId }))),
      )
      .execute();
  }

  /** Forgets everything that was sent: the hosted index is empty or gone. */
  async clear(target: string): Promise<void> {
    await this.change(target, { ready: null, waiting: null });
    await this.#database.query.deleteFrom('remote_vectors').where('target', '=', target).execute();
  }
}
