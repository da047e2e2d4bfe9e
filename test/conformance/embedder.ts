import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Embedder } from '../../server/providers/embedder.ts';
import type { SuiteName } from './suite-name.ts';

export interface EmbedderHarness {
  embedder: Embedder;
  close?: () => Promise<void>;
}

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

/** Tests of every embedder, whether it calls a vendor or not. */
export function describeEmbedder(
  name: SuiteName,
  makeHarness: () => EmbedderHarness | Promise<EmbedderHarness>,
): void {
  describe(`embedder: ${name}`, () => {
    let harness: EmbedderHarness;
    beforeEach(async () => {
      harness = await makeHarness();
    });
    afterEach(() => harness.close?.());

    const embed = (
      input: readonly string[],
      purpose: 'query' | 'document' = 'document',
      signal = new AbortController().signal,
    ) => harness.embedder.embed(input, { purpose, signal });

    test('has the form provider:model for an id, and takes at least one text', () => {
      expect(harness.embedder.id).toMatch(/^[a-z_]+:\S+$/);
      expect(harness.embedder.maxBatch).toBeGreaterThanOrEqual(1);
    });

    test('gives each text a vector of length 1, all with as many dimensions', async () => {
      const vectors = await embed(texts);
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(vectors[0]!.length);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }
    });

    test('keeps the order, whatever else is in the batch', async () => {
      const together = await embed(texts);
      const backwards = (await embed(texts.toReversed())).toReversed();
      for (const [index, text] of texts.entries()) {
        const [alone] = await embed([text]);
        expect(cosine(alone!, together[index]!)).toBeCloseTo(1, 4);
        expect(cosine(alone!, backwards[index]!)).toBeCloseTo(1, 4);
      }
    });

    test('gives the same text the same vector', async () => {
      const [first, second] = await embed([texts[0]!, texts[0]!]);
      const [later] = await embed([texts[0]!]);
      expect(cosine(first!, second!)).toBeCloseTo(1, 5);
      expect(cosine(first!, later!)).toBeCloseTo(1, 5);
    });

    test('compares a question with what may answer it', async () => {
      const [question] = await embed(['When does the bakery open?'], 'query');
      const [near, far] = await embed([texts[0]!, 'Our car park is closed to lorries.']);
      expect(question).toHaveLength(near!.length);
      expect(cosine(question!, near!)).toBeGreaterThan(cosine(question!, far!));
    });

    test('has nothing to do for no texts', async () => {
      expect(await embed([])).toEqual([]);
    });

    test('takes as many texts as it says', async () => {
      const count = Math.min(harness.embedder.maxBatch, 100);
      const many = Array.from({ length: count }, (_, index) => `Text number ${index}`);
      const vectors = await embed(many);
      expect(vectors).toHaveLength(count);
      const [last] = await embed([many.at(-1)!]);
      expect(cosine(vectors.at(-1)!, last!)).toBeCloseTo(1, 4);
    });

    test('throws the reason when it is aborted', async () => {
      const reason = new Error('no longer needed');
      await expect(embed(texts, 'query', AbortSignal.abort(reason))).rejects.toBe(reason);
    });

    test('does several things at once', async () => {
      const alone: Float32Array[] = [];
      for (const text of texts) alone.push(...(await embed([text])));
      const together = await Promise.all(texts.map((text) => embed([text])));
      for (const [index, [vector]] of together.entries()) {
        expect(cosine(vector!, alone[index]!)).toBeCloseTo(1, 4);
      }
    });
  });
}
