import type { ClosestPassage } from './draft.ts';
import { bestPart, type QuotedQuestion, partsOf } from '../retrieval/quote.ts';
import type { RankedSection } from '../retrieval/section-ranker.ts';
import { sectionOf } from '../storage/chunks.ts';
import { shorten } from '../text/shorten.ts';
import { passageUrl } from './citations/page-places.ts';

const maxPages = 3;
/** Pages below a quotation. */
const maxFurther = 2;
/** Characters of the passage that is shown. */
const maxPassage = 420;

/** Returns the best section of each page, best first. */
const bestOfPages = (sections: readonly RankedSection[]): RankedSection[] =>
  Array.from(
    Map.groupBy(sections, ({ passage }) => passage.documentId).values(),
    ([best]) => best!,
  );

function toPage({ passage }: RankedSection, question: QuotedQuestion): ClosestPassage {
  const { title, url, kind, content } = passage;
  const marked = bestPart(partsOf(content), question)?.text ?? '';
  const at = marked ? content.indexOf(marked) : -1;
  // A section that is too long is shown from its marked part on.
  const before = at > 0 && at + marked.length > maxPassage ? '…' : '';
  const text = before + shorten(before ? content.slice(at) : content, maxPassage);
  const start = before ? 1 : at;
  const page = {
    title: title || url,
    section: sectionOf(passage),
    url: passageUrl({ ...passage, content: marked || content }) ?? '',
    kind,
    passage: text,
    marks:
      at < 0 ? [] : [[start, Math.min(start + marked.length, text.length)] as [number, number]],
  };
  return { page, passage };
}

/** Returns up to three pages that are nearest to the question, each with its best section and the part that fits best. */
export const closestPages = (
  sections: readonly RankedSection[],
  question: QuotedQuestion,
): ClosestPassage[] =>
  bestOfPages(sections)
    .slice(0, maxPages)
    .map((section) => toPage(section, question));

/** Returns up to two pages beside the quoted one. */
export const furtherPages = (
  sections: readonly RankedSection[],
  question: QuotedQuestion,
): ClosestPassage[] =>
  bestOfPages(sections)
    .slice(1, 1 + maxFurther)
    .map((section) => toPage(section, question));
