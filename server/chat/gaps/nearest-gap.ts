import { likeness, type Wording } from '../../question/likeness.ts';
import { dot, sameSpace, type EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';

/** A question that is compared, by its words and its vector. */
export interface Compared {
  wording: Wording;
  space: EmbeddingSpace | null;
  vector: Float32Array | null;
}

/** Measured with paraphrases; see docs/decisions/0043-gaps.md. */
const minimum = {
  /** By words alone: what both say, and how much of one is in the other. */
  shared: 0.6,
  contained: 0.7,
  /** By words if the vector is near, too. */
  sharedBeside: 0.28,
  /** How far the cosine is on the way from that of any two questions to 1. */
  meaning: 0.6,
};
/** Vectors from which the cosine of any two questions is known: it differs from model to model. */
const minVectors = 20;

/** Returns how near vectors are, 0 for any two questions to 1 for the same; 0 if there are too few to tell. */
function nearness(question: Compared, others: readonly Compared[]): number[] {
  const { vector, space } = question;
  const cosines = others.map((other) =>
    vector && space && other.vector && other.space && sameSpace(space, other.space)
      ? dot(vector, other.vector)
      : null,
  );
  const known = cosines.filter((cosine) => cosine !== null);
  if (known.length < minVectors) return others.map(() => 0);
  const mean = known.reduce((sum, cosine) => sum + cosine, 0) / known.length;
  return cosines.map((cosine) => (cosine === null || mean >= 1 ? 0 : (cosine - mean) / (1 - mean)));
}

/** Returns the gap whose question means the same; null if none does. */
export function nearestGap(
  question: Compared,
  gaps: readonly (readonly [id: number, gap: Compared])[],
): number | null {
  const near = nearness(
    question,
    gaps.map(([, gap]) => gap),
  );
  let best: number | null = null;
  let most = 0;
  gaps.forEach(([id, gap], index) => {
    const words = likeness(question.wording, gap.wording);
    const meaning = near[index]!;
    const isSame =
      (words.shared >= minimum.shared && words.contained >= minimum.contained) ||
      (words.shared >= minimum.sharedBeside && meaning >= minimum.meaning);
    if (!isSame || words.shared + meaning <= most) return;
    most = words.shared + meaning;
    best = id;
  });
  return best;
}
