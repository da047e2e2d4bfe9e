import type { SearchQuery } from '../contract/search.ts';
import { refersBack } from './refers-back.ts';
import type { HistoryTurn } from '../storage/chats.ts';
import type { Rewrite, RewriteOptions } from './rewrite.ts';

/** The question together with the last one that stands alone. */
function joined(question: string, history: readonly HistoryTurn[]): SearchQuery | null {
  const asked = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const last = asked.findLast((text) => !refersBack(text)) ?? asked.at(-1);
  return last === undefined ? null : { text: `${last} ${question}`, why: 'joined' };
}

/**
 * A question that refers back, in a form that stands alone: as a model rewrites it, else together with the
 * question before it. Null when it stands alone as it is.
 *
 * @throws the signal's reason
 */
export async function otherForm(
  question: string,
  history: readonly HistoryTurn[],
  rewrite: Rewrite,
  options: RewriteOptions,
): Promise<SearchQuery | null> {
  if (history.length === 0 || !refersBack(question)) return null;
  const text = await rewrite(question, history, options);
  if (text === question) return null;
  return text === null ? joined(question, history) : { text, why: 'rewritten' };
}
