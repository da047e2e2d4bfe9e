import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Reranker } from '../../server/providers/reranker.ts';
import type { VendorTimeouts } from '../../server/providers/shared/vendor-retry.ts';
import { impatient, patient } from './patience.ts';
import { released } from './language-model.ts';
import { expectAppError } from './vendor.ts';
import type { SuiteName } from './suite-name.ts';

export interface RerankerHarness {
  reranker: Reranker;
  withoutKey: Reranker | null;
  /** The next requests meet these, one each. */
  fail: (...faults: ('unauthorised' | 'rate-limited' | 'server-error' | 'hang' | 'html')[]) => void;
  /** The next request gets this as JSON. */
  answer: (body: unknown) => void;
  requests: () => number;
  openCalls: () => number;
  apiKey: string;
  close: () => Promise<void>;
}

const passages = [
  'Our car park is closed to lorries.',
  'The bakery opens at seven in the morning.',
  'Bread is baked at night.',
];
const question = 'When does the bakery open in the morning?';

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Tests of every reranker. */
export function describeReranker(
  name: SuiteName,
  makeHarness: (timeouts: VendorTimeouts) => Promise<RerankerHarness>,
): void {
  describe(`reranker: ${name}`, () => {
    let harness: RerankerHarness;
    beforeEach(async () => {
      harness = await makeHarness(patient);
    });
    afterEach(() => harness.close());

    const rank = (
      texts: readonly string[] = passages,
      topN = texts.length,
      signal = new AbortController().signal,
    ) => harness.reranker.rerank(question, texts, { signal, topN });

    test('has the form provider:model for an id', () => {
      expect(harness.reranker.id).toMatch(/^[a-z_]+:\S*$/);
    });

    test('ranks each passage once, best first', async () => {
      const scores = await rank();
      expect(scores.map(({ index }) => index).toSorted()).toEqual([0, 1, 2]);
      expect(scores[0]?.index).toBe(1);
      const values = scores.map(({ score }) => score);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    });

    test('returns as many as are wanted', async () => {
      expect(await rank(passages, 1)).toMatchObject([{ index: 1 }]);
      expect(await rank(passages, 99)).toHaveLength(3);
    });

    test('has nothing to do without passages', async () => {
      expect(await rank([])).toEqual([]);
      expect(harness.requests()).toBe(0);
    });

    test('sorts what a server does not', async () => {
      const entries = [
        { index: 0, relevance_score: -3.5 },
        { index: 2, relevance_score: 1.5 },
        { index: 1, relevance_score: 0 },
      ];
      harness.answer({ results: entries });
      expect(await rank(passages, 2)).toEqual([
        { index: 2, score: 1.5 },
        { index: 1, score: 0 },
      ]);
    });

    test.each([
      ['nothing', {}],
      ['an empty list', { results: [] }],
      ['a place that was not asked about', { results: [{ index: 3, relevance_score: 1 }] }],
      ['a negative place', { results: [{ index: -1, relevance_score: 1 }] }],
      ['half a place', { results: [{ index: 0.5, relevance_score: 1 }] }],
      ['no score', { results: [{ index: 0 }] }],
      ['a score that is text', { results: [{ index: 0, relevance_score: '1' }] }],
      [
        'a passage twice',
        {
          results: [
            { index: 0, relevance_score: 1 },
            { index: 0, relevance_score: 1 },
          ],
        },
      ],
      ['null', null],
    ])('does not accept %s', async (_case, body) => {
      harness.answer(body);
      const expected = { code: 'provider_error', retryable: true } as const;
      expectAppError(await caught(rank()), expected, harness.apiKey);
    });

    test('says what the vendor refuses', async () => {
      harness.fail('unauthorised');
      const refused = { code: 'provider_error', retryable: false } as const;
      expectAppError(await caught(rank()), refused, harness.apiKey);
      harness.fail('rate-limited');
      const limited = { code: 'overloaded', retryable: true } as const;
      expectAppError(await caught(rank()), limited, harness.apiKey);
      harness.fail('html');
      const garbled = { code: 'provider_error', retryable: true } as const;
      expectAppError(await caught(rank()), garbled, harness.apiKey);
    });

    test('gets over a passing error', async () => {
      harness.fail('server-error', 'server-error');
      expect(await rank()).toHaveLength(3);
      expect(harness.requests()).toBe(3);
    });

    test('waits no longer than its limit', async () => {
      await harness.close();
      harness = await makeHarness(impatient);
      harness.fail('hang');
      const late = { code: 'provider_timeout', retryable: true } as const;
      expectAppError(await caught(rank()), late, harness.apiKey);
      await released(harness);
    });

    test('throws the reason when it is aborted, and frees the connection', async () => {
      harness.fail('hang');
      const controller = new AbortController();
      const reason = new Error('no longer needed');
      const answer = rank(passages, 3, controller.signal);
      setTimeout(() => controller.abort(reason), 30);
      await expect(answer).rejects.toBe(reason);
      await released(harness);
    });

    test('calls nobody without a key', async () => {
      if (!harness.withoutKey) return;
      const { signal } = new AbortController();
      const answer = harness.withoutKey.rerank(question, passages, { signal, topN: 1 });
      await expect(answer).rejects.toMatchObject({ code: 'not_configured' });
      expect(harness.requests()).toBe(0);
    });
  });
}
