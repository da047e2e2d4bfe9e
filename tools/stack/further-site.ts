import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import type { Database } from './database-server.ts';
import { startNginx } from './nginx.ts';
import { wordpressTree } from './packages.ts';
import { freePort } from './ports.ts';
import type { Stack } from './stack.ts';
import { type Bed, placeWordpress, runScript, writeConfig } from './wordpress.ts';

/** Another WordPress on the servers of a bed, with a database of its own. */
export interface FurtherSite {
  /** Without a slash at its end. */
  url: string;
  wpDir: string;
}

async function makeBed(stack: Stack, name: string): Promise<Bed> {
  const { folder, logs, sidecarPort } = stack;
  return {
    dir: join(folder, name),
    url: `http://127.0.0.1:${await freePort()}`,
    database: { ...stack, dbName: name },
    sidecarPort,
    debugLog: join(logs, `${name}-debug.log`),
  };
}

const serve = ({ folder, logs, phpSocket, sidecarPort }: Stack, bed: Bed, isNetwork: boolean) =>
  startNginx(
    folder,
    logs,
    { port: Number(new URL(bed.url).port), root: bed.dir, phpSocket, sidecarPort, isNetwork },
    `${bed.database.dbName}-nginx`,
  );

/** Arguments of MariaDB's client programs. */
const client = ({ dbHost, dbPort, dbUser }: Database): string[] => [
  '--no-defaults',
  `--host=${dbHost}`,
  `--port=${dbPort}`,
  `--user=${dbUser}`,
];

/** Creates the database `name` and runs `statements` in it. */
async function fillDatabase(database: Database, statements: string): Promise<void> {
  const { dbName: name } = database;
  await run('mariadb', client(database), {
    env: { MYSQL_PWD: database.dbPassword },
    input: `CREATE DATABASE ${name}; USE ${name};\n${statements}`,
  });
}

/** The bed's own site as a cloning tool copies it: database and all, at another address. */
export async function cloneSite(stack: Stack, name: string): Promise<FurtherSite> {
  const bed = await makeBed(stack, name);
  const dump = await run('mariadb-dump', [...client(stack), stack.dbName], {
    env: { MYSQL_PWD: stack.dbPassword },
  });
  await placeWordpress(await wordpressTree(stack.suite), bed, stack.secret);
  await fillDatabase(bed.database, dump);
  await serve(stack, bed, false);
  return { url: bed.url, wpDir: bed.dir };
}

/** Files and a database of another WordPress, without the plugin, before its installation. */
export async function emptySite(stack: Stack, name: string, tree?: string): Promise<Bed> {
  const bed = await makeBed(stack, name);
  await placeWordpress(tree ?? (await wordpressTree(stack.suite)), bed, stack.secret);
  rmSync(join(bed.dir, 'wp-content/plugins/itih-rag-chat'), { recursive: true, force: true });
  await fillDatabase(bed.database, '');
  await serve(stack, bed, false);
  return bed;
}

export interface Network extends FurtherSite {
  /** Application passwords by login: `admin` of the network, and for each path an administrator of that site alone. */
  appPasswords: Record<string, string>;
}

/**
 * A network with a site at `/` and one at each of `paths`, such as `b`. All of them share the secret of its
 * wp-config.php, which is the bed's.
 */
export async function installNetwork(
  stack: Stack,
  name: string,
  paths: string[],
): Promise<Network> {
  const bed = await makeBed(stack, name);
  await placeWordpress(await wordpressTree(stack.suite), bed, stack.secret);
  await fillDatabase(bed.database, '');
  const accounts = stack.accounts;
  await runScript(bed, 'install.php', { accounts, plugins: [], network: true });
  writeConfig(
    {
      ...bed,
      constants: {
        MULTISITE: true,
        SUBDOMAIN_INSTALL: false,
        DOMAIN_CURRENT_SITE: new URL(bed.url).host,
        PATH_CURRENT_SITE: '/',
      },
    },
    stack.secret,
  );
  const appPasswords = await runScript<Network['appPasswords']>(bed, 'network.php', { paths });
  await serve(stack, bed, true);
  return { url: bed.url, wpDir: bed.dir, appPasswords };
}
