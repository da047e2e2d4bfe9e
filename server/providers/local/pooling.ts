import { readJson } from './model-files.ts';

/** Makes one vector of those of a text's tokens, which lie one after another. */
export type Pool = (tokens: Float32Array, dimensions: number) => Float32Array;

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
export async function poolingOf(folder: string): Promise<Pool> {
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
