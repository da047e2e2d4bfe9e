import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { VectorStoreStatus } from '../../contract/admin.ts';
import type { SearchFilter } from '../../contract/search.ts';
import { Yielder } from '../../runtime/yielding.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { readChunks, vectorColumns } from '../../storage/vectors/vectors.ts';
import {
  columnOf,
  dot,
  toBytes,
  type EmbeddingSpace,
} from '../../storage/vectors/stored-vector.ts';
import type { Candidate, VectorIndex, VectorQuery } from '../vector-index.ts';

/** Chunks that are read and compared at a time. */
const page = 200;
/** More candidates than asked for: the database computes distances in float32. */
const spare = 10;
/** Bound of that rounding error. */
const rounding = 1e-4;
/** Errors of servers that do not know the function. */
const unknownFunction = [1064, 1128, 1305];

/** Returns the filter as conditions on `documents`. */
function conditionsOf({ kinds, languages, post_types, document_ids }: SearchFilter) {
  const within = (column: string, values: readonly unknown[] | undefined) =>
    values && sql<boolean>`${sql.ref(column)} in (${sql.join(values)})`;
  const language = sql`lower(${sql.ref('documents.language')})`;
  const tags = languages?.map((given) => {
    const tag = given.toLowerCase();
    return sql`${language} = ${tag} or substr(${language}, 1, ${tag.length + 1}) = ${`${tag}-`}`;
  });
  return [
    within('documents.kind', kinds),
    tags && sql<boolean>`(${sql.join(tags, sql` or `)})`,
    within('documents.post_type', post_types),
    within('documents.id', document_ids),
  ].filter((condition): condition is RawBuilder<boolean> => condition !== undefined);
}

const best = (candidates: Candidate[], limit: number) =>
  candidates.sort((a, b) => b.score - a.score || a.chunkId - b.chunkId).slice(0, limit);

/** Ranks the vectors in the VECTOR column. */
async function rankColumn(
  query: Kysely<Schema>,
  { embedder, vector, topK, filter = {} }: VectorQuery,
): Promise<Candidate[]> {
  const column = sql.ref(`chunks.${columnOf(vector.length)}`);
  const distance = sql<number>`vec_distance_cosine(${column}, ${toBytes(vector)})`;
  const rows = await query
    .selectFrom('chunks')
    .innerJoin('documents', 'documents.id', 'chunks.document_id')
    .select(['chunks.id as chunkId', distance.as('distance')])
    .where('chunks.embedder', '=', embedder)
    .where('chunks.dimensions', '=', vector.length)
    .where('chunks.embedding', 'is', null)
    .where(sql<boolean>`${column} is not null`)
    .where((where) => where.and(conditionsOf(filter)))
    .orderBy('distance')
    .orderBy('chunks.id')
    .limit(topK + spare)
    .execute();
  return rows.map(({ chunkId, distance: d }) => ({ chunkId, score: 1 - d, error: rounding }));
}

/**
 * Reads vectors page by page and compares them.
 *
 * @param outside Only vectors that are not in the column.
 */
async function compareAll(
  query: Kysely<Schema>,
  { embedder, vector, topK, minScore, filter = {} }: VectorQuery,
  outside: boolean,
): Promise<Candidate[]> {
  const space: EmbeddingSpace = { embedder, dimensions: vector.length };
  const yielder = new Yielder();
  let found: Candidate[] = [];
  for (let after = 0, chunks; ; after = chunks.at(-1)!.passage.chunkId) {
    const from = after;
    chunks = await readChunks(query, space, (select) =>
      select
        .where('chunks.id', '>', from)
        .where((where) => where.and(conditionsOf(filter)))
        .$if(outside, (rest) => rest.where('chunks.embedding', 'is not', null))
        .orderBy('chunks.id')
        .limit(page),
    );
    for (const { passage, vector: stored } of chunks) {
      const score = stored ? dot(vector, stored) : -Infinity;
      if (score >= minScore) found.push({ chunkId: passage.chunkId, score, error: 0 });
    }
    found = best(found, topK);
    if (chunks.length < page) return found;
    await yielder.yieldIfDue();
  }
}

/**
 * Searches the stored vectors themselves, for sites whose vectors do not fit into memory. Exact and slow: the
 * database compares vectors in a VECTOR column if it has a distance function (MariaDB from 11.7 on); all
 * others are read and compared here.
 */
export class DatabaseRanking implements VectorIndex {
  readonly #database: Database;
  #hasFunction: boolean | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async search(question: VectorQuery): Promise<Candidate[]> {
    const { query } = this.#database;
    if (Object.values(question.filter ?? {}).some((list) => list?.length === 0)) return [];
    const columns = await vectorColumns(this.#database, query);
    const isRanked = columns.has(question.vector.length) && (await this.#hasDistanceFunction());
    const ranked = isRanked ? await rankColumn(query, question) : [];
    const compared = await compareAll(query, question, isRanked);
    return best([...ranked, ...compared], question.topK + spare);
  }

  async status(): Promise<VectorStoreStatus> {
    const { size } = await vectorColumns(this.#database, this.#database.query);
    const isNative = size > 0 && (await this.#hasDistanceFunction());
    return {
      engine: 'relational',
      mode: isNative ? 'native' : 'table',
      reason: isNative
        ? 'The database compares all vectors for each question'
        : 'All vectors are read from the database for each question',
      warnings: [
        isNative
          ? 'Searches take longer than in memory: give the sidecar more of it.'
          : 'Searches are slow: give the sidecar more memory, or use MariaDB 11.8 or later.',
      ],
      vectors: 0,
      memory_mb: 0,
    };
  }

  /** Tries the function once; versions do not tell. MySQL has it in HeatWave only. */
  async #hasDistanceFunction(): Promise<boolean> {
    const one = toBytes(Float32Array.of(1));
    this.#hasFunction ??= await sql`select vec_distance_cosine(${one}, ${one})`
      .execute(this.#database.query)
      .then(() => true)
      .catch((error: { errno?: number }) => {
        if (unknownFunction.includes(error.errno ?? 0)) return false;
        throw error;
      });
    return this.#hasFunction;
  }
}
