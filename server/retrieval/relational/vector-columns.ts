import { sql } from 'kysely';
import type { Database, Transaction } from '../../storage/database.ts';
import type { EmbeddingSpace } from '../../embedding/index-state.ts';
import { bytesOf, decodeVector, encodeVector, storedVector } from './vector-text.ts';

const pattern = /^vector_(\d{1,5})$/;

/** Of vectors of so many dimensions; there is one only where the database has the type. */
export const columnOf = (dimensions: number) => `vector_${Math.trunc(dimensions)}`;

/** Of MySQL; MariaDB has more. https://dev.mysql.com/doc/refman/9.0/en/vector.html */
const mostDimensions = 16_383;

const chunksTable = ({ prefix }: Database) => sql.id(`${prefix}chunks`);

/** The dimensions that `chunks` has VECTOR columns for. */
export async function vectorColumns(database: Database): Promise<Set<number>> {
  if (database.dialect === 'sqlite') return new Set();
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = database() and table_name = ${`${database.prefix}chunks`}
  `.execute(database.query);
  return new Set(rows.flatMap(({ name }) => Number(pattern.exec(name)?.[1] ?? []) || []));
}

/** False: there cannot be one. At once, without copying the table, from MySQL 8 and MariaDB 10.3 on. */
export async function addVectorColumn(database: Database, dimensions: number): Promise<boolean> {
  if (dimensions > mostDimensions) return false;
  const column = sql.id(columnOf(dimensions));
  const type = sql`VECTOR(${sql.lit(Math.trunc(dimensions))})`;
  await sql`alter table ${chunksTable(database)} add column ${column} ${type} null`.execute(
    database.query,
  );
  return true;
}

/** Nobody writes vectors of these dimensions any more. */
export const dropVectorColumn = (database: Database, dimensions: number) =>
  sql`alter table ${chunksTable(database)} drop column ${sql.id(columnOf(dimensions))}`.execute(
    database.query,
  );

/** Whether a chunk still has its vector there. */
export async function isUsed({ query }: Database, dimensions: number): Promise<boolean> {
  const column = sql.ref(columnOf(dimensions));
  const found = await query
    .selectFrom('chunks')
    .select('id')
    .where('dimensions', '=', dimensions)
    .where('embedding', 'is', null)
    .where(sql<boolean>`${column} is not null`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * What is set in the row of each chunk to store its vector: in its column when there is one, else as text.
 * A vector is where its chunk's dimensions say, unless there is a text.
 */
export function vectorValues(
  columns: ReadonlySet<number>,
  { dimensions }: EmbeddingSpace,
  vectors: readonly { chunkId: number; vector: Float32Array | null }[],
): Record<string, unknown> {
  const cases = (encode: (vector: Float32Array) => string | Uint8Array) =>
    sql`case id ${sql.join(
      vectors.map(({ chunkId, vector }) => sql`when ${chunkId} then ${vector && encode(vector)}`),
      sql` `,
    )} end`;
  if (!columns.has(dimensions)) return { embedding: cases(encodeVector) };
  return { embedding: null, [columnOf(dimensions)]: cases(bytesOf) };
}

/** Moves vectors that are stored as text into their column: the last chunk of the page; null: nothing is left. */
export async function moveVectors(
  database: Database,
  transaction: Transaction,
  identity: EmbeddingSpace,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const { embedder, dimensions } = identity;
  const rows = await transaction
    .selectFrom('chunks')
    .select(['id', 'embedding'])
    .where('id', '>', after)
    .where('embedder', '=', embedder)
    .where('dimensions', '=', dimensions)
    .where('embedding', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  const vectors = rows.map(({ id, embedding }) => ({
    chunkId: id,
    vector: decodeVector(embedding!),
  }));
  if (vectors.length === 0) return null;
  await transaction
    .updateTable('chunks')
    .set(vectorValues(new Set([dimensions]), identity, vectors))
    .where(
      'id',
      'in',
      vectors.map(({ chunkId }) => chunkId),
    )
    .execute();
  return rows.at(-1)!.id;
}

/** The vector of a row of `chunks` that was read with all its columns; null: it has none. */
export function vectorOf(row: {
  dimensions: number;
  embedding: string | null;
}): Float32Array | null {
  const values = row as Record<string, unknown>;
  return storedVector(row.embedding ?? values[columnOf(row.dimensions)]);
}
