import { describe, expect, test } from '@jest/globals';
import { featureNames, type ComparedQuestion } from '../../server/retrieval/section-features.ts';
import {
  outcomeFeatures,
  outcomeNames,
  outcomeOf,
  rankSections,
  weightsFor,
} from '../../server/retrieval/section-ranker.ts';
import { passage, sectionOf } from './passage.ts';

const question: ComparedQuestion = {
  ...{ text: 'When are the swans fed?', language: 'en', synonyms: [] },
  ...{ pageUrl: null, cited: new Set(), now: 0 },
};
type Over = Parameters<typeof passage>[1];
const lexical = (coverage: number) => ({ rank: 1, score: 10 * coverage, coverage });

/** A section that the search has found by words, and by its vector if it has one. */
function found(chunkId: number, coverage: number, over: Over = {}, cosine?: number) {
  const { chunk, passage: text } = sectionOf(passage(chunkId, over));
  const vector = cosine === undefined ? null : { rank: 1, score: cosine };
  return { chunk: { ...chunk, lexical: lexical(coverage), vector }, passage: text };
}
const eels = { title: 'Eels', content: 'Eels live in the lake.' };
const ids = (sections: ReturnType<typeof rankSections>) =>
  sections.map(({ passage: { chunkId } }) => chunkId);

describe('the file of weights', () => {
  test.each([false, true])('has each feature by its name; with vectors: %s', (hasVectors) => {
    const { section, quote, site, minimum } = weightsFor(hasVectors);
    const names = featureNames.filter((name) => hasVectors || name !== 'meaning');
    expect(Object.keys(section)).toEqual(names);
    expect(Object.keys(quote)).toEqual([...outcomeNames]);
    expect(Object.keys(site)).toEqual([...outcomeNames]);
    const all = [section, quote, site].flatMap((weights) => Object.values(weights));
    expect(all.every(Number.isFinite)).toBe(true);
    expect(Object.keys(minimum)).toEqual(['quote', 'site']);
    for (const least of Object.values(minimum)) {
      expect(least).toBeGreaterThan(0);
      expect(least).toBeLessThan(1);
    }
  });

  test('is another one with vectors', () => {
    expect(weightsFor(true)).not.toEqual(weightsFor(false));
  });
});

describe('sections', () => {
  test('come in the order of their scores', () => {
    const ranked = rankSections([found(1, 0.2, eels), found(2, 0.9), found(3, 0, eels)], question);
    expect(ids(ranked)).toEqual([2, 1, 3]);
    const scores = ranked.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(ranked[0]!.features.coverage).toBe(0.9);
  });

  test('are compared by their meaning where one has a vector', () => {
    const [near, far] = [found(1, 0.3, {}, 0.9), found(2, 0.35, {}, 0.1)];
    expect(ids(rankSections([near, far], question))).toEqual([1, 2]);
    const words = [near, far].map((each) => ({ ...each, chunk: { ...each.chunk, vector: null } }));
    expect(ids(rankSections(words, question))).toEqual([2, 1]);
  });

  test('are none where nothing is found, and at most 24', () => {
    expect(rankSections([], question)).toEqual([]);
    const many = Array.from({ length: 25 }, (_, at) => found(at + 1, at === 24 ? 1 : 0.2));
    expect(ids(rankSections(many, question))).not.toContain(25);
  });
});

describe('the outcome', () => {
  const outcome = (...sections: ReturnType<typeof found>[]) =>
    outcomeOf(rankSections(sections, question), question);

  test('is an answer where the best section has the words, and another page has not', () => {
    const { outcome: kind, score, reasons } = outcome(found(1, 1), found(2, 0.1, eels));
    expect(kind).toBe('answer');
    expect(score).toBeGreaterThanOrEqual(weightsFor(false).minimum.quote);
    expect(reasons).toContain('The question was compared by its words alone.');
    expect(reasons[0]).toContain(`${Math.round(100 * score)}%`);
  });

  test('is nothing where no section has the words', () => {
    expect(outcome(found(1, 0, eels)).outcome).toBe('nothing');
    expect(outcome()).toEqual({ outcome: 'nothing', score: 0, reasons: [] });
  });

  test('is less likely an answer the fewer words the section has', () => {
    const scores = [1, 0.6, 0.2].map((coverage) => outcome(found(1, coverage)).score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(3);
  });

  test('is read from the best section and the best one of another page', () => {
    const sections = rankSections([found(1, 1), found(2, 0.9, { documentId: 1 })], question);
    expect(outcomeFeatures(sections, question)).toMatchObject({
      ...{ bias: 1, score: sections[0]!.score, coverage: 1, bestCoverage: 1 },
      ...{ margin: 4, length: Math.log(6) },
    });
    const rivals = rankSections([found(1, 1), found(2, 0.9)], question);
    const { margin } = outcomeFeatures(rivals, question);
    expect(margin).toBeCloseTo(rivals[0]!.score - rivals[1]!.score, 9);
  });
});
