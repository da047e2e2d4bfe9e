/** A model that has been loaded into memory. */
export interface LoadedModel {
  /** Returns one vector of length 1 for each text, in order; the zero vector for a text without known words. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** Maximal number of a text's tokens; the rest of a longer text does not count. */
export const maxTokens = 512;

/** Brings a vector to length 1, unless it is zero. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length;
  return vector;
}
