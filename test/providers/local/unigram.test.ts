import { afterEach, describe, expect, test } from '@jest/globals';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { loadTokenizer } from '../../../server/providers/local/load-tokenizer.ts';
import { unigramTokenizer, writeFiles } from './tiny-models.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true }));

async function both() {
  folder = writeFiles({ 'tokenizer.json': unigramTokenizer });
  const own = await loadTokenizer(folder);
  const theirs = new Tokenizer(unigramTokenizer, {});
  return [own, theirs].map((tokenizer) => (text: string) => tokenizer.encode(text).ids);
}

describe('pieces in typed arrays', () => {
  test.each([
    ['the most probable pieces, not the longest', 'banana'],
    ['unknown characters in a row as one', 'ban☃☃ana ☃'],
    ['characters beyond the basic plane', '🍌🍌a🍌𝒳𝒳'],
    ['half of such a character', 'ba\ud83c na\udf4c'],
    ['no text', ''],
    ['special tokens', 'a</s>b<unk>'],
  ])('split %s', async (_, text) => {
    const [own, theirs] = await both();
    expect(own!(text)).toEqual(theirs!(text));
  });

  test('split any text as the library does', async () => {
    const [own, theirs] = await both();
    const character = fc.constantFrom(...'ban▁ ☃é🍌𝒳s');
    const texts = fc.oneof(fc.string({ unit: character, maxLength: 60 }), fc.string());
    fc.assert(fc.property(texts, (text) => expect(own!(text)).toEqual(theirs!(text))));
  });
});
