import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLeasedLoop, type LeasedLoop, type LoopDependencies } from '../jobs/leased-loop.ts';
import type { VectorIndex } from './vector-index.ts';

interface Upkept {
  index: Pick<VectorIndex, 'apply'>;
  /** Called with each failure, and with null when work goes on. */
  report?: (error: unknown) => Promise<void>;
}

/** Applies changes to the vector index in the background, one process at a time. */
export const createVectorUpkeep = (
  { index, report = () => Promise.resolve() }: Upkept,
  loop: LoopDependencies,
): LeasedLoop =>
  createLeasedLoop(
    {
      name: 'vector_upkeep',
      begin: () => Promise.resolve(),
      step: (signal) => index.apply(signal),
      // SQLite never waits: without this, no other work would get a turn.
      rest: () => nextTurn(),
      report,
      failure: 'the vector index could not be brought up to date; it is tried again',
    },
    loop,
  );
