/** A process that stores documents and searches like a sidecar, one command after the other. */
import { readConfig } from '../../server/config/config.ts';
import { createRemoveDocument } from '../../server/ingestion/documents.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { createChunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { writeVectors } from '../../server/storage/vectors/vectors.ts';
import { openRelationalStore } from '../fakes/relational-store.ts';
import { hashedEmbedding } from '../fakes/hashed-embedding.ts';
import { vectorDocuments } from '../fakes/vector-documents.ts';

export const embedder = 'test:model';
export const dimensions = 48;
export const vectorOf = (text: string) => hashedEmbedding(text, dimensions);

export type Order =
  | { does: 'put'; document: string; texts: string[] }
  | { does: 'remove'; document: string }
  | { does: 'search'; question: string; limit: number };

export interface Found {
  vectors: { chunkId: number; score: number }[];
  words: { chunkId: number; score: number; coverage: number }[];
}

const database = openDatabase(readConfig(process.env));
await migrate(database);
const space = { embedder, dimensions };
await vectorDocuments(database).setSpace(space);
const { nearest, memory } = openRelationalStore(database);
const documents = createDocuments(database, Date.now);
const chunks = createChunks(database);
const removeDocument = createRemoveDocument({ database, documents });

async function put(document: string, texts: readonly string[]): Promise<void> {
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: document });
  const written = texts.map((content) => ({ content, headingPath: '', page: null, offset: 0 }));
  await database.transaction(async (transaction) => {
    const ids = await chunks.replace(id, '', written, transaction);
    const vectors = ids.map((chunkId, index) => ({ chunkId, vector: vectorOf(texts[index]!) }));
    await writeVectors(database, transaction, space, vectors);
    await raiseChunksRevision(database, transaction, id);
  });
}

async function obey(order: Order): Promise<Found | null> {
  switch (order.does) {
    case 'put':
      await put(order.document, order.texts);
      return null;
    case 'remove':
      await removeDocument((await documents.ensure({ kind: 'txt', sourceKey: order.document })).id);
      return null;
    case 'search': {
      const { question, limit } = order;
      const vector = vectorOf(question);
      const query = { embedder, vector, topK: limit, minScore: -1 };
      const [vectors, words] = await Promise.all([
        nearest(query),
        memory.lexical(question, { limit }),
      ]);
      const hits = vectors.map(({ chunkId, score }) => ({ chunkId, score }));
      return { vectors: hits, words };
    }
    default:
      return order satisfies never;
  }
}

process.on('message', ({ number, order }: { number: number; order: Order }) => {
  obey(order).then(
    (found) => process.send?.({ number, found }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
process.send?.({ number: 0 });
