import { userInfo } from 'node:os';
import { join } from 'node:path';
import { must, run } from './commands.ts';
import { type Database, makeHome, startServer } from './database-server.ts';
import { giveTo } from './folders.ts';

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
