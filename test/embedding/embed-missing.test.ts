import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createEmbedAll } from '../../server/embedding/embed-all.ts';
import { createEmbedMissing } from '../../server/embedding/embed-missing.ts';
import type { EmbeddingIndexes } from '../../server/embedding/embedding-indexes.ts';
import type { EmbeddingIndex } from '../../server/embedding/index-state.ts';
import { createChunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocumentAnswers } from '../../server/storage/document-answers.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const { signal } = new AbortController();
const choice = { provider: 'local', model: '', base_url: '', dimensions: 0 } as const;
const index: EmbeddingIndex = { choice, embedder: 'fake:model', dimensions: 2 };

let database: Database;
/** The first words of the texts, in the order in which they were embedded. */
let embedded: string[];
beforeEach(async () => {
  database = await memoryDatabase();
  embedded = [];
});
afterEach(() => database.close());

async function write(documentId: number, contents: readonly string[]): Promise<void> {
  const chunks = contents.map((content) => ({ content, headingPath: '', page: null, offset: 0 }));
  await database.transaction(async (transaction) => {
    await createChunks(database).replace(documentId, '', chunks, transaction);
    await raiseChunksRevision(database, transaction, documentId);
  });
}

async function add(title: string, modified: string, chunks = 1): Promise<number> {
  const documents = createDocuments(database, () => 1);
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: title, title });
  const facts = { source_modified: modified };
  await database.query.updateTable('documents').set(facts).where('id', '=', id).execute();
  await write(
    id,
    Array.from({ length: chunks }, (_, n) => `Paragraph ${n}`),
  );
  return id;
}

const embedMissing = () =>
  createEmbedMissing(
    {
      database,
      embedAll: createEmbedAll(Date.now),
      settings: { get: () => Promise.resolve({}) } as unknown as SettingsStore,
      indexes: {
        embedder: () => ({
          id: 'fake:model',
          maxBatch: 64,
          embed(texts: readonly string[]) {
            embedded.push(...texts.map((text) => text.split('\n')[0]!));
            return Promise.resolve(texts.map(() => Float32Array.of(1, 0)));
          },
        }),
        requireDimensions: () => Promise.resolve(),
      } as unknown as EmbeddingIndexes,
    },
    index,
    {
      isActive: true,
      guarded: (documents) => (work) =>
        database.transaction(async (transaction) => {
          const result = await work(transaction);
          await raiseChunksRevision(database, transaction, ...documents);
          return result;
        }),
    },
  );

test('documents that answers cite come first, then the newest', async () => {
  await add('May', '2026-05-01T00:00:00Z');
  const cited = await add('April', '2026-04-01T00:00:00Z');
  await add('June', '2026-06-01T00:00:00Z');
  await createDocumentAnswers(database, Date.now).add([cited]);
  const step = embedMissing();
  while (await step(signal));
  expect(embedded).toEqual(['April', 'June', 'May']);
});

test('a document that changes comes before all others, and nothing is embedded twice', async () => {
  const old = await add('Old', '2026-01-01T00:00:00Z', 2);
  await add('Long', '2026-06-01T00:00:00Z', 30);
  const step = embedMissing();
  await step(signal);
  await write(old, ['Another text', 'And one more']);
  await add('Added', '');
  while (await step(signal));
  const first = Array<string>(8).fill('Long');
  expect(embedded.slice(0, 11)).toEqual([...first, 'Added', 'Old', 'Old']);
  expect(embedded).toHaveLength(33);
});
