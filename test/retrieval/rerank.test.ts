import { describe, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { AppError } from '../../server/errors/app-error.ts';
import type { Reranker } from '../../server/providers/reranker.ts';
import { VendorError } from '../../server/providers/shared/vendor-error.ts';
import { rerank, rerankWarning } from '../../server/retrieval/rerank.ts';
import { passage, sectionOf } from './passage.ts';

const settings = (candidates = 30): Settings => ({
  ...settingsDefaults,
  rerank: { ...settingsDefaults.rerank, provider: 'cohere', candidates },
});
const section = (chunkId: number, relevant = true) => {
  const found = sectionOf(passage(chunkId, { headingPath: 'Lake' }));
  return { ...found, chunk: { ...found.chunk, relevant } };
};
const found = [7, 3, 9, 5].map((id) => section(id));

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
const rerankWith = (rank: Reranker['rerank'], given = options()) =>
  rerank(() => ({ id: 'cohere:rerank-v4.0-pro', rerank: rank }), 'When?', found, given);
const options = (over = settings()) => ({ settings: over, signal: new AbortController().signal });

test('as many are sent as the owner wants', async () => {
  const rank = rankerOf({});
  await rerankWith(rank, options(settings(2)));
  const texts = rank.mock.calls[0]![1];
  expect(texts.map((text) => text.split('\n')[0])).toEqual(['Page 7', 'Page 3']);
});

describe('there are none', () => {
  const asFound = { reranker: '', places: new Map() };

  test('when the reranker fails, which the owner is told', async () => {
    const cause = new VendorError('Cohere refused the API key (401).');
    const failing = () => Promise.reject(new AppError('provider_error', { cause }));
    const reranked = await rerankWith(failing);
    expect(reranked).toMatchObject(asFound);
    expect(rerankWarning(reranked.failure)).toBe(
      'The passages stay in the order in which they were found. Cohere refused the API key (401).',
    );
  });

  test('when it takes longer than a visitor should wait', async () => {
    const hanging: Reranker['rerank'] = (_query, _passages, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const began = performance.now();
    const reranked = await rerankWith(hanging);
    expect(performance.now() - began).toBeLessThan(2500);
    expect(reranked).toMatchObject(asFound);
    expect(rerankWarning(reranked.failure)).toMatch(/found\. The reranker took too long/);
  });
});

test('who leaves is not waited for', async () => {
  const controller = new AbortController();
  const reason = new Error('gone');
  const failing: Reranker['rerank'] = () => {
    controller.abort(reason);
    return Promise.reject(new AppError('provider_error'));
  };
  const ranked = rerankWith(failing, { ...options(), signal: controller.signal });
  await expect(ranked).rejects.toBe(reason);
});
