import { Tokenizer } from '@huggingface/tokenizers';
import { readJson, tokenizerFile } from './model-files.ts';
import { Unigram, type UnigramModel } from './unigram.ts';

interface TokenizerJson {
  model?: { type?: string } & UnigramModel;
}

/**
 * Loads the tokenizer of a model's folder. The library keeps the pieces of a Unigram model, of which multilingual
 * models have up to 250,000, in objects that take more memory than the model: it gets a small one in their place.
 *
 * @throws Error for a file that is not a tokenizer's
 */
export async function loadTokenizer(folder: string): Promise<Tokenizer> {
  const json = await readJson(folder, tokenizerFile);
  const config = await readJson(folder, 'tokenizer_config.json');
  const { model } = json as TokenizerJson;
  if (model?.type !== 'Unigram') return new Tokenizer(json, config);
  const vocab = model.vocab.slice(0, model.unk_id + 1);
  const tokenizer = new Tokenizer({ ...json, model: { ...model, vocab } }, config);
  const unigram = new Unigram(model);
  const split = (parts: readonly string[]) => parts.flatMap((part) => unigram.split(part));
  tokenizer.model = Object.assign(split, {
    unk_token_id: unigram.unknown,
    tokens_to_ids: { get: (piece: string) => unigram.idOf(piece) },
  }) as unknown as typeof tokenizer.model;
  return tokenizer;
}
