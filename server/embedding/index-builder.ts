import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { BuildStep } from './build-index.ts';
import type { EmbeddingIndexes } from './embedding-indexes.ts';
import type { IndexProblem } from './index-status.ts';
import { createLeasedLoop, type LeasedLoop, type LoopDependencies } from '../jobs/leased-loop.ts';

interface Dependencies extends LoopDependencies {
  indexes: Pick<EmbeddingIndexes, 'plan'>;
  buildStep: BuildStep;
  problem: IndexProblem;
  /** Returns whether documents are being processed, which go first. */
  busy: () => boolean;
}

/** Milliseconds between two steps while documents are processed. */
const pause = 1000;

/**
 * Brings the embedding space to the settings' choice in the background, one process at a time. Failures are
 * retried until a step succeeds or the choice changes.
 */
export function createIndexBuilder(dependencies: Dependencies): LeasedLoop {
  const { indexes, buildStep, problem, busy, ...loop } = dependencies;
  return createLeasedLoop(
    {
      name: 'index_builder',
      begin: () => indexes.plan(),
      step: buildStep,
      // SQLite never waits: without this, no other work would get a turn.
      rest: (signal) => (busy() ? sleep(pause, undefined, { signal }) : nextTurn()),
      report: (error) => (error === null ? problem.clear() : problem.report(error)),
      failure: 'the index could not be built; it is tried again',
    },
    loop,
  );
}
export type IndexBuilder = LeasedLoop;
