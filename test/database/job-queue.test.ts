import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';
import { createBullmqQueue } from '../../server/jobs/bullmq-queue.ts';
import { createDatabaseQueue } from '../../server/jobs/database-queue.ts';
import type { JobQueue } from '../../server/jobs/queue.ts';
import { createLog } from '../../server/runtime/log.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { startRedis, type Redis } from '../../tools/stack/redis.ts';
import { describeJobQueue, lease } from '../conformance/job-queue.ts';
import { until } from '../fakes/wait.ts';
import { databaseStack } from '../stack.ts';
import { databases, secret } from './sidecar.ts';

let redis: Redis;
beforeAll(async () => {
  const { folder, logs } = databaseStack();
  redis = await startRedis(folder, logs);
});
afterAll(() => redis.kill());

for (const [name, databaseUrl] of databases) {
  const open = async () => {
    const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };
    const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: databaseUrl() }));
    await migrate(database);
    return database;
  };

  describeJobQueue(`the documents table, on ${name}`, async (clock) => {
    const database = await open();
    const make = () => createDatabaseQueue(database, { lease, clock });
    return { database, queue: make(), other: make() };
  });

  describeJobQueue(`BullMQ, on ${name}`, async (clock) => {
    const database = await open();
    const queueName = randomBytes(8).toString('hex');
    const make = () =>
      createBullmqQueue({
        table: createDatabaseQueue(database, { lease, clock }),
        url: redis.url,
        name: queueName,
        log: createLog('silent'),
      });
    const connected = async (queue: JobQueue) => {
      await queue.claim(1);
      await until('Redis is reachable', () => queue.engine() === 'redis');
      return queue;
    };
    return { database, queue: await connected(make()), other: await connected(make()) };
  });
}
