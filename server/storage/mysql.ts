import { setTimeout as sleep } from 'node:timers/promises';
import { MysqlDialect, sql, type MysqlPool, type MysqlPoolConnection } from 'kysely';
import { createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { openKysely, type Database } from './database.ts';

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
const session =
  `set session sql_mode = '${sqlMode}', innodb_lock_wait_timeout = ${lockTimeout.row}, ` +
  `lock_wait_timeout = ${lockTimeout.table}`;
/** Errors of an account (among other causes), and of a server, that takes no connection without TLS. */
const refusals: readonly unknown[] = [1045, 3159];
/**
 * Errors of conflicts with another transaction, which a repetition resolves: a deadlock (1213), and in MariaDB
 * from 11.6.2 a row that was changed since the transaction's first read (1020).
 * https://mariadb.com/docs/server/server-usage/storage-engines/innodb/innodb-system-variables#innodb_snapshot_isolation
 */
const conflicts: readonly unknown[] = [1213, 1020];
const maxAttempts = 5;

const isConflict = (error: unknown) =>
  error instanceof Error && 'errno' in error && conflicts.includes(error.errno);

type Side = keyof typeof connections;
type Take = Pool['getConnection'];

/**
 * Opens a pool. Without `ssl`, TLS is tried where the server refuses a connection without it; its certificate is not
 * checked then, as in PHP.
 */
function openPool(options: PoolOptions): { getConnection: Take; end: Pool['end'] } {
  const plain = createPool(options);
  if (options.ssl) return plain;
  let secure: Pool | undefined;
  let isRequired = false;
  return {
    getConnection(done) {
      if (secure && isRequired) secure.getConnection(done);
      else
        plain.getConnection((error, connection) => {
          if (!refusals.includes(error?.errno)) {
            done(error, connection);
            return;
          }
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

/** Connections whose session is set. */
const prepared = new WeakSet<PoolConnection>();

/** Takes a connection of a pool. @throws an error with the code `ETIMEDOUT` if none is free in time */
function acquire(pool: { getConnection: Take }): Promise<PoolConnection> {
  const { promise, resolve, reject } = Promise.withResolvers<PoolConnection>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    const message = 'No connection to the database is free.';
    reject(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  }, acquireTimeout).unref();
  pool.getConnection((error, connection) => {
    const take = (failure?: Error | null) => {
      clearTimeout(timer);
      if (failure) {
        connection.destroy();
        return reject(failure);
      }
      prepared.add(connection);
      if (isLate) connection.release();
      else resolve(connection);
    };
    if (error) {
      clearTimeout(timer);
      reject(error);
    } else if (prepared.has(connection)) take();
    else connection.query(session, take);
  });
  return promise;
}

/** Matches statements for which any connection will do: no `for update`. */
const isRead = (text: string) => /^select\b/i.test(text) && !text.endsWith(' for update');

/**
 * MySQL or MariaDB with two pools: writes that wait for a lock, or for each other, never hold up reads. A connection is
 * taken when a statement needs it, and kept until it is released. In a transaction, and after other statements, also
 * SELECT has the connection of those.
 */
function openPools(options: PoolOptions): MysqlPool {
  const open = (side: Side) =>
    openPool({
      connectionLimit: connections[side],
      maxIdle,
      idleTimeout,
      connectTimeout: 3000,
      charset: 'utf8mb4',
      timezone: 'Z',
      // An UPDATE reports matched rows instead of changed ones, as in SQLite.
      flags: ['FOUND_ROWS'],
      ...options,
    });
  const pools = { reads: open('reads'), writes: open('writes') };

  function lazyConnection() {
    const taken: Partial<Record<Side, Promise<PoolConnection>>> = {};
    return {
      query(text: string, parameters: unknown[], done: (error: unknown, result?: never) => void) {
        const side = taken.writes || !isRead(text) ? 'writes' : 'reads';
        (taken[side] ??= acquire(pools[side])).then(
          (connection) => void connection.query(text, parameters, done as never),
          (error: unknown) => {
            delete taken[side];
            done(error);
          },
        );
      },
      release() {
        for (const connection of Object.values(taken)) {
          connection.then((each) => each.release()).catch(() => undefined);
        }
      },
    };
  }

  return {
    getConnection: (done) => done(null, lazyConnection() as unknown as MysqlPoolConnection),
    end: (done) => pools.reads.end(() => pools.writes.end(done)),
  };
}

/** Opens MySQL from 5.6 or MariaDB. The first query connects. A statement waits for a lock for two seconds instead of fifty. */
export function openMysql(options: PoolOptions, prefix: string): Database {
  const opened = openKysely('mysql', new MysqlDialect({ pool: openPools(options) }), prefix);
  return {
    ...opened,
    async version() {
      const { rows } = await sql<{ version: string }>`select version() as version`.execute(
        opened.query,
      );
      const version = rows[0]?.version ?? '';
      return version.includes('MariaDB')
        ? `MariaDB ${version.replace(/-MariaDB.*/, '')}`
        : `MySQL ${version}`;
    },
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await opened.transaction(work);
        } catch (error) {
          if (!isConflict(error) || attempt === maxAttempts) throw error;
          await sleep(Math.random() * 50 * attempt);
        }
      }
    },
    // The server keeps room for deletions: https://dev.mysql.com/doc/refman/8.4/en/full-disk.html
    deletion: (work) => work(),
  };
}
