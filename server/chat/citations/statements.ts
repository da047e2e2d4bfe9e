import type { Source, Statement } from '../../contract/chat.ts';
import { type Passage, sectionOf } from '../../storage/chunks.ts';
import { sentences } from '../../text/sentences.ts';
import { NgramSet, sharedWith } from '../../text/terms.ts';
import { tokenize } from '../../text/tokenize.ts';
import { wordWeight } from '../../text/word-weight.ts';
import type { CitedPassage, PlacedMark } from './mark-placer.ts';
import { type PageText, type Place, excerptAt, pageText, passageUrl } from './page-places.ts';

/** Share of a sentence's words that its place in the source has, by weight. */
const minShared = 0.5;
/** Weight of the share of the place's words that the sentence has: of two rows the shorter one is meant. */
const specificity = 0.25;
/** Characters of an answer between two marks that are looked at. */
const maxClaim = 2000;
/** Also in bold. */
const question = /[?？؟\u037e]["'”’»」』)*_]*$/;
/** Places that are compared in full: those with the most words of the statement. */
const maxCompared = 3;

/** A passage that is ready to be searched for statements. */
interface Searched extends PageText {
  passage: Passage;
  /** Words of each place. */
  words: readonly ReadonlySet<string>[];
}

/** Where a source says what a mark stands behind; without a place somewhere in the passage. */
interface Found {
  page: Searched;
  place: Place | null;
}

export function searched(passage: Passage): Searched {
  const page = pageText(passage.content);
  return { ...page, passage, words: page.places.map(({ text }) => new Set(tokenize(text))) };
}

/**
 * Returns the sentences and lines of an answer in order. A sentence of a quotation that is in bold comes first: the others
 * only stand around it. A question that the answer repeats comes last: in an accordion the answer is what has to be opened.
 */
function claimsOf(text: string): string[] {
  const found = text
    .slice(0, maxClaim)
    .split('\n')
    .flatMap((line) => sentences(line))
    .map((sentence) => sentence.text.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const isMarked = (sentence: string) => text.startsWith('>') && sentence.startsWith('**');
  const rank = (sentence: string) => (isMarked(sentence) ? 0 : question.test(sentence) ? 2 : 1);
  return found.sort((one, other) => rank(one) - rank(other));
}

/** Returns the places that have enough of a sentence's words, also inflected, each with its score. */
function placesOf(page: Searched, claim: string) {
  const { places, words } = page;
  const weights = [...new Set(tokenize(claim))].map((word) => [word, wordWeight(word)] as const);
  const first = words
    .map((own, index) => ({
      place: places[index]!,
      shared: weights.reduce((sum, [word, weight]) => sum + (own.has(word) ? weight : 0), 0),
    }))
    .sort((one, other) => other.shared - one.shared)
    .slice(0, maxCompared);
  const claimed = new NgramSet(claim);
  return first.flatMap(({ place }) => {
    const shared = sharedWith(new NgramSet(place.text), claim);
    if (shared < minShared) return [];
    return [{ page, place, score: shared + specificity * sharedWith(claimed, place.text) }];
  });
}

/**
 * Finds where a source says what an answer says: the first sentence of `text` that a passage has, word for
 * word or nearly. Null if none has enough of its words, as after a translation.
 *
 * @param text The answer between two citation marks.
 */
export function findStatement(text: string, pages: readonly Searched[]): Found | null {
  for (const claim of claimsOf(text)) {
    const found = pages.flatMap((page) => placesOf(page, claim));
    if (found.length > 0) return found.reduce((a, b) => (b.score > a.score ? b : a));
  }
  return null;
}

function toStatement(n: number, found: Found): Statement {
  const { page, place } = found;
  const text = place?.text ?? excerptAt(page, null);
  return { n, text, url: passageUrl(found.page.passage, found) ?? page.passage.url };
}

function toSource({ n, passage }: CitedPassage, found: Found): Source {
  const opened = passageUrl(found.page.passage, found);
  const section = sectionOf(found.page.passage);
  return {
    n,
    title: passage.title || passage.url,
    url: passage.url,
    kind: passage.kind,
    ...(opened !== undefined && { passage_url: opened }),
    excerpt: excerptAt(found.page, found.place),
    ...(section && { section }),
  };
}

/**
 * Returns the sources as a visitor is shown them, and one statement for each number of a mark, in order. A
 * source is quoted around its first statement.
 */
export function citeStatements(
  cited: readonly CitedPassage[],
  marks: readonly PlacedMark[],
): { sources: Source[]; statements: Statement[] } {
  const known = new Map<Passage, Searched>();
  const read = (passage: Passage): Searched => {
    const page = known.get(passage) ?? searched(passage);
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
        const found = findStatement(claim, own) ?? { page: own[0]!, place: null };
        if (!first.has(n)) first.set(n, found);
        return toStatement(n, found);
      }),
  );
  const sources = cited.map((each) =>
    toSource(each, first.get(each.n) ?? { page: read(each.passage), place: null }),
  );
  return { sources, statements };
}
