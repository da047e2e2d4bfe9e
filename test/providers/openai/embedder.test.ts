import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AppError } from '../../../server/errors/app-error.ts';
import { openaiEmbedder } from '../../../server/providers/openai/embedder.ts';
import { inBatches } from '../../../server/providers/shared/hosted-embedder.ts';
import { cosine } from '../../conformance/embedder.ts';
import { expectAppError, ofEmbedder } from '../../conformance/vendor.ts';
import { hashedEmbedding } from '../../fakes/hashed-embedding.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';

let server: OpenAiServer;
beforeEach(async () => {
  server = await startOpenAiServer({ models: { local: 32, 'nomic-embed-text': 32 } });
});
afterEach(() => server.close());

type Options = Parameters<typeof openaiEmbedder>[0];

function embed(texts: string[], options: Partial<Options> = {}): Promise<Float32Array[]> {
  const embedder = openaiEmbedder({
    provider: 'openai',
    apiKey: fakeApiKey,
    baseUrl: server.url,
    model: 'text-embedding-3-small',
    dimensions: 0,
    timeouts: { answerMs: 10_000, retryDelayMs: 5 },
    ...options,
  });
  return embedder.embed(texts, { purpose: 'document', signal: new AbortController().signal });
}

const sent = () => server.requests.at(-1)?.body;
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as AppError,
  );

describe('what it asks for', () => {
  test('OpenAI is asked for base64, and for fewer dimensions if the owner wants', async () => {
    const [vector] = await embed(['a text'], { dimensions: 200 });
    expect(sent()).toEqual({
      model: 'text-embedding-3-small',
      input: ['a text'],
      encoding_format: 'base64',
      dimensions: 200,
    });
    expect(cosine(vector!, hashedEmbedding('a text', 200))).toBeCloseTo(1, 5);
  });

  test('others for numbers, and never for dimensions that they cannot choose', async () => {
    const [vector] = await embed(['a text'], {
      provider: 'openai_compatible',
      model: 'local',
      dimensions: 32,
    });
    expect(sent()).toEqual({ model: 'local', input: ['a text'], encoding_format: 'float' });
    expect(cosine(vector!, hashedEmbedding('a text', 32))).toBeCloseTo(1, 5);
    await embed(['a text'], { model: 'text-embedding-ada-002', dimensions: 1536 });
    expect(sent()).not.toHaveProperty('dimensions');
  });

  test('a model of another vendor for what its API takes', async () => {
    await server.close();
    server = await startOpenAiServer({ models: { 'text-embedding-v4': 64, 'mistral-embed': 64 } });
    const of = (model: string) => ({ provider: 'openai_compatible', model }) as const;
    const sizes = () => server.requests.map(({ body }) => (body['input'] as string[]).length);
    const texts = Array.from({ length: 12 }, (_, index) => `${index} ${'word '.repeat(1000)}`);
    await embed(texts, { ...of('text-embedding-v4'), dimensions: 16 });
    expect(sent()).toMatchObject({ dimensions: 16 });
    expect(sizes()).toEqual([10, 2]);
    await embed(texts, of('mistral-embed'));
    expect(sizes().slice(2)).toEqual([3, 3, 3, 3]);
  });

  test('a model that wants to know is told what the text is for', async () => {
    await embed(['a text'], { provider: 'openai_compatible', model: 'nomic-embed-text' });
    expect(sent()?.['input']).toEqual(['search_document: a text']);
  });

  test('more than one request may carry is split', async () => {
    const texts = Array.from({ length: 70 }, (_, index) => `Text ${index}`);
    const vectors = await embed(texts, { provider: 'openai_compatible', model: 'local' });
    expect(vectors).toHaveLength(70);
    expect(server.requests.map(({ body }) => (body['input'] as string[]).length)).toEqual([
      32, 32, 6,
    ]);
    for (const [index, text] of texts.entries()) {
      expect(cosine(vectors[index]!, hashedEmbedding(text, 32))).toBeCloseTo(1, 5);
    }
  });

  test('long texts are split before OpenAI counts too many tokens', async () => {
    const texts = Array.from({ length: 5 }, (_, index) => `${index} ${'日本語 '.repeat(9000)}`);
    await embed(texts, { dimensions: 8 });
    expect(server.requests.map(({ body }) => (body['input'] as string[]).length)).toEqual([3, 2]);
  });
});

describe('what it accepts', () => {
  const reply = (data: unknown) =>
    server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify({ data }) });
  const base64 = (values: number[]) =>
    Buffer.from(Float32Array.from(values).buffer).toString('base64');

  test('vectors in any order, of any length, in either encoding', async () => {
    reply([
      { index: 1, embedding: [0, 5] },
      { index: 0, embedding: base64([3, 4]) },
    ]);
    const vectors = await embed(['a', 'b']);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [Math.fround(0.6), Math.fround(0.8)],
      [0, 1],
    ]);
  });

  test('vectors without an index, as they come', async () => {
    reply([{ embedding: [1, 0] }, { embedding: [0, 1] }]);
    expect((await embed(['a', 'b'])).map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  const one = { index: 1, embedding: [1, 0] };
  test.each([
    ['no list', null],
    ['too few', [one]],
    ['too many', [one, one, one]],
    ['one twice', [one, one]],
    ['one out of range', [one, { index: 7, embedding: [1, 0] }]],
    ['a negative index', [one, { index: -1, embedding: [1, 0] }]],
    ['different lengths', [one, { index: 0, embedding: [1, 0, 0] }]],
    ['nothing', [one, { index: 0, embedding: [] }]],
    ['zeros', [one, { index: 0, embedding: [0, 0] }]],
    ['what is not a number', [one, { index: 0, embedding: ['x', 1] }]],
    ['what is too large to be one', [one, { index: 0, embedding: [1e300, 1e300] }]],
    ['half a number', [one, { index: 0, embedding: Buffer.from('12345').toString('base64') }]],
    ['null', [one, null]],
  ])('but not %s', async (_name, data) => {
    reply(data);
    const error = await failure(embed(['a', 'b']));
    expectAppError(error, { code: 'provider_error', retryable: true }, fakeApiKey, ofEmbedder);
  });

  test('but no other length than the owner has set', async () => {
    const options = { provider: 'openai_compatible', model: 'local', dimensions: 64 } as const;
    const error = await failure(embed(['a'], options));
    expectAppError(error, { code: 'provider_error', retryable: false }, fakeApiKey, ofEmbedder);
    expect((error?.cause as Error).message).toMatch(/32 dimensions, the setting says 64/);
  });
});

test('batches keep both limits, and a text that alone exceeds one goes alone', () => {
  const limit = { texts: 2, bytes: 10 };
  const batches = (texts: string[]) => [...inBatches(texts, limit)];
  expect(batches([])).toEqual([]);
  expect(batches(['a', 'b', 'c'])).toEqual([['a', 'b'], ['c']]);
  expect(batches(['12345', '12345', '1'])).toEqual([['12345', '12345'], ['1']]);
  expect(batches(['ööö', 'ööö'])).toEqual([['ööö'], ['ööö']]);
  expect(batches(['1', 'x'.repeat(20), '2'])).toEqual([['1'], ['x'.repeat(20)], ['2']]);
});
