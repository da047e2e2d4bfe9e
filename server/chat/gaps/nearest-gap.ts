import { likeness, type Wording, wordingOf } from '../../question/likeness.ts';
import { dot, sameSpace, type EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../../contract/settings.ts';
import { createYielder } from '../../runtime/yielding.ts';
import type { ComparedQuestion, Gaps } from '../../storage/gaps.ts';

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

/** Gaps of a language that a question is compared with: those that were asked most recently. */
const maxCompared = 500;
/** Gaps read in one statement. */
const page = 200;

export const compared = (
  { text, space, vector }: ComparedQuestion,
  language: string,
  { chat }: Settings,
): Compared => ({
  wording: wordingOf(text, { language, synonyms: chat.synonyms }),
  space,
  vector,
});

/**
 * Reads the gaps that a question may belong to. Those of one language, or the latest of several, stay in memory;
 * their words, some twenty times as large, are made again in a tenth of a millisecond each.
 */
export function createCandidates(gaps: Pick<Gaps, 'latest' | 'compared'>) {
  const known = new LRUCache<string, ComparedQuestion>({ max: maxCompared });
  let synonyms = '';

  async function read(missing: readonly { id: number; key: string }[]) {
    const found = new Map<number, ComparedQuestion>();
    for (let start = 0; start < missing.length; start += page) {
      const some = missing.slice(start, start + page);
      const questions = await gaps.compared(some.map(({ id }) => id));
      for (const { id, key } of some) {
        const question = questions.get(id);
        if (!question) continue;
        found.set(id, question);
        known.set(key, question);
      }
    }
    return found;
  }

  return async function candidates(
    language: string,
    current: Settings,
  ): Promise<[number, Compared][]> {
    const asGiven = JSON.stringify(current.chat.synonyms);
    if (asGiven !== synonyms) known.clear();
    synonyms = asGiven;
    const latest = await gaps.latest(language, maxCompared);
    const all = latest.map(({ id, questionId }) => {
      const key = `${id} ${questionId}`;
      return { id, key, kept: known.get(key) };
    });
    const added = await read(all.filter(({ kept }) => !kept));
    const yieldIfDue = createYielder();
    const found: [number, Compared][] = [];
    for (const { id, kept = added.get(id) } of all) {
      if (kept) found.push([id, compared(kept, language, current)]);
      await yieldIfDue();
    }
    return found;
  };
}
