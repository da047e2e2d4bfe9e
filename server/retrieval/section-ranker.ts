import { withoutSlash } from '../net/without-slash.ts';
import { sectionOf, type Passage } from '../storage/chunks.ts';
import { NgramSet, match, shareOf, termsOf, type Term } from '../text/terms.ts';
import type { RankedChunk } from './rank-candidates.ts';
import type { Confidence } from '../contract/search.ts';
import learned from './section-weights.json' with { type: 'json' };

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
  'currentPage',
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
    const grams = new NgramSet(searched);
    return terms.map((term) => match(term, grams));
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
  const queryGrams = new NgramSet(text);
  const bestScore = Math.max(...sections.map(({ chunk }) => chunk.lexical?.score ?? 0)) || 1;
  const meanings = behindBest(sections.map(({ chunk }) => chunk.vector?.score ?? null));
  const currentPage = pageUrl === null ? null : pathOf(pageUrl);
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
      topic: shareOf(termsOf(headingOf(passage)), queryGrams),
      number: Number(/\p{N}/u.test(passage.content)),
      post: Number(isPost),
      prominent: Number(passage.prominent),
      currentPage: Number(currentPage !== null && pathOf(passage.url) === currentPage),
      citedPage: Number(citedPages.has(passage.documentId)),
      citedSection: Number(cited.has(passage.chunkId)),
      first: Number(passage.position === 0),
      age: isPost ? ageOf(passage, now) : 0,
      length: Math.log(passage.content.length + 1) / 6,
    };
  });
}

/** A section with how well it fits the question. */
export interface RankedSection extends FoundSection {
  features: Features;
  /** Sum of the weighted features: compares the sections of one question. */
  score: number;
}

/** Features of the best section and of all, from which the outcome is estimated. */
export const outcomeNames = [
  'bias',
  /** Score of the best section, and how far the best one of another page is behind. */
  'score',
  'margin',
  /** The best section's. */
  'coverage',
  'text',
  'heading',
  /** The best coverage of any section. */
  'bestCoverage',
  /** Logarithm of the question's words. */
  'length',
] as const;
type OutcomeFeatures = Record<(typeof outcomeNames)[number], number>;

export interface Weights {
  section: Record<string, number>;
  /** Whether the best section is an answer, and whether the site has one. */
  quote: Record<string, number>;
  site: Record<string, number>;
  /** The likelihood from which the best section is quoted, and from which pages are shown. */
  minimum: { quote: number; site: number };
}

/** Made by `bench/answers`; `meaning`: with the vectors of an embedder. */
const weights: Record<'words' | 'meaning', Weights> = learned;

const weigh = (of: Readonly<Record<string, number>>, features: Readonly<Record<string, number>>) =>
  Object.entries(of).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), 0);

/** Returns the weights for a search; without vectors, those of words alone. */
export const weightsFor = (hasVectors: boolean): Weights =>
  hasVectors ? weights.meaning : weights.words;

/** Sections that are compared: comparing takes time, and later ones are hardly ever the best. */
const maxCompared = 24;

/**
 * Ranks sections by how well they answer a question, best first.
 *
 * @param sections As they were found, best first; those behind the first 24 are left out.
 */
export function rankSections(
  sections: readonly FoundSection[],
  question: ComparedQuestion,
): RankedSection[] {
  const { section } = weightsFor(sections.some(({ chunk }) => chunk.vector !== null));
  const near = sections.slice(0, maxCompared);
  const all = sectionFeatures(near, question);
  return near
    .map((each, at) => ({ ...each, features: all[at]!, score: weigh(section, all[at]!) }))
    .sort((a, b) => b.score - a.score);
}

/** Margin of the only page that was found, too: nothing is nearly as good. */
const maxMargin = 4;

/** @param sections Best first; not empty. */
export function outcomeFeatures(
  sections: readonly RankedSection[],
  { text }: Pick<ComparedQuestion, 'text'>,
): OutcomeFeatures {
  const [best] = sections as [RankedSection];
  const { coverage, text: share, heading } = best.features;
  const rival = sections.find(({ passage }) => passage.documentId !== best.passage.documentId);
  return {
    bias: 1,
    score: best.score,
    margin: rival ? Math.min(maxMargin, best.score - rival.score) : maxMargin,
    coverage,
    text: share,
    heading,
    bestCoverage: Math.max(...sections.map(({ features }) => features.coverage)),
    length: Math.log(text.split(/\s+/).length + 1),
  };
}

const likelihood = (sum: number): number => 1 / (1 + Math.exp(-sum));
const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Tells whether the best section is quoted, the nearest pages are named, or nothing was found. */
export function outcomeOf(
  sections: readonly RankedSection[],
  question: Pick<ComparedQuestion, 'text'>,
): Confidence {
  if (sections.length === 0) return { outcome: 'nothing', score: 0, reasons: [] };
  const hasVectors = sections.some(({ chunk }) => chunk.vector !== null);
  const { section, quote, site, minimum } = weightsFor(hasVectors);
  const features = outcomeFeatures(sections, question);
  const score = likelihood(weigh(quote, features));
  // A visitor is always on some page: by that alone it does not know more.
  const byPage = section['currentPage']! * sections[0]!.features.currentPage;
  const known = likelihood(weigh(site, { ...features, score: features.score - byPage }));
  const isQuoted = score >= minimum.quote && known >= minimum.site;
  return {
    outcome: isQuoted ? 'answer' : known >= minimum.site ? 'closest' : 'nothing',
    score,
    reasons: [
      `The best section is an answer with a likelihood of ${percent(score)}; it is quoted from ${percent(minimum.quote)}.`,
      `The site has an answer with a likelihood of ${percent(known)}; below ${percent(minimum.site)} no page is named.`,
      `The best section has ${percent(features.coverage)} of the question's words by weight.`,
      ...(hasVectors ? [] : ['The question was compared by its words alone.']),
    ],
  };
}
