import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SearchFilter } from '../../contract/search.ts';
import { Chunks, raiseChunksRevision } from '../../storage/chunks.ts';
import type { Database } from '../../storage/database.ts';
import { Documents } from '../../storage/documents.ts';
import {
  holdActiveIndex,
  writeActiveIndex,
  type EmbeddingIndex,
} from '../../embedding/index-state.ts';
import { migrate } from '../../storage/migrate.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { writeVectors } from '../../storage/vectors/vectors.ts';
import { hashedEmbedding } from '../../../test/fakes/hashed-embedding.ts';
import { until } from '../../../test/fakes/wait.ts';
import { openRelationalStore, type OpenedStore } from '../../../test/fakes/relational-store.ts';

const dimensions = 16;
const index = { embedder: 'test:model', dimensions, choice: {} } as EmbeddingIndex;
const perDocument = 20;

let folder: string;
let database: Database;
let opened: OpenedStore;

function open(): void {
  database = openSqlite(join(folder, 'site.sqlite'), 'wp_rag_');
  opened = openRelationalStore(database, { folder });
}

async function put(name: string, texts: readonly string[], about = {}): Promise<number[]> {
  const { id } = await new Documents(database, Date.now).ensure({ kind: 'txt', sourceKey: name });
  await database.query
    .updateTable('documents')
    .set({ status: 'completed', ...about })
    .where('id', '=', id)
    .execute();
  const written = texts.map((content) => ({ content, headingPath: '', page: null, offset: 0 }));
  return database.transaction(async (transaction) => {
    const ids = await new Chunks(database).replace(id, '', written, transaction);
    const vectors = ids.map((chunkId, at) => ({
      chunkId,
      vector: hashedEmbedding(texts[at]!, dimensions),
    }));
    await writeVectors(database, transaction, index, vectors);
    await raiseChunksRevision(database, transaction, id);
    return ids;
  });
}

const story = (document: number) =>
  Array.from({ length: perDocument }, (_, at) => `story ${document} has part ${at} of it`);

async function ask(text: string, filter?: SearchFilter) {
  const vector = hashedEmbedding(text, dimensions);
  const { embedder } = index;
  const [near, worded] = await Promise.all([
    opened.vectors.nearest({ embedder, vector, topK: 5, minScore: -1, filter }),
    opened.memory.lexical(text, { limit: 5, filter }),
  ]);
  return {
    near: near.map(({ chunkId }) => chunkId),
    worded: worded.map(({ chunkId }) => chunkId),
  };
}

/** From here on vectors have no room in memory. */
async function withoutRoom(): Promise<void> {
  await opened.memory.close();
  opened = openRelationalStore(database, { memory: 0 });
}

async function wordsRead(): Promise<void> {
  while ((await opened.memory.figures()).words === 'reading') {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-copy-'));
  open();
  await migrate(database);
  await database.transaction(async (transaction) => {
    await holdActiveIndex(database, transaction);
    await writeActiveIndex(transaction, index);
  });
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

test('a change of this process is found by the very next question', async () => {
  await put('a', story(1));
  await wordsRead();
  const [id] = await put('b', ['a giraffe in the garden']);
  expect((await ask('giraffe in the garden')).near[0]).toBe(id);
  expect((await ask('giraffe')).worded).toEqual([id]);
  await put('b', ['an elephant']);
  expect((await ask('giraffe')).worded).toEqual([]);
});

test('a question asks the database nothing before its candidates are known', async () => {
  await put('a', story(1));
  await wordsRead();
  await ask('story 1');
  const { memory } = opened;
  // From here on the database answers nothing.
  await database.close();
  const vector = hashedEmbedding(story(1)[3]!, dimensions);
  const question = { embedder: index.embedder, vector, topK: 3, minScore: -1 };
  expect((await memory.search(question)).length).toBeGreaterThan(2);
  expect(await memory.lexical('story', { limit: 3 })).toHaveLength(3);
  open();
});

test('searches are restricted by what a document is', async () => {
  const [german] = await put('a', ['the house'], { language: 'de-AT', kind: 'pdf' });
  const [product] = await put('b', ['the house'], { language: 'en', post_type: 'product' });
  const [other] = await put('c', ['the house'], { language: 'de', kind: 'url' });
  await wordsRead();
  const documentOf = async (id: number | undefined) =>
    (await database.query.selectFrom('chunks').selectAll().where('id', '=', id!).execute())[0]!
      .document_id;
  const cases: [SearchFilter, unknown[]][] = [
    [{}, [german, product, other]],
    [{ languages: ['de'] }, [german, other]],
    [{ languages: ['de-at'] }, [german]],
    [{ languages: ['d'] }, []],
    [{ post_types: ['product', 'page'] }, [product]],
    [{ kinds: ['pdf', 'url'] }, [german, other]],
    [{ kinds: ['pdf', 'url'], languages: ['fr', 'de-AT'] }, [german]],
    [{ document_ids: [await documentOf(other), 999] }, [other]],
    [{ document_ids: [] }, []],
  ];
  for (const [filter, expected] of cases) {
    const found = await ask('the house', filter);
    expect(found).toEqual({ near: expected, worded: expected });
  }
  await withoutRoom();
  expect(await opened.index.status()).toMatchObject({ mode: 'table' });
  for (const [filter, expected] of cases) {
    expect((await ask('the house', filter)).near).toEqual(expected);
  }
});

test('after a switch of the space its vectors are read, and words go on answering', async () => {
  await put('a', story(1));
  await wordsRead();
  const next = { ...index, embedder: 'test:next' };
  await database.transaction(async (transaction) => {
    const rows = await transaction.selectFrom('chunks').select(['id', 'content']).execute();
    const vectors = rows.map(({ id, content }) => ({
      chunkId: id,
      vector: hashedEmbedding(`next ${content}`, dimensions),
    }));
    await writeVectors(database, transaction, next, vectors);
    await holdActiveIndex(database, transaction);
    await writeActiveIndex(transaction, next);
  });
  const find = () =>
    opened.vectors.nearest({
      embedder: next.embedder,
      vector: hashedEmbedding(`next ${story(1)[4]}`, dimensions),
      topK: 1,
      minScore: 0.999,
    });
  expect(await opened.memory.lexical('story', { limit: 3 })).toHaveLength(3);
  await until('the vectors', async () => (await find()).length > 0);
  expect((await find())[0]?.passage?.content).toBe(story(1)[4]);
  expect((await ask('story 1')).near).toEqual([]);
  expect(await opened.memory.figures()).toMatchObject({ vectors: perDocument, space: next });
});

describe('a snapshot', () => {
  const question = 'story 7 has part 3 of it';
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.snapshot'));

  async function fill(): Promise<void> {
    for (let document = 0; document < 60; document++)
      await put(`story ${document}`, story(document));
    await wordsRead();
  }
  async function again(): Promise<void> {
    await opened.close();
    open();
  }
  /** Whether a copy begins whole; made from the database, it would read words page by page. */
  async function isRestored(): Promise<boolean> {
    return (await opened.memory.figures()).words === 'complete';
  }

  test('is deleted with the data, and not written again', async () => {
    await fill();
    await again();
    await opened.memory.figures();
    expect(files()).toHaveLength(1);
    await opened.memory.removeFile();
    await opened.memory.close();
    expect(files()).toEqual([]);
  });

  test('has what the database has, and what has changed since', async () => {
    await fill();
    const before = await ask(question);
    await again();
    expect(files()).toHaveLength(1);
    expect(statSync(join(folder, files()[0]!)).mode & 0o777).toBe(0o600);
    expect(await isRestored()).toBe(true);
    expect(await ask(question)).toEqual(before);
    await again();
    const other = openRelationalStore(database);
    const mine = opened;
    opened = other;
    const [changed] = await put('story 7', ['a giraffe in the garden']);
    await other.memory.close();
    opened = mine;
    expect((await ask('giraffe in the garden')).near[0]).toBe(changed);
    expect(await isRestored()).toBe(true);
  });

  test.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, -100)],
    [
      'has another bit',
      (bytes: Buffer) => bytes.fill(bytes.at(-2000)! ^ 1, bytes.length - 2000, bytes.length - 1999),
    ],
    ['is something else', () => Buffer.from('something else')],
  ])('that %s is made again', async (_what, damage) => {
    await fill();
    const before = await ask(question);
    await opened.close();
    const path = join(folder, files()[0]!);
    writeFileSync(path, damage(readFileSync(path)));
    open();
    expect(await isRestored()).toBe(false);
    await wordsRead();
    expect(await ask(question)).toEqual(before);
  });

  test('is not used after an older backup of the database was restored', async () => {
    await fill();
    await opened.close();
    const file = join(folder, 'site.sqlite');
    copyFileSync(file, join(folder, 'backup'));
    open();
    await opened.memory.figures();
    await put('story 7', ['a giraffe in the garden']);
    await put('story 8', ['a giraffe in the park']);
    expect((await ask('giraffe')).worded).toHaveLength(2);
    await opened.close();

    copyFileSync(join(folder, 'backup'), file);
    database = openSqlite(file, 'wp_rag_');
    for (let change = 0; change < 3; change++) await put('other', ['an elephant']);
    await database.close();
    open();
    expect(await isRestored()).toBe(false);
    await wordsRead();
    expect((await ask('giraffe')).worded).toEqual([]);
    expect((await ask(question)).near).toHaveLength(5);
    expect((await ask('elephant')).worded).toHaveLength(1);
  });

  test('is not made of little', async () => {
    await put('a', story(1));
    await wordsRead();
    await again();
    expect(files()).toEqual([]);
  });
});
