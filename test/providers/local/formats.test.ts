import { afterEach, expect, test } from '@jest/globals';
import { rmSync } from 'node:fs';
import { loadModel } from '../../../server/providers/local/load-model.ts';
import { readTensor } from '../../../server/providers/local/safetensors.ts';
import {
  onnxModelFiles,
  safetensors,
  staticFiles,
  tinyOnnx,
  tinyTable,
  writeFiles,
  type Files,
} from './tiny-models.ts';

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

test('static embeddings are the mean of the known tokens, with length 1', async () => {
  const model = await load(staticFiles());
  const [both, one, unknown] = await model.embed(['The bakery opens', 'Bäckerei', 'nothing 🎂']);
  expect(rounded(both)).toEqual([0.71, 0.71, 0]);
  expect(rounded(one)).toEqual([1, 0.1, 0]);
  expect(rounded(unknown)).toEqual([0, 0, 0]);
});

test('static embeddings may have weights, and rows that tokens share', async () => {
  const model = await load({
    ...staticFiles(),
    'model.safetensors': safetensors({
      embeddings: { dtype: 'F16', shape: [2, 2], bytes: Buffer.from('003c00000000003c', 'hex') },
      weights: {
        dtype: 'F64',
        shape: [7],
        bytes: Buffer.from(Float64Array.from([1, 1, 1, 3, 1, 4, 1]).buffer),
      },
      mapping: {
        dtype: 'I64',
        shape: [7],
        bytes: Buffer.from(BigInt64Array.from([0n, 0n, 0n, 0n, 0n, 1n, 1n]).buffer),
      },
    }),
  });
  const [vector] = await model.embed(['bakery opens']);
  expect(rounded(vector)).toEqual([0.6, 0.8]);
});

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
  ['a model without tokenizer', { 'model.safetensors': tinyTable() }, /no model/],
  [
    'a transformer without ONNX',
    {
      ...staticFiles(),
      'config.json': { model_type: 'bert' },
      'model.safetensors': safetensors({ x: { dtype: 'F32', shape: [1], bytes: Buffer.alloc(4) } }),
    },
    /no static embeddings/,
  ],
  [
    'a page in place of weights',
    { ...staticFiles(), 'model.safetensors': '<html>' },
    /safetensors/,
  ],
  [
    'half of the weights',
    { ...staticFiles(), 'model.safetensors': tinyTable().subarray(0, -8) },
    /incomplete/,
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

test('a header that lies about its length is refused', () => {
  const file = tinyTable();
  file.writeBigUInt64LE(2n ** 60n);
  expect(() => readTensor(file, 'embeddings')).toThrow('no safetensors');
});

test('numbers of 16 bits are read as they were written', () => {
  const bytes = Buffer.from('003c00c001000084ff7b007c', 'hex');
  const table = readTensor(safetensors({ t: { dtype: 'F16', shape: [6], bytes } }), 't');
  const read = Array.from({ length: 6 }, (_, row) => table?.at(row, 0));
  expect(read).toEqual([1, -2, 2 ** -24, -(2 ** -14), 65_504, Infinity]);
  const upper = readTensor(
    safetensors({ t: { dtype: 'BF16', shape: [2], bytes: Buffer.from('803f40c0', 'hex') } }),
    't',
  );
  expect([upper?.at(0, 0), upper?.at(1, 0)]).toEqual([1, -3]);
});
