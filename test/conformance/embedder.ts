import { describe, expect, test } from '@jest/globals';
import type { Embedder } from '../../server/providers/embedder.ts';
import type { Reranker } from '../../server/providers/reranker.ts';
import {
  caught,
  expectAppError,
  type FakeVendor,
  type Reached,
  type SuiteName,
  testFaults,
  vendorHarness,
  type VendorFault,
} from './vendor.ts';

const texts = [
  'The bakery opens at seven in the morning.',
  'Der Laden schließt um achtzehn Uhr. Größe: 5 m²',
  '営業時間は九時から十七時までです。',
  'متجرنا مفتوح كل يوم',
  '👩‍🚀🎂',
  'x',
  `A long text. ${'It goes on and on. '.repeat(200)}`,
];

export function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? NaN), 0);
}

/** An owner who reads them looks at the right model. */
export const ofEmbedder = {
  provider_timeout: 'The embedding model took too long.',
  provider_error: 'The embedding model could not answer.',
};

/** Faults for a client whose errors are read as those of the vendor's language models. */
const some: VendorFault[] = ['unauthorised', 'server-error', 'hang', 'garbage'];

/** Tests of an embedder that calls a vendor. */
export function describeEmbedder<Behaviour>(
  name: SuiteName,
  fake: FakeVendor<Behaviour>,
  make: (at: Reached) => Embedder,
  { hasModels = true } = {},
): void {
  const { signal } = new AbortController();
  const embed = (
    embedder: Embedder,
    input: readonly string[],
    purpose: 'query' | 'document' = 'document',
  ) => embedder.embed(input, { purpose, signal });

  describe(`embedder: ${name}`, () => {
    const start = vendorHarness(fake, make);

    test('gives each text a vector of length 1, in order, whatever else is in the batch', async () => {
      const { client } = await start();
      expect(client.id).toMatch(/^[a-z_]+:\S+$/);
      const together = await embed(client, texts);
      const backwards = (await embed(client, texts.toReversed())).toReversed();
      expect(together).toHaveLength(texts.length);
      for (const [index, text] of texts.entries()) {
        const [alone] = await embed(client, [text]);
        const vector = together[index]!;
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(together[0]!.length);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
        expect(cosine(alone!, vector)).toBeCloseTo(1, 4);
        expect(cosine(alone!, backwards[index]!)).toBeCloseTo(1, 4);
      }
    });

    test('compares a question with what may answer it', async () => {
      const { client } = await start();
      const [question] = await embed(client, ['When does the bakery open?'], 'query');
      const [near, far] = await embed(client, [texts[0]!, 'Our car park is closed to lorries.']);
      expect(question).toHaveLength(near!.length);
      expect(cosine(question!, near!)).toBeGreaterThan(cosine(question!, far!));
    });

    test('takes as many texts as it says', async () => {
      const { client } = await start();
      const count = Math.min(client.maxBatch, 100);
      const many = Array.from({ length: count }, (_, index) => `Text number ${index}`);
      const vectors = await embed(client, many);
      expect(vectors).toHaveLength(count);
      const [last] = await embed(client, [many.at(-1)!]);
      expect(cosine(vectors.at(-1)!, last!)).toBeCloseTo(1, 4);
    });
  });

  describe(`embedder of a vendor: ${name}`, () => {
    const ask = (embedder: Embedder, within: AbortSignal) =>
      embedder.embed(['a text'], { purpose: 'query', signal: within });
    const only = hasModels ? { only: some } : {};
    testFaults(vendorHarness(fake, make), ask, { ...only, sentences: ofEmbedder });
  });
}

const passages = [
  'Our car park is closed to lorries.',
  'The bakery opens at seven in the morning.',
  'Bread is baked at night.',
];
const question = 'When does the bakery open in the morning?';

/** Tests of a reranker. */
export function describeReranker<Behaviour>(
  name: SuiteName,
  fake: FakeVendor<Behaviour>,
  make: (at: Reached) => Reranker,
): void {
  describe(`reranker: ${name}`, () => {
    const start = vendorHarness(fake, make);
    const rank = (reranker: Reranker, topN = 3, signal = new AbortController().signal) =>
      reranker.rerank(question, passages, { signal, topN });

    test('ranks each passage once, best first, and returns as many as are wanted', async () => {
      const { client } = await start();
      expect(client.id).toMatch(/^[a-z_]+:\S*$/);
      const scores = await rank(client, 99);
      expect(scores.map(({ index }) => index).toSorted()).toEqual([0, 1, 2]);
      expect(scores[0]?.index).toBe(1);
      const values = scores.map(({ score }) => score);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
      expect(await rank(client, 1)).toMatchObject([{ index: 1 }]);
    });

    test('says what the vendor refuses', async () => {
      const { client, fail, apiKey } = await start();
      fail('rate-limited');
      const limited = { code: 'overloaded', retryable: true } as const;
      expectAppError(await caught(rank(client)), limited, apiKey);
    });

    testFaults(start, (client, signal) => rank(client, 3, signal), { only: some });
  });
}
