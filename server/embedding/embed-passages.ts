import type { Embedder } from '../providers/embedder.ts';
import { embeddedText, type EmbedAll } from './embed-all.ts';

export interface PassageText {
  title: string;
  headingPath: string;
  content: string;
}

export const hasDirection = (vector: Float32Array) => vector.some((value) => value !== 0);

/**
 * Embeds passages. Null: the model does not read the text's language.
 *
 * @param check Throws if a vector does not belong to the space.
 * @throws AppError of the embedder; the signal's reason
 */
export async function embedPassages(
  embedAll: EmbedAll,
  embedder: Embedder,
  passages: readonly PassageText[],
  { check, signal }: { check: (vectors: Float32Array[]) => Promise<void>; signal: AbortSignal },
): Promise<(Float32Array | null)[]> {
  const texts = passages.map((passage) => embeddedText(passage.title, passage));
  const vectors = await embedAll(embedder, texts, signal);
  await check(vectors);
  return vectors.map((vector) => (hasDirection(vector) ? vector : null));
}
