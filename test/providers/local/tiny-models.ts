import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Words of the tiny models, by token id, with their vectors. */
export const words: readonly [string, readonly number[]][] = [
  ['[UNK]', [9, 9, 9]],
  ['[CLS]', [0, 0, 4]],
  ['[SEP]', [0, 0, 0]],
  ['bakery', [1, 0, 0]],
  ['bäckerei', [1, 0.1, 0]],
  ['opens', [0, 1, 0]],
  ['öffnet', [0, 1, 0.1]],
];

const special = (id: number) => ({
  id,
  content: words[id]![0],
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});

/** A WordPiece tokenizer in the format of Hugging Face's tokenizers. */
const tokenizer = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [0, 1, 2].map(special),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: false,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: { type: 'BertProcessing', sep: ['[SEP]', 2], cls: ['[CLS]', 1] },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(words.map(([word], id) => [word, id])),
  },
};

/** A Unigram tokenizer as multilingual models have them. */
export const unigramTokenizer = {
  ...{
    version: '1.0',
    truncation: null,
    padding: null,
    decoder: null,
    normalizer: { type: 'NFKC' },
  },
  added_tokens: ['<s>', '</s>', '<unk>'].map((content, id) => ({ ...special(0), content, id })),
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  post_processor: { type: 'BertProcessing', sep: ['</s>', 1], cls: ['<s>', 0] },
  model: {
    type: 'Unigram',
    unk_id: 2,
    vocab: [
      ...[['<s>', 0] as const, ['</s>', 0] as const, ['<unk>', 0] as const],
      ...[['▁', -3] as const, ['a', -4] as const, ['n', -4.5] as const, ['an', -5] as const],
      ...[['▁b', -4] as const, ['▁ban', -9.9] as const, ['anana', -14] as const],
      ...[['na', -4.9] as const, ['é', -6] as const, ['🍌', -7] as const, ['🍌🍌', -13] as const],
      ...[['s▁', -5] as const, ['ns', -8] as const],
    ],
  },
};

const floats = (numbers: readonly number[]) => Buffer.from(Float32Array.from(numbers).buffer);

function varint(value: number): Buffer {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** A field of a protobuf message: a number, or bytes. */
function field(number: number, value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number * 8), varint(value)]);
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

const message = (...fields: Buffer[]) => Buffer.concat(fields);

/** A value of a graph: its name, the type of its numbers, and its shape. */
function valueInfo(name: string, type: number, shape: (string | number)[]): Buffer {
  const dims = shape.map((dim) =>
    field(1, typeof dim === 'string' ? field(2, dim) : field(1, dim)),
  );
  const tensor = message(field(1, type), field(2, message(...dims)));
  return message(field(1, name), field(2, field(1, tensor)));
}

const float32 = 1;
const int64 = 7;

/**
 * An encoder in the ONNX format: `Gather` of a table by `input_ids`.
 * https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
export function tinyOnnx(): Buffer {
  const table = message(
    field(1, words.length),
    field(1, 3),
    field(2, float32),
    field(8, 'table'),
    field(9, floats(words.flatMap(([, vector]) => vector))),
  );
  const gather = message(
    field(1, 'table'),
    field(1, 'input_ids'),
    field(2, 'last_hidden_state'),
    field(4, 'Gather'),
  );
  const graph = message(
    field(1, gather),
    field(2, 'tiny'),
    field(5, table),
    field(11, valueInfo('input_ids', int64, ['batch', 'tokens'])),
    field(12, valueInfo('last_hidden_state', float32, ['batch', 'tokens', 3])),
  );
  return message(field(1, 8), field(7, graph), field(8, message(field(1, ''), field(2, 13))));
}

export type Files = Record<string, string | Buffer | object>;

const bytesOf = (content: Files[string]) =>
  typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);

export const onnxModelFiles = (): Files => ({
  'config.json': { model_type: 'bert', max_position_embeddings: 8 },
  'tokenizer.json': tokenizer,
  'onnx/model.onnx': tinyOnnx(),
});

/** Writes files into a folder, by default a new one, and returns it. */
export function writeFiles(
  files: Files,
  folder = mkdtempSync(join(tmpdir(), 'itih-model-')),
): string {
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue;
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytesOf(content));
  }
  return folder;
}

/** Returns the content of a file as a server sends it. */
export const contentOf = (content: Files[string]): Buffer =>
  Buffer.from(bytesOf(content) as string);
