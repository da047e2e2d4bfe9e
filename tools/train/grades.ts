import { dot } from './regression.ts';
import type { Sample } from './samples.ts';

/** A sample whose sections are ranked, with the features of its outcome. */
export interface Judged extends Sample {
  outcome: readonly number[];
}

interface Outcomes {
  quote: readonly number[];
  site: readonly number[];
  minimum: { quote: number; site: number };
}

const grades = ['good', 'closest', 'refused_right', 'soft', 'refused_wrong', 'nonsense'] as const;
type Grade = (typeof grades)[number];

const likelihood = (weights: readonly number[], row: readonly number[]) =>
  1 / (1 + Math.exp(-dot(weights, row)));

/** Returns the places of the best section of each of the best pages. */
function pagesOf({ sections }: Judged, count: number): number[] {
  const seen = new Set<number>();
  const first = sections.flatMap(({ passage: { documentId } }, at) =>
    seen.has(documentId) || !seen.add(documentId) ? [] : at,
  );
  return first.slice(0, count);
}

/** Grades what a visitor would be shown. */
export function gradesOf(sample: Judged, { quote, site, minimum }: Outcomes): Grade {
  const isKnown = likelihood(site, sample.outcome) >= minimum.site;
  const isQuoted = isKnown && likelihood(quote, sample.outcome) >= minimum.quote;
  const pages = pagesOf(sample, 3);
  const points = pages.some((at) => sample.isOnPage[at]);
  if (!sample.isAnswered) return isQuoted ? 'nonsense' : isKnown ? 'soft' : 'refused_right';
  if (isQuoted) return sample.quotes[0] ? 'good' : points ? 'closest' : 'nonsense';
  return isKnown && points ? 'closest' : 'refused_wrong';
}

/** A quotation that does not answer costs as much as these acceptable answers are worth. */
const nonsenseCost = 2;

/** Chooses the thresholds with the most acceptable answers, nonsense counted against them. */
export function chooseMinimum(
  samples: readonly Judged[],
  quote: readonly number[],
  site: readonly number[],
): Outcomes['minimum'] {
  const steps = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);
  let best = { value: -Infinity, minimum: { quote: 0.5, site: 0.5 } };
  for (const q of steps) {
    for (const s of steps) {
      const minimum = { quote: q, site: s };
      const found = samples.map((sample) => gradesOf(sample, { quote, site, minimum }));
      const count = (...wanted: Grade[]) => found.filter((each) => wanted.includes(each)).length;
      const value =
        count('good') * 1.5 + count('closest', 'refused_right') - nonsenseCost * count('nonsense');
      if (value > best.value) best = { value, minimum };
    }
  }
  return best.minimum;
}

/** Prints shares of the grades. */
export function printGrades(name: string, samples: readonly Judged[], outcomes: Outcomes): void {
  const found = samples.map((sample) => gradesOf(sample, outcomes));
  const share = (grade: Grade) => found.filter((each) => each === grade).length / found.length;
  const right = samples.filter(({ isAnswered }) => isAnswered);
  const first = right.filter(({ quotes }) => quotes[0]).length / right.length;
  const three = right.filter((each) => pagesOf(each, 3).some((at) => each.quotes[at])).length;
  console.log(
    [
      name.padEnd(18),
      `${samples.length} questions`,
      `first ${first.toFixed(3)}`,
      `three pages ${(three / right.length).toFixed(3)}`,
      ...grades.map((grade) => `${grade} ${share(grade).toFixed(3)}`),
      `min ${outcomes.minimum.quote}/${outcomes.minimum.site}`,
    ].join('  '),
  );
}
