import type { ChatSummary, OwnerTurn } from '../../contract/chats.ts';
import { costOf, type Priced } from '../../providers/model-price.ts';
import type { Conversations } from '../../storage/conversations.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';

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

/** Reads a conversation, and what each answer cost by the prices of its day; undefined: there is none of this name. */
export async function readConversation(
  {
    conversations,
    settings,
  }: { conversations: Pick<Conversations, 'read'>; settings: Pick<SettingsStore, 'get'> },
  name: string,
): Promise<{ chat: ChatSummary; turns: OwnerTurn[] } | undefined> {
  const [found, { llm }] = await Promise.all([conversations.read(name), settings.get()]);
  return found && { ...found, turns: found.turns.map((turn) => withCost(turn, llm)) };
}
