import type { SourcePassage } from './extract.ts';
import { leads, type Part } from './passage-parts.ts';
import type { Hit } from './rank-parts.ts';

/** How far a statement may be behind its page's announcement to be told instead. */
const maxBehindAnnouncement = 3.2;
/** Share of the best score from which a statement of the page that the question is about is told. */
const minOfPage = 0.5;

/**
 * Whether a statement only announces what its page says, as an excerpt does: it is in a first paragraph of sentences
 * without figures, and more text follows.
 */
function announces(passage: SourcePassage, parts: readonly Part[], at: number): boolean {
  const { block, role } = parts[at]!;
  if (!passage.begins || role !== 'sentence') return false;
  if (parts.find((part) => !leads(part))?.block !== block || parts.at(-1)!.block === block) {
    return false;
  }
  // A semicolon joins statements: "a lift reaches all floors; one wheelchair can be borrowed".
  return parts.every((part) => part.block !== block || !/[\p{N};]/u.test(part.text));
}

/**
 * Returns the statement that is told: the best one, but rather one of the page that the question is about, and rather
 * one behind an announcement than the announcement.
 *
 * @param hits Best first; not empty.
 */
export function chooseStatement(
  hits: readonly Hit[],
  passages: readonly SourcePassage[],
  parts: readonly Part[][],
): Hit {
  const [best] = hits as [Hit, ...Hit[]];
  const ofPage = hits.find(({ passage }) => passages[passage]!.isMeant);
  const first = ofPage && ofPage.score >= minOfPage * best.score ? ofPage : best;
  const isAnnouncement = ({ passage, at }: Hit) =>
    announces(passages[passage]!, parts[passage]!, at);
  if (!isAnnouncement(first)) return first;
  const titleOf = ({ passage }: Hit) => passages[passage]!.title;
  const next = hits.find((hit) => titleOf(hit) === titleOf(first) && !isAnnouncement(hit));
  if (!next || next.score < first.score - maxBehindAnnouncement) return first;
  return { ...next, opens: first.opens };
}
