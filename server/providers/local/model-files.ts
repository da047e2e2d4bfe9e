import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of an ONNX encoder, the smallest first. */
export const weightsFiles = ['onnx/model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'] as const;
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

/** Returns the file with a folder's weights; null: there is no model that can be loaded. */
export function weightsFile(folder: string): string | null {
  if (!existsSync(join(folder, tokenizerFile))) return null;
  return weightsFiles.find((name) => existsSync(join(folder, name))) ?? null;
}
