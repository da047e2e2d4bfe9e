/**
 * A site of version 53a3281b. `version-53a3281b/` has what that program wrote: the rows of its tables, and its settings
 * with every provider once, as WordPress keeps them.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openDatabase } from '../../server/composition/services.ts';
import { parseDatabaseUrl } from '../../server/config/database-config.ts';
import { english } from '../../server/providers/local/known-models.ts';
import type { Database } from '../../server/storage/database.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { State } from '../../server/storage/state.ts';
import { countVectors } from '../../server/storage/vectors/vectors.ts';
import { toText } from '../../server/storage/vectors/stored-vector.ts';
import { hashedEmbedding } from '../fakes/hashed-embedding.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import { until } from '../fakes/wait.ts';
import { htmlPage, startWebSite } from '../fakes/web-site.ts';
import { databases, startSidecar } from './sidecar.ts';

const opened: Database[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
const folder = mkdtempSync(join(tmpdir(), 'itih-earlier-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The migrations that version 53a3281b has. */
function itsMigrations(dialect: string): URL {
  const own = join(folder, dialect);
  mkdirSync(own, { recursive: true });
  const name = '001_tables.sql';
  cpSync(join(import.meta.dirname, '../../sql', dialect, name), join(own, name));
  return pathToFileURL(`${own}/`);
}

const written = (file: string) =>
  readFileSync(join(import.meta.dirname, 'version-53a3281b', file), 'utf8');

/** Fills the tables of that version with the rows that it wrote. @returns the times at which it read documents */
async function restoreTables(url: string): Promise<Set<string>> {
  const database = openDatabase({ database: parseDatabaseUrl(url) });
  await migrate(database, itsMigrations(database.dialect));
  const rows = written('rows.sql').replaceAll('{prefix}', database.prefix.replace(/rag_$/, ''));
  await database.query.deleteFrom('state').execute();
  await database.query.connection().execute(async (connection) => {
    if (database.dialect === 'mysql') {
      await sql`set sql_mode = concat(@@sql_mode, ',NO_BACKSLASH_ESCAPES')`.execute(connection);
    }
    for (const statement of rows.split(';\n').slice(0, -1)) {
      await sql.raw(statement).execute(connection);
    }
  });
  const read = await database.query.selectFrom('documents').select('processed_at').execute();
  await database.close();
  return new Set(read.map(({ processed_at: ms }) => new Date(Number(ms)).toISOString()));
}

/** The posts, and the pages of the crawl, as they were. */
const posts: Record<number, { title: string; html: string }> = {
  1: {
    title: 'The pond',
    html:
      '<h2>Feeding</h2><p>The swans of the pond are fed at noon, every day of the year.</p>' +
      '<h2>Skating</h2><p>Skating is allowed when the flag is green.</p>',
  },
  2: {
    title: 'Boats',
    html: '<p>Rowing boats cost 12 euros an hour. A deposit of 20 euros is needed.</p>',
  },
  3: {
    title: 'Café',
    html: '<p>The café serves cake from ten to six; on Mondays it is closed.</p>',
  },
};
const pages = {
  '/': htmlPage('Ferry', 'The old ferry crosses the bay every hour.', ['/fares']),
  '/fares': htmlPage('Fares', 'A crossing costs four euros.', []),
};

/** Listens at an address that was stored, and passes connections on; waits for another run of this test to leave it. */
async function listenAs(address: string, port: number) {
  const { hostname, port: stored } = new URL(address);
  const server = createServer((socket) => {
    const vendor = connect(port, '127.0.0.1');
    socket.on('error', () => vendor.destroy());
    vendor.on('error', () => socket.destroy());
    socket.pipe(vendor).pipe(socket);
  });
  await until(
    `${address} is free`,
    () =>
      new Promise<boolean>((resolve) => {
        server.once('error', () => resolve(false));
        server.listen(Number(stored), hostname, () => resolve(true));
      }),
    100_000,
  );
  return server;
}

type Json = Record<string, unknown>;

/** Lists the values of an option by their paths, secrets as they are shown. */
function leaves(value: unknown, path: string[] = []): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [[path.join('.'), value]];
  }
  const isShown = 'set' in value && 'last4' in value;
  if (isShown) return [[path.join('.'), `…${String(value.last4)}`]];
  return Object.entries(value).flatMap(([name, item]) => leaves(item, [...path, name]));
}

/** Returns the end of a stored secret that is shown: each was named after its place. */
function shownEnd(path: string): string {
  const [, vendor = ''] = path.split('.');
  if (vendor === 'openai') return '';
  return (vendor === 'api_token' ? 'vectorize-token-1' : vendor).slice(-4);
}

test.each(databases)(
  'its settings, conversations, gaps, servers and vectors are read: %s',
  async (name, url) => {
    const option = JSON.parse(written('settings.json')) as Record<string, Json>;
    const databaseUrl = name === 'SQLite' ? `sqlite:${join(folder, 'whole.sqlite')}` : url();
    const readAt = await restoreTables(databaseUrl);
    const vendor = await startOpenAiServer({ models: { 'embed-any': 32 } });
    const web = await startWebSite();
    for (const [path, page] of Object.entries(pages)) web.on(path, page);
    const { base_url } = option['embeddings']!['openai'] as { base_url: string };
    const listening = [
      await listenAs(base_url, Number(new URL(vendor.url).port)),
      await listenAs('http://127.53.38.2:5338', web.port),
    ];
    const env = { ITIH_SECRET: 'm'.repeat(32), ITIH_FETCH_ALLOW: '127.0.0.0/8' };
    const sidecar = await startSidecar(databaseUrl, env, (site) => {
      site.settings = structuredClone(option);
      for (const [id, post] of Object.entries(posts)) site.put({ id: Number(id), ...post });
    });
    try {
      const read = async <T>(path: string, method = 'GET', body?: Json) => {
        const { status, body: found } = await sidecar.shim.admin<T>(method, path, { body });
        expect([path, status]).toEqual([path, 200]);
        return found;
      };
      const { settings } = await read<{ settings: Json }>('/settings');
      const loaded = new Map(leaves(settings));
      const stored = leaves(option).map(([path, value]) => [
        path,
        typeof value === 'string' && value.startsWith('enc:') ? `…${shownEnd(path)}` : value,
      ]);
      expect(stored.map(([path]) => [path, loaded.get(path as string)])).toEqual(stored);

      // All documents are read anew, by today's rules, and found to say the same.
      await until('the documents', async () => {
        const documents = await read<{ processed_at: string }[]>('/documents');
        return documents.every(({ processed_at }) => processed_at && !readAt.has(processed_at));
      });
      await sidecar.indexed();
      const status = await read<{ index: Json; queue: Json }>('/status');
      expect(status.index).toMatchObject({ embedder: 'openai:embed-any', dimensions: 32 });
      expect(status.index['building']).toBeNull();
      const documents = await read<{ title: string; kind: string; status: string }[]>('/documents');
      expect(documents.map(({ kind, title, status }) => [kind, title, status]).sort()).toEqual([
        ['post', 'Boats', 'completed'],
        ['post', 'Café', 'completed'],
        ['post', 'The pond', 'completed'],
        ['txt', 'House rules', 'completed'],
        ['url', 'Fares', 'completed'],
        ['url', 'Ferry', 'completed'],
      ]);

      const chats = await read<{ session: string }[]>('/chats');
      expect(chats.map((chat) => chat.session).sort()).toEqual([session.id, lost].sort());
      const history = await sidecar.shim.call<{ turns: Json[] }>('GET', '/history', {
        query: { session_id: session.id },
        headers: { 'x-itih-secret': session.secret },
      });
      expect(history.body.turns).toMatchObject([
        { role: 'user', content: 'When are the swans fed?' },
        {
          content: 'The swans of the pond are fed at noon, every day of the year. [1]',
          citations: [{ n: 1, title: 'The pond', url: 'http://site.test/post-1/' }],
          feedback: 'down',
        },
        { content: 'And what does a boat cost?' },
        { citations: [{ title: 'Boats' }] },
      ]);
      expect(await read('/gaps')).toMatchObject([
        { question: 'When are the swans fed?', reasons: ['down'], count: 1 },
      ]);
      expect(await read('/mcp/servers')).toMatchObject([
        { auth_header_set: true, sign_in: 'none', tools: [{ name: 'sum' }] },
        { auth_header_set: false, sign_in: 'signed_in', tools: [{ name: 'sum' }] },
      ]);

      const question = 'Deposit for rowing boats?';
      const { candidates } = await read<{ candidates: Json[] }>('/search', 'POST', {
        query: question,
      });
      expect(candidates).toContainEqual(
        expect.objectContaining({ title: 'Boats', vector: expect.objectContaining({ rank: 1 }) }),
      );
      await read('/settings', 'PUT', { privacy: { consent_text: '' } });
      const answer = await sidecar.shim.chat('When are the swans fed?', { session });
      expect(answer.text).toBe('The swans of the pond are fed at noon, every day of the year. [1]');
      // Nothing was embedded but questions, and two sections that are one passage since.
      const embedded = vendor.requests.filter(({ path }) => path === '/v1/embeddings');
      const texts = embedded.flatMap(({ body }) => body['input'] as string | string[]);
      expect(new Set(texts.filter((text) => !text.startsWith('The pond\nFeeding')))).toEqual(
        new Set([question, 'When are the swans fed?']),
      );
    } finally {
      await sidecar.stop();
      for (const server of listening) server.close();
      await Promise.all([vendor.close(), web.close()]);
    }
  },
);

/** The two conversations, and the secret of the first. */
const session = {
  id: '2633e9c1-273a-4857-a860-494d93fe6f3d',
  secret: 'yNgi8zq6uSpBP58rigvm2EmgzIb2p4dN',
};
const lost = 'df6ed44a-c624-42a0-985e-c65a056a0990';

const before = { embedder: 'local:english', dimensions: 512 };
const now = { embedder: `local:${english.id}`, dimensions: english.dimensions };
const choice = { provider: 'local', model: '', base_url: '', dimensions: 0 };

async function openBefore(url: string) {
  const database = openDatabase({ database: parseDatabaseUrl(url) });
  opened.push(database);
  const { dialect, query } = database;
  await migrate(database, itsMigrations(dialect));
  const times = { created_at: 1, updated_at: 1 };
  await query
    .insertInto('documents')
    .values(
      [1, 2].map((id) => ({
        id,
        kind: 'post' as const,
        source_key: `post:${id}`,
        post_id: id,
        title: `Page ${id}`,
        source_url: '',
        source_modified: `2026-0${id}-01T00:00:00Z`,
        status: 'completed' as const,
        chunk_count: 10,
        ...times,
      })),
    )
    .execute();
  await query
    .insertInto('chunks')
    .values(
      Array.from({ length: 20 }, (_, at) => ({
        id: at + 1,
        document_id: at < 10 ? 1 : 2,
        position: at % 10,
        content: `Statement ${at} of the site.`,
        source_url: '',
        heading_path: '',
        char_offset: 0,
        ...before,
        embedding: toText(hashedEmbedding(`${at}`, before.dimensions)),
      })),
    )
    .execute();
  const table = sql.table(`${database.prefix}sentence_vectors`);
  const bytes = Buffer.alloc(before.dimensions);
  const addSentence = () =>
    sql`insert into ${table} (chunk_id, embedder, dimensions, vectors)
      values (1, ${before.embedder}, ${before.dimensions}, ${bytes})`.execute(query);
  const countSentences = async () =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from ${table}`.execute(query)).rows[0]!.n,
    );
  await addSentence();
  // It was making the vectors of the present model beside those.
  const made = hashedEmbedding('made', english.dimensions!);
  for (const id of [1, 2, 3, 4]) {
    await sql`insert into ${sql.table(`${database.prefix}next_vectors`)}
      (chunk_id, embedder, dimensions, embedding)
      values (${id}, ${now.embedder}, ${now.dimensions}, ${toText(made)})`.execute(query);
  }
  const state = new State(database);
  const [active, next] = [before, now].map((space) => ({ choice, ...space }));
  await state.writeText('embedding_index', JSON.stringify({ active, next }));
  return { database, addSentence, countSentences };
}

test.each(databases)(
  'the vectors that it was making are kept, and the old program can be put back: %s',
  async (name, url) => {
    const file = `sqlite:${join(folder, 'site.sqlite')}`;
    const { database, addSentence, countSentences } = await openBefore(
      name === 'SQLite' ? file : url(),
    );
    const { query } = database;
    await migrate(database);
    expect(await countSentences()).toBe(0);

    const chunks = await query.selectFrom('chunks').select(['id', 'embedder']).execute();
    expect(chunks.filter(({ embedder }) => embedder === now.embedder).map(({ id }) => id)).toEqual([
      1, 2, 3, 4,
    ]);
    const space = { ...now, dimensions: english.dimensions! };
    expect(await countVectors(query, space)).toEqual({ done: 4, total: 20 });

    // It looks at the version of the tables, and stores vectors of sentences.
    await migrate(database, itsMigrations(database.dialect));
    await addSentence();
    expect(await countSentences()).toBe(1);
    await migrate(database);
  },
);
