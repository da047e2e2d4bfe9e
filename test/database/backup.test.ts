/** Yesterday's database is restored as docs/operations.md says, beside a site that has gone on since then. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Finding } from '../../server/composition/doctor/examine.ts';
import type { ChatSummary } from '../../server/contract/chats.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import { run } from '../../tools/stack/commands.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { program } from '../program.ts';
import { databaseStack } from '../stack.ts';
import { freePort, spawnSidecar } from './process.ts';
import { mariadb, secret } from './sidecar.ts';
import { inFullRuns } from '../full-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'itih-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Kept {
  url: string;
  backup: () => Promise<void>;
  restore: () => Promise<void>;
}

const databases: Record<string, () => Kept> = {
  SQLite() {
    const file = join(folder, 'itih.sqlite');
    const copy = join(folder, 'backup.sqlite');
    return {
      url: `sqlite:${file}`,
      backup() {
        const database = new DatabaseSync(file);
        database.exec(`VACUUM INTO '${copy}'`);
        database.close();
        return Promise.resolve();
      },
      restore() {
        for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
        copyFileSync(copy, file);
        return Promise.resolve();
      },
    };
  },
  MariaDB() {
    const { dbHost, dbPort, dbUser, dbPassword, dbName } = databaseStack();
    const url = mariadb();
    const prefix = new URL(url).searchParams.get('prefix') ?? '';
    const account = [`--host=${dbHost}`, `--port=${dbPort}`, `--user=${dbUser}`];
    const env = { MYSQL_PWD: dbPassword };
    const copy = join(folder, 'backup.sql');
    return {
      url,
      async backup() {
        const listing = `show tables like '${prefix.replaceAll('_', '\\_')}%'`;
        const query = ['--batch', '--skip-column-names', `--execute=${listing}`, dbName];
        const tables = (await run('mariadb', [...account, ...query], { env })).trim().split('\n');
        const args = [...account, '--single-transaction', dbName, ...tables];
        writeFileSync(copy, await run('mariadb-dump', args, { env }));
      },
      async restore() {
        await run('mariadb', [...account, dbName], { env, input: readFileSync(copy, 'utf8') });
      },
    };
  },
};

inFullRuns.each(Object.keys(databases))('a backup on %s (only with ITIH_TEST_FULL=1)', (name) => {
  let site: Awaited<ReturnType<typeof startWordPressSite>>;
  let kept: Kept;
  let env: Record<string, string>;
  let sidecar: Awaited<ReturnType<typeof spawnSidecar>>;
  let shim: ReturnType<typeof shimFor>;

  async function start(): Promise<void> {
    sidecar = await spawnSidecar({ ...env, ITIH_PORT: String(await freePort()) });
    shim = shimFor(sidecar.url, secret);
  }
  async function stop(): Promise<void> {
    if (sidecar.child.exitCode !== null) return;
    sidecar.child.kill('SIGTERM');
    await once(sidecar.child, 'exit');
  }
  const post = (id: number, text: string) => site.put({ id, title: `Post ${id}`, html: text });
  async function found(question: string): Promise<string> {
    const { body } = await shim.admin<SearchReply>('POST', '/search', {
      body: { query: question },
    });
    return body.chunks.map(({ content }) => content).join('\n');
  }
  const isFound = (question: string, text: string) => async () =>
    (await found(question)).includes(text);

  beforeEach(async () => {
    site = await startWordPressSite(secret);
    kept = databases[name]!();
    env = {
      ITIH_SITE_URL: site.url,
      ITIH_DATABASE_URL: kept.url,
      ITIH_CACHE_DIR: join(folder, `cache-${name}`),
      ITIH_ENCRYPTION_KEY: 'the-key-material-of-yesterday-0123456789',
    };
  });
  afterEach(async () => {
    await stop();
    await site.close();
  });

  test('is consistent with the site again, and says which keys need the old key material', async () => {
    post(1, '<p>The swans are fed at noon.</p>');
    post(2, '<p>The harbour has a lantern.</p>');
    post(3, '<p>The orchard closes in winter.</p>');
    await start();
    await until('the first posts', isFound('orchard in winter', 'closes'));
    await shim.chat('When are the swans fed?');
    const server = { name: 'Weather', url: 'https://mcp.example/', auth_header: 'Bearer example' };
    await shim.admin('POST', '/mcp/servers', { body: server });
    await kept.backup();

    // A day goes on: a change, a new post, one that is deleted, a conversation.
    post(1, '<p>The swans are fed at sunset.</p>');
    site.remove(2);
    post(4, '<p>A violin plays in the meadow.</p>');
    const events = [
      { type: 'post_changed', post_id: 1 },
      { type: 'post_removed', post_id: 2 },
      { type: 'post_changed', post_id: 4 },
    ];
    await shim.call('POST', '/events', { role: 'system', body: { events } });
    await until('the day', isFound('violin in the meadow', 'plays'));
    await shim.chat('Who plays in the meadow?');
    await stop();

    await kept.restore();
    await start();
    await until('the changed post', isFound('When are the swans fed?', 'at sunset'));
    await until('the new post', isFound('violin in the meadow', 'plays'));
    await until(
      'the deleted post is gone',
      async () => !(await found('lantern')).includes('harbour'),
    );
    expect(await found('When are the swans fed?')).not.toContain('at noon');
    expect(await found('orchard in winter')).toContain('closes');
    const { body: chats } = await shim.admin<ChatSummary[]>('GET', '/chats');
    expect(chats).toHaveLength(1);
    await shim.chat('Are the swans there?');
    await stop();

    const doctor = (key: string) =>
      new Promise<Finding | undefined>((resolve) => {
        const given = {
          PATH: process.env['PATH'],
          ITIH_SECRET: secret,
          ...env,
          ITIH_ENCRYPTION_KEY: key,
        };
        execFile(
          process.execPath,
          [program, 'doctor', '--json'],
          { env: given },
          (_error, stdout) =>
            resolve((JSON.parse(stdout) as Finding[]).find(({ check }) => check === 'keys')),
        );
      });
    expect(await doctor(env['ITIH_ENCRYPTION_KEY']!)).toMatchObject({ result: 'ok' });
    expect(await doctor('another-key-material-0123456789012345')).toMatchObject({
      result: 'fail',
      says: expect.stringContaining('header of MCP server'),
      next: expect.stringContaining('ITIH_ENCRYPTION_KEY'),
    });
  }, 120_000);
});
