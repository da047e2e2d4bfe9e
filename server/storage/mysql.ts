import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { PoolOptions } from 'mysql2';
import { runTransaction } from './after-commit.ts';
import { countFailures } from './count-failures.ts';
import type { Database } from './database.ts';
import { mysqlDialect } from './mysql-dialect.ts';
import type { Schema } from './schema.ts';
import { tablePrefix } from './table-prefix.ts';

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
