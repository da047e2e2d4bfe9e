import { sql, type Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import { selectPassages, toPassage, type Passage } from '../chunks.ts';
import { toNumber, type Database, type Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import {
  columnOf,
  sameSpace,
  toBytes,
  toText,
  vectorOf,
  type EmbeddingSpace,
  decodeVector,
} from './stored-vector.ts';

export interface StoredChunk {
  passage: Passage;
  /** Null: the chunk has none in this space. */
  vector: Float32Array | null;
}

/** Selects chunks with everything that an index needs of them; VECTOR columns are added and dropped at run time. */
export const selectChunks = (query: Kysely<Schema>) => selectPassages(query).selectAll('chunks');

type Selected = ReturnType<typeof selectChunks>;

/** Reads the chunks that `restrict` leaves, with their vectors of `space`. */
export async function readChunks(
  query: Kysely<Schema>,
  space: EmbeddingSpace,
  restrict: (chunks: Selected) => Selected,
): Promise<StoredChunk[]> {
  const rows = await restrict(selectChunks(query)).execute();
  return rows.map((row) => ({
    passage: toPassage(row),
    vector: sameSpace(row, space) ? vectorOf(row) : null,
  }));
}

/** As `readChunks`, without the chunks that have no vector in this space. */
export async function readVectors(
  query: Kysely<Schema>,
  { embedder, dimensions }: EmbeddingSpace,
  restrict: (chunks: Selected) => Selected,
): Promise<(StoredChunk & { vector: Float32Array })[]> {
  const chunks = await readChunks(query, { embedder, dimensions }, (all) =>
    restrict(all)
      .where('chunks.embedder', '=', embedder)
      .where('chunks.dimensions', '=', dimensions),
  );
  return chunks.filter((chunk): chunk is typeof chunk & { vector: Float32Array } =>
    Boolean(chunk.vector),
  );
}

/** Returns the vectors of the given chunks by chunk id. Chunks without a vector in `space` are left out. */
export async function readVectorsById(
  query: Kysely<Schema>,
  space: EmbeddingSpace,
  ids: readonly number[],
): Promise<Map<number, Float32Array>> {
  const chunks = await readVectors(query, space, (all) => all.where('chunks.id', 'in', ids));
  return new Map(chunks.map(({ passage, vector }) => [passage.chunkId, vector]));
}

export interface ChunkVector {
  chunkId: number;
  /** Null: the embedder refuses the chunk's text, or does not read its language. */
  vector: Float32Array | null;
}

/** Vectors in one statement: with 3,072 dimensions at most 2.4 MB, and servers accept at least 16 MB. */
const batchSize = 100;

function* batches(vectors: readonly ChunkVector[]) {
  for (let start = 0; start < vectors.length; start += batchSize) {
    yield vectors.slice(start, start + batchSize);
  }
}

/** @throws AppError `invalid_request` before anything is written. */
function requireDimensions({ dimensions }: EmbeddingSpace, vectors: readonly ChunkVector[]): void {
  if (vectors.every(({ vector }) => vector === null || vector.length === dimensions)) return;
  throw new AppError('invalid_request', { message: 'Vectors of different lengths.' });
}

const byChunk = (
  batch: readonly ChunkVector[],
  encode: (vector: Float32Array) => string | Uint8Array,
) =>
  sql<string | null>`case id ${sql.join(
    batch.map(({ chunkId, vector }) => sql`when ${chunkId} then ${vector && encode(vector)}`),
    sql` `,
  )} end`;

/**
 * Stores vectors with their chunks, in place of any other that these had: in the VECTOR column if there is
 * one, else as text. The caller raises the chunks revision in the same transaction.
 *
 * @throws AppError `invalid_request` if a vector has other dimensions than the space.
 */
export async function writeVectors(
  database: Database,
  transaction: Transaction,
  space: EmbeddingSpace,
  vectors: readonly ChunkVector[],
): Promise<void> {
  requireDimensions(space, vectors);
  const { embedder, dimensions } = space;
  const columns = await vectorColumns(database, transaction);
  const cleared = Object.fromEntries([...columns].map((size) => [columnOf(size), null]));
  for (const batch of batches(vectors)) {
    const values = columns.has(dimensions)
      ? { embedding: null, [columnOf(dimensions)]: byChunk(batch, toBytes) }
      : { embedding: byChunk(batch, toText) };
    await transaction
      .updateTable('chunks')
      .set({ embedder, dimensions, ...cleared, ...values })
      .where(
        'id',
        'in',
        batch.map(({ chunkId }) => chunkId),
      )
      .execute();
  }
}

/** A chunk with the texts that are embedded. */
export interface UnembeddedChunk {
  id: number;
  documentId: number;
  title: string;
  headingPath: string;
  content: string;
}

/** Selects the chunks that have no vector of this space; one that was refused counts as had. */
const lacking = (query: Kysely<Schema>, { embedder, dimensions }: EmbeddingSpace) =>
  query
    .selectFrom('chunks')
    .where((where) =>
      where.or([
        where('chunks.embedder', '!=', embedder),
        where('chunks.dimensions', '!=', dimensions),
      ]),
    );

/** Returns up to `limit` chunks of these documents without a vector of this space, in the documents' order. */
export function chunksWithout(
  query: Kysely<Schema>,
  space: EmbeddingSpace,
  { documents, limit }: { documents: readonly number[]; limit: number },
): Promise<UnembeddedChunk[]> {
  const places = documents.map((id, at) => sql`when ${id} then ${at}`);
  return lacking(query, space)
    .innerJoin('documents', 'documents.id', 'chunks.document_id')
    .select([
      'chunks.id as id',
      'chunks.document_id as documentId',
      'documents.title as title',
      'chunks.heading_path as headingPath',
      'chunks.content as content',
    ])
    .where('chunks.document_id', 'in', documents)
    .orderBy(sql`case ${sql.ref('chunks.document_id')} ${sql.join(places, sql` `)} end`)
    .orderBy('chunks.id')
    .limit(limit)
    .execute();
}

/** Returns the documents with such chunks: those that answers cite most come first, then the newest. */
export async function documentsWithout(
  query: Kysely<Schema>,
  space: EmbeddingSpace,
): Promise<number[]> {
  const rows = await query
    .selectFrom(lacking(query, space).select('chunks.document_id as id').distinct().as('lacking'))
    .innerJoin('documents', 'documents.id', 'lacking.id')
    .leftJoin('document_answers', 'document_answers.document_id', 'lacking.id')
    .select(['lacking.id as id', sql<number>`coalesce(sum(answers), 0)`.as('cited')])
    .groupBy(['lacking.id', 'documents.source_modified'])
    .orderBy('cited', 'desc')
    .orderBy('documents.source_modified', 'desc')
    .orderBy('lacking.id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the chunks that have their vector of a space, and all chunks. Null: no space, of which none has a vector. */
export async function countVectors(
  query: Kysely<Schema>,
  space: EmbeddingSpace | null,
): Promise<{ done: number; total: number }> {
  const chunks = query
    .selectFrom('chunks')
    .select((select) => select.fn.countAll<number>().as('n'));
  const [total, done] = await Promise.all([
    chunks.executeTakeFirst(),
    space &&
      chunks
        .where('embedder', '=', space.embedder)
        .where('dimensions', '=', space.dimensions)
        .executeTakeFirst(),
  ]);
  return { done: toNumber(done?.n), total: toNumber(total?.n) };
}

const pattern = /^vector_(\d{1,5})$/;
/** MySQL's limit; MariaDB's is higher. https://dev.mysql.com/doc/refman/9.0/en/vector.html */
const maxDimensions = 16_383;
/** Errors of `ALTER TABLE` on servers that do not know the type, or for accounts that may not alter tables. */
const unsupported = [
  1044, // access denied to the database
  1064, // syntax
  1142, // command denied
  4161, // unknown type: https://mariadb.com/docs/server/reference/error-codes/mariadb-error-codes-4100-to-4199/e4161
];

const chunksTable = ({ prefix }: Database) => sql.id(`${prefix}chunks`);

/** Returns the dimensions for which `chunks` has a VECTOR column. */
export async function vectorColumns(
  { dialect, prefix }: Database,
  executor: Kysely<Schema>,
): Promise<Set<number>> {
  if (dialect === 'sqlite') return new Set();
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = database() and table_name = ${`${prefix}chunks`}
  `.execute(executor);
  return new Set(rows.flatMap(({ name }) => Number(pattern.exec(name)?.[1] ?? []) || []));
}

/**
 * Adds a VECTOR column and returns whether there is one now. It is tried out, because versions do not tell:
 * MariaDB has the type from 11.7 on, MySQL from 9.0 on. Adding does not copy the table.
 */
export async function addVectorColumn(database: Database, dimensions: number): Promise<boolean> {
  if (database.dialect === 'sqlite' || dimensions > maxDimensions) return false;
  const type = sql`VECTOR(${sql.lit(Math.trunc(dimensions))})`;
  const column = sql`add column ${sql.id(columnOf(dimensions))} ${type} null`;
  try {
    await sql`alter table ${chunksTable(database)} ${column}`.execute(database.query);
    return true;
  } catch (error) {
    if (unsupported.includes((error as { errno?: number }).errno ?? 0)) return false;
    throw error;
  }
}

/** Drops a VECTOR column that has no vectors of chunks any more, and returns whether there was one. */
export async function dropUnusedColumn(database: Database, inUse: number): Promise<boolean> {
  for (const dimensions of await vectorColumns(database, database.query)) {
    if (dimensions === inUse || (await isColumnUsed(database, dimensions))) continue;
    const column = sql.id(columnOf(dimensions));
    await sql`alter table ${chunksTable(database)} drop column ${column}`.execute(database.query);
    return true;
  }
  return false;
}

/** Returns whether a chunk still has its vector in the column. */
async function isColumnUsed({ query }: Database, dimensions: number): Promise<boolean> {
  const found = await query
    .selectFrom('chunks')
    .select('id')
    .where('dimensions', '=', dimensions)
    .where('embedding', 'is', null)
    .where(sql<boolean>`${sql.ref(columnOf(dimensions))} is not null`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

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
 * Gives a space a VECTOR column if the database has that type, and moves vectors there that were stored as text before.
 * It never changes what a search finds.
 */
export class VectorColumn {
  readonly #database: Database;
  readonly #space: EmbeddingSpace;
  readonly #guarded: Guarded;
  /** Id of the last chunk whose vector was moved. */
  #moved = 0;
  readonly #steps = [() => this.#add(), () => this.#fill()];

  constructor(database: Database, space: EmbeddingSpace, guarded: Guarded) {
    this.#database = database;
    this.#space = space;
    this.#guarded = guarded;
  }

  /** Does the next step; false when nothing is left to do. */
  async step(): Promise<boolean> {
    for (; this.#steps.length > 0; this.#steps.shift()) if (await this.#steps[0]!()) return true;
    return false;
  }

  /** Not inside a transaction: `ALTER TABLE` would commit it. */
  async #add(): Promise<boolean> {
    const { dimensions } = this.#space;
    if (dimensions === 0) return false;
    const columns = await vectorColumns(this.#database, this.#database.query);
    return !columns.has(dimensions) && addVectorColumn(this.#database, dimensions);
  }

  async #fill(): Promise<boolean> {
    const columns = await vectorColumns(this.#database, this.#database.query);
    if (!columns.has(this.#space.dimensions)) return false;
    const last = await this.#guarded((transaction) =>
      fillPage(this.#database, transaction, this.#space, this.#moved),
    );
    this.#moved = last ?? this.#moved;
    return last !== null;
  }
}
