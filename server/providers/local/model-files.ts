import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of an ONNX encoder, the smallest first. */
export const onnxFiles = ['onnx/model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'] as const;
export const staticFile = 'model.safetensors';
export const tokenizerFile = 'tokenizer.json';
/** Small files that describe a model; each may be missing. */
export const describingFiles = [
  'config.json',
  'tokenizer_config.json',
  'modules.json',
  '1_Pooling/config.json',
] as const;

export type JsonObject = Record<string, unknown>;

/** Reads a JSON object of a model's folder; an empty one if the file is missing. @throws SyntaxError */
export async function readJson(folder: string, name: string): Promise<JsonObject> {
  const path = join(folder, name);
  if (!existsSync(path)) return {};
  const value: unknown = JSON.parse(await readFile(path, 'utf8'));
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

/** Model2Vec also writes its models as ONNX, in a form of its own. https://github.com/MinishLab/model2vec */
export const isStatic = ({ model_type }: JsonObject) => model_type === 'model2vec';

/** Returns the file with a folder's weights; null: there is no model that can be loaded. */
export function weightsFile(folder: string, config: JsonObject): string | null {
  if (!existsSync(join(folder, tokenizerFile))) return null;
  const names = isStatic(config) ? [staticFile] : [...onnxFiles, staticFile];
  return names.find((name) => existsSync(join(folder, name))) ?? null;
}
