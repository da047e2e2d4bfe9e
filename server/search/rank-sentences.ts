import { haystack, match, termsOf, type Term } from './terms.ts';

export interface Candidate {
  /** Index of its passage. */
  passage: number;
  text: string;
}

export interface RankedPassage {
  /** Title and headings. */
  heading: string;
  sentences: readonly string[];
}

export interface Ranking {
  /** For each passage, for each of its sentences: the weight of the question's words that it answers for. */
  scores: number[][];
  /** As `scores`, as a share of all that the question asks for. */
  coverage: number[][];
}

/** What a word counts that is not in the sentence but near it. */
const nearby = { previous: 0.55, next: 0.25, heading: 0.5, passage: 0.35 };
const averageWeight = 0.25;

export function rankSentences(question: string, passages: readonly RankedPassage[]): Ranking {
  const terms = termsOf(question);
  const own = passages.map(({ sentences }) =>
    sentences.map((sentence) => matchesOf(terms, sentence)),
  );
  const weights = weigh(terms, own.flat());
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const averageLength =
    passages.flatMap(({ sentences }) => sentences).reduce((sum, s) => sum + s.length, 0) /
    Math.max(1, own.flat().length);
  const coverage = passages.map((passage, p) => {
    const heading = matchesOf(terms, passage.heading);
    const anywhere = terms.map((_, t) => Math.max(0, ...own[p]!.map((m) => m[t]!)));
    return own[p]!.map(
      (matches, s) =>
        weights.reduce(
          (sum, weight, t) =>
            sum +
            weight *
              Math.max(
                matches[t]!,
                nearby.previous * (own[p]![s - 1]?.[t] ?? 0),
                nearby.next * (own[p]![s + 1]?.[t] ?? 0),
                nearby.heading * heading[t]!,
                nearby.passage * anywhere[t]!,
              ),
          0,
        ) / (total || 1),
    );
  });
  const scores = coverage.map((row, p) =>
    row.map((share, s) => {
      const length = passages[p]!.sentences[s]!.length / averageLength;
      return share / (1 - averageWeight + averageWeight * length);
    }),
  );
  return { scores, coverage };
}

function matchesOf(terms: readonly Term[], text: string): number[] {
  const hay = haystack(text);
  return terms.map((term) => match(term, hay));
}

/** A word in every sentence tells little, one in none of them tells that the answer is not here. */
function weigh(terms: readonly Term[], sentences: readonly number[][]): number[] {
  const count = sentences.length;
  return terms.map(({ weight }, t) => {
    const having = sentences.reduce((sum, matches) => sum + matches[t]!, 0);
    return weight * Math.log(1 + (count - having + 0.5) / (having + 0.5));
  });
}
