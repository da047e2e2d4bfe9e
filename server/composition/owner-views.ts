import type { OwnerTurn } from '../contract/chats.ts';
import { costOf, type Priced } from '../providers/model-price.ts';
import type { DayCounts } from '../chat/day-counts.ts';
import type { Budget } from '../chat/budget.ts';
import { createFigures } from '../chat/figures.ts';
import { createChatFigures, createUnreadRatings } from '../storage/chat-figures.ts';
import { createConversations, type Conversations } from '../storage/conversations.ts';
import type { Database } from '../storage/database.ts';
import type { Documents } from '../storage/documents.ts';
import { openGaps as countOpenGaps } from '../storage/gaps.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  database: Database;
  documents: Documents;
  settings: SettingsStore;
  budget: Pick<Budget, 'read'>;
  dayCounts: Pick<DayCounts, 'between'>;
  clock: () => number;
}

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

/** Builds what shows conversations and figures to the owner. */
export function createOwnerViews(dependencies: Dependencies) {
  const { database, documents, settings, budget, dayCounts, clock } = dependencies;
  const chatFigures = createChatFigures(database);
  const unreadRatings = createUnreadRatings(database);
  const openGaps = () => countOpenGaps(database);
  return {
    conversations: withCosts(createConversations(database), settings),
    unreadRatings,
    openGaps,
    ...createFigures({
      settings,
      chatFigures,
      unreadRatings,
      budget,
      failedDocuments: () => documents.countFailed(),
      openGaps,
      dayCounts,
      clock,
    }),
  };
}
