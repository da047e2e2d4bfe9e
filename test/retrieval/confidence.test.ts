import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { confidenceOf } from '../../server/retrieval/confidence.ts';
import type { Extraction } from '../../server/retrieval/extract/extract.ts';
import type { RankedChunk } from '../../server/retrieval/rank-candidates.ts';

const extraction = (over: Partial<Extraction> = {}): Extraction => ({
  extracts: [{ n: 1, lead: '', kind: 'sentences', texts: ['At noon.'], rows: [] }],
  nearest: [],
  coverage: 0.8,
  score: 10,
  margin: 2,
  found: 1,
  fact: 0,
  rivals: 0,
  subject: 1,
  ...over,
});

const chunk = (coverage: number, cosine = 0, relevant = true): RankedChunk => ({
  chunkId: 1,
  vector: { rank: 1, score: cosine },
  lexical: { rank: 1, score: 1, coverage },
  carried: false,
  fused: 1,
  score: coverage,
  relevant,
  passage: undefined,
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const points = fc.double({ min: 0, max: 20, noNaN: true });
const order = ['nothing', 'closest', 'answer'];

test('more evidence never makes an answer less likely', () => {
  fc.assert(
    fc.property(
      fc.tuple(points, points, share, share, share),
      fc.tuple(points, points, share, share, share),
      fc.boolean(),
      (one, other, wordsOnly) => {
        const of = ([score, margin, coverage, cosine, subject]: readonly number[]) =>
          confidenceOf(
            extraction({ score: score!, margin: margin!, subject: subject! }),
            [chunk(coverage!, cosine)],
            wordsOnly,
          );
        const low = of(one.map((value, at) => Math.min(value, other[at]!)));
        const high = of(one.map((value, at) => Math.max(value, other[at]!)));
        expect(high.score).toBeGreaterThanOrEqual(low.score);
        expect(order.indexOf(high.outcome)).toBeGreaterThanOrEqual(order.indexOf(low.outcome));
      },
    ),
    { seed: 17 },
  );
});

test('a statement without a word of what is asked about is no answer, however likely it is', () => {
  const outcomeOf = (subject: number) =>
    confidenceOf(extraction({ score: 15, margin: 5, subject }), [chunk(1)], true).outcome;
  expect([0, 0.05, 0.1, 1].map(outcomeOf)).toEqual(['closest', 'closest', 'answer', 'answer']);
});

describe.each([true, false])('by words alone: %s', (wordsOnly) => {
  test('the outcome is an answer, the closest pages, or nothing', () => {
    const outcomes = new Set<string>();
    for (let score = 0; score <= 40; score += 0.25) {
      const share = Math.min(1, score / 20);
      const found = extraction({ score, margin: 0, coverage: share, subject: share });
      outcomes.add(confidenceOf(found, [chunk(share, share)], wordsOnly).outcome);
    }
    expect([...outcomes]).toEqual(order);
  });

  test('coverage of the best passage counts', () => {
    const at = (coverage: number) =>
      confidenceOf(extraction(), [chunk(coverage, 0.5)], wordsOnly).score;
    expect(at(0.9)).toBeGreaterThan(at(0.1));
  });
});

test('statements of other pages that are nearly as good, and a missing fact, make an answer less likely', () => {
  const score = (over: Partial<Extraction>) =>
    confidenceOf(extraction(over), [chunk(0.8, 0.5)], false).score;
  expect(score({ rivals: 4 })).toBeLessThan(score({}));
  expect(score({ fact: -1 })).toBeLessThan(score({ fact: 1 }));
  expect(score({ found: 0.6 })).toBeLessThan(score({}));
  const { reasons } = confidenceOf(extraction({ rivals: 4 }), [chunk(0.8)], true);
  expect(reasons.join(' ')).toContain('Statements of other pages are nearly as good: 4.');
});

test('nothing is known without a statement, however good the passages are', () => {
  const found = confidenceOf(extraction({ extracts: [], score: 40 }), [chunk(1, 1)], false);
  expect(found).toMatchObject({ outcome: 'nothing', score: 0 });
});

test('a passage that is not relevant does not count', () => {
  const found = (relevant: boolean) =>
    confidenceOf(extraction(), [chunk(1, 1, relevant)], false).score;
  expect(found(true)).toBeGreaterThan(found(false));
});

test('the reasons tell the shares', () => {
  const { reasons } = confidenceOf(extraction({ coverage: 0.42 }), [chunk(0.73)], true);
  expect(reasons.join(' ')).toMatch(/42%.*73%.*words alone/);
  const { reasons: meant } = confidenceOf(extraction(), [chunk(0.73)], false);
  expect(meant.join(' ')).not.toContain('words alone');
});
