import { createReadBudget } from '../chat/budget.ts';
import { createFigures, createSummary } from '../chat/figures.ts';
import { createChatFigures } from '../storage/chat-figures.ts';
import { createConversations } from '../storage/conversations.ts';
import type { Database } from '../storage/database.ts';
import type { Documents } from '../storage/documents.ts';
import type { State } from '../storage/state.ts';
import { createUnreadRatings } from '../storage/unread-ratings.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  database: Database;
  documents: Documents;
  settings: SettingsStore;
  state: State;
  clock: () => number;
}

/** Builds what shows conversations and figures to the owner. */
export function createOwnerViews({ database, documents, settings, state, clock }: Dependencies) {
  const chatFigures = createChatFigures(database);
  const unreadRatings = createUnreadRatings(database);
  const openGaps = () => Promise.resolve(0);
  return {
    conversations: createConversations(database),
    unreadRatings,
    openGaps,
    summary: createSummary({ settings, chatFigures, clock }),
    figures: createFigures({
      settings,
      chatFigures,
      unreadRatings,
      readBudget: createReadBudget({ state, clock }),
      failedDocuments: () => documents.countFailed(),
      openGaps,
      clock,
    }),
  };
}
