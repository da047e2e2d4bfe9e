/** Makes vectors of length 1, the same ones each time. */
export interface VectorSource {
  /** Writes the next one. */
  next(into: Float32Array): void;
  /** A question about something that is there: near one of the vectors made so far. */
  question(vector: Float32Array): Float32Array;
}

const normals = 65_536;

/** As if drawn from a normal distribution: from a table, which is much faster than making each. */
function gaussian(seed: number): () => number {
  const table = Float32Array.from({ length: normals }, (_, at) => {
    // Hastings' approximation of the inverse of the normal distribution.
    const share = (at + 0.5) / normals;
    const t = Math.sqrt(-2 * Math.log(Math.min(share, 1 - share)));
    const value =
      t -
      (2.515517 + t * (0.802853 + t * 0.010328)) /
        (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    return share < 0.5 ? -value : value;
  });
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return table[(state >>> 8) & (normals - 1)]!;
  };
}

export function normalise(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) vector[i]! /= length;
}

/** Every direction alike: the worst case of every bound, for nothing is much nearer than the rest. */
export function randomVectors(dimensions: number, seed: number): VectorSource {
  const normal = gaussian(seed);
  const next = (into: Float32Array) => {
    for (let i = 0; i < dimensions; i++) into[i] = normal();
    normalise(into);
  };
  return {
    next,
    question() {
      const vector = new Float32Array(dimensions);
      next(vector);
      return vector;
    },
  };
}

/** Spreads each number over a block of 2^n: every dimension is a mix of many, as in embeddings. */
function mix(vector: Float32Array, block: number): void {
  for (let start = 0; start < vector.length; start += block) {
    for (let half = 1; half < block; half *= 2) {
      for (let i = start; i < start + block; i += 2 * half) {
        for (let j = i; j < i + half; j++) {
          const [a, b] = [vector[j]!, vector[j + half]!];
          vector[j] = a + b;
          vector[j + half] = a - b;
        }
      }
    }
  }
}

const topics = 300;
const chunksOfDocument = 8;
const latent = 256;

/**
 * As embeddings of a site's texts lie: 300 topics, of each many documents, of each eight chunks; most of the
 * variance in few of 256 directions (its power falls with the rank), a mean that all share, and noise.
 */
export function embeddingLikeVectors(dimensions: number, seed: number): VectorSource {
  const normal = gaussian(seed);
  const block = dimensions % 512 === 0 ? 512 : 256;
  const spectrum = Float64Array.from({ length: latent }, (_, rank) => (rank + 1) ** -0.5);
  const power = Math.hypot(...spectrum);
  const draw = () => Float64Array.from(spectrum, (share) => (share * normal()) / power);
  const mean = draw();
  const centres = Array.from({ length: topics }, draw);
  let document = draw();
  let topic = centres[0]!;
  let made = 0;
  const vector = new Float32Array(dimensions);
  const place = (rank: number) => (rank * 37) % dimensions;

  function noisy(from: Float32Array, share: number): void {
    const scale = share / Math.sqrt(dimensions);
    for (let i = 0; i < dimensions; i++) from[i]! += scale * normal();
    normalise(from);
  }

  return {
    next(into) {
      if (made++ % chunksOfDocument === 0) {
        document = draw();
        topic = centres[Math.floor(Math.abs(normal()) * 1e6) % topics]!;
      }
      vector.fill(0);
      for (let rank = 0; rank < latent; rank++) {
        vector[place(rank)] =
          0.4 * mean[rank]! +
          0.7 * topic[rank]! +
          0.85 * document[rank]! +
          (0.3 * spectrum[rank]! * normal()) / power;
      }
      mix(vector, block);
      normalise(vector);
      noisy(vector, 0.2);
      into.set(vector);
    },
    question(near) {
      const question = near.slice();
      noisy(question, 0.6);
      return question;
    },
  };
}
