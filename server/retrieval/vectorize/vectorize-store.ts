import { AppError } from '../../errors/app-error.ts';
import type { VectorStoreStatus } from '../../contract/admin.ts';
import type { Settings } from '../../contract/settings.ts';
import type { IndexProblem } from '../../embedding/index-status.ts';
import type { Log } from '../../runtime/log.ts';
import { candidateRows } from '../relational/candidate-rows.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { readIndexState } from '../../embedding/index-state.ts';
import type { RemotePlace, RemoteVectors } from './remote-vectors.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import type { VectorHit, VectorQuery, VectorStore } from '../../providers/vector-store.ts';
import { vectorizeLimits, type VectorizeApi, type VectorizeMatch } from './vectorize-api.ts';
import { createLag, mostPending, type Lag } from './vectorize-lag.ts';
import { chunkOf, placeOf, targetOf } from './vectorize-place.ts';

export interface VectorizeStoreDependencies {
  /** Holds every vector, and answers whenever the hosted index does not. */
  local: VectorStore;
  database: Database;
  remote: RemoteVectors;
  settings: SettingsStore;
  connect: (settings: Settings['vector_store']) => VectorizeApi;
  /** What no other site has. */
  site: string;
  /** Chunks or their vectors have changed. */
  changed: (transaction: Transaction) => void;
  problem: Pick<IndexProblem, 'read'>;
  clock: () => number;
  log: Log;
}

/** Candidates for each hit that is wanted: the vendor's scores are approximate, and chunks may be gone. */
const spare = 4;
const fewestCandidates = 20;
/** Milliseconds that questions are not asked there after a failure, unless the vendor says how long. */
const restAfterFailure = 30_000;

const isFiltered = ({ filter }: VectorQuery) =>
  Object.values(filter ?? {}).some((wanted) => wanted !== undefined);

const dot = (a: Float32Array, b: Float32Array) => {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
};

/**
 * A vector index at Cloudflare's that finds the candidates among many vectors; they are compared with the vectors
 * that are stored here, and so are the chunks that the index does not take into account yet
 * (https://developers.cloudflare.com/vectorize/reference/client-api/: "typically takes a few seconds"). Whatever
 * it cannot answer, the site's own database does.
 */
export function vectorizeStore(dependencies: VectorizeStoreDependencies): VectorStore {
  const { local, database, remote, settings, connect, site } = dependencies;
  const { changed, problem, clock, log } = dependencies;
  const lag = createLag({ database, remote, clock });
  let restUntil = 0;

  const chosen = (): boolean => settings.known()?.vector_store.engine === 'vectorize';

  /** Chunks that the index knows, and those that it does not, at one moment. Null: this one is over already. */
  const compare = (question: VectorQuery, before: Lag, matches: readonly VectorizeMatch[]) =>
    database.transaction(async (transaction) => {
      const { place } = before;
      const after = await lag.at(transaction, place);
      if (!after?.pending || !before.pending) return after && { hits: null, alive: 0 };
      const found = matches.flatMap((match) => chunkOf(match, place) ?? []);
      // What was processed while the vendor was asked is in neither.
      const wanted = new Set([...found, ...before.pending.keys()]);
      for (const id of after.pending.keys()) wanted.delete(id);
      const rows = wanted.size > 0 ? await candidateRows(transaction, place, [...wanted]) : [];
      const hits: VectorHit[] = rows.map(({ passage, vector }) => ({
        chunkId: passage.chunkId,
        score: dot(vector, question.vector),
        passage,
      }));
      for (const [chunkId, { vector }] of after.pending) {
        hits.push({ chunkId, score: dot(vector, question.vector) });
      }
      const ids = new Set(hits.map(({ chunkId }) => chunkId));
      return { hits, alive: found.filter((id) => ids.has(id)).length };
    });

  /** Null: the index cannot answer this. */
  async function ask(
    api: VectorizeApi,
    place: RemotePlace,
    question: VectorQuery,
  ): Promise<VectorHit[] | null> {
    const { vector, topK, minScore } = question;
    const { signal } = new AbortController();
    const usual = Math.min(Math.max(spare * topK, fewestCandidates), vectorizeLimits.topK);
    for (const candidates of new Set([usual, vectorizeLimits.topK])) {
      const before = await lag.now(place);
      if (!before?.pending) return null;
      const { namespace } = place;
      const matches = await api.query({ vector, topK: candidates, namespace }, signal);
      let compared = null;
      while (!compared) compared = await compare(question, before, matches);
      const { hits, alive } = compared;
      if (!hits) return null;
      if (matches.length === candidates && alive < topK) continue;
      return hits
        .filter(({ score }) => score >= minScore)
        .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId)
        .slice(0, topK);
    }
    return null;
  }

  async function hosted(question: VectorQuery): Promise<VectorHit[] | null> {
    const { vector_store: store } = await settings.get();
    if (store.engine !== 'vectorize' || isFiltered(question)) return null;
    if (question.topK > vectorizeLimits.topK || clock() < restUntil) return null;
    const identity = { embedder: question.embedder, dimensions: question.vector.length };
    return ask(connect(store), placeOf(targetOf(store, site), identity), question);
  }

  function failed(error: unknown): null {
    const asked = error instanceof AppError ? (error.retryAfter ?? 0) * 1000 : 0;
    restUntil = clock() + Math.max(asked, restAfterFailure);
    log.warn({ err: error }, 'Vectorize did not answer a question; the database does for a while');
    return null;
  }

  /** Why the index does not answer questions; null: it does. */
  async function hindrance(place: RemotePlace | null): Promise<string | null> {
    if (clock() < restUntil) return 'Vectorize has failed to answer just now';
    if (!place) return 'nothing has a vector';
    const now = await lag.now(place);
    if (!now) return 'no index at Vectorize is known that takes its vectors';
    if (now.pending) return null;
    return `more than ${mostPending} vectors are not in the index at Vectorize yet`;
  }

  return {
    get name() {
      return chosen() ? 'vectorize' : local.name;
    },

    async replace(document, transaction) {
      await local.replace(document, transaction);
      changed(transaction);
    },

    async add(vectors, transaction) {
      await local.add(vectors, transaction);
      changed(transaction);
    },

    async settle(state, transaction) {
      const done = await local.settle(state, transaction);
      changed(transaction);
      return done;
    },

    query: async (question) =>
      (await hosted(question).catch(failed)) ?? (await local.query(question)),

    async status(): Promise<VectorStoreStatus> {
      const { vector_store: store } = await settings.get();
      const own = await local.status();
      if (store.engine !== 'vectorize') return own;
      const target = targetOf(store, site);
      const state = await readIndexState(database.query);
      const place = state && state.active.dimensions > 0 ? placeOf(target, state.active) : null;
      const [why, sent, trouble] = await Promise.all([
        hindrance(place),
        remote.count(target),
        problem.read(),
      ]);
      const warnings = [...(trouble ? [trouble.message] : []), ...own.warnings];
      const engine = 'vectorize';
      if (why) {
        const reason = `The site's own database answers questions: ${why}.`;
        return { ...own, engine, reason, warnings };
      }
      const reason = `The index "${store.index_name}" at Vectorize finds the candidates, and ${sent} vectors are in it.`;
      return { ...own, engine, mode: 'hosted', reason, warnings };
    },
  };
}
