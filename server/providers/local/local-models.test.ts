import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { AddressGuard, parseAllowed } from '../../net/address-guard.ts';
import type { Embedder } from '../embedder.ts';
import { LocalModels } from './local-models.ts';
import { english } from './known-models.ts';
import { localEmbedder, windowsOf } from './local-embedder.ts';
import { ModelThread } from './model-thread.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { cosine } from '../../../test/conformance/embedder.ts';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadModel } from './onnx-encoder.ts';
import {
  type Files,
  onnxModelFiles,
  unigramTokenizer,
  writeFiles,
} from '../../../test/providers/local/tiny-models.ts';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { join } from 'node:path';
import { loadTokenizer } from './tokenizer.ts';
import { sharedModel } from '../../../test/providers/local/shared-model.ts';

describe('the models that ship', () => {
  const { signal } = new AbortController();
  const nowhere = { folder: null, guard: new AddressGuard(parseAllowed('')) };
  let models: LocalModels;
  let embedder: Embedder;
  beforeAll(() => {
    models = new LocalModels(nowhere);
    embedder = models.embedder('');
  });
  afterAll(() => models.close());

  const embed = (texts: string[], purpose: 'query' | 'document' = 'document') =>
    embedder.embed(texts, { purpose, signal });

  describe('embedder: local, english', () => {
    test('is the same model under its name and without one', () => {
      expect(embedder.id).toBe('local:all-minilm-l6-v2');
      expect(models.embedder('english').id).toBe(embedder.id);
    });

    test('compares a question with what may answer it in other words', async () => {
      const [question] = await embed(['How much is the entry fee for seniors?'], 'query');
      const [near, far, chunk] = await embed([
        'Tickets for pensioners cost eight euros.',
        'The roof was repaired last summer.',
        'Visit. '.padEnd(900, 'Our museum tells the story of the harbour. '),
      ]);
      for (const vector of [question, near, far, chunk]) {
        expect(vector).toHaveLength(384);
        expect(Math.hypot(...vector!)).toBeCloseTo(1, 4);
      }
      expect(cosine(question!, near!)).toBeGreaterThan(cosine(question!, far!) + 0.2);
    });

    test('reads a long text to its end', async () => {
      const filler = 'The roof was repaired last summer, and the walls were painted. ';
      const last = 'Tickets for pensioners cost eight euros.';
      const [question] = await embed(['How much is the entry fee for seniors?'], 'query');
      const [without, long] = await embed([filler.repeat(42), filler.repeat(42) + last.repeat(50)]);
      expect(Math.hypot(...long!)).toBeCloseTo(1, 4);
      expect(cosine(question!, long!)).toBeGreaterThan(cosine(question!, without!) + 0.1);
    });

    test.each([
      'Der Laden schließt um achtzehn Uhr und öffnet wieder am Montag.',
      ' \n',
      '+43 1 234',
    ])('has the zero vector for %j, which it does not read', async (text) => {
      const [zero, read] = await embed([text, 'Our shop opens at nine.']);
      expect(zero).toEqual(new Float32Array(384));
      expect(Math.hypot(...read!)).toBeCloseTo(1, 4);
    });

    test('does not load the model for a site in another language', async () => {
      const thread = new ModelThread({ program: new URL('no-program.ts', import.meta.url) });
      const unread = new LocalModels({ ...nowhere, thread }).embedder('english');
      expect(unread.dimensions).toBe(384);
      const texts = ['Wir öffnen um neun Uhr und schließen am Abend.', 'Danach ist der Laden zu.'];
      expect(await unread.embed(texts, { purpose: 'document', signal })).toHaveLength(2);
      const inEnglish = unread.embed(['We open at nine.'], { purpose: 'document', signal });
      await expect(inEnglish).rejects.toMatchObject({ code: 'provider_error' });
      await thread.close();
    });

    test('goes in windows, so that a question waits for one of them at most', async () => {
      const pieces: (readonly string[])[] = [];
      const thread = {
        embed: (_folder: string, texts: readonly string[]) => {
          pieces.push(texts);
          return Promise.resolve(texts.map(() => Float32Array.of(0.6, 0.8)));
        },
      };
      const windowed = localEmbedder(english, thread);
      const text = 'The museum tells the story of the harbour. '.repeat(60);
      const options = { purpose: 'document', signal } as const;
      const vectors = await windowed.embed([text, 'We open at nine.'], options);
      expect(pieces[0]!.slice(0, -1).join('')).toBe(text);
      for (const piece of pieces[0]!) expect(estimateTokens(piece)).toBeLessThanOrEqual(180);
      expect(vectors.map(({ length }) => length)).toEqual([2, 2]);
      expect(Math.hypot(...vectors[0]!)).toBeCloseTo(1, 4);
    });
  });
});

describe('formats', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  function load(files: Files) {
    const folder = writeFiles(files);
    folders.push(folder);
    return loadModel(folder);
  }

  const rounded = (vector: Float32Array | undefined) =>
    [...(vector ?? [])].map((value) => Math.round(value * 100) / 100);

  test('an ONNX encoder is pooled by the mean, special tokens included', async () => {
    const model = await load(onnxModelFiles());
    const [vector] = await model.embed(['bakery opens']);
    // [CLS] bakery opens [SEP]
    expect(rounded(vector)).toEqual([0.24, 0.24, 0.94]);
  });

  test('short texts that are computed together have the vectors that they have alone', async () => {
    const model = await load(onnxModelFiles());
    const texts = [
      'bakery',
      'öffnet bakery opens',
      '',
      'opens',
      ...Array<string>(9).fill('bakery opens'),
    ];
    const together = await model.embed(texts);
    for (const [at, text] of texts.entries())
      expect(together[at]).toEqual((await model.embed([text]))[0]);
  });

  test.each([
    [
      'the first token',
      { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
      [0, 0, 1],
    ],
    ['the mean', { pooling_mode: 'mean' }, [0.24, 0.24, 0.94]],
  ])('an ONNX encoder is pooled by %s, as its configuration says', async (_, pooling, expected) => {
    const model = await load({ ...onnxModelFiles(), '1_Pooling/config.json': pooling });
    const [vector] = await model.embed(['bakery opens']);
    expect(rounded(vector)).toEqual(expected);
  });

  test('a text with more tokens than the model takes is cut, with its end kept', async () => {
    const model = await load({
      ...onnxModelFiles(),
      '1_Pooling/config.json': { pooling_mode_lasttoken: true },
      'config.json': { max_position_embeddings: 4 },
    });
    const [last] = await model.embed(['bakery '.repeat(900)]);
    // The end is [SEP], whose vector is zero.
    expect(rounded(last)).toEqual([0, 0, 0]);
    const mean = await load({ ...onnxModelFiles(), 'config.json': { max_position_embeddings: 4 } });
    const [long] = await mean.embed(['bakery '.repeat(900)]);
    expect(rounded(long)).toEqual([0.45, 0, 0.89]);
  });

  test.each<[string, Files, RegExp]>([
    ['an empty folder', {}, /no model/],
    [
      'a model without tokenizer',
      { ...onnxModelFiles(), 'tokenizer.json': undefined as never },
      /no model/,
    ],
    [
      'a page in place of the graph',
      { ...onnxModelFiles(), 'onnx/model.onnx': '<html>' },
      /session/,
    ],
    [
      'an unknown pooling',
      { ...onnxModelFiles(), '1_Pooling/config.json': { pooling_mode_max_tokens: true } },
      /max_tokens is not supported/,
    ],
    [
      'a further layer',
      { ...onnxModelFiles(), 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] },
      /Dense is not supported/,
    ],
  ])('%s is refused', async (_, files, reason) => {
    await expect(load(files)).rejects.toThrow(reason);
  });
});

describe('pieces', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function both() {
    folder = writeFiles({ 'tokenizer.json': unigramTokenizer });
    const own = await loadTokenizer(folder);
    const theirs = new Tokenizer(unigramTokenizer, {});
    return [own, theirs].map((tokenizer) => (text: string) => tokenizer.encode(text).ids);
  }

  test('in typed arrays split any text as the library does', async () => {
    const [own, theirs] = await both();
    const character = fc.constantFrom(...'ban▁ ☃é🍌𝒳s');
    const texts = fc.oneof(fc.string({ unit: character, maxLength: 60 }), fc.string());
    const special = ['banana', 'ban☃☃ana ☃', '🍌🍌a🍌𝒳𝒳', 'ba\ud83c na\udf4c', '', 'a</s>b<unk>'];
    fc.assert(
      fc.property(texts, (text) => expect(own!(text)).toEqual(theirs!(text))),
      { examples: special.map((text) => [text] as [string]) },
    );
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
});

describe('windows', () => {
  const sentence = 'The harbour museum opens at nine, and the last tour begins at half past four. ';

  test.each([
    ['English', sentence.repeat(40)],
    ['Chinese', '博物馆九点开门，最后一次参观在四点半开始。'.repeat(60)],
    ['Thai', 'พิพิธภัณฑ์เปิดเวลาเก้าโมงเช้า'.repeat(60)],
  ])('a long text in %s has windows of near the same length, and all of its words', (_, text) => {
    const windows = windowsOf(text, 192);
    expect(windows.join('')).toBe(text);
    expect(windows).toHaveLength(Math.ceil(estimateTokens(text) / 192));
    for (const window of windows) expect(estimateTokens(window)).toBeLessThan(240);
  });

  test('words stay whole where there are spaces', () => {
    for (const window of windowsOf(sentence.repeat(40), 50).slice(1))
      expect(window).toMatch(/^\s\S/);
  });

  test('no text is lost, and no character is halved', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '🍌', '博'), maxLength: 300 });
    fc.assert(
      fc.property(text, (given) => {
        const windows = windowsOf(given, 5);
        expect(windows.join('')).toBe(given);
        for (const window of windows) expect(window.isWellFormed()).toBe(true);
      }),
    );
  });
});
