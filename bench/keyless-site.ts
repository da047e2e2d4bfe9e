import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import type { EmbeddingIndexes } from '../server/embedding/embedding-indexes.ts';
import { createLog } from '../server/runtime/log.ts';
import { understand } from '../server/question/understand.ts';
import { createRetrieve, type Retrieval } from '../server/retrieval/retrieve.ts';
import { MemoryIndex } from '../server/retrieval/memory/memory-index.ts';
import { createChunks } from '../server/storage/chunks.ts';
import { createDocuments } from '../server/storage/documents.ts';
import { holdIndexState, writeIndexState } from '../server/embedding/index-state.ts';
import { migrate } from '../server/storage/migrate.ts';
import { openSqlite } from '../server/storage/sqlite.ts';

export interface KeylessDocument {
  title: string;
  chunks: readonly { headingPath: string; content: string }[];
}

export interface KeylessSite {
  /** Ids of the chunks, by document. */
  ids: readonly (readonly number[])[];
  /** With the defaults of the settings. `documents`: only these, by their places. */
  retrieve(
    question: string,
    options?: { minScore?: number; documents?: readonly number[] },
  ): Promise<Retrieval>;
  close(): Promise<void>;
}

const choice = { provider: 'builtin', model: '', base_url: '', dimensions: 0 } as const;
const active = { choice, embedder: 'builtin', dimensions: 0 };

/** A knowledge base without a key, searched as the sidecar does: only the site around it is missing. */
export async function keylessSite(documents: readonly KeylessDocument[]): Promise<KeylessSite> {
  const database = openSqlite(':memory:', 'wp_rag_');
  await migrate(database);
  const log = createLog('silent');
  const chunks = createChunks(database);
  const index = new MemoryIndex({ database, log, clock: Date.now, memory: 2 ** 30, folder: null });
  const known = createDocuments(database, Date.now);
  const documentIds: number[] = [];
  for (const [at, { title }] of documents.entries()) {
    const { id } = await known.ensure({ kind: 'txt', sourceKey: `text:${at}`, title });
    documentIds.push(id);
  }
  const ids = await database.transaction(async (transaction) => {
    const made: number[][] = [];
    for (const [at, document] of documents.entries()) {
      const written = document.chunks.map((chunk) => ({ ...chunk, page: null, offset: 0 }));
      made.push(await chunks.replace(documentIds[at]!, '', written, transaction));
    }
    await holdIndexState(database, transaction, ...documentIds);
    await writeIndexState(database, transaction, { active, next: null });
    return made;
  });
  const state = () => Promise.resolve({ active, next: null });
  const retrieve = createRetrieve({
    indexes: { known: state, latest: state } as unknown as EmbeddingIndexes,
    chunks,
    vectorStore: { query: () => Promise.resolve([]) },
    lexical: index.lexical,
      sentenceVectors: () => Promise.resolve(new Map()),
      clock: Date.now,
      documents: { titleAt: () => Promise.resolve(null) },
    // Its documents are nobody's posts: there is nothing to ask a site.
    visibility: { onlyPublic: (passages) => Promise.resolve([...passages]) },
    rewrite: () => Promise.resolve(null),
  });
  const { signal } = new AbortController();
  return {
    ids,
    retrieve: (question, { minScore, documents: only } = {}) =>
      retrieve(understand(question), {
        settings: settingsDefaults,
        signal,
        log,
        minScore,
        filter: only && { documentIds: only.map((at) => documentIds[at]!) },
      }),
    async close() {
      await index.close();
      await database.close();
    },
  };
}
