/** The two databases, each with the faults that it can have. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { alive } from '../tools/stack/processes.ts';
import { readStack, up } from '../tools/stack/stack.ts';

export interface FaultyDatabase {
  url: string;
  /** Holds what every question needs for so many milliseconds. */
  lock(ms: number): Promise<void>;
  /** Ends the server without warning and starts it again; null: there is no server. */
  restart: (() => Promise<void>) | null;
  close(): void;
}

export function sqliteDatabase(folder: string): FaultyDatabase {
  const file = join(folder, 'faults.sqlite');
  return {
    url: `sqlite:${file}`,
    async lock(ms) {
      const other = new DatabaseSync(file, { timeout: 5000 });
      other.exec('BEGIN IMMEDIATE');
      await sleep(ms);
      other.exec('ROLLBACK');
      other.close();
    },
    restart: null,
    close: () => undefined,
  };
}

export async function mariadbDatabase(): Promise<FaultyDatabase> {
  const bed = await up({ name: 'bench-faults', part: 'database' });
  const stack = readStack(bed.file);
  const { dbUser, dbPassword, dbHost, dbPort, dbName } = stack;
  const server = `mysql://${dbUser}:${dbPassword}@${dbHost}:${dbPort}/${dbName}`;
  const connect = () => mysql.createConnection(server);
  const pidFile = join(stack.folder, 'mariadb.pid');
  return {
    url: `${server}?prefix=wp_`,
    async lock(ms) {
      const other = await connect();
      await other.query('BEGIN');
      await other.query("SELECT * FROM wp_rag_state WHERE name LIKE 'tokens:%' FOR UPDATE");
      await sleep(ms);
      await other.query('ROLLBACK');
      await other.end();
    },
    async restart() {
      const pid = Number(readFileSync(pidFile, 'utf8'));
      const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      process.kill(pid, 'SIGKILL');
      while (alive(pid)) await sleep(20);
      await sleep(1000);
      const log = openSync(join(stack.logs, 'mariadb.log'), 'a');
      // The list of arguments ends with a zero too.
      const stdio = ['ignore', log, log] as const;
      const child = spawn(program, args.slice(0, -1), { detached: true, stdio: [...stdio] });
      closeSync(log);
      child.unref();
      writeFileSync(pidFile, String(child.pid));
      for (;;) {
        const other = await connect().catch(() => null);
        if (other) return other.end();
        await sleep(100);
      }
    },
    close: bed.close,
  };
}
