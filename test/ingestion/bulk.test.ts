import { expect, jest, test } from '@jest/globals';
import type { BulkRequest } from '../../server/contract/knowledge.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createBulk } from '../../server/ingestion/bulk.ts';
import { JobQueue } from '../../server/jobs/queue.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const request: BulkRequest = { action: 'process', filter: { search: '' }, force: false, after: 0 };

async function withPosts(count: number, excluded: number[] = []) {
  const database = await memoryDatabase();
  const documents = createDocuments(database, Date.now);
  await documents.ensureAll(
    Array.from({ length: count }, (_, n) => ({
      kind: 'post' as const,
      sourceKey: `post:${n + 1}`,
      postId: n + 1,
    })),
  );
  let now = 0;
  const update = jest.fn<(patch: object) => Promise<never>>().mockResolvedValue({} as never);
  const settings = {
    fresh: () =>
      Promise.resolve({
        ...settingsDefaults,
        indexing: { ...settingsDefaults.indexing, exclude_ids: excluded },
      }),
    update,
  };
  const queue = new JobQueue(database, { lease: 60_000, clock: Date.now });
  const look = jest.fn();
  const clock = () => (now += 2000);
  return {
    documents,
    update,
    look,
    bulk: createBulk({ database, documents, queue, settings, clock, look }),
  };
}

test('a call ends after some seconds, and the next one goes on behind it', async () => {
  const { bulk, look } = await withPosts(1500);
  const first = await bulk(request);
  expect(first.after).not.toBeNull();
  expect(first.affected).toBeLessThan(1500);
  let affected = first.affected;
  for (let { after } = first; after !== null;) {
    const next = await bulk({ ...request, after });
    affected += next.affected;
    ({ after } = next);
  }
  expect(affected).toBe(1500);
  expect(look).toHaveBeenCalled();
});

test('more posts than a setting can hold are not excluded, and none of them is deleted', async () => {
  const excluded = Array.from({ length: 9950 }, (_, n) => 100_000 + n);
  const { bulk, update, documents } = await withPosts(100, excluded);
  await expect(bulk({ ...request, action: 'exclude' })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('10,000'),
  });
  expect(update).not.toHaveBeenCalled();
  expect((await documents.counts()).total).toBe(100);
});
