import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';
import { staticFile } from './model-files.ts';
import { maxTokens, toUnitLength, type LoadedModel } from './model-format.ts';
import { readTensor } from './safetensors.ts';

/**
 * Loads static embeddings as Model2Vec writes them: a vector for each token, of which the mean is taken. The
 * file may hold a weight for each token, and for each token the row of its vector.
 * https://github.com/MinishLab/model2vec/blob/main/model2vec/model.py
 */
export async function loadStaticEmbeddings(
  folder: string,
  tokenizer: Tokenizer,
): Promise<LoadedModel> {
  const file = await readFile(join(folder, staticFile));
  const table = readTensor(file, 'embeddings');
  if (!table || table.columns < 2) throw new Error('These are no static embeddings.');
  const weights = readTensor(file, 'weights');
  const mapping = readTensor(file, 'mapping');
  const unknown = tokenizer.model?.unk_token_id;

  function embedOne(text: string): Float32Array {
    const vector = new Float32Array(table!.columns);
    const { ids } = tokenizer.encode(text, { add_special_tokens: false });
    for (const id of ids.filter((one) => one !== unknown).slice(0, maxTokens)) {
      const row = mapping ? (id < mapping.rows ? mapping.at(id, 0) : -1) : id;
      if (row < 0 || row >= table!.rows) continue;
      table!.addRow(row, vector, weights && id < weights.rows ? weights.at(id, 0) : 1);
    }
    return toUnitLength(vector);
  }

  return { embed: (texts) => Promise.resolve(texts.map(embedOne)) };
}
