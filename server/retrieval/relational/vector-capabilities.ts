import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { State } from '../../storage/state.ts';

/** What a database can do with vectors. */
export interface VectorCapabilities {
  /** A column of type VECTOR(n) in a table. */
  column: boolean;
  /** Ranking by cosine distance, with an index. */
  index: boolean;
  /** Why it could not be tried: the account may not make tables, or nobody may write. */
  refused: string | null;
}

const stateName = 'vector_capabilities';

/** Errors that say that the server does not know it; all others may pass. */
const unknown = new Set([
  1064, // syntax
  1128, // no such function
  1305, // no such function
  4161, // no such type: https://mariadb.com/docs/server/reference/error-codes/mariadb-error-codes-4100-to-4199/e4161
]);

const numberOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errno' in error ? Number(error.errno) : 0;

class Refused extends Error {}

/**
 * By doing it: versions do not tell. MySQL 9 has VECTOR(n) and, outside of HeatWave, neither a distance
 * nor an index (https://dev.mysql.com/doc/refman/9.0/en/vector-functions.html); MariaDB has all of them
 * from 11.7 on (https://mariadb.com/kb/en/vector-overview/).
 */
async function probe(database: Database): Promise<VectorCapabilities> {
  const table = sql.id(`${database.prefix}probe_${randomBytes(6).toString('hex')}`);
  const succeeds = async (
    columns: RawBuilder<unknown>,
    work?: () => Promise<unknown>,
  ): Promise<boolean> => {
    try {
      await sql`create table ${table} (${columns}) engine=InnoDB`.execute(database.query);
      try {
        await work?.();
        return true;
      } finally {
        await sql`drop table ${table}`.execute(database.query);
      }
    } catch (error) {
      if (unknown.has(numberOf(error))) return false;
      throw new Refused((error as Error).message, { cause: error });
    }
  };
  const east = Buffer.from(Float32Array.of(1, 0).buffer);
  const rank = async () => {
    await sql`insert into ${table} values (1, ${east})`.execute(database.query);
    await sql`select vec_distance_cosine(v, ${east}) as d from ${table} order by d limit 1`.execute(
      database.query,
    );
  };
  try {
    const column = await succeeds(sql`v VECTOR(2) NULL`);
    const indexed = sql`id INT PRIMARY KEY, v VECTOR(2) NOT NULL, VECTOR INDEX (v) M=16 DISTANCE=cosine`;
    return { column, index: column && (await succeeds(indexed, rank)), refused: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { column: false, index: false, refused: error.message };
  }
}

/** Tried once for each version of the server, and again as long as it is refused. */
export function createVectorCapabilities(database: Database, state: State) {
  return async function capabilities(): Promise<VectorCapabilities> {
    if (database.dialect === 'sqlite') return { column: false, index: false, refused: null };
    const version = await database.version();
    const text = await state.readText(stateName);
    const kept = text ? (JSON.parse(text) as VectorCapabilities & { version: string }) : null;
    if (kept?.version === version) return kept;
    const found = await probe(database);
    if (!found.refused) await state.writeText(stateName, JSON.stringify({ version, ...found }));
    return found;
  };
}

/** Bytes that MariaDB may use for vector indexes, by the server's setting; null where it has none. */
export async function indexCacheBytes({ query }: Database): Promise<number | null> {
  try {
    const { rows } = await sql<{ bytes: number }>`select @@mhnsw_max_cache_size as bytes`.execute(
      query,
    );
    return rows[0]?.bytes ?? null;
  } catch {
    return null;
  }
}
