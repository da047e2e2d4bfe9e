import type { Confidence } from '../contract/search.ts';
import {
  sectionFeatures,
  type ComparedQuestion,
  type Features,
  type FoundSection,
} from './section-features.ts';
import learned from './section-weights.json' with { type: 'json' };

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
export type OutcomeFeatures = Record<(typeof outcomeNames)[number], number>;

export interface Weights {
  section: Record<string, number>;
  /** Whether the best section is an answer, and whether the site has one. */
  quote: Record<string, number>;
  site: Record<string, number>;
  /** The likelihood from which the best section is quoted, and from which pages are shown. */
  minimum: { quote: number; site: number };
}

/** Made by `tools/train`; `meaning`: with the vectors of an embedder. */
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
  const { quote, site, minimum } = weightsFor(hasVectors);
  const features = outcomeFeatures(sections, question);
  const score = likelihood(weigh(quote, features));
  const known = likelihood(weigh(site, features));
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
