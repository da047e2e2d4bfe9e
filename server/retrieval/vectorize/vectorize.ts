import type { Settings } from '../../contract/settings.ts';
import { createIndexProblem } from '../../embedding/index-status.ts';
import { createLeasedLoop, type LoopDependencies } from '../../jobs/leased-loop.ts';
import { ownChunkChanges } from '../../storage/chunks.ts';
import { vendorTimeouts } from '../../providers/shared/vendor-retry.ts';
import type { Database } from '../../storage/database.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import type { VectorIndex } from '../vector-index.ts';
import { vectorizeApi, vectorizeLimits } from './api.ts';
import { HostedIndex, type HostedIndexDependencies } from './hosted-index.ts';
import { Outbox } from './outbox.ts';
import { createVectorizeSetup } from './setup.ts';

interface Dependencies extends LoopDependencies {
  /** Answers whenever the hosted index cannot. */
  local: VectorIndex;
  database: Database;
  settings: Pick<SettingsStore, 'get' | 'known'>;
  readVectors: HostedIndexDependencies['readVectors'];
  siteUrl: string;
  /** Empty: Cloudflare's own. */
  vectorizeUrl: string;
  pace?: HostedIndexDependencies['pace'];
  /** Milliseconds from a change of the chunks until it is sent; changes in between share a batch. */
  gatherMs?: number;
}

/** In milliseconds. A visitor waits for a query, and the local index can answer instead. */
const timeoutsFor = {
  query: { connectMs: 1500, answerMs: 2500, retryDelayMs: 100 },
  upkeep: { answerMs: vendorTimeouts.batchMs },
};

/** Builds the index at Cloudflare Vectorize, which is used while the settings choose it. */
export function createVectorize(dependencies: Dependencies) {
  const { local, database, settings, readVectors, siteUrl: site, vectorizeUrl } = dependencies;
  const { pace, gatherMs = 1000, ...loop } = dependencies;
  const outbox = new Outbox(database);
  const problem = createIndexProblem(loop.state, 'vectorize_problem');
  const connect = (
    { account_id, api_token, index_name }: Settings['vector_store'],
    purpose: keyof typeof timeoutsFor = 'upkeep',
  ) =>
    vectorizeApi({
      apiKey: api_token,
      accountId: account_id,
      indexName: index_name,
      baseUrl: vectorizeUrl,
      timeouts: timeoutsFor[purpose],
    });
  const { clock } = loop;
  const hosted = new HostedIndex({
    ...{ database, outbox, settings, connect, readVectors, site, problem, clock, pace },
  });
  const upkeep = createLeasedLoop(
    {
      name: 'vectorize_sync',
      begin: () => Promise.resolve(),
      step: (signal) => hosted.apply(signal),
      rest: () => Promise.resolve(),
      report: (error) => (error === null ? problem.clear() : problem.report(error)),
      failure: 'could not update the index at Vectorize; trying again later',
      isWanted: () => settings.known()?.vector_store.engine === 'vectorize',
    },
    loop,
  );
  let timer: NodeJS.Timeout | undefined;
  let seen = ownChunkChanges(database);

  /** Follows changes of this process; those of others are noticed by them, or by the next `check`. */
  function follow(): void {
    timer ??= setInterval(() => {
      const changes = ownChunkChanges(database);
      if (changes !== seen) upkeep.look();
      seen = changes;
    }, gatherMs).unref();
  }

  return {
    index: hostedOrLocal(hosted, local, dependencies),
    sync: {
      ...upkeep,
      check(): void {
        follow();
        upkeep.check();
      },
      stop(): Promise<void> {
        clearInterval(timer);
        return upkeep.stop();
      },
    },
    setup: createVectorizeSetup({ connect, outbox, site, created: upkeep.look }),
  };
}

/** Searches the hosted index when it can answer, else the local one. */
function hostedOrLocal(
  hosted: HostedIndex,
  local: VectorIndex,
  { settings, log }: Pick<Dependencies, 'settings' | 'log'>,
): Pick<VectorIndex, 'search' | 'refresh' | 'status'> {
  return {
    ...(local.refresh && { refresh: () => local.refresh!() }),

    async search(query) {
      const { embedder, vector, topK, filter = {} } = query;
      const filtered = Object.values(filter).some((wanted) => wanted !== undefined);
      const space = { embedder, dimensions: vector.length };
      if (!filtered && topK <= vectorizeLimits.topK && (await hosted.isReady(space))) {
        try {
          const found = await hosted.search(query);
          // Fewer: the site is small, or most of the chunks are gone by now.
          if (found.length >= topK) return found;
        } catch (error) {
          log.warn({ err: error }, 'Vectorize failed; the local index answers for a while');
        }
      }
      return local.search(query);
    },

    async status() {
      const own = await local.status();
      // While WordPress does not tell its settings, the index on this machine answers.
      const current = await settings.get().catch(() => null);
      if (current?.vector_store.engine !== 'vectorize') return own;
      const { engine, mode, reason, warnings } = await hosted.status();
      return {
        ...own,
        engine,
        mode: mode === 'hosted' ? mode : own.mode,
        reason,
        warnings: [...warnings, ...own.warnings],
      };
    },
  };
}
