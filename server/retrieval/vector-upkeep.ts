import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLeasedLoop, type LeasedLoop, type LoopDependencies } from '../jobs/leased-loop.ts';

interface Upkeep {
  begin(): Promise<void>;
  /** False: nothing is left to do. */
  step(): Promise<boolean>;
}

/** Tends where and how vectors are stored, in the background, one process at a time. */
export const createVectorUpkeep = (upkeep: Upkeep, loop: LoopDependencies): LeasedLoop =>
  createLeasedLoop(
    {
      name: 'vector_upkeep',
      begin: () => upkeep.begin(),
      step: () => upkeep.step(),
      // SQLite never waits: without this, nobody else would come to their turn.
      rest: () => nextTurn(),
      report: () => Promise.resolve(),
      failure: 'the storage of vectors could not be tended; it is tried again',
    },
    loop,
  );
