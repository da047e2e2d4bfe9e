import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createRetryAfterOutage } from '../../server/ingestion/requeue.ts';
import { JobQueue, maxAttempts } from '../../server/jobs/queue.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { createBridge } from '../../server/wordpress/bridge.ts';
import { startWordPressSite, type WordPressSite } from '../fakes/wordpress-site.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const secret = randomBytes(32).toString('hex');

let database: Database;
let site: WordPressSite;
let now: number;
let looks: number;
let queue: JobQueue;
let bridge: ReturnType<typeof createBridge>;
let retryAfterOutage: () => Promise<void>;

beforeEach(async () => {
  database = await memoryDatabase();
  site = await startWordPressSite(secret);
  [now, looks] = [1_800_000_000_000, 0];
  const clock = () => now;
  const documents = createDocuments(database, clock);
  queue = new JobQueue(database, { lease: 60_000, clock });
  const here = { ...site.identity, secret, address: site.url };
  const served = { get: () => Promise.resolve(here), reread: () => Promise.resolve(here) };
  bridge = createBridge({ site: served });
  retryAfterOutage = createRetryAfterOutage({ documents, queue, bridge, look: () => looks++ });
  const { id } = await documents.ensure({ kind: 'post', sourceKey: 'post:1' });
  await queue.enqueue([id]);
});
afterEach(async () => {
  await Promise.all([database.close(), site.close()]);
});

/** Reads the post as the worker does, until it is read or has failed. */
async function work(postId = 1): Promise<string> {
  for (;;) {
    const [job] = await queue.claim(1);
    if (!job) break;
    await bridge.post(postId).then(
      () => queue.discard(job),
      (error: unknown) => queue.fail(job, error),
    );
    now += 45_000;
  }
  const rows = await database.query.selectFrom('documents').select('status').execute();
  return rows.map(({ status }) => status).join();
}

test('a post that failed while the site was closed is read as soon as the site answers', async () => {
  site.failWith = 503;
  expect(await work()).toBe('failed');
  await retryAfterOutage();
  expect([await work(), looks]).toEqual(['failed', 0]);
  site.failWith = 0;
  await retryAfterOutage();
  expect(looks).toBe(1);
  expect(await work()).toBe('');
});

test('also after the next outage', async () => {
  for (let outage = 0; outage < 2; outage++) {
    site.failWith = 503;
    expect(await work()).toBe('failed');
    await retryAfterOutage();
    site.failWith = 0;
    await retryAfterOutage();
  }
  expect(looks).toBe(2);
});

test('a post that alone ends PHP is not read again each minute', async () => {
  const dead = bridge.post;
  bridge.post = async (id) => {
    site.failWith = 500;
    return dead(id).finally(() => (site.failWith = 0));
  };
  expect(await work()).toBe('failed');
  for (let minute = 0; minute < 5; minute++) {
    await retryAfterOutage();
    expect(await work()).toBe('failed');
  }
  expect(looks).toBe(1);
  expect(site.calls.filter((call) => call.endsWith('/posts'))).toHaveLength(2 * maxAttempts);
});
