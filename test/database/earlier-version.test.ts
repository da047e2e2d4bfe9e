/** A site of version 53a3281b, whose chunks and sentences have vectors of a model that has left. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openDatabase } from '../../server/composition/services.ts';
import { parseDatabaseUrl } from '../../server/config/database-config.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createBuildIndex } from '../../server/embedding/build-index.ts';
import { createEmbedAll } from '../../server/embedding/embed-all.ts';
import { createEmbeddingIndexes } from '../../server/embedding/embedding-indexes.ts';
import { createIndexProblem, createIndexStatus } from '../../server/embedding/index-status.ts';
import { english } from '../../server/providers/local/known-models.ts';
import { createProviders, type ProviderKind } from '../../server/providers/registry.ts';
import type { Database } from '../../server/storage/database.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { createState } from '../../server/storage/state.ts';
import { toText } from '../../server/storage/vectors/stored-vector.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { hashedEmbedding } from '../fakes/hashed-embedding.ts';
import { databases } from './sidecar.ts';

const { signal } = new AbortController();
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
  const state = createState(database);
  const active = { choice, ...before };
  await state.writeText('embedding_index', JSON.stringify({ active, next: null }));
  return { database, state, addSentence, countSentences };
}

test.each(databases)(
  'is embedded anew by itself, and the old program can be put back: %s',
  async (name, url) => {
    const file = `sqlite:${join(folder, 'site.sqlite')}`;
    const { database, state, addSentence, countSentences } = await openBefore(
      name === 'SQLite' ? file : url(),
    );
    const { query } = database;
    await migrate(database);
    expect(await countSentences()).toBe(0);

    const current = () => Promise.resolve(settingsDefaults);
    const settings = { get: current, fresh: current } as unknown as SettingsStore;
    const titles: string[] = [];
    const kind = {
      embedder: () => ({
        id: now.embedder,
        maxBatch: 8,
        dimensions: now.dimensions,
        embed(texts: readonly string[]) {
          titles.push(...texts.map((text) => text.split('\n')[0]!));
          return Promise.resolve(texts.map((text) => hashedEmbedding(text, now.dimensions!)));
        },
      }),
    } as unknown as ProviderKind;
    const providers = createProviders({ local: kind } as never);
    const indexes = createEmbeddingIndexes({ database, state, settings, providers });
    const problem = createIndexProblem(state);
    const status = createIndexStatus({ database, settings, providers, problem });
    const buildStep = createBuildIndex({
      ...{ database, indexes, settings },
      embedAll: createEmbedAll(Date.now),
    });
    await indexes.plan();
    const progress: unknown[] = [];
    do {
      const { embedder, building } = await status();
      progress.push([embedder, building?.chunks_done, building?.chunks_total]);
    } while (await buildStep(signal));
    expect(progress[0]).toEqual([now.embedder, 0, 20]);
    expect(progress).toContainEqual([now.embedder, 8, 20]);
    expect(progress.at(-1)).toEqual([now.embedder, undefined, undefined]);
    // The newest page first.
    expect(titles).toEqual([
      ...Array<string>(10).fill('Page 2'),
      ...Array<string>(10).fill('Page 1'),
    ]);
    const chunks = await query.selectFrom('chunks').select(['embedder', 'dimensions']).execute();
    expect(chunks).toEqual(Array(20).fill(now));

    // It looks at the version of the tables, and stores vectors of sentences.
    await migrate(database, itsMigrations(database.dialect));
    await addSentence();
    expect(await countSentences()).toBe(1);
    await migrate(database);
  },
);
