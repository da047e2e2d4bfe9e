import { sql, type Kysely } from 'kysely';
import { changedDocuments, chunksRevision } from '../../storage/chunks.ts';
import { toNumber, type Database } from '../../storage/database.ts';
import type { EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import type { Schema } from '../../storage/schema.ts';
import { upsertState } from '../../storage/state.ts';

type Query = Kysely<Schema>;

/** One embedder's vectors in one hosted index, and the mark that they have there. */
export interface RemotePlace extends EmbeddingSpace {
  /** Of the index, and of the site that uses it. */
  target: string;
  namespace: string;
}

/** Both kinds of changes that decide what has to be looked for here, and what there. */
export interface RemoteRevision {
  chunks: number;
  remote: number;
  /** As `readyMark` of the places that can be asked. */
  ready: string;
}

/** Vectors of these dimensions can be sent to the target, and questions be asked there. */
export const readyMark = ({ target, dimensions }: { target: string; dimensions: number }) =>
  `${target}/${String(dimensions)}`;

const revisionName = 'remote_vectors';
/** Rows in one statement. */
const page = 500;

function* inPages<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += page) yield all.slice(start, start + page);
}

/** Chunks with a vector of this identity, wherever it is; a text that the embedder refuses counts, too. */
const chunksOf = (query: Query, { target, namespace, embedder, dimensions }: RemotePlace) =>
  query
    .selectFrom('chunks')
    .leftJoin('next_vectors', (join) =>
      join
        .onRef('next_vectors.chunk_id', '=', 'chunks.id')
        .on('next_vectors.embedder', '=', embedder)
        .on('next_vectors.dimensions', '=', dimensions),
    )
    .leftJoin('remote_vectors', (join) =>
      join
        .onRef('remote_vectors.chunk_id', '=', 'chunks.id')
        .on('remote_vectors.target', '=', target)
        .on('remote_vectors.namespace', '=', namespace),
    )
    .select('chunks.id as id')
    .where((where) =>
      where.or([
        where('next_vectors.chunk_id', 'is not', null),
        where.and([
          where('chunks.embedder', '=', embedder),
          where('chunks.dimensions', '=', dimensions),
        ]),
      ]),
    );

const unprocessed = (query: Query, place: RemotePlace) =>
  chunksOf(query, place).where((where) =>
    where.or([
      where('remote_vectors.chunk_id', 'is', null),
      where('remote_vectors.processed', '=', 0),
    ]),
  );

/** What a hosted index was sent, and what it takes into account by now. */
export function createRemoteVectors(database: Database) {
  const { query, dialect } = database;
  const ofTarget = (target: string) =>
    query.selectFrom('remote_vectors').where('target', '=', target);

  const raiseRevision = (executor: Query, change: { text?: string } = {}) =>
    upsertState(
      dialect,
      executor,
      { name: revisionName, number: 1, ...change },
      { number: sql<number>`number + 1`, ...change },
    );

  async function revision(executor: Query): Promise<RemoteRevision> {
    const chunks = await chunksRevision(executor);
    const row = await executor
      .selectFrom('state')
      .select(['number', 'text'])
      .where('name', '=', revisionName)
      .executeTakeFirst();
    return { chunks, remote: toNumber(row?.number), ready: row?.text ?? '' };
  }

  return {
    revision,

    async setReady(mark: string): Promise<void> {
      if ((await revision(query)).ready !== mark) await raiseRevision(query, { text: mark });
    },

    /** Chunks after the id `after` that are not known to have been sent, by id. */
    async unsent(
      place: RemotePlace,
      { after, limit }: { after: number; limit: number },
    ): Promise<number[]> {
      const rows = await chunksOf(query, place)
        .where('chunks.id', '>', after)
        .where((where) =>
          where.or([
            where('remote_vectors.chunk_id', 'is', null),
            where.and([
              where('remote_vectors.sequence', '=', 0),
              where('remote_vectors.processed', '=', 0),
            ]),
          ]),
        )
        .orderBy('chunks.id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Chunks that the hosted index does not take into account yet. */
    async pending(executor: Query, place: RemotePlace, limit: number): Promise<number[]> {
      const rows = await unprocessed(executor, place).limit(limit).execute();
      return rows.map(({ id }) => id);
    },

    /** The same of the documents whose chunks have changed since, and which documents these are. */
    async pendingSince(executor: Query, place: RemotePlace, since: number) {
      const documents = await changedDocuments(executor, since);
      const chunks: number[] = [];
      for (const some of inPages(documents)) {
        const rows = await unprocessed(executor, place)
          .where('chunks.document_id', 'in', some)
          .execute();
        chunks.push(...rows.map(({ id }) => id));
      }
      return { documents, chunks };
    },

    /** Those of the chunks that the hosted index takes into account. */
    async processed(executor: Query, { target, namespace }: RemotePlace, ids: readonly number[]) {
      const found: number[] = [];
      for (const some of inPages(ids)) {
        const rows = await executor
          .selectFrom('remote_vectors')
          .select('chunk_id as id')
          .where('target', '=', target)
          .where('namespace', '=', namespace)
          .where('processed', '=', 1)
          .where('chunk_id', 'in', some)
          .execute();
        found.push(...rows.map(({ id }) => id));
      }
      return found;
    },

    /** Before they are sent: whatever happens then, it is known what may be there. */
    async announce({ target, namespace }: RemotePlace, ids: readonly number[]): Promise<void> {
      for (const some of inPages(ids)) {
        const insert = query
          .insertInto('remote_vectors')
          .values(some.map((chunk_id) => ({ target, namespace, chunk_id })));
        await (
          dialect === 'mysql'
            ? insert.ignore()
            : insert.onConflict((conflict) => conflict.doNothing())
        ).execute();
      }
    },

    /** The vendor has taken them and will process them. `absent` have no vector to send. */
    async sent(
      { target, namespace }: RemotePlace,
      batch: { ids: readonly number[]; absent: readonly number[]; mutation: string },
    ): Promise<void> {
      await database.transaction(async (transaction) => {
        const last = await transaction
          .selectFrom('remote_vectors')
          .select((select) => select.fn.max('sequence').as('sequence'))
          .where('target', '=', target)
          .executeTakeFirst();
        const sequence = toNumber(last?.sequence) + 1;
        const mark = (ids: readonly number[], values: object) =>
          ids.length === 0
            ? undefined
            : transaction
                .updateTable('remote_vectors')
                .set(values)
                .where('target', '=', target)
                .where('namespace', '=', namespace)
                .where('chunk_id', 'in', ids)
                .execute();
        await mark(batch.ids, { sequence, mutation: batch.mutation, processed: 0 });
        await mark(batch.absent, { processed: 1 });
      });
    },

    /** The last of those that were sent and are not taken into account yet; null: there is none. */
    async lastUnprocessed(target: string) {
      const row = await ofTarget(target)
        .select(['namespace', 'chunk_id as chunkId', 'sequence'])
        .where('processed', '=', 0)
        .where('sequence', '>', 0)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Null: it is not one of ours. */
    async sequenceOf(target: string, mutation: string): Promise<number | null> {
      const row = await ofTarget(target)
        .select('sequence')
        .where('mutation', '=', mutation)
        .limit(1)
        .executeTakeFirst();
      return row?.sequence ?? null;
    },

    /** @returns how many are so from now on */
    async markProcessed(target: string, upTo: number): Promise<number> {
      return database.transaction(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('remote_vectors')
          .set({ processed: 1 })
          .where('target', '=', target)
          .where('processed', '=', 0)
          .where('sequence', '>', 0)
          .where('sequence', '<=', upTo)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await raiseRevision(transaction);
        return Number(numUpdatedRows);
      });
    },

    /** Of chunks that are gone, or of embedders that nobody asks any more. */
    async obsolete(target: string, namespaces: readonly string[], limit: number) {
      const rows = ofTarget(target)
        .leftJoin('chunks', 'chunks.id', 'remote_vectors.chunk_id')
        .select(['remote_vectors.namespace as namespace', 'remote_vectors.chunk_id as chunkId'])
        .limit(limit);
      if (namespaces.length === 0) return rows.execute();
      return rows
        .where((where) =>
          where.or([
            where('chunks.id', 'is', null),
            where('remote_vectors.namespace', 'not in', namespaces),
          ]),
        )
        .execute();
    },

    async forget(target: string, rows: readonly { namespace: string; chunkId: number }[]) {
      const namespaces = new Set(rows.map(({ namespace }) => namespace));
      for (const namespace of namespaces) {
        const ids = rows.filter((row) => row.namespace === namespace).map((row) => row.chunkId);
        await query
          .deleteFrom('remote_vectors')
          .where('target', '=', target)
          .where('namespace', '=', namespace)
          .where('chunk_id', 'in', ids)
          .execute();
      }
    },

    /** The index is empty: all is to be sent. */
    async forgetAll(target: string): Promise<void> {
      await database.transaction(async (transaction) => {
        await transaction.deleteFrom('remote_vectors').where('target', '=', target).execute();
        await raiseRevision(transaction);
      });
    },

    async count(target: string): Promise<number> {
      const row = await ofTarget(target)
        .select((select) => select.fn.countAll<number>().as('n'))
        .where('processed', '=', 1)
        .executeTakeFirst();
      return toNumber(row?.n);
    },
  };
}
export type RemoteVectors = ReturnType<typeof createRemoteVectors>;
