import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StatusReply } from '../../server/contract/admin.ts';
import { startRedis, type Redis } from '../../tools/stack/redis.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { databaseStack } from '../stack.ts';
import { startIndexedSite, type IndexedSite } from './indexed-site.ts';
import { mariadb, secret } from './sidecar.ts';

const posts = 120;

let redis: Redis;
let indexed: IndexedSite;
const start = () => indexed.start({ REDIS_URL: redis.url });
type Started = Awaited<ReturnType<typeof start>>;

const engine = async ({ url }: Started) =>
  (await shimFor(url, secret).admin<StatusReply>('GET', '/status')).body.queue.engine;
const logged = ({ log }: Started, words: string) => log().split(words).length - 1;
const all = (count: number) =>
  until('all documents', async () => (await indexed.completed()) === count, 60_000);

beforeAll(async () => {
  const { folder, logs } = databaseStack();
  redis = await startRedis(folder, logs);
  indexed = await startIndexedSite(posts, mariadb());
});
afterAll(async () => {
  await indexed.stop();
  await redis.kill();
});

test('two sidecars on one Redis share the work, survive each other and outlive it', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  await until('Redis is reachable', async () => (await engine(first)) === 'redis');

  await until('both are at work', () =>
    [first, second].every((each) => logged(each, 'document processed') > 5),
  );
  await second.kill();
  await all(posts);
  await indexed.expectWhole();
  // Each once, but for what the killed one had done and could not say, or had in hand.
  const processed = logged(first, 'document processed') + logged(second, 'document processed');
  expect(processed).toBeLessThanOrEqual(posts + 4);

  await redis.kill();
  await until('the loss is seen', async () => (await engine(first)) === 'redis_unreachable');
  await until('the log says so', () => logged(first, 'Redis is not reachable') === 1);
  const { admin } = shimFor(first.url, secret);
  const add = async (title: string) => {
    const content = `All about ${title} and where they are found.`;
    const { status } = await admin('POST', '/documents', { body: { title, content } });
    expect(status).toBe(201);
  };
  await add('lichens');
  await all(posts + 1);

  const { folder, logs } = databaseStack();
  redis = await startRedis(folder, logs, redis.port);
  await until('Redis is back', async () => (await engine(first)) === 'redis');
  expect(logged(first, 'Redis is not reachable')).toBe(1);
  await add('mosses');
  await all(posts + 2);
}, 180_000);

test('a Redis that has forgotten what is queued is told again', async () => {
  const sidecar = await start();
  const { admin } = shimFor(sidecar.url, secret);
  await admin('PUT', '/queue', { body: { paused: true } });
  await admin('POST', '/posts/index', { body: { force: true } });
  await redis.kill();
  const { folder, logs } = databaseStack();
  redis = await startRedis(folder, logs, redis.port);
  await until('Redis is back', async () => (await engine(sidecar)) === 'redis');
  await admin('PUT', '/queue', { body: { paused: false } });
  await all(posts + 2);
}, 120_000);
