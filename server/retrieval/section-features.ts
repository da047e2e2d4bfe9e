import { withoutSlash } from '../net/without-slash.ts';
import { sectionOf, type Passage } from '../storage/chunks.ts';
import { haystack, match, shareOf, termsOf, type Term } from '../text/terms.ts';
import type { RankedChunk } from './rank-candidates.ts';

/** A section that the search has found, with its text. */
export interface FoundSection {
  chunk: RankedChunk;
  passage: Passage;
}

/** A question as sections are compared with it. */
export interface ComparedQuestion {
  /** In the form that stands alone. */
  text: string;
  /** BCP 47 primary subtag, or empty. */
  language: string;
  /** The owner's groups of synonyms. */
  synonyms: readonly string[];
  /** The page that the visitor is on, or null. */
  pageUrl: string | null;
  /** Chunks that the last answer cites, if the question refers back to it. */
  cited: ReadonlySet<number>;
  /** Unix milliseconds. */
  now: number;
}

/** Names of the features by which sections are ranked; most are shares from 0 to 1. */
export const featureNames = [
  /** Share of the question's words in the section, by their rarity on the site. */
  'coverage',
  /** The same, times the score by words as a share of the best. */
  'words',
  /** Distance of the cosine to the best, in standard deviations: 0 or less. */
  'meaning',
  /** Shares of the question's words in the page's title, in the last heading, and in all of the section. */
  'title',
  'heading',
  'text',
  /** Share of the last heading's words in the question. */
  'topic',
  /** Flags: has a digit, is of a post, of a page in a menu, of the visitor's page, of the last answer's page. */
  'number',
  'post',
  'prominent',
  'here',
  'citedPage',
  /** Flags: cited by the last answer itself, first of its page. */
  'citedSection',
  'first',
  /** Years of a post, at most 4. */
  'age',
  /** Logarithm of the characters, divided by 6. */
  'length',
] as const;
export type Features = Record<(typeof featureNames)[number], number>;

const year = 365.25 * 24 * 60 * 60 * 1000;
const maxYears = 4;

function pathOf(address: string): string | null {
  const url = URL.parse(address);
  return url && withoutSlash(url.host + url.pathname);
}

/** Weighs words by their shape and by how few of the texts have them; together 1. */
export function shareWeights(terms: readonly Term[], matches: readonly number[][]): number[] {
  const weights = terms.map(({ weight }, at) => {
    const having = matches.reduce((sum, each) => sum + each[at]!, 0);
    return weight * Math.sqrt(Math.log(1 + (matches.length - having + 0.5) / (having + 0.5)));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total > 0 ? weight / total : 0));
}

/** Returns how far each cosine is behind the best, in standard deviations; a missing one is as far as the mean. */
function behindBest(cosines: readonly (number | null)[]): number[] {
  const known = cosines.filter((cosine) => cosine !== null);
  const mean = known.reduce((sum, cosine) => sum + cosine, 0) / known.length;
  const variance = known.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / known.length;
  if (!(variance > 0)) return cosines.map(() => 0);
  const best = Math.max(...known);
  return cosines.map((cosine) => ((cosine ?? mean) - best) / Math.sqrt(variance));
}

/** Returns the last heading above a section, else the title of its page. */
const headingOf = (passage: Passage) => sectionOf(passage) || passage.title;

function ageOf({ published }: Passage, now: number): number {
  return published > 0 ? Math.min(maxYears, Math.max(0, now - published) / year) : 0;
}

/** Compares sections with a question. */
export function sectionFeatures(
  sections: readonly FoundSection[],
  { text, language, synonyms, pageUrl, cited, now }: ComparedQuestion,
): Features[] {
  const terms = termsOf(text, { language, own: synonyms });
  const matchesIn = (searched: string) => {
    const stack = haystack(searched);
    return terms.map((term) => match(term, stack));
  };
  const matches = sections.map(({ passage: { title, headingPath, content } }) =>
    matchesIn([title, headingPath, content].join('\n')),
  );
  const weights = shareWeights(terms, matches);
  const shareIn = (found: readonly number[]) =>
    found.reduce((sum, each, at) => sum + weights[at]! * each, 0);
  const known = new Map<string, number>();
  const shareInHeading = (heading: string): number => {
    const share = known.get(heading) ?? shareIn(matchesIn(heading));
    known.set(heading, share);
    return share;
  };
  const asked = haystack(text);
  const bestScore = Math.max(...sections.map(({ chunk }) => chunk.lexical?.score ?? 0)) || 1;
  const meanings = behindBest(sections.map(({ chunk }) => chunk.vector?.score ?? null));
  const here = pageUrl === null ? null : pathOf(pageUrl);
  const citedPages = new Set(
    sections.flatMap(({ passage }) => (cited.has(passage.chunkId) ? passage.documentId : [])),
  );
  return sections.map(({ chunk, passage }, at) => {
    const coverage = chunk.lexical?.coverage ?? 0;
    const isPost = passage.postType === 'post';
    return {
      coverage,
      words: (coverage * (chunk.lexical?.score ?? 0)) / bestScore,
      meaning: meanings[at]!,
      title: shareInHeading(passage.title),
      heading: shareInHeading(headingOf(passage)),
      text: shareIn(matches[at]!),
      topic: shareOf(termsOf(headingOf(passage)), asked),
      number: Number(/\p{N}/u.test(passage.content)),
      post: Number(isPost),
      prominent: Number(passage.prominent),
      here: Number(here !== null && pathOf(passage.url) === here),
      citedPage: Number(citedPages.has(passage.documentId)),
      citedSection: Number(cited.has(passage.chunkId)),
      first: Number(passage.position === 0),
      age: isPost ? ageOf(passage, now) : 0,
      length: Math.log(passage.content.length + 1) / 6,
    };
  });
}
