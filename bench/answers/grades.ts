import { dot } from './regression.ts';
import type { Sample } from './samples.ts';

/** A sample whose sections are ranked, with the features of its outcome. */
export interface Judged extends Sample {
  outcome: readonly number[];
  /** For each section, whether its quotation answers. */
  isQuoted: readonly boolean[];
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
function gradesOf(sample: Judged, { quote, site, minimum }: Outcomes): Grade {
  const isKnown = likelihood(site, sample.outcome) >= minimum.site;
  const isQuoted = isKnown && likelihood(quote, sample.outcome) >= minimum.quote;
  const pages = pagesOf(sample, 3);
  const points = pages.some((at) => sample.isOnPage[at]);
  if (!sample.isAnswered) return isQuoted ? 'nonsense' : isKnown ? 'soft' : 'refused_right';
  if (isQuoted) return sample.isQuoted[0] ? 'good' : points ? 'closest' : 'nonsense';
  return isKnown && points ? 'closest' : 'refused_wrong';
}

/** The most quotations that are off the point, as a share of all answers. */
const maxNonsense = 0.05;

/** Differences in the share of acceptable answers that are noise. */
const noise = 0.01;

/** Chooses the lowest thresholds: of quotations that keeps nonsense rare, of pages with the most acceptable answers. */
export function chooseMinimum(
  samples: readonly Judged[],
  quote: readonly number[],
  site: readonly number[],
): Outcomes['minimum'] {
  const steps = Array.from({ length: 19 }, (_, at) => (at + 1) / 20);
  const shareOf = (minimum: Outcomes['minimum'], ...wanted: readonly Grade[]) =>
    samples.filter((each) => wanted.includes(gradesOf(each, { quote, site, minimum }))).length /
    samples.length;
  const first = steps.find(
    (step) => shareOf({ quote: step, site: 0.5 }, 'nonsense') <= maxNonsense,
  );
  const minimum = (step: number) => ({ quote: first ?? 1, site: step });
  const acceptable = steps.map((step) =>
    shareOf(minimum(step), 'good', 'closest', 'refused_right'),
  );
  const best = Math.max(...acceptable);
  return minimum(steps.find((_, at) => acceptable[at]! >= best - noise)!);
}

/** Prints shares of the grades. */
export function printGrades(name: string, samples: readonly Judged[], outcomes: Outcomes): void {
  const found = samples.map((sample) => gradesOf(sample, outcomes));
  const share = (grade: Grade) => found.filter((each) => each === grade).length / found.length;
  const right = samples.filter(({ isAnswered }) => isAnswered);
  const first = right.filter(({ isQuoted }) => isQuoted[0]).length / right.length;
  const three = right.filter((each) => pagesOf(each, 3).some((at) => each.isQuoted[at])).length;
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
