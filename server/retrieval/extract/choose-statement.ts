import type { SourcePassage } from './extract.ts';
import { leads, type Part } from './passage-parts.ts';
import type { Hit } from './rank-parts.ts';

/** How far a statement may be behind its page's announcement to be told instead. */
const maxBehindAnnouncement = 3.2;
/** Share of the best score from which a statement of the page that the question is about is told. */
const minOfPage = 0.5;

/** "Terms and holidays of 2026-2027" tells no figure. */
const years = /(?<!\p{N})(?:19|20)\p{N}{2}(?!\p{N})/gu;
/** A semicolon joins statements: "a lift reaches all floors; one wheelchair can be borrowed". */
const figures = /[\p{N};]/u;

/**
 * Whether a statement only announces what its page says, as an excerpt does: it is in a first paragraph without figures,
 * and more text follows, such as a table.
 */
function announces(passage: SourcePassage, parts: readonly Part[], at: number): boolean {
  if (!passage.begins) return false;
  const start = parts.findIndex((part) => !leads(part));
  const { block } = parts[start]!;
  const next = parts.findIndex(
    (part, index) => index >= start && (part.role !== 'sentence' || part.block !== block),
  );
  return (
    at < next && !parts.slice(start, next).some(({ text }) => figures.test(text.replace(years, '')))
  );
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
