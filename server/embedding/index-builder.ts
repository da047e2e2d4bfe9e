import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { BuildStep } from './build-index.ts';
import type { EmbeddingIndexes } from './embedding-indexes.ts';
import type { IndexProblem } from './index-status.ts';
import { createLeasedLoop, type LeasedLoop, type LoopDependencies } from '../jobs/leased-loop.ts';

interface Dependencies extends LoopDependencies {
  indexes: Pick<EmbeddingIndexes, 'plan'>;
  buildStep: BuildStep;
  problem: IndexProblem;
  /** Documents are being processed: they go first. */
  busy: () => boolean;
}

/** Milliseconds that documents are left alone for between two steps. */
const pause = 1000;

/**
 * Brings the index to what the settings choose, in the background, one process at a time. The active index goes
 * on answering; what fails is tried until it succeeds or something else is chosen.
 */
export function createIndexBuilder(dependencies: Dependencies): LeasedLoop {
  const { indexes, buildStep, problem, busy, ...loop } = dependencies;
  return createLeasedLoop(
    {
      name: 'index_builder',
      begin: () => indexes.plan(),
      step: buildStep,
      // SQLite never waits: without this, nobody else would come to their turn.
      rest: (signal) => (busy() ? sleep(pause, undefined, { signal }) : nextTurn()),
      report: (error) => (error === null ? problem.clear() : problem.report(error)),
      failure: 'the index could not be built; it is tried again',
    },
    loop,
  );
}
export type IndexBuilder = LeasedLoop;
