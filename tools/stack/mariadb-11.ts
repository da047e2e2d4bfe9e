import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { type Database, makeHome, startServer } from './database-server.ts';
import { makeFolder } from './folders.ts';
import { unpackSuite } from './unpacked-suite.ts';

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
