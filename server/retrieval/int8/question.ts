import { longest } from './code.ts';
import { paddedLength } from './rows.ts';

export interface Question {
  /** 16-bit numbers, padded as rows are. */
  steps: Int16Array;
  /** What one of them is worth. */
  step: number;
  /** The error of a score is at most `norm` times the error of the row, and `slack`. */
  norm: number;
  slack: number;
}

/** What sums lose that are taken in 32-bit floats, or in another order. */
const rounding = 1e-6;

/** Null: there is no direction in which anything could be near. */
export function prepareQuestion(query: Float32Array): Question | null {
  let largest = 0;
  let squares = 0;
  for (const value of query) {
    squares += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  if (!(squares > 0 && squares < Infinity)) return null;
  const steps = new Int16Array(paddedLength(query.length));
  // As fine as the sum of all products, at worst 127 times the largest each, fits into 32 bits.
  const finest = Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * steps.length)));
  const step = largest / finest;
  let missed = 0;
  for (let i = 0; i < query.length; i++) {
    steps[i] = Math.round(query[i]! / step);
    missed += (query[i]! - steps[i]! * step) ** 2;
  }
  // With row = known + unknown and query = steps + missed: row · query - known · steps
  // = unknown · query + known · missed, and known is at most row and unknown together.
  const length = Math.sqrt(squares);
  const rest = Math.sqrt(missed);
  return { steps, step, norm: length + rest, slack: longest * rest + rounding * length };
}
