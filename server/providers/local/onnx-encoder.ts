import { readJson, weightsFile } from './model-folders.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile } from '../../runtime/program-files.ts';
import { loadTokenizer } from './tokenizer.ts';

/** A model that has been loaded into memory. */
export interface LoadedModel {
  /** Returns one vector of length 1 for each text, in order; the zero vector for a text without known words. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** Maximal number of a text's tokens; the rest of a longer text does not count. */
export const maxTokens = 512;

/** Brings a vector to length 1, unless it is zero. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length;
  return vector;
}

/** Makes one vector of those of a text's tokens, which lie one after another. */
type Pool = (tokens: Float32Array, dimensions: number) => Float32Array;

function mean(tokens: Float32Array, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let i = 0; i < tokens.length; i++) sum[i % dimensions]! += tokens[i]!;
  return sum;
}

const pools: Readonly<Record<string, Pool>> = {
  mean,
  cls: (tokens, dimensions) => tokens.slice(0, dimensions),
  lasttoken: (tokens, dimensions) => tokens.slice(-dimensions),
};

/**
 * Returns how Sentence Transformers pools the tokens of a model; the mean if it does not say. A sum has the
 * direction of the mean. https://sbert.net/docs/package_reference/sentence_transformer/models.html
 *
 * @throws Error for a way, or a further layer, that is not supported
 */
async function poolingOf(folder: string): Promise<Pool> {
  const modules = Object.values(await readJson(folder, 'modules.json')) as { type?: unknown }[];
  const layers = modules.map(({ type }) => String(type).split('.').at(-1));
  const unknown = layers.find((name) => !/^(Transformer|Pooling|Normalize)$/.test(name ?? ''));
  if (unknown !== undefined) throw new Error(`The layer ${unknown} is not supported.`);
  const config = await readJson(folder, '1_Pooling/config.json');
  const named = config['pooling_mode'];
  const modes = Object.keys(config)
    .filter((name) => name.startsWith('pooling_mode_') && config[name] === true)
    .map((name) => name.replace(/^pooling_mode_/, '').replace(/(cls|mean)_tokens?$/, '$1'));
  const [mode = 'mean', ...others] = typeof named === 'string' ? [named] : modes;
  const pool = others.length === 0 ? pools[mode] : undefined;
  if (!pool) throw new Error(`The pooling ${[mode, ...others].join(' and ')} is not supported.`);
  return pool;
}

/** Names of the output, the best first: a sentence's vector, or one for each token. */
const outputs = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

/** Short texts go together: eight take 40 % less time than one by one, and long ones gain nothing. */
const shortText = 32;
const maxTogether = 8;

/** Returns the number of tokens that the model takes. Some tokenizers give a huge number for "no limit". */
function tokenLimit(...given: unknown[]): number {
  const limits = given.filter((one): one is number => typeof one === 'number' && one > 2);
  return Math.min(maxTokens, ...limits);
}

/** Shortens a list of tokens; the last one ends every text. */
const shorten = (ids: readonly number[], limit: number) =>
  ids.length <= limit ? ids : [...ids.slice(0, limit - 1), ids.at(-1)!];

/** Divides texts, as tokens, into those that are computed at once. */
function batchesOf(texts: readonly (readonly number[])[]): (readonly number[])[][] {
  const batches: (readonly number[])[][] = [];
  for (const ids of texts) {
    const last = batches.at(-1);
    const joins = last && last.length < maxTogether && last[0]!.length <= shortText;
    if (joins && ids.length <= shortText) last.push(ids);
    else batches.push([ids]);
  }
  return batches;
}

async function startRuntime() {
  const { env, InferenceSession, Tensor } = await import('onnxruntime-web/wasm');
  // One thread: the other processors are left to visitors.
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = await readFile(packageFile('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
  return { InferenceSession, Tensor };
}

/** Loads the sentence encoder of a folder, in the ONNX format. @throws Error that says why not */
export async function loadModel(folder: string): Promise<LoadedModel> {
  const file = weightsFile(folder);
  if (file === null) throw new Error('The folder holds no model.');
  const tokenizer = await loadTokenizer(folder);
  const { InferenceSession, Tensor } = await startRuntime();
  const pool: Pool = await poolingOf(folder);
  const config = await readJson(folder, 'config.json');
  const { model_max_length } = await readJson(folder, 'tokenizer_config.json');
  const limit = tokenLimit(model_max_length, config['max_position_embeddings']);
  const session = await InferenceSession.create(await readFile(join(folder, file)));
  const output =
    outputs.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0];
  if (output === undefined) throw new Error('The model has no output.');

  async function embedTogether(texts: readonly (readonly number[])[]): Promise<Float32Array[]> {
    const columns = Math.max(...texts.map(({ length }) => length));
    const size = texts.length * columns;
    const filled = (write: (to: BigInt64Array, ids: readonly number[], at: number) => void) => {
      const values = new BigInt64Array(size);
      for (const [row, ids] of texts.entries()) write(values, ids, row * columns);
      return new Tensor('int64', values, [texts.length, columns]);
    };
    const inputs = {
      input_ids: filled((to, ids, at) => to.set(ids.map(BigInt), at)),
      attention_mask: filled((to, ids, at) => to.fill(1n, at, at + ids.length)),
      token_type_ids: filled(() => undefined),
    };
    const wanted = Object.entries(inputs).filter(([name]) => session.inputNames.includes(name));
    const { [output!]: result } = await session.run(Object.fromEntries(wanted));
    if (!result || !(result.data instanceof Float32Array)) {
      throw new Error('The model returns other numbers than float32.');
    }
    const values = result.data;
    const dimensions = result.dims.at(-1) ?? 0;
    const isPooled = result.dims.length === 2;
    const vectors = texts.map((ids, row) => {
      const start = row * dimensions * (isPooled ? 1 : columns);
      if (isPooled) return values.slice(start, start + dimensions);
      // The rest of the row fills a shorter text up.
      return pool(values.subarray(start, start + ids.length * dimensions), dimensions);
    });
    result.dispose();
    return vectors.map(toUnitLength);
  }

  return {
    async embed(texts) {
      const ids = texts.map((text) => shorten(tokenizer.encode(text).ids, limit));
      const vectors: Float32Array[] = [];
      for (const batch of batchesOf(ids)) vectors.push(...(await embedTogether(batch)));
      return vectors;
    },
  };
}
