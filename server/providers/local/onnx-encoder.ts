import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';
import { packageFile } from '../../runtime/program-files.ts';
import { readJson, type JsonObject } from './model-files.ts';
import { maxTokens, toUnitLength, type LoadedModel } from './model-format.ts';
import { poolingOf, type Pool } from './pooling.ts';

/** Names of the output, the best first: a sentence's vector, or one for each token. */
const outputs = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

/** Returns the number of tokens that the model takes. Some tokenizers give a huge number for "no limit". */
function tokenLimit(...given: unknown[]): number {
  const limits = given.filter((one): one is number => typeof one === 'number' && one > 2);
  return Math.min(maxTokens, ...limits);
}

/** Shortens a list of tokens; the last one ends every text. */
const shorten = (ids: readonly number[], limit: number) =>
  ids.length <= limit ? ids : [...ids.slice(0, limit - 1), ids.at(-1)!];

/** Loads a sentence encoder in the ONNX format. */
export async function loadOnnxEncoder(
  folder: string,
  file: string,
  config: JsonObject,
  tokenizer: Tokenizer,
): Promise<LoadedModel> {
  const { env, InferenceSession, Tensor } = await import('onnxruntime-web/wasm');
  // One thread: the other processors are left to visitors.
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = await readFile(packageFile('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
  const pool: Pool = await poolingOf(folder);
  const { model_max_length } = await readJson(folder, 'tokenizer_config.json');
  const limit = tokenLimit(model_max_length, config['max_position_embeddings']);
  const session = await InferenceSession.create(await readFile(join(folder, file)));
  const output =
    outputs.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0];
  if (output === undefined) throw new Error('The model has no output.');

  async function embedOne(text: string): Promise<Float32Array> {
    const ids = shorten(tokenizer.encode(text).ids, limit);
    const shape = [1, ids.length];
    const filled = (value: bigint) =>
      new Tensor('int64', new BigInt64Array(ids.length).fill(value), shape);
    const inputs = {
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: filled(1n),
      token_type_ids: filled(0n),
    };
    const wanted = Object.entries(inputs).filter(([name]) => session.inputNames.includes(name));
    const { [output!]: result } = await session.run(Object.fromEntries(wanted));
    if (!result || !(result.data instanceof Float32Array)) {
      throw new Error('The model returns other numbers than float32.');
    }
    const values = result.data;
    const vector =
      result.dims.length === 2 ? values.slice() : pool(values, result.dims.at(-1) ?? 0);
    result.dispose();
    return toUnitLength(vector);
  }

  return {
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(await embedOne(text));
      return vectors;
    },
  };
}
