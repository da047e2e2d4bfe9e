import { afterEach, expect, test } from '@jest/globals';
import { rmSync } from 'node:fs';
import { loadModel } from '../../../server/providers/local/onnx-encoder.ts';
import { type Files, onnxModelFiles, tinyOnnx, writeFiles } from './tiny-models.ts';

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
  ['the first token', { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }, [0, 0, 1]],
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
    'static embeddings',
    { ...onnxModelFiles(), 'onnx/model.onnx': undefined as never, 'model.safetensors': 'x' },
    /no model/,
  ],
  ['a page in place of the graph', { ...onnxModelFiles(), 'onnx/model.onnx': '<html>' }, /session/],
  [
    'half of a graph',
    { ...onnxModelFiles(), 'onnx/model.onnx': tinyOnnx().subarray(0, 40) },
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
