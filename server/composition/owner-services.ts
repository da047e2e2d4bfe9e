import type { Budget } from '../chat/limits/budget.ts';
import { DayCounts } from '../chat/conversations/day-counts.ts';
import { OwnerFigures } from '../chat/conversations/figures.ts';
import { NoteGaps } from '../chat/gaps/gaps.ts';
import { WeeklyMail } from '../chat/weekly-mail.ts';
import { Metrics } from '../runtime/metrics.ts';
import { version } from '../runtime/version.ts';
import { ChatFigures, UnreadRatings } from '../storage/chat-figures.ts';
import { Conversations } from '../storage/conversations.ts';
import { Gaps, openGaps as countOpenGaps } from '../storage/gaps.ts';
import type { Foundation } from './foundation.ts';

type Search = Pick<ConstructorParameters<typeof NoteGaps>[0], 'indexes' | 'embedQuery'>;

/** Builds what the owner learns: counts for Prometheus and by day, conversations, figures and gaps. */
export function createOwnerServices(foundation: Foundation & Search & { budget: Budget }) {
  const { database, documents, bridge, clock } = foundation;
  const dayCounts = new DayCounts(foundation);
  const readings = {
    version,
    documents: async () => ({
      queued: (await documents.counts()).by_status['queued'] ?? 0,
      failed: await documents.countFailed(),
      waitingMs: await documents.longestWait(),
    }),
    databaseErrors: () => database.failures,
    bridgeErrors: () => bridge.failures,
  };
  const chatFigures = new ChatFigures(database);
  const unreadRatings = new UnreadRatings(database);
  const gaps = new Gaps(database, clock);
  const figures = new OwnerFigures({
    ...foundation,
    chatFigures,
    unreadRatings,
    failedDocuments: () => documents.countFailed(),
    openGaps: () => countOpenGaps(database),
    dayCounts,
  });
  return {
    dayCounts,
    metrics: new Metrics(readings, dayCounts.count),
    conversations: new Conversations(database),
    unreadRatings,
    figures,
    weeklyMail: new WeeklyMail({ ...foundation, figures }),
    gaps,
    noteGaps: new NoteGaps({ ...foundation, gaps }),
  };
}
