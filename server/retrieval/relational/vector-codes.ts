import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { quantize, type Quantized } from '../int8/quantize.ts';
import { raiseChunksRevision } from '../../storage/chunks.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { type IndexState, type EmbeddingSpace } from '../../embedding/index-state.ts';
import type { Schema } from '../../storage/schema.ts';
import { readNumber, upsertState } from '../../storage/state.ts';
import { vectorOf } from './vector-columns.ts';

/** Codes in one statement: of 3,072 dimensions it has 0.6 MB as hexadecimal text. */
const writeBatch = 100;
const makePage = 200;
/** In the state: not 0 when codes have once been made of all vectors that there were. */
const allMade = 'vector_codes_made';

/** What the table says instead of embedder and dimensions: 48 bits of a hash. */
export function spaceNumber({ embedder, dimensions }: EmbeddingSpace): number {
  const hash = createHash('sha256').update(`${embedder}/${dimensions}`).digest();
  return hash.readUIntBE(0, 6);
}

function codeOf(vector: Float32Array): Buffer {
  const { values, scale, error } = quantize(vector);
  const code = Buffer.alloc(values.length + 8);
  code.set(values);
  code.writeFloatLE(scale, values.length);
  code.writeFloatLE(error, values.length + 4);
  return code;
}

export function quantizedOf(code: Uint8Array): Quantized {
  const dimensions = code.length - 8;
  const view = new DataView(code.buffer, code.byteOffset, code.length);
  return {
    values: new Int8Array(code.slice(0, dimensions).buffer),
    scale: view.getFloat32(dimensions, true),
    error: view.getFloat32(dimensions + 4, true),
  };
}

/** Chunks that are gone by now, or have a code already, are left out. */
export async function insertCodes(
  { dialect }: Database,
  transaction: Transaction,
  identity: EmbeddingSpace,
  vectors: readonly { chunkId: number; vector: Float32Array | null }[],
): Promise<void> {
  const number = spaceNumber(identity);
  const coded = vectors.flatMap(({ chunkId, vector }) =>
    vector ? [{ chunkId, code: codeOf(vector) }] : [],
  );
  for (let start = 0; start < coded.length; start += writeBatch) {
    const batch = coded.slice(start, start + writeBatch);
    const cases = batch.map(({ chunkId, code }) => sql`when ${chunkId} then ${code}`);
    const ids = batch.map(({ chunkId }) => chunkId);
    const insert = transaction
      .insertInto('vector_codes')
      .columns(['identity', 'chunk_id', 'document_id', 'code'])
      .expression((from) =>
        from
          .selectFrom('chunks')
          .select([
            sql<number>`${number}`.as('identity'),
            'id as chunk_id',
            'document_id',
            sql<Uint8Array>`case id ${sql.join(cases, sql` `)} end`.as('code'),
          ])
          .where('id', 'in', ids),
      );
    await (
      dialect === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
    ).execute();
  }
}

/** Chunks after the id `after` that have no code of this identity, by id, with their vectors of it if they have one. */
async function vectorsWithoutCode(
  query: Kysely<Schema>,
  identity: EmbeddingSpace,
  { after, limit }: { after: number; limit: number },
) {
  const rows = await query
    .selectFrom('chunks')
    .leftJoin('vector_codes', (join) =>
      join
        .onRef('vector_codes.chunk_id', '=', 'chunks.id')
        .on('vector_codes.identity', '=', spaceNumber(identity)),
    )
    .selectAll('chunks')
    .where('chunks.id', '>', after)
    .where('chunks.embedder', '=', identity.embedder)
    .where('chunks.dimensions', '=', identity.dimensions)
    .where('vector_codes.chunk_id', 'is', null)
    .orderBy('chunks.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    chunkId: row.id,
    documentId: row.document_id,
    vector: vectorOf(row),
  }));
}

/**
 * Makes codes of vectors that have none: of an earlier version of this program.
 *
 * @returns the last chunk that was looked at; null: there is no further
 */
export async function makeCodes(
  database: Database,
  identity: EmbeddingSpace,
  after: number,
): Promise<number | null> {
  const rows = await vectorsWithoutCode(database.query, identity, { after, limit: makePage });
  const vectors = rows.filter(({ vector }) => vector !== null);
  if (vectors.length > 0) {
    await database.transaction(async (transaction) => {
      await insertCodes(database, transaction, identity, vectors);
      const documents = new Set(vectors.map(({ documentId }) => documentId));
      await raiseChunksRevision(database, transaction, ...documents);
    });
  }
  return rows.length < makePage ? null : rows.at(-1)!.chunkId;
}

/** Once, before codes are read for the first time: half of them would be half an answer. */
export async function makeAllCodes(database: Database, identity: EmbeddingSpace): Promise<void> {
  const { query, dialect } = database;
  if ((await readNumber(query, allMade)) > 0) return;
  for (let after: number | null = 0; after !== null;) {
    after = await makeCodes(database, identity, after);
  }
  await upsertState(dialect, query, { name: allMade, number: 1 }, { number: 1 });
}

/** Removes codes of neither index: how many, at most `limit`. */
export async function sweepCodes(
  transaction: Transaction,
  { active, next }: IndexState,
  limit: number,
): Promise<number> {
  const kept = [active, ...(next ? [next] : [])].map(spaceNumber);
  const rows = await transaction
    .selectFrom('vector_codes')
    .select(['identity', 'chunk_id'])
    .where('identity', 'not in', kept)
    .limit(limit)
    .execute();
  for (const identity of new Set(rows.map((row) => row.identity))) {
    const ids = rows.filter((row) => row.identity === identity).map((row) => row.chunk_id);
    await transaction
      .deleteFrom('vector_codes')
      .where('identity', '=', identity)
      .where('chunk_id', 'in', ids)
      .execute();
  }
  return rows.length;
}
