/** A model that has been loaded into memory. */
export interface LoadedModel {
  /** Returns one vector for each text, in order. A text without words may have the zero vector. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}
