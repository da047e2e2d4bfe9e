/** Features of an item, in a fixed order. */
export type Row = readonly number[];

/** Items of which some are right: those are to be ranked first. */
export interface Choice {
  rows: readonly Row[];
  isRight: readonly boolean[];
}

const steps = 400;
/** Adam's step size and decays, as its authors recommend but for a larger step. */
const [rate, momentum, spread] = [0.05, 0.9, 0.999] as const;

/** Minimises a function by its gradient, with Adam. */
function minimize(size: number, gradientAt: (weights: readonly number[]) => number[]): number[] {
  const weights = new Array<number>(size).fill(0);
  const first = [...weights];
  const second = [...weights];
  for (let step = 1; step <= steps; step++) {
    gradientAt(weights).forEach((slope, at) => {
      first[at] = momentum * first[at]! + (1 - momentum) * slope;
      second[at] = spread * second[at]! + (1 - spread) * slope ** 2;
      const size = Math.sqrt(second[at] / (1 - spread ** step)) + 1e-8;
      weights[at]! -= (rate * (first[at] / (1 - momentum ** step))) / size;
    });
  }
  return weights;
}

export const dot = (weights: readonly number[], row: Row): number =>
  row.reduce((sum, value, at) => sum + value * weights[at]!, 0);

function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * Fits a conditional logistic regression: the likelihood that a right item of each choice comes first.
 *
 * @param penalty Of the squared weights, for all choices together.
 */
export function fitChoices(choices: readonly Choice[], penalty: number): number[] {
  const known = choices.filter(({ isRight }) => isRight.includes(true));
  const size = known[0]?.rows[0]?.length ?? 0;
  return minimize(size, (weights) => {
    const gradient = weights.map((weight) => (penalty * weight) / known.length);
    for (const { rows, isRight } of known) {
      const sums = rows.map((row) => dot(weights, row));
      const likely = softmax(sums);
      const right = softmax(sums.map((sum, at) => (isRight[at] ? sum : -Infinity)));
      rows.forEach((row, at) => {
        const error = (likely[at]! - right[at]!) / known.length;
        row.forEach((value, feature) => (gradient[feature]! += error * value));
      });
    }
    return gradient;
  });
}

/** Fits a logistic regression. @param penalty As above; the first feature is the bias and has none. */
export function fitLogistic(rows: readonly Row[], isRight: readonly boolean[], penalty: number) {
  return minimize(rows[0]?.length ?? 0, (weights) => {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : penalty * weight) / rows.length);
    rows.forEach((row, at) => {
      const error = (1 / (1 + Math.exp(-dot(weights, row))) - Number(isRight[at])) / rows.length;
      row.forEach((value, feature) => (gradient[feature]! += error * value));
    });
    return gradient;
  });
}
