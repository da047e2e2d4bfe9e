import { afterEach, describe, expect, test } from '@jest/globals';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadTokenizer } from '../../../server/providers/local/tokenizer.ts';
import { sharedModel } from './shared-model.ts';
import { unigramTokenizer, writeFiles } from './tiny-models.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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

const { folder: model, missing } = sharedModel('multilingual-e5-small');
(model === null ? test.skip : test)(
  `190,000 pieces split the widget's texts in six languages as the library does ${missing}`,
  async () => {
    const read = (name: string): object =>
      JSON.parse(readFileSync(join(model!, name), 'utf8')) as object;
    const theirs = new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'));
    const own = await loadTokenizer(model!);
    const languages = 'plugin-shim/languages';
    const files = readdirSync(languages).filter((name) => name.endsWith('.po'));
    const texts = files.flatMap((name) =>
      [...readFileSync(join(languages, name), 'utf8').matchAll(/^msgstr "(.+)"$/gm)].map(
        ([, text]) => text!,
      ),
    );
    expect(texts.length).toBeGreaterThan(300);
    for (const text of texts) expect(own.encode(text).ids).toEqual(theirs.encode(text).ids);
  },
  60_000,
);
