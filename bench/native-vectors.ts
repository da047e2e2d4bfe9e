/** Vectors shaped like a site's embeddings: topics hold documents, documents hold chunks. */

export interface ClusteredVectors {
  dimensions: number;
  stored: Float32Array[];
  /** Further chunks of documents that are stored. */
  queries: Float32Array[];
}

const topics = 300;
const chunksPerDocument = 20;
/** The spectrum of embeddings falls like a power, over fewer directions than they have numbers. */
const latent = 256;
/** Shares of a vector's square that it has from all, its topic, its document, itself, and noise. */
const shares = { all: 0.11, topic: 0.3, document: 0.36, chunk: 0.18, noise: 0.05 };

/** `dimensions` is a multiple of 256. The same numbers always give the same vectors. */
export function clusteredVectors(
  dimensions: number,
  count: number,
  queries: number,
): ClusteredVectors {
  const random = generator(20);
  const gauss = () => random() + random() + random() + random() - 2;
  const draw = (share: number) => {
    const vector = new Float32Array(latent);
    for (let axis = 0; axis < latent; axis++) vector[axis] = gauss() / Math.sqrt(axis + 1);
    return scaled(vector, Math.sqrt(share));
  };
  const all = draw(shares.all);
  const centres = Array.from({ length: topics }, () => draw(shares.topic));
  const documents = Array.from({ length: Math.ceil(count / chunksPerDocument) }, (_, index) => {
    const own = draw(shares.document);
    return own.map((value, axis) => value + centres[index % topics]![axis]! + all[axis]!);
  });
  const signs = Float32Array.from({ length: dimensions }, () => (random() < 0.5 ? -1 : 1));
  const noise = Math.sqrt((shares.noise * 3) / dimensions);
  const chunk = (document: Float32Array) => {
    const own = draw(shares.chunk);
    const vector = spread(
      own.map((value, axis) => value + document[axis]!),
      signs,
    );
    return scaled(
      vector.map((value) => value + noise * gauss()),
      1,
    );
  };
  return {
    dimensions,
    stored: Array.from({ length: count }, (_, index) =>
      chunk(documents[Math.floor(index / chunksPerDocument)]!),
    ),
    queries: Array.from({ length: queries }, () =>
      chunk(documents[Math.floor(random() * documents.length)]!),
    ),
  };
}

function scaled(vector: Float32Array, length: number): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const factor = length / Math.sqrt(sum);
  return vector.map((value) => value * factor);
}

/** An isometry: every direction ends up in all numbers, as those of a model do (Walsh–Hadamard). */
function spread(source: Float32Array, signs: Float32Array): Float32Array {
  const blocks = signs.length / latent;
  const result = new Float32Array(signs.length);
  for (let start = 0; start < signs.length; start += latent) {
    const block = result.subarray(start, start + latent);
    for (let axis = 0; axis < latent; axis++) block[axis] = source[axis]! * signs[start + axis]!;
    for (let half = 1; half < latent; half *= 2) {
      for (let at = 0; at < latent; at++) {
        if (at & half) continue;
        const [low, high] = [block[at]!, block[at + half]!];
        block[at] = low + high;
        block[at + half] = low - high;
      }
    }
    for (let axis = 0; axis < latent; axis++) block[axis]! /= Math.sqrt(latent * blocks);
  }
  return result;
}

/** https://prng.di.unimi.it/splitmix64.c, in 32 bits. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  };
}
