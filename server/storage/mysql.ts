import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  MysqlDialect,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type MysqlPool,
  type QueryResult,
  Kysely,
  sql,
} from 'kysely';
import { createPool, type Pool, type PoolOptions } from 'mysql2';
import { runTransaction, countFailures, type Database } from './database.ts';
import { type Schema, tablePrefix } from './schema.ts';

/** Connections of one sidecar at most: for SELECT outside transactions, and for all else. */
const connections = { reads: 5, writes: 5 };
/** Milliseconds after which a connection without work is given back, but for the last ones. */
const idleTimeout = 30_000;
const maxIdle = 1;
/** Milliseconds to wait for a free connection: with a lock after that, a question fails within five seconds. */
const acquireTimeout = 2000;
/** Seconds to wait for a row, and for a table that another connection has locked. */
const lockTimeout = { row: 2, table: 2 };
/**
 * Replaces the server's mode. mysql2 puts values into a statement with backslashes, which close no string but under
 * NO_BACKSLASH_ESCAPES, so that a visitor's words would be SQL.
 */
const sqlMode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION';
/** Errors of an account (among other causes), and of a server, that takes no connection without TLS. */
const refusals: readonly unknown[] = [1045, 3159];

const isRead = ({ query }: CompiledQuery) =>
  query.kind === 'SelectQueryNode' && query.endModifiers === undefined;

type Side = keyof typeof connections;

/** Takes a connection of a pool when a statement needs it, and keeps it until it is released. */
class LazyConnection implements DatabaseConnection {
  readonly #drivers: Record<Side, Driver>;
  readonly #taken: Partial<Record<Side, DatabaseConnection>> = {};

  constructor(drivers: Record<Side, Driver>) {
    this.#drivers = drivers;
  }

  /** @throws an error with the code `ETIMEDOUT` if none is free in time */
  async take(side: Side): Promise<DatabaseConnection> {
    return (this.#taken[side] ??= await acquire(this.#drivers[side]));
  }

  /** In a transaction, and after other statements, also SELECT has the connection of those. */
  #for(query: CompiledQuery): Promise<DatabaseConnection> {
    return this.take(this.#taken.writes || !isRead(query) ? 'writes' : 'reads');
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return (await this.#for(query)).executeQuery<Row>(query);
  }

  async *streamQuery<Row>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.#for(query)).streamQuery<Row>(query, chunkSize);
  }

  async release(): Promise<void> {
    for (const side of ['reads', 'writes'] as const) {
      const taken = this.#taken[side];
      delete this.#taken[side];
      if (taken) await this.#drivers[side].releaseConnection(taken);
    }
  }
}

async function acquire(driver: Driver): Promise<DatabaseConnection> {
  const acquired = driver.acquireConnection();
  const timer = new AbortController();
  const late = sleep(acquireTimeout, null, { signal: timer.signal, ref: false });
  try {
    const connection = await Promise.race([acquired, late]);
    if (connection) return connection;
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
  acquired.then((connection) => driver.releaseConnection(connection)).catch(() => undefined);
  throw Object.assign(new Error('No connection to the database is free.'), { code: 'ETIMEDOUT' });
}

class ReadsApart implements Driver {
  readonly #drivers: Record<Side, Driver>;

  constructor(drivers: Record<Side, Driver>) {
    this.#drivers = drivers;
  }

  async init(): Promise<void> {
    await Promise.all(Object.values(this.#drivers).map((driver) => driver.init()));
  }

  acquireConnection(): Promise<LazyConnection> {
    return Promise.resolve(new LazyConnection(this.#drivers));
  }

  async beginTransaction(
    connection: LazyConnection,
    settings: Parameters<Driver['beginTransaction']>[1],
  ): Promise<void> {
    await this.#drivers.writes.beginTransaction(await connection.take('writes'), settings);
  }

  async commitTransaction(connection: LazyConnection): Promise<void> {
    await this.#drivers.writes.commitTransaction(await connection.take('writes'));
  }

  async rollbackTransaction(connection: LazyConnection): Promise<void> {
    await this.#drivers.writes.rollbackTransaction(await connection.take('writes'));
  }

  releaseConnection(connection: LazyConnection): Promise<void> {
    return connection.release();
  }

  async destroy(): Promise<void> {
    await Promise.all(Object.values(this.#drivers).map((driver) => driver.destroy()));
  }
}

/**
 * Opens a pool. Without `ssl`, TLS is tried where the server refuses a connection without it; its certificate is not
 * checked then, as in PHP.
 */
function openPool(options: PoolOptions): MysqlPool {
  const plain = createPool(options);
  if (options.ssl) return plain;
  let secure: Pool | undefined;
  let isRequired = false;
  return {
    getConnection(done) {
      if (secure && isRequired) return secure.getConnection(done);
      plain.getConnection((error, connection) => {
        if (!refusals.includes(error?.errno)) return done(error, connection);
        secure ??= createPool({ ...options, ssl: { rejectUnauthorized: false } });
        secure.getConnection((failure, encrypted) => {
          isRequired ||= !failure;
          done(failure && error, encrypted);
        });
      });
    },
    end(done) {
      if (secure) secure.end(() => plain.end(done));
      else plain.end(done);
    },
  };
}

/**
 * MySQL or MariaDB with two pools: writes that wait for a lock, or for each other, never hold up reads. A statement
 * waits for a lock for two seconds instead of fifty.
 */
export function mysqlDialect(options: PoolOptions): Dialect {
  const dialectOf = (side: Side) =>
    new MysqlDialect({
      pool: openPool({
        connectionLimit: connections[side],
        maxIdle,
        idleTimeout,
        connectTimeout: 3000,
        charset: 'utf8mb4',
        timezone: 'Z',
        // An UPDATE reports matched rows instead of changed ones, as in SQLite.
        flags: ['FOUND_ROWS'],
        ...options,
      }),
      onCreateConnection: async (connection) => {
        const { row, table } = lockTimeout;
        const set = `set session sql_mode = '${sqlMode}', innodb_lock_wait_timeout = ${row}, lock_wait_timeout = ${table}`;
        await connection.executeQuery(CompiledQuery.raw(set));
      },
    });
  const dialects = { reads: dialectOf('reads'), writes: dialectOf('writes') };
  return {
    createAdapter: () => dialects.writes.createAdapter(),
    createQueryCompiler: () => dialects.writes.createQueryCompiler(),
    createIntrospector: (database) => dialects.writes.createIntrospector(database),
    createDriver: () =>
      new ReadsApart({
        reads: dialects.reads.createDriver(),
        writes: dialects.writes.createDriver(),
      }),
  };
}

/**
 * Errors of conflicts with another transaction, which a repetition resolves: a deadlock (1213), and in MariaDB
 * from 11.6.2 a row that was changed since the transaction's first read (1020).
 * https://mariadb.com/docs/server/server-usage/storage-engines/innodb/innodb-system-variables#innodb_snapshot_isolation
 */
const conflicts: readonly unknown[] = [1213, 1020];
const maxAttempts = 5;

const isConflict = (error: unknown) =>
  error instanceof Error && 'errno' in error && conflicts.includes(error.errno);

/** Opens MySQL from 5.6 or MariaDB. The first query connects. */
export function openMysql(options: PoolOptions, prefix: string): Database {
  const { failures, log } = countFailures();
  const query = new Kysely<Schema>({
    dialect: mysqlDialect(options),
    plugins: [tablePrefix(prefix)],
    log,
  });
  return {
    dialect: 'mysql',
    query,
    prefix,
    failures,
    async version() {
      const { rows } = await sql<{ version: string }>`select version() as version`.execute(query);
      const version = rows[0]?.version ?? '';
      return version.includes('MariaDB')
        ? `MariaDB ${version.replace(/-MariaDB.*/, '')}`
        : `MySQL ${version}`;
    },
    async execute(statements) {
      for (const statement of statements) await sql.raw(statement).execute(query);
    },
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runTransaction(query, work);
        } catch (error) {
          if (!isConflict(error) || attempt === maxAttempts) throw error;
          await sleep(Math.random() * 50 * attempt);
        }
      }
    },
    // The server keeps room for deletions: https://dev.mysql.com/doc/refman/8.4/en/full-disk.html
    deletion: (work) => work(),
    close: () => query.destroy(),
  };
}
