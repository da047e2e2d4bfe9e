import { describe, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { AppError } from '../../server/errors/app-error.ts';
import type { Reranker } from '../../server/providers/reranker.ts';
import { VendorError } from '../../server/providers/shared/vendor-error.ts';
import type { RankedChunk } from '../../server/retrieval/rank-candidates.ts';
import { createRerank, rerankWarning } from '../../server/retrieval/rerank.ts';
import { passage } from './passage.ts';

const settings = (candidates = 30): Settings => ({
  ...settingsDefaults,
  rerank: { ...settingsDefaults.rerank, provider: 'cohere', candidates },
});
const chunk = (chunkId: number, fused: number): RankedChunk => ({
  chunkId,
  fused,
  vector: { rank: 1, score: 0.5 },
  lexical: null,
  carried: false,
  score: 0.5,
  relevant: true,
  passage: undefined,
});
const found = [chunk(7, 1.5), chunk(3, 1.2), chunk(9, 0.4), chunk(5, 0.1)];
const shownIds = (...ids: number[]) => new Map(ids.map((id) => [id, passage(id)]));
const all = shownIds(7, 3, 9, 5);

/** Scores by the id in the passage's title. */
const rankerOf = (scores: Record<number, number>) =>
  jest.fn<Reranker['rerank']>((_query, passages) =>
    Promise.resolve(
      passages
        .map((text, index) => ({ index, score: scores[Number(/^Page (\d+)/.exec(text)?.[1])]! }))
        .filter(({ score }) => score !== undefined)
        .sort((a, b) => b.score - a.score),
    ),
  );
const rerankWith = (rerank: Reranker['rerank']) =>
  createRerank(() => ({ id: 'cohere:rerank-v4.0-pro', rerank }));
const options = (over = settings()) => ({
  settings: over,
  signal: new AbortController().signal,
});
const order = (chunks: readonly RankedChunk[]) =>
  chunks.map(({ chunkId, fused }) => [chunkId, fused]);

describe('the order of the scores', () => {
  test('is that of the passages, whose places keep their sums', async () => {
    const rank = rankerOf({ 7: -4, 3: 0.1, 9: 8, 5: -9 });
    const reranked = await rerankWith(rank)('When?', found, all, options());
    expect(order(reranked.relevant)).toEqual([
      [9, 1.5],
      [3, 1.2],
      [7, 0.4],
      [5, 0.1],
    ]);
    expect(reranked).toMatchObject({ reranker: 'cohere:rerank-v4.0-pro', failure: null });
    expect(reranked.places.get(9)).toEqual({ rank: 1, score: 8 });
    expect(reranked.places.get(5)).toEqual({ rank: 4, score: -9 });
    expect(rank.mock.calls[0]?.[0]).toBe('When?');
    expect(rank.mock.calls[0]?.[1][0]).toMatch(/^Page 7\nThe swans of page 7/);
  });

  test('is not undone by what is nearly equal', async () => {
    const equal = [chunk(7, 1), chunk(3, 1), chunk(9, 0.99)];
    const { relevant } = await rerankWith(rankerOf({ 7: 1, 3: 2, 9: 3 }))(
      'When?',
      equal,
      all,
      options(),
    );
    expect(order(relevant)).toEqual([
      [9, 1],
      [3, 0.95],
      [7, 0.9025],
    ]);
  });

  test('holds for as many as the owner wants', async () => {
    const rank = rankerOf({ 7: 0, 3: 1 });
    const { relevant } = await rerankWith(rank)('When?', found, all, options(settings(2)));
    expect(rank.mock.calls[0]?.[1]).toHaveLength(2);
    expect(order(relevant)).toEqual([
      [3, 1.5],
      [7, 1.2],
      [9, 0.4],
      [5, 0.1],
    ]);
  });

  test('keeps those that were not ranked behind the others', async () => {
    const equal = [chunk(7, 1), chunk(3, 1), chunk(9, 0.99), chunk(5, 0.5)];
    const rank = rankerOf({ 7: 0, 3: 1 });
    const { relevant } = await rerankWith(rank)('When?', equal, all, options(settings(2)));
    expect(relevant.map(({ chunkId }) => chunkId)).toEqual([3, 7, 9, 5]);
    const sums = relevant.map(({ fused }) => fused);
    expect(sums[2]).toBeCloseTo(0.99 * 0.95, 9);
    expect(sums).toEqual(sums.toSorted((a, b) => b - a));
  });

  test('leaves those without a score behind the others, as they were', async () => {
    const { relevant, places } = await rerankWith(rankerOf({ 9: 1 }))(
      'When?',
      found,
      all,
      options(),
    );
    expect(relevant.map(({ chunkId }) => chunkId)).toEqual([9, 7, 3, 5]);
    expect([...places.keys()]).toEqual([9]);
  });

  test('is never asked for what is not public', async () => {
    const rank = rankerOf({ 7: 0, 5: 1 });
    const { relevant } = await rerankWith(rank)('When?', found, shownIds(7, 5), options());
    expect(rank.mock.calls[0]?.[1]).toHaveLength(2);
    expect(relevant.map(({ chunkId }) => chunkId)).toEqual([5, 7]);
  });
});

describe('the order of the search stays', () => {
  test('without a reranker, and with nothing to order', async () => {
    const none = await createRerank(() => null)('When?', found, all, options());
    expect(none).toMatchObject({ reranker: '', failure: null, places: new Map() });
    expect(none.relevant).toEqual(found);
    const rank = rankerOf({ 7: 1 });
    const one = await rerankWith(rank)('When?', found, shownIds(7), options());
    expect(one.reranker).toBe('');
    expect(rank).not.toHaveBeenCalled();
  });

  test('when the reranker fails, which the owner is told', async () => {
    const cause = new VendorError('Cohere refused the API key (401).');
    const failing = () => Promise.reject(new AppError('provider_error', { cause }));
    const { relevant, failure, reranker } = await rerankWith(failing)(
      'When?',
      found,
      all,
      options(),
    );
    expect(relevant).toEqual(found);
    expect(reranker).toBe('');
    expect(rerankWarning(failure)).toBe(
      'The passages stay in the order in which they were found. Cohere refused the API key (401).',
    );
  });

  test('when the settings name none that can be made', async () => {
    const rerank = createRerank(() => {
      throw new AppError('not_configured');
    });
    const { relevant, failure } = await rerank('When?', found, all, options());
    expect(relevant).toEqual(found);
    expect(rerankWarning(failure)).toContain('The reranker could not be used.');
  });

  test('when it takes longer than a visitor should wait', async () => {
    const hanging: Reranker['rerank'] = (_query, _passages, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const began = performance.now();
    const { relevant, failure } = await rerankWith(hanging)('When?', found, all, options());
    expect(performance.now() - began).toBeLessThan(2500);
    expect(relevant).toEqual(found);
    expect(rerankWarning(failure)).toMatch(/found\. The reranker took too long/);
  });
});

test('who leaves is not waited for', async () => {
  const controller = new AbortController();
  const reason = new Error('gone');
  const failing: Reranker['rerank'] = () => {
    controller.abort(reason);
    return Promise.reject(new AppError('provider_error'));
  };
  const ranked = rerankWith(failing)('When?', found, all, {
    ...options(),
    signal: controller.signal,
  });
  await expect(ranked).rejects.toBe(reason);
});
