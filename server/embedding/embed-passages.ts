import type { Embedder } from '../providers/embedder.ts';
import { joinSentenceVectors } from '../storage/vectors/sentence-vectors.ts';
import { isQuestion, sentences } from '../text/sentences.ts';
import { embeddedText, type EmbedAll } from './embed-all.ts';

export interface PassageText {
  title: string;
  headingPath: string;
  content: string;
}

export interface PassageVectors {
  /** Null: the model does not read the text's language. */
  vector: Float32Array | null;
  /** Null: the space has no vectors of sentences, or the passage has none. */
  sentences: Int8Array | null;
}

/**
 * Returns the sentences of a passage that have vectors, in the order of these. A heading that asks is the first:
 * in a list of questions it is nearer to a visitor's question than its answer.
 */
export function sentencesOf({ headingPath, content }: Omit<PassageText, 'title'>): string[] {
  const heading = headingPath.split(' › ').at(-1)!;
  return [...(isQuestion(heading) ? [heading] : []), ...sentences(content).map(({ text }) => text)]
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

export const hasDirection = (vector: Float32Array) => vector.some((value) => value !== 0);

/**
 * Embeds passages, and their sentences if the embedder's space has them.
 *
 * @param check Throws if a vector does not belong to the space.
 * @throws AppError of the embedder; the signal's reason
 */
export async function embedPassages(
  embedAll: EmbedAll,
  embedder: Embedder,
  passages: readonly PassageText[],
  { check, signal }: { check: (vectors: Float32Array[]) => Promise<void>; signal: AbortSignal },
): Promise<PassageVectors[]> {
  const texts = passages.map((passage) => embeddedText(passage.title, passage));
  const vectors = await embedAll(embedder, texts, signal);
  await check(vectors);
  const parts = passages.map((passage, index) =>
    embedder.sentences && vectors[index] && hasDirection(vectors[index])
      ? sentencesOf(passage)
      : [],
  );
  const ofSentences = await embedAll(embedder, parts.flat(), signal);
  await check(ofSentences);
  let at = 0;
  return passages.map((_passage, index) => {
    const vector = vectors[index];
    const own = ofSentences.slice(at, (at += parts[index]!.length));
    return {
      vector: vector && hasDirection(vector) ? vector : null,
      sentences: own.length > 0 ? joinSentenceVectors(own) : null,
    };
  });
}
