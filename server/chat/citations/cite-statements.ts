import type { Source, Statement } from '../../contract/chat.ts';
import { sectionOf, type Passage } from '../../storage/chunks.ts';
import { excerptAt } from './excerpt.ts';
import type { PlacedMark } from './mark-placer.ts';
import type { Place } from './page-text.ts';
import { passageUrl, placeUrl } from './passage-url.ts';
import { findStatement, searched, type SearchedPassage } from './statements.ts';

/** A passage that an answer cites, with the number of its source. */
export interface CitedPassage {
  n: number;
  passage: Passage;
}

type Searched = SearchedPassage & { passage: Passage };

/** Where a source says what a mark stands behind; without a place somewhere in the passage. */
interface Found {
  passage: Searched;
  place: Place | null;
}

/** Returns the source's address, opened there. */
const urlOf = ({ passage, place }: Found): string | undefined =>
  place ? placeUrl(passage.passage, passage, place) : passageUrl(passage.passage);

function toStatement(n: number, found: Found): Statement {
  const { passage, place } = found;
  const text = place?.text ?? excerptAt(passage, null);
  return { n, text, url: urlOf(found) ?? passage.passage.url };
}

function toSource({ n, passage }: CitedPassage, found: Found): Source {
  const opened = urlOf(found);
  const section = sectionOf(found.passage.passage);
  return {
    n,
    title: passage.title || passage.url,
    url: passage.url,
    kind: passage.kind,
    ...(opened !== undefined && { passage_url: opened }),
    excerpt: excerptAt(found.passage, found.place),
    ...(section && { section }),
  };
}

/**
 * Returns the sources as a visitor is shown them, and one statement for each number of a mark, in order. A
 * source is quoted around its first statement.
 */
export function citeStatements(
  cited: readonly CitedPassage[],
  marks: readonly PlacedMark<CitedPassage>[],
): { sources: Source[]; statements: Statement[] } {
  const known = new Map<Passage, Searched>();
  const read = (passage: Passage): Searched => {
    const page = known.get(passage) ?? { ...searched(passage.content), passage };
    known.set(passage, page);
    return page;
  };
  const kept = new Set(cited.map(({ n }) => n));
  const first = new Map<number, Found>();
  const statements = marks.flatMap(({ numbers, claim, cited: passages }) =>
    numbers
      .filter((n) => kept.has(n))
      .map((n) => {
        const own = passages.filter((each) => each.n === n).map(({ passage }) => read(passage));
        const found = findStatement(claim, own) ?? { passage: own[0]!, place: null };
        if (!first.has(n)) first.set(n, found);
        return toStatement(n, found);
      }),
  );
  const sources = cited.map((each) =>
    toSource(each, first.get(each.n) ?? { passage: read(each.passage), place: null }),
  );
  return { sources, statements };
}
