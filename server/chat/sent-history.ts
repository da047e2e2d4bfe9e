import type { SentTurn } from '../contract/chat.ts';
import type { Settings } from '../contract/settings.ts';
import type { HistoryTurn } from '../storage/chats.ts';

/** Characters: answers are limited in tokens, which are shorter than this in nearly every language. */
const perToken = 4;

/**
 * Reads the earlier turns that a client sent with its question, within the limits of stored ones. They are the
 * context of this one question: they are not stored, and name no chunks of the knowledge base.
 *
 * @param question Some clients send it as the last turn, too.
 */
export function readSentHistory(
  sent: readonly (SentTurn | null)[],
  question: string,
  { history_turns, max_message_chars, max_tokens }: Settings['chat'],
): HistoryTurn[] {
  if (history_turns === 0) return [];
  const maxChars = { user: max_message_chars, assistant: perToken * max_tokens };
  const turns = sent.flatMap((turn) => {
    const content = turn?.content.trim() ?? '';
    if (!turn || content === '') return [];
    const { role } = turn;
    return { role, content: content.slice(0, maxChars[role]), chunkIds: [], sent: true as const };
  });
  const last = turns.at(-1);
  if (last?.role === 'user' && last.content === question) turns.pop();
  const latest = turns.slice(-history_turns);
  // Vendors expect that a visitor speaks first; a widget may send its greeting as the first turn.
  const first = latest.findIndex(({ role }) => role === 'user');
  return first < 0 ? [] : latest.slice(first);
}
