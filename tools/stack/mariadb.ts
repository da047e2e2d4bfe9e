import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { isRoot, must, run } from './commands.ts';
import { makeFolder } from './folders.ts';
import { freePort } from './ports.ts';
import { alive } from './processes.ts';

export interface Database {
  dbHost: string;
  dbPort: number;
  dbUser: string;
  dbPassword: string;
  dbName: string;
}

/** A MariaDB server of its own out of `folder`, with one empty database. */
export async function startMariadb(folder: string, logs: string): Promise<Database> {
  const owner = isRoot ? 'mysql' : userInfo().username;
  const home = makeFolder(join(folder, 'mariadb'), owner);
  const socket = join(home, 'mariadb.sock');
  const common = ['--no-defaults', `--datadir=${join(home, 'data')}`, `--user=${owner}`];
  await run('mariadb-install-db', [
    ...common,
    '--skip-test-db',
    '--skip-name-resolve',
    // Only who started the bed gets in as the server's root, and only through the socket.
    '--auth-root-authentication-method=socket',
    `--auth-root-socket-user=${userInfo().username}`,
  ]);
  const dbPort = await freePort();
  // Opened here: the server's own user cannot write to the folder of logs.
  const log = openSync(join(logs, 'mariadb.log'), 'a');
  const server = spawn(
    must('mariadbd'),
    [
      ...common,
      `--socket=${socket}`,
      `--pid-file=${join(home, 'server.pid')}`,
      '--bind-address=127.0.0.1',
      `--port=${dbPort}`,
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_520_ci',
      '--innodb-buffer-pool-size=256M',
      '--innodb-flush-log-at-trx-commit=2',
      '--skip-log-bin',
      '--skip-name-resolve',
    ],
    { detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  server.unref();
  writeFileSync(join(folder, 'mariadb.pid'), String(server.pid));
  await answering(socket, server.pid ?? 0, logs);
  return { dbHost: '127.0.0.1', dbPort, ...(await createDatabase(socket)) };
}

async function answering(socket: string, pid: number, logs: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await setTimeout(50)) {
    try {
      await run('mariadb-admin', ['--no-defaults', '-S', socket, 'ping']);
      return;
    } catch {
      if (!alive(pid)) throw new Error(`MariaDB ended: see ${join(logs, 'mariadb.log')}`);
      if (Date.now() > deadline) throw new Error('MariaDB does not answer after 30 s');
    }
  }
}

async function createDatabase(socket: string) {
  const account = {
    dbUser: 'wp',
    dbPassword: randomBytes(16).toString('hex'),
    dbName: 'wordpress',
  };
  const user = `'${account.dbUser}'@'127.0.0.1'`;
  // All privileges: suites make further databases as they need them.
  await run('mariadb', ['--no-defaults', '-S', socket], {
    input: `CREATE DATABASE ${account.dbName};
      CREATE USER ${user} IDENTIFIED BY '${account.dbPassword}';
      GRANT ALL PRIVILEGES ON *.* TO ${user};`,
  });
  return account;
}
