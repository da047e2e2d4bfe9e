import { userInfo } from 'node:os';
import { must, run } from './commands.ts';
import { type Database, makeHome, startServer } from './database-server.ts';

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
  return startServer({ folder, logs, name, home, administrator, command: [must('mariadbd')] });
}
