import { setImmediate as nextTurn } from 'node:timers/promises';
import { dimensions, sketch, type SketchWeights } from '../../search/sketch.ts';
import type { Embedder, EmbedOptions } from '../embedder.ts';

const weights: Record<EmbedOptions['purpose'], SketchWeights> = {
  query: { sharpness: 1.5, capital: 1.4 },
  document: { sharpness: 0.9, capital: 1.3 },
};
const textsPerTurn = 16;

/**
 * Embeds by the words and character n-grams of a text, in any language, without a model or a network.
 *
 * A cosine of 0.3 (the default of `chat.min_score`) is where a passage becomes relevant enough: the
 * vectors carry two components beside the text that put it there, see `finishQuery`.
 */
export function builtinEmbedder(): Embedder {
  return {
    id: 'builtin:ngram-2',
    maxBatch: 256,
    async embed(texts, { purpose, signal }) {
      const finish = purpose === 'query' ? finishQuery : finishDocument;
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        if (vectors.length % textsPerTurn === 0) {
          if (vectors.length > 0) await nextTurn();
          signal.throwIfAborted();
        }
        vectors.push(finish(sketch(text, weights[purpose])));
      }
      return vectors;
    },
  };
}

/** The cosine that the floor of each question is moved to. */
const relevant = 0.3;
/** Share of `relevant` that documents carry along the first direction; near √0.3 · √0.75, which leaves scores the widest range. */
const documentShift = 0.48;
/**
 * A passage that says as much as a question of squared length e with a cosine below this times √e is
 * most often about something else. 97 % of XQuAD's right paragraphs lie above (en, de, th, zh).
 */
const floorPerRootEnergy = 0.028;
const lowestFloor = 0.03;
const highestFloor = 0.3;
/**
 * Squared length that every document gets on top, as BM25's b < 1 does: else a passage of one sentence
 * that shares one word with the question beats the long one that answers it.
 */
const lengthSlack = 48;

/**
 * Two directions are kept free of text: `+ + + +` and `+ - + -`. Along the first, question and document
 * each carry a share, whose product moves the question's floor to `relevant`; along the second only
 * documents do, which shortens what is left for the text of short ones. Ranking is the plain cosine's
 * but for that length normalisation.
 */
function finishQuery(vector: Float32Array): Float32Array {
  const energy = clearDirections(vector);
  const floor = floorPerRootEnergy * Math.sqrt(energy);
  return compose(vector, energy, shiftFor(clamp(floor, lowestFloor, highestFloor)), 0);
}

function finishDocument(vector: Float32Array): Float32Array {
  const energy = clearDirections(vector);
  const slack = lengthSlack / (lengthSlack + energy);
  return compose(vector, energy, documentShift, Math.sqrt((1 - documentShift ** 2) * slack));
}

/** The share s of a question that solves s · d + √(1 - s²) · √(1 - d²) · floor = relevant, d being a document's. */
function shiftFor(floor: number): number {
  const across = Math.sqrt(1 - documentShift ** 2) * floor;
  const angle = Math.acos(relevant / Math.hypot(documentShift, across));
  return Math.cos(Math.atan2(across, documentShift) + angle);
}

/** Removes both directions from a vector and returns its squared length. */
function clearDirections(vector: Float32Array): number {
  const sums = [0, 0];
  for (let i = 0; i < dimensions; i++) sums[i % 2]! += vector[i]!;
  let energy = 0;
  for (let i = 0; i < dimensions; i++) {
    vector[i]! -= (2 * sums[i % 2]!) / dimensions;
    energy += vector[i]! ** 2;
  }
  return energy;
}

/** A vector of length 1: text in proportion to what the two shares leave. No text at all points away from every text. */
function compose(vector: Float32Array, energy: number, shift: number, slack: number): Float32Array {
  const unit = 1 / Math.sqrt(dimensions);
  if (energy === 0) return vector.fill(-unit);
  const scale = Math.sqrt((1 - shift ** 2 - slack ** 2) / energy);
  for (let i = 0; i < dimensions; i++) {
    vector[i] = vector[i]! * scale + shift * unit + (i % 2 === 0 ? slack : -slack) * unit;
  }
  return vector;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
