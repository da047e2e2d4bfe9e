import { sql } from 'kysely';
import { changedDocuments } from './search-rows.ts';
import { chunksRevision } from '../../storage/chunks.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { EmbeddingSpace } from '../../embedding/index-state.ts';
import type { State } from '../../storage/state.ts';
import { spaceNumber } from './vector-codes.ts';
import { vectorOf } from './vector-columns.ts';
import { bytesOf } from './vector-text.ts';

/** What is known of the table, in the state: the same for every process. */
interface Progress {
  identity: number;
  /** The last chunk whose vector is in it; null: all are. */
  after: number | null;
  /** Documents that have changed since are looked at again. */
  revision: number;
}

type Vectors = readonly { chunkId: number; vector: Float32Array | null }[];

const stateName = 'native_index';
/** Inserting takes the graph some milliseconds a row. */
const page = 100;
/** Neighbours of each vector in the graph. */
export const neighbours = 16;
/**
 * Of the graph that a search looks at, at least. Of the nearest five among 100,000 vectors of 768 dimensions
 * 50 finds 0.999, and 200 takes twice as long as this (`bench/native.ts`).
 */
const effort = 100;

/**
 * The active index once more, in a table that MariaDB ranks by: `VECTOR INDEX` wants a column without nulls,
 * and searches as its whole table only. Rows are removed here, never by a foreign key: that leaves the graph
 * without them, and searches then find nothing (seen with MariaDB 11.8.6).
 */
export function createNativeIndex(database: Database, state: State) {
  const { query } = database;
  const table = sql.id(`${database.prefix}native_vectors`);

  const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as Progress));
  const read = async () => parse(await state.readText(stateName));
  const write = (index: Progress) => state.writeText(stateName, JSON.stringify(index));

  async function drop(): Promise<void> {
    await state.remove(stateName);
    await sql`drop table if exists ${table}`.execute(query);
  }

  async function create(identity: EmbeddingSpace): Promise<void> {
    await drop();
    await sql`
      create table ${table} (
        chunk_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
        document_id BIGINT UNSIGNED NOT NULL,
        embedding VECTOR(${sql.lit(identity.dimensions)}) NOT NULL,
        KEY document (document_id),
        VECTOR INDEX (embedding) M=${sql.lit(neighbours)} DISTANCE=cosine
      ) engine=InnoDB
    `.execute(query);
    const revision = await chunksRevision(query);
    await write({ identity: spaceNumber(identity), after: 0, revision });
  }

  async function insert(
    transaction: Transaction,
    vectors: readonly { chunkId: number; documentId: number; vector: Float32Array }[],
  ): Promise<void> {
    const usable = vectors.filter(({ vector }) => vector.some((value) => value !== 0));
    for (let start = 0; start < usable.length; start += page) {
      const rows = usable
        .slice(start, start + page)
        .map((row) => sql`(${row.chunkId}, ${row.documentId}, ${bytesOf(row.vector)})`);
      await sql`insert ignore into ${table} values ${sql.join(rows)}`.execute(transaction);
    }
  }

  const stored = (transaction: Transaction, { embedder, dimensions }: EmbeddingSpace) =>
    transaction
      .selectFrom('chunks')
      .selectAll()
      .where('embedder', '=', embedder)
      .where('dimensions', '=', dimensions);

  const withVectors = (rows: Awaited<ReturnType<ReturnType<typeof stored>['execute']>>) =>
    rows.flatMap((row) => {
      const vector = vectorOf(row);
      return vector ? [{ chunkId: row.id, documentId: row.document_id, vector }] : [];
    });

  /** One page of vectors that were there before the table. */
  async function fill(identity: EmbeddingSpace, index: Progress): Promise<void> {
    const after = index.after ?? 0;
    const last = await database.transaction(async (transaction) => {
      const rows = await stored(transaction, identity)
        .where('id', '>', after)
        .orderBy('id')
        .limit(page)
        .execute();
      await insert(transaction, withVectors(rows));
      return rows.length < page ? null : rows.at(-1)!.id;
    });
    if (last === null) await follow(identity, index);
    await write({ ...index, ...(last === null && (await read())), after: last });
  }

  /** What was removed, or written by who did not know of the table yet. */
  async function follow(identity: EmbeddingSpace, index: Progress): Promise<boolean> {
    const revision = await chunksRevision(query);
    if (revision === index.revision) return false;
    for (const documentId of await changedDocuments(query, index.revision)) {
      await database.transaction(async (transaction) => {
        const rows = await stored(transaction, identity)
          .where('document_id', '=', documentId)
          .execute();
        await replaceRows(transaction, documentId, withVectors(rows));
      });
    }
    await write({ ...index, revision });
    return true;
  }

  async function replaceRows(
    transaction: Transaction,
    documentId: number,
    vectors: Parameters<typeof insert>[1],
  ): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select chunk_id as id from ${table} where document_id = ${documentId}
    `.execute(transaction);
    const there = new Set(rows.map(({ id }) => id));
    const wanted = new Set(vectors.map(({ chunkId }) => chunkId));
    const gone = [...there].filter((id) => !wanted.has(id));
    if (gone.length > 0) {
      await sql`delete from ${table} where chunk_id in (${sql.join(gone)})`.execute(transaction);
    }
    await insert(
      transaction,
      vectors.filter(({ chunkId }) => !there.has(chunkId)),
    );
  }

  return {
    /** Whether it can be asked for this identity; how many of its vectors are in it is not known. */
    async isReady(identity: EmbeddingSpace): Promise<boolean> {
      const index = await read();
      return index?.identity === spaceNumber(identity) && index.after === null;
    },

    /** Together with the document's chunks, if there is a table for this identity. */
    async replace(
      identity: EmbeddingSpace,
      documentId: number,
      vectors: Vectors,
      transaction: Transaction,
    ): Promise<void> {
      const row = await transaction
        .selectFrom('state')
        .select('text')
        .where('name', '=', stateName)
        .executeTakeFirst();
      if (parse(row?.text ?? null)?.identity !== spaceNumber(identity)) return;
      const made = vectors.flatMap(({ chunkId, vector }) =>
        vector ? [{ chunkId, documentId, vector }] : [],
      );
      await replaceRows(transaction, documentId, made);
    },

    /** Chunks that are probably the nearest, best first; some may be gone. */
    async nearest(vector: Float32Array, limit: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        set statement mhnsw_ef_search=${sql.lit(Math.max(effort, limit))} for
        select chunk_id as id from ${table}
        order by vec_distance_cosine(embedding, ${bytesOf(vector)}) limit ${sql.lit(limit)}
      `.execute(query);
      return rows.map(({ id }) => id);
    },

    /** One step towards a table for `identity`, or towards none; false: it is so. */
    async step(identity: EmbeddingSpace | null): Promise<boolean> {
      const index = await read();
      if (!identity) {
        if (index) await drop();
        return false;
      }
      if (index?.identity !== spaceNumber(identity)) await create(identity);
      else if (index.after !== null) await fill(identity, index);
      else return follow(identity, index);
      return true;
    },
  };
}
export type NativeIndex = ReturnType<typeof createNativeIndex>;
