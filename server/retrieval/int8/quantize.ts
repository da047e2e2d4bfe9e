/** Maximal length of a vector for which errors are bounded: 1 but for rounding. */
const maxLength = 1.001;
/** Relative rounding errors of sums that are taken in float32, or in another order. */
const rounding = 1e-6;
/** The kernel takes so many dimensions a step. */
const kernelStep = 32;

export const paddedLength = (dimensions: number) => Math.ceil(dimensions / kernelStep) * kernelStep;

/** A vector as int8: `scale` times `values`, plus a rest of length `error` at most. */
export interface Quantized {
  values: Int8Array;
  /** Float32, as `error`. */
  scale: number;
  /** Infinity for a vector that is longer than 1 or not finite: its score is unknown. */
  error: number;
}

/** Returns the nearest int8 vector. */
export function quantize(vector: Float32Array): Quantized {
  let max = 0;
  let squares = 0;
  for (const value of vector) {
    squares += value * value;
    if (value > max) max = value;
    else if (-value > max) max = -value;
  }
  const values = new Int8Array(vector.length);
  if (!(squares <= maxLength * maxLength)) return { values, scale: 0, error: Infinity };
  const scale = Math.fround(max / 127);
  let rest = 0;
  for (let i = 0; scale > 0 && i < vector.length; i++) {
    const value = Math.round(vector[i]! / scale);
    values[i] = value;
    rest += (vector[i]! - value * scale) ** 2;
  }
  // Rounding to float32 must not make the error too small.
  const error = scale > 0 ? Math.sqrt(rest) * (1 + 2 ** -22) : Math.sqrt(squares);
  return { values, scale, error };
}

/** A query as int16: `step` times `values`. */
export interface QuantizedQuery {
  /** Padded as rows are. */
  values: Int16Array;
  step: number;
  /** The error of a score is at most `norm` times the error of the row, plus `slack`. */
  norm: number;
  slack: number;
}

/** Returns the query in 16 bits; null if it is zero or not finite. */
export function quantizeQuery(query: Float32Array): QuantizedQuery | null {
  let max = 0;
  let squares = 0;
  for (const value of query) {
    squares += value * value;
    max = Math.max(max, Math.abs(value));
  }
  if (!(squares > 0 && squares < Infinity)) return null;
  const values = new Int16Array(paddedLength(query.length));
  // As fine as the sum of all products, each at most 127 times the largest value, fits into 32 bits.
  const maxValue = Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * values.length)));
  const step = max / maxValue;
  let missed = 0;
  for (let i = 0; i < query.length; i++) {
    values[i] = Math.round(query[i]! / step);
    missed += (query[i]! - values[i]! * step) ** 2;
  }
  // Row = known + unknown and query = quantized + missed. The error of the score is
  // row * query - known * quantized = unknown * query + known * missed, and |known| <= |row| + |unknown|.
  const length = Math.sqrt(squares);
  const rest = Math.sqrt(missed);
  return { values, step, norm: length + rest, slack: maxLength * rest + rounding * length };
}
