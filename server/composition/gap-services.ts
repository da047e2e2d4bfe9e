import { createGapDetail, createNoteGaps } from '../chat/gaps.ts';
import type { Database } from '../storage/database.ts';
import { createGaps, type Gaps } from '../storage/gaps.ts';

type Needed<Create extends (dependencies: never) => unknown> = Omit<
  Parameters<Create>[0] & { gaps: Gaps },
  'gaps'
>;

type Dependencies = Needed<typeof createNoteGaps> &
  Needed<typeof createGapDetail> & { database: Database };

/** Builds what finds gaps, keeps them and explains them. */
export function createGapServices(dependencies: Dependencies) {
  const gaps = createGaps(dependencies.database, dependencies.clock);
  return {
    gaps,
    noteGaps: createNoteGaps({ ...dependencies, gaps }),
    gapDetail: createGapDetail({ ...dependencies, gaps }),
  };
}
