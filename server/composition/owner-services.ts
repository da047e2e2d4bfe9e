import type { Budget } from '../chat/budget.ts';
import { createDayCounts, createFigures } from '../chat/figures.ts';
import { createGapDetail, createNoteGaps } from '../chat/gaps.ts';
import type { OwnerTurn } from '../contract/chats.ts';
import { costOf, type Priced } from '../providers/model-price.ts';
import { Metrics } from '../runtime/metrics.ts';
import { version } from '../runtime/version.ts';
import { createChatFigures, createUnreadRatings } from '../storage/chat-figures.ts';
import { createConversations, type Conversations } from '../storage/conversations.ts';
import { createGaps, openGaps as countOpenGaps } from '../storage/gaps.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { Foundation } from './foundation.ts';

/** Says what each answer cost, by the prices of its day. */
function withCosts(
  conversations: Conversations,
  settings: Pick<SettingsStore, 'get'>,
): Conversations {
  return {
    ...conversations,
    async read(session) {
      const [found, { llm }] = await Promise.all([conversations.read(session), settings.get()]);
      return found && { ...found, turns: found.turns.map((turn) => withCost(turn, llm)) };
    },
  };
}

function withCost(turn: OwnerTurn, llm: Priced): OwnerTurn {
  const usage = {
    prompt_tokens: turn.promptTokens,
    completion_tokens: turn.completionTokens,
    cached_tokens: turn.cachedTokens,
    cache_write_tokens: turn.cacheWriteTokens,
  };
  const at = Date.parse(turn.createdAt);
  const cost = turn.role === 'assistant' ? costOf(turn.model, usage, llm, at) : undefined;
  return cost === undefined ? turn : { ...turn, costUsd: cost };
}

type Search = Pick<Parameters<typeof createNoteGaps>[0], 'indexes' | 'embedQuery'> &
  Pick<Parameters<typeof createGapDetail>[0], 'retriever' | 'lexical'>;

/** Builds what the owner learns: counts for Prometheus and by day, conversations, figures and gaps. */
export function createOwnerServices(foundation: Foundation & Search & { budget: Budget }) {
  const { database, documents, settings, bridge, clock } = foundation;
  const dayCounts = createDayCounts(foundation);
  const readings = {
    version,
    documents: async () => ({
      queued: (await documents.counts()).by_status['queued'] ?? 0,
      failed: await documents.countFailed(),
      waitingMs: await documents.longestWait(),
    }),
    databaseErrors: () => database.failures,
    bridgeErrors: bridge.failures,
  };
  const chatFigures = createChatFigures(database);
  const unreadRatings = createUnreadRatings(database);
  const gaps = createGaps(database, clock);
  return {
    dayCounts,
    metrics: new Metrics(readings, dayCounts.count),
    conversations: withCosts(createConversations(database), settings),
    unreadRatings,
    ...createFigures({
      ...foundation,
      chatFigures,
      unreadRatings,
      failedDocuments: () => documents.countFailed(),
      openGaps: () => countOpenGaps(database),
      dayCounts,
    }),
    gaps,
    noteGaps: createNoteGaps({ ...foundation, gaps }),
    gapDetail: createGapDetail({ ...foundation, gaps }),
  };
}
