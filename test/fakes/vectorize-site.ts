import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import {
  holdActiveIndex,
  writeActiveIndex,
  type EmbeddingIndex,
} from '../../server/embedding/index-state.ts';
import { createVectorize } from '../../server/retrieval/vectorize/vectorize.ts';
import type { VectorIndex } from '../../server/retrieval/vector-index.ts';
import { createLog, type Log } from '../../server/runtime/log.ts';
import { createChunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { sameSpace, type EmbeddingSpace } from '../../server/storage/vectors/stored-vector.ts';
import { createState } from '../../server/storage/state.ts';
import { fakeAccount, fakeToken } from './workers-ai-server.ts';

interface Options {
  baseUrl: string;
  site?: string;
  clock?: () => number;
  log?: Log;
}

export const indexOf = (embedder: string, dimensions: number): EmbeddingIndex => ({
  embedder,
  dimensions,
  choice: { provider: 'ollama', model: '', base_url: '', dimensions: 0 },
});

export const model = indexOf('test:model', 16);

type Stored = Map<number, { space: EmbeddingSpace; vector: Float32Array }>;
/** Vectors of a database's chunks: here only ids and spaces are in the tables. */
const vectorsIn = new WeakMap<Database, Stored>();

const chunk = { content: 'x', headingPath: '', page: null, offset: 0 };

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}

/** Writes documents with vectors as ingestion does. */
function siteDocuments(database: Database, stored: Stored) {
  const documents = createDocuments(database, Date.now);
  const chunks = createChunks(database);

  async function rowOf(document: number): Promise<number> {
    return (await documents.ensure({ kind: 'txt', sourceKey: `document ${document}` })).id;
  }

  async function setSpace(ids: readonly number[], { embedder, dimensions }: EmbeddingSpace) {
    if (ids.length === 0) return;
    await database.query
      .updateTable('chunks')
      .set({ embedder, dimensions })
      .where('id', 'in', ids)
      .execute();
  }

  return {
    setSpace,

    /** Puts chunks with these vectors in the place of the document's; null: none. @returns their ids */
    async replace(
      document: number,
      vectors: readonly (Float32Array | null)[],
      space: EmbeddingSpace = model,
    ): Promise<number[]> {
      const documentId = await rowOf(document);
      const ids = await database.transaction((transaction) =>
        chunks.replace(
          documentId,
          '',
          vectors.map(() => chunk),
          transaction,
        ),
      );
      for (const [n, id] of ids.entries()) {
        const vector = vectors[n];
        if (vector) stored.set(id, { space, vector });
      }
      await setSpace(ids, space);
      await database.transaction((transaction) =>
        raiseChunksRevision(database, transaction, documentId),
      );
      return ids;
    },

    removeDocument: (document: number): Promise<number[]> =>
      rowOf(document).then((id) =>
        database.transaction(async (transaction) => {
          const ids = await chunks.replace(id, '', [], transaction);
          await raiseChunksRevision(database, transaction, id);
          return ids;
        }),
      ),

    activate: (active: EmbeddingIndex): Promise<void> =>
      database.transaction(async (transaction) => {
        await holdActiveIndex(database, transaction);
        await writeActiveIndex(database, transaction, active);
      }),
  };
}

/** Compares every vector, and counts how often it is asked. */
function exactIndex(database: Database, stored: Stored) {
  return {
    queries: 0,

    async search({ embedder, vector, topK, minScore, filter }) {
      this.queries++;
      const rows = await database.query.selectFrom('chunks').select('id').execute();
      return rows
        .flatMap(({ id }) => {
          const one = stored.get(id);
          if (!one || (filter?.kinds && !filter.kinds.includes('txt'))) return [];
          if (!sameSpace(one.space, { embedder, dimensions: vector.length })) return [];
          return { chunkId: id, score: dot(one.vector, vector), error: 0 };
        })
        .filter(({ score }) => score >= minScore)
        .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId)
        .slice(0, topK);
    },

    status: () =>
      Promise.resolve({
        engine: 'relational' as const,
        mode: 'memory' as const,
        reason: 'local',
        warnings: ['of the local index'],
        vectors: stored.size,
        memory_mb: 1,
      }),
  } satisfies VectorIndex & { queries: number };
}

/** A sidecar's vector index on a database, with an index at Vectorize. */
export function vectorizeSite(database: Database, options: Options) {
  const {
    baseUrl,
    site = 'http://site.test',
    clock = Date.now,
    log = createLog('silent'),
  } = options;
  let vectorStore: Settings['vector_store'] = {
    engine: 'vectorize',
    account_id: fakeAccount,
    api_token: fakeToken,
    index_name: 'site',
  };
  const current = (): Settings => ({ ...settingsDefaults, vector_store: vectorStore });
  const stored = vectorsIn.get(database) ?? (new Map() as Stored);
  vectorsIn.set(database, stored);
  const local = exactIndex(database, stored);
  const vectorize = createVectorize({
    local,
    database,
    settings: { get: () => Promise.resolve(current()), known: current },
    readVectors: (space, ids) =>
      Promise.resolve(
        new Map(
          ids.flatMap((id): [number, Float32Array][] => {
            const one = stored.get(id);
            return one && sameSpace(one.space, space) ? [[id, one.vector]] : [];
          }),
        ),
      ),
    siteUrl: site,
    vectorizeUrl: baseUrl,
    pace: { restMs: 0, minPollMs: 5, maxPollMs: 20 },
    gatherMs: 5,
    state: createState(database),
    lease: 60_000,
    clock,
    log,
  });
  // As the schedule does each minute.
  vectorize.sync.check();
  return {
    ...vectorize,
    ...siteDocuments(database, stored),
    local,
    stored,
    settings: current,
    choose(changes: Partial<Settings['vector_store']>) {
      vectorStore = { ...vectorStore, ...changes };
    },
    close: () => vectorize.sync.stop(),
  };
}
export type VectorizeSite = ReturnType<typeof vectorizeSite>;
