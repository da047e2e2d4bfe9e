import { loadTokenizer } from './load-tokenizer.ts';
import { readJson, staticFile, weightsFile } from './model-files.ts';
import type { LoadedModel } from './model-format.ts';
import { loadOnnxEncoder } from './onnx-encoder.ts';
import { loadStaticEmbeddings } from './static-embeddings.ts';

/** Loads the model of a folder. @throws Error that says why not */
export async function loadModel(folder: string): Promise<LoadedModel> {
  const config = await readJson(folder, 'config.json');
  const file = weightsFile(folder, config);
  if (file === null) throw new Error('The folder holds no model.');
  const tokenizer = await loadTokenizer(folder);
  return file === staticFile
    ? loadStaticEmbeddings(folder, tokenizer)
    : loadOnnxEncoder(folder, file, config, tokenizer);
}
