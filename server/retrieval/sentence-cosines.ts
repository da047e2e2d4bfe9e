import { sentenceScale } from '../storage/vectors/sentence-vectors.ts';

/** Returns the cosines of a question with each sentence vector of each chunk. */
export function cosines(
  question: Float32Array,
  stored: ReadonlyMap<number, Int8Array>,
): Map<number, Float32Array> {
  const { length } = question;
  const found = new Map<number, Float32Array>();
  for (const [chunkId, rows] of stored) {
    const values = new Float32Array(Math.floor(rows.length / length));
    for (let row = 0; row < values.length; row++) {
      let sum = 0;
      const start = row * length;
      for (let at = 0; at < length; at++) sum += question[at]! * rows[start + at]!;
      values[row] = sum / sentenceScale;
    }
    found.set(chunkId, values);
  }
  return found;
}

/** Returns the largest cosine of each chunk that has one. */
export function bestOf(all: ReadonlyMap<number, Float32Array>): Map<number, number> {
  return new Map([...all].flatMap(([id, each]) => (each.length ? [[id, Math.max(...each)]] : [])));
}
