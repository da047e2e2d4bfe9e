import { parentPort } from 'node:worker_threads';
import { loadModel } from './load-model.ts';
import type { LoadedModel } from './model-format.ts';

/** Texts to embed with one model; `folder` null: the model that comes with the program. */
export interface Order {
  folder: string | null;
  texts: readonly string[];
}

/** `values`: the vectors one after another. */
export type Reply = { values: Float32Array; dimensions: number } | { error: string };

const loaded = new Map<string | null, Promise<LoadedModel>>();

function modelOf(folder: string | null): Promise<LoadedModel> {
  const model = loaded.get(folder) ?? loadModel(folder);
  loaded.set(folder, model);
  model.catch(() => loaded.delete(folder));
  return model;
}

async function answer({ folder, texts }: Order): Promise<Reply> {
  const vectors = await (await modelOf(folder)).embed(texts);
  const dimensions = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * dimensions);
  for (const [index, vector] of vectors.entries()) values.set(vector, index * dimensions);
  return { values, dimensions };
}

parentPort?.on('message', (order: Order) => {
  void answer(order)
    .catch((error: unknown): Reply => ({ error: String(error).slice(0, 300) }))
    .then((reply) =>
      parentPort?.postMessage(reply, 'values' in reply ? [reply.values.buffer as ArrayBuffer] : []),
    );
});
