import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isRoot, must, run } from './commands.ts';
import { giveTo, makeFolder } from './folders.ts';
import { freePort } from './ports.ts';
import { alive } from './processes.ts';

/** A MariaDB server of its own out of `folder`, with one empty database. */
export async function startMariadb(folder: string, logs: string): Promise<Database> {
  const [name, administrator] = ['mariadb', userInfo().username];
  const home = makeHome(folder, name);
  await run('mariadb-install-db', [
    ...home.common,
    '--skip-test-db',
    '--skip-name-resolve',
    // Only who started the bed gets in as the server's root, and only through the socket.
    '--auth-root-authentication-method=socket',
    `--auth-root-socket-user=${administrator}`,
  ]);
  // mysql2 compares names, never addresses.
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((file) => join(home.path, file));
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-keyout', key!, '-out', certificate!];
  await run('openssl', ['req', '-x509', '-noenc', ...curve, ...subject, ...files]);
  giveTo(home.owner, key!);
  const options = [`--ssl-key=${key}`, `--ssl-cert=${certificate}`];
  const command: [string] = [must('mariadbd')];
  return startServer({ folder, logs, name, home, administrator, command, options });
}

export interface Database {
  dbHost: string;
  dbPort: number;
  dbUser: string;
  dbPassword: string;
  dbName: string;
  /** The server's Unix socket. */
  dbSocket: string;
  /** Account with the same password that gets in through the socket alone: `'…'@'localhost'`. */
  dbSocketUser: string;
}

/** A folder for one server, which belongs to the user that it runs as. */
export interface Home {
  path: string;
  owner: string;
  /** First arguments of every program that works on its data. */
  common: string[];
}

export function makeHome(folder: string, name: string): Home {
  const owner = isRoot ? 'mysql' : userInfo().username;
  const path = makeFolder(join(folder, name), owner);
  return {
    path,
    owner,
    common: [
      '--no-defaults',
      `--datadir=${join(path, 'data')}`,
      // A server that starts removes every temporary table in its folder, those of other servers too.
      `--tmpdir=${makeFolder(join(path, 'tmp'), owner)}`,
      `--user=${owner}`,
    ],
  };
}

export interface Server {
  /** Folder of the bed, whose processes end with it. */
  folder: string;
  logs: string;
  name: string;
  home: Home;
  command: [string, ...string[]];
  /** Account that may log in through the socket without a password. */
  administrator: string;
  env?: Record<string, string>;
  /** Further arguments. */
  options?: string[];
}

/** Starts a server on its data, as a shared host runs it, and makes one empty database. */
export async function startServer(server: Server): Promise<Database> {
  const { folder, logs, name, home, administrator } = server;
  const socket = join(home.path, 'server.sock');
  const dbPort = await freePort();
  // Opened here: the server's own user cannot write to the folder of logs.
  const log = openSync(join(logs, `${name}.log`), 'a');
  const [program, ...first] = server.command;
  const child = spawn(
    program,
    [
      ...first,
      ...home.common,
      `--socket=${socket}`,
      `--pid-file=${join(home.path, 'server.pid')}`,
      '--bind-address=127.0.0.1',
      `--port=${dbPort}`,
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_520_ci',
      '--innodb-buffer-pool-size=256M',
      '--innodb-flush-log-at-trx-commit=2',
      '--skip-log-bin',
      '--skip-name-resolve',
      ...(server.options ?? []),
    ],
    { detached: true, stdio: ['ignore', log, log], env: { ...process.env, ...server.env } },
  );
  closeSync(log);
  child.unref();
  writeFileSync(join(folder, `${name}.pid`), String(child.pid));
  const login = ['--no-defaults', '-u', administrator, '-S', socket];
  await answering(login, child.pid ?? 0, join(logs, `${name}.log`));
  return { dbHost: '127.0.0.1', dbPort, dbSocket: socket, ...(await createDatabase(login)) };
}

async function answering(login: string[], pid: number, log: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await setTimeout(50)) {
    try {
      await run('mariadb-admin', [...login, 'ping']);
      return;
    } catch {
      if (!alive(pid)) throw new Error(`The database server ended: see ${log}`);
      if (Date.now() > deadline) throw new Error(`No database server after 60 s: see ${log}`);
    }
  }
}

async function createDatabase(login: string[]) {
  const account = {
    dbUser: 'wp',
    dbPassword: randomBytes(16).toString('hex'),
    dbName: 'wordpress',
    dbSocketUser: 'wp_socket',
  };
  const socketUser = `'${account.dbSocketUser}'@'localhost'`;
  const user = `'${account.dbUser}'@'127.0.0.1'`;
  // All privileges: suites make further databases as they need them.
  await run('mariadb', login, {
    input: `CREATE DATABASE ${account.dbName};
      CREATE USER ${user} IDENTIFIED BY '${account.dbPassword}';
      GRANT ALL PRIVILEGES ON *.* TO ${user};
      CREATE USER ${socketUser} IDENTIFIED BY '${account.dbPassword}';
      GRANT ALL PRIVILEGES ON ${account.dbName}.* TO ${socketUser};`,
  });
  return account;
}
