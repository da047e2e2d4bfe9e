import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { MachineFault } from '../../server/errors/machine-fault.ts';
import { JobQueue, type Job } from '../../server/jobs/queue.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments, type Documents } from '../../server/storage/documents.ts';
import { describeJobQueue, lease } from '../conformance/job-queue.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

describeJobQueue('SQLite', async (clock) => {
  const database = await memoryDatabase();
  const make = () => new JobQueue(database, { lease, clock });
  return { database, queue: make(), other: make() };
});

const hour = 3_600_000;

let now: number;
let database: Database;
let documents: Documents;
let queue: JobQueue;
beforeEach(async () => {
  now = 1_700_000_000_000;
  database = await memoryDatabase();
  documents = createDocuments(database, () => now);
  queue = new JobQueue(database, { lease, clock: () => now });
});
afterEach(() => database.close());

async function queued(name: string): Promise<number> {
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: `text:${name}` });
  await queue.enqueue([id]);
  return id;
}

async function claimed(): Promise<Job> {
  const [job] = await queue.claim(1);
  if (!job) throw new Error('Nothing is ready.');
  return job;
}

describe('a fault that is not the document’s', () => {
  const notHere = new AppError('sidecar_unavailable', { cause: new MachineFault('no process') });
  const gone = Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' });

  test.each([notHere, gone])('of the machine lets it wait, however often: %s', async (error) => {
    const id = await queued('waiting');
    for (let time = 0; time < 10; time++) {
      await queue.fail(await claimed(), error);
      expect(await documents.get(id)).toMatchObject({ status: 'queued', attempts: 0 });
      now += 60_000;
    }
  });

  test('of the program is tried once more after a restart', async () => {
    const fault = new AppError('internal_error');
    const [id, unreadable] = [await queued('fault'), await queued('unreadable')];
    await queue.fail(await queue.claimNow(id), fault);
    await queue.fail(await queue.claimNow(unreadable), new AppError('no_text'));
    now += 100 * hour;
    await queue.sweep();
    expect(await queue.claim(1)).toEqual([]);
    expect(await queue.retryFaults()).toBe(1);
    const again = await claimed();
    expect(again.document.id).toBe(id);
    await queue.fail(again, fault);
    expect((await documents.get(id)).status).toBe('failed');
  });

  test('of one that has ended the program several times is not', async () => {
    const id = await queued('deadly');
    for (let claim = 0; claim < 5; claim++) {
      await claimed();
      now += lease + 1;
    }
    expect(await queue.claim(1)).toEqual([]);
    expect((await documents.get(id)).status).toBe('failed');
    expect(await queue.retryFaults()).toBe(0);
  });
});
