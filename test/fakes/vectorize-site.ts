import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { DatabaseRanking } from '../../server/retrieval/relational/database-ranking.ts';
import { Vectorize } from '../../server/retrieval/vectorize/vectorize.ts';
import type { VectorIndex } from '../../server/retrieval/vector-index.ts';
import { createLog, type Log } from '../../server/runtime/log.ts';
import type { Database } from '../../server/storage/database.ts';
import type { EmbeddingSpace } from '../../server/storage/vectors/stored-vector.ts';
import { State } from '../../server/storage/state.ts';
import { vectorDocuments } from './vector-documents.ts';
import { fakeAccount, fakeToken } from './workers-ai-server.ts';

interface Options {
  baseUrl: string;
  site?: string;
  clock?: () => number;
  log?: Log;
}

export const model: EmbeddingSpace = { embedder: 'test:model', dimensions: 16 };

/** Compares every vector, and counts how often it is asked. */
function countedIndex(database: Database) {
  const ranking = new DatabaseRanking(database);
  return {
    queries: 0,
    async search(query) {
      this.queries++;
      return (await ranking.search(query)).slice(0, query.topK);
    },
    status: () =>
      Promise.resolve({
        engine: 'relational' as const,
        mode: 'memory' as const,
        reason: 'local',
        warnings: ['of the local index'],
        vectors: 0,
        memory_mb: 1,
      }),
  } satisfies VectorIndex & { queries: number };
}

/** A sidecar's vector index on a database, with an index at Vectorize. */
export function vectorizeSite(database: Database, options: Options) {
  const { baseUrl, site = 'http://site.test', clock = Date.now } = options;
  let vectorStore: Settings['vector_store'] = {
    engine: 'vectorize',
    account_id: fakeAccount,
    api_token: fakeToken,
    index_name: 'site',
  };
  const current = (): Settings => ({ ...settingsDefaults, vector_store: vectorStore });
  const local = countedIndex(database);
  const vectorize = new Vectorize({
    local,
    database,
    settings: { get: () => Promise.resolve(current()), known: current },
    siteUrl: site,
    vectorizeUrl: baseUrl,
    pace: { rest: 0, poll: 10, gather: 5 },
    state: new State(database),
    lease: 60_000,
    clock,
    log: options.log ?? createLog('silent'),
  });
  // As the schedule does each minute.
  vectorize.check();
  const documents = vectorDocuments(database);
  return {
    ...{ vectorize, local },
    ...documents,
    /** Puts chunks with these vectors in the place of the document's; null: none. Returns their ids. */
    replace: (document: number, vectors: readonly (Float32Array | null)[]) =>
      documents.replace(document, model.embedder, vectors),
    activate: documents.setSpace,
    settings: current,
    choose(changes: Partial<Settings['vector_store']>) {
      vectorStore = { ...vectorStore, ...changes };
    },
    close: () => vectorize.stop(),
  };
}
export type VectorizeSite = ReturnType<typeof vectorizeSite>;
