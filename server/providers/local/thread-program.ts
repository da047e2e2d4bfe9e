import { parentPort } from 'node:worker_threads';
import { type LoadedModel, loadModel } from './onnx-encoder.ts';

/** Texts to embed with the model of a folder. */
export interface Order {
  folder: string;
  texts: readonly string[];
}

/** `values`: the vectors one after another. */
export type Reply = { values: Float32Array; dimensions: number } | { error: string };

const loaded = new Map<string, Promise<LoadedModel>>();

function modelOf(folder: string): Promise<LoadedModel> {
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
