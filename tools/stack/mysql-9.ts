import { join } from 'node:path';
import { run } from './commands.ts';
import { type Database, makeHome, startServer } from './database-server.ts';
import { makeFolder } from './folders.ts';
import { unpackSuite } from './unpacked-suite.ts';

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
