const { round } = Math;

/** Beside the signed bytes: scale and error, float32 little-endian. */
const tail = 8;

/** Bytes of the code of a vector: one signed byte for each dimension, scale, error. */
export const codeLength = (dimensions: number) => dimensions + tail;

/** What bounds are computed with: embedders' vectors have length 1 but for rounding. */
export const longest = 1.001;

/**
 * The vector is `scale` times the bytes but for a rest of length `error`. A vector that is longer than 1
 * or not finite has an infinite error: whoever searches has to look at it itself.
 */
export function encodeVector(vector: Float32Array): Uint8Array {
  let largest = 0;
  let squares = 0;
  for (const value of vector) {
    squares += value * value;
    if (value > largest) largest = value;
    else if (-value > largest) largest = -value;
  }
  const code = new Uint8Array(codeLength(vector.length));
  const view = new DataView(code.buffer);
  if (!(squares <= longest * longest)) {
    view.setFloat32(vector.length + 4, Infinity, true);
    return code;
  }
  const scale = Math.fround(largest / 127);
  let missed = 0;
  for (let i = 0; scale > 0 && i < vector.length; i++) {
    const step = round(vector[i]! / scale);
    code[i] = step;
    missed += (vector[i]! - step * scale) ** 2;
  }
  // What scale and error lose as float32 is made up for: the error may only be too large.
  const error = scale > 0 ? Math.sqrt(missed) * (1 + 2 ** -22) : Math.sqrt(squares);
  view.setFloat32(vector.length, scale, true);
  view.setFloat32(vector.length + 4, error, true);
  return code;
}
