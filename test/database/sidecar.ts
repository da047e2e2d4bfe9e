/** A whole sidecar in this process, on a real database, between a fake site and a fake vendor. */
import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../server/composition/services.ts';
import { readConfig } from '../../server/config/config.ts';
import { parseDatabaseUrl } from '../../server/config/database-config.ts';
import { start } from '../../server/main.ts';
import type { Database } from '../../server/storage/database.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { tableNames } from '../../server/storage/schema.ts';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite, type WordPressSite } from '../fakes/wordpress-site.ts';
import { databaseUrl, engines, mariadbUrl } from '../stack.ts';
import { isFull } from '../full-runs.ts';

export const secret = randomBytes(32).toString('hex');

const ownPrefix = () => `t${randomBytes(4).toString('hex')}_`;

/** A fresh one on Debian's own MariaDB. */
export const mariadb = () => mariadbUrl(ownPrefix());

/** Set for the jest project `engines`, which runs some of the suites here on further servers. */
export const onEngines = 'onEngines' in globalThis;

/** Names of the databases that the suites here run on, and how to have a fresh one. */
export const databases: readonly (readonly [name: string, url: () => string])[] = onEngines
  ? Object.entries(engines().running).map(([name, server]) => [
      name,
      () => databaseUrl(server, ownPrefix()),
    ])
  : [
      ['SQLite', () => 'sqlite::memory:'],
      ['MariaDB', mariadb],
    ];

/**
 * All in full runs and on further servers; else MariaDB, for suites that have no SQL of their own. What these use of
 * the tables is tested on SQLite by the projects `unit` and `wordpress`.
 */
export const oneDatabase = isFull || onEngines ? databases : databases.slice(-1);

/** Opens a database with fresh tables. */
export async function openTables(url: string): Promise<Database> {
  const database = openDatabase({ database: parseDatabaseUrl(url) });
  await migrate(database);
  return database;
}

/**
 * Returns the database without its rows, for another test: making tables takes MariaDB a second. Closing it is left to
 * who has opened it.
 */
export async function emptied(database: Database): Promise<Database> {
  for (const table of tableNames.slice(0, -1)) await database.query.deleteFrom(table).execute();
  await database.query.deleteFrom('state').where('name', 'not like', 'schema%').execute();
  return { ...database, close: () => Promise.resolve() };
}

/** @param prepare What the site has before the sidecar starts. */
export async function startSidecar(
  databaseUrl: string,
  env: Record<string, string> = {},
  prepare: (site: WordPressSite) => void = () => undefined,
) {
  const key = env['ITIH_SECRET'] ?? secret;
  const site = await startWordPressSite(key);
  prepare(site);
  const openai = await startOpenAiServer();
  const config = readConfig({
    ITIH_PORT: '0',
    ITIH_SECRET: key,
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: databaseUrl,
    ITIH_LOG_LEVEL: 'silent',
    ITIH_FETCH_ALLOW: '127.0.0.1',
    ...env,
  });
  const sidecar = await start(config);
  const url = `http://127.0.0.1:${sidecar.port}`;
  const shim = shimFor(url, key);
  const stop = async () => {
    await sidecar.stop();
    await Promise.all([site.close(), openai.close()]);
  };
  try {
    await until('the sidecar is ready', async () => (await fetch(`${url}/healthz`)).ok);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    url,
    site,
    openai,
    shim,

    /** Publishes a post and waits until it can be found. */
    async publish(id: number, title: string, html: string): Promise<void> {
      site.put({ id, title, html });
      await shim.call('POST', '/events', {
        role: 'system',
        body: { events: [{ type: 'post_changed', post_id: id }] },
      });
      await this.indexed();
    },

    /** Nothing waits and nothing is being worked on. */
    async indexed(): Promise<void> {
      await until('indexing', async () => {
        const { body } = await shim.admin<{ queue: { queued: number; processing: number } }>(
          'GET',
          '/status',
        );
        return body.queue.queued + body.queue.processing === 0;
      });
    },

    /** The fake vendor answers from now on. */
    async useOpenAi(): Promise<void> {
      const connection = {
        api_key: fakeApiKey,
        base_url: openai.url,
        model: 'gpt-4o-mini',
      };
      const { status } = await shim.admin('PUT', '/settings', {
        // The vendor's failures are to be seen, not answered by the built-in model.
        body: { llm: { provider: 'openai', fallback: '', openai: connection } },
      });
      if (status !== 200) throw new Error(`PUT /settings answered ${status}`);
    },

    stop,
  };
}
export type Sidecar = Awaited<ReturnType<typeof startSidecar>>;
