import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { LeaseLost, type Job, type JobQueue, type Outcome } from '../../server/jobs/queue.ts';
import { createChunks } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments, type Documents } from '../../server/storage/documents.ts';

export interface JobQueueHarness {
  database: Database;
  queue: JobQueue;
  /** Another sidecar's, on the same database. */
  other: JobQueue;
}

/** Milliseconds; leases of the queues under test. */
export const lease = 60_000;
const minute = 60_000;
const hour = 60 * minute;
const outcome: Outcome = {
  title: 'Swans',
  source_url: 'https://site.example/',
  language: 'en',
  bytes: 5,
  content_hash: 'hash',
  chunk_count: 1,
  source_modified: '',
};
const passing = new AppError('provider_error');
const lasting = new AppError('no_text');

/** Suite that the queue passes on any database. `make` gets the time that passes in the tests. */
export function describeJobQueue(
  name: string,
  make: (clock: () => number) => Promise<JobQueueHarness>,
): void {
  describe(`job queue: ${name}`, () => {
    let now: number;
    let database: Database;
    let documents: Documents;
    let queue: JobQueue;
    let other: JobQueue;
    beforeEach(async () => {
      now = 1_700_000_000_000;
      ({ database, queue, other } = await make(() => now));
      documents = createDocuments(database, () => now);
    });
    afterEach(async () => {
      await database.close();
    });

    /** As the clock does every minute, too. */
    async function pass(ms: number): Promise<void> {
      now += ms;
      await queue.sweep();
    }

    async function added(name = '1'): Promise<number> {
      return (await documents.ensure({ kind: 'txt', sourceKey: `text:${name}` })).id;
    }

    async function queued(name = '1'): Promise<number> {
      const id = await added(name);
      await queue.enqueue([id]);
      return id;
    }

    async function claimed(): Promise<Job> {
      const [job] = await queue.claim(1);
      if (!job) throw new Error('Nothing is ready.');
      return job;
    }

    const nothing = () => Promise.resolve();
    const complete = (job: Job) => queue.complete(job, outcome, nothing);

    describe('claim', () => {
      test('gives what is queued, oldest first, and not what nobody has asked for', async () => {
        await added('pending');
        const first = await queued('first');
        await pass(1);
        const second = await queued('second');
        const third = await queued('third');
        const jobs = await queue.claim(2);
        expect(jobs.map(({ document }) => document.id)).toEqual([first, second]);
        expect((await queue.claim(9)).map(({ document }) => document.id)).toEqual([third]);
        expect(await queue.claim(9)).toEqual([]);
      });

      test('gives each document to one of many workers', async () => {
        const ids = [];
        for (let n = 0; n < 10; n++) ids.push(await queued(String(n)));
        const jobs = (
          await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 ? queue : other).claim(3)))
        ).flat();
        const rest = await queue.claim(10);
        const taken = [...jobs, ...rest].map(({ document }) => document.id);
        expect(taken.sort((a, b) => a - b)).toEqual(ids);
        expect(new Set([...jobs, ...rest].map((job) => job.lease)).size).toBe(ids.length);
      });

      test('gives a document again when the lease of its worker has ended, not before', async () => {
        const id = await queued();
        const first = await claimed();
        await pass(lease);
        expect(await queue.claim(1)).toEqual([]);
        await pass(1);
        const second = await claimed();
        expect(second.document).toMatchObject({ id, attempts: 2 });
        await expect(queue.heartbeat(first)).rejects.toThrow(LeaseLost);
        await expect(complete(first)).rejects.toThrow(LeaseLost);
        await complete(second);
        expect((await documents.get(id)).status).toBe('completed');
      });

      test('gives up a document that ended each of its workers', async () => {
        const id = await queued();
        for (let attempt = 1; attempt <= 5; attempt++) {
          expect((await claimed()).document.attempts).toBe(attempt);
          await pass(lease + 1);
        }
        expect(await queue.claim(1)).toEqual([]);
        expect(await documents.get(id)).toMatchObject({
          status: 'failed',
          error_code: 'internal_error',
          lease_owner: null,
        });
      });
    });

    describe('heartbeat', () => {
      test('keeps the document, however often it beats', async () => {
        await queued();
        const job = await claimed();
        await queue.heartbeat(job);
        for (let beat = 0; beat < 5; beat++) {
          await pass(lease - 1);
          expect(await queue.claim(1)).toEqual([]);
          await queue.heartbeat(job);
        }
      });

      test('is too late when another has the document, or nobody', async () => {
        const id = await queued();
        const job = await claimed();
        await pass(lease + 1);
        const other = await queue.claimNow(id);
        await expect(queue.heartbeat(job)).rejects.toThrow(LeaseLost);
        await complete(other);
        await expect(queue.heartbeat(other)).rejects.toThrow(LeaseLost);
        await database.query.deleteFrom('documents').execute();
        await expect(queue.heartbeat(other)).rejects.toThrow(LeaseLost);
      });
    });

    describe('complete', () => {
      test('notes what was found and forgets what went wrong before', async () => {
        const id = await queued();
        await queue.fail(await claimed(), passing);
        await pass(hour);
        await complete(await claimed());
        expect(await documents.get(id)).toMatchObject({
          ...outcome,
          status: 'completed',
          error_code: null,
          lease_owner: null,
          processed_at: now,
        });
        expect(await queue.claim(1)).toEqual([]);
      });

      test('is undone when what belongs to it cannot be stored', async () => {
        const id = await queued();
        const job = await claimed();
        const failing = queue.complete(job, outcome, async (transaction) => {
          await createChunks(database).relocate(id, 'https://elsewhere.example/', transaction);
          throw new Error('The chunks could not be stored.');
        });
        await expect(failing).rejects.toThrow('chunks');
        expect(await documents.get(id)).toMatchObject({ status: 'processing', content_hash: '' });
      });

      test('queues again what changed meanwhile', async () => {
        const id = await queued();
        const job = await claimed();
        await queue.enqueue([id]);
        expect((await documents.get(id)).status).toBe('processing');
        expect(await queue.claim(1)).toEqual([]);
        await complete(job);
        expect((await documents.get(id)).status).toBe('queued');
        await complete(await claimed());
        expect((await documents.get(id)).status).toBe('completed');
      });

      test('forgets that it was forced, unless that was asked meanwhile', async () => {
        const id = await added();
        await queue.enqueue([id], { force: true });
        const job = await claimed();
        expect(job.document.forced).toBe(1);
        await queue.enqueue([id], { force: true });
        await complete(job);
        const again = await claimed();
        expect(again.document.forced).toBe(1);
        await complete(again);
        expect((await documents.get(id)).forced).toBe(0);
      });
    });

    describe('fail', () => {
      test('tries a passing failure again, later each time, three times in all', async () => {
        const id = await queued();
        const waits = [];
        for (let attempt = 1; attempt <= 3; attempt++) {
          await queue.fail(await claimed(), passing);
          const { status, available_at } = await documents.get(id);
          expect(status).toBe(attempt < 3 ? 'queued' : 'failed');
          expect(await queue.claim(1)).toEqual([]);
          waits.push(available_at - now);
          await pass(minute);
        }
        const [first = 0, second = 0] = waits;
        expect(first).toBeGreaterThanOrEqual(2500);
        expect(second).toBeGreaterThan(first);
        expect(second).toBeLessThanOrEqual(45_000);
        expect(await queue.claim(1)).toEqual([]);
      });

      test('tries a document again that took too much memory, and then gives it up for good', async () => {
        const id = await queued();
        const hungry = new AppError('too_large', { retryable: true });
        await queue.fail(await claimed(), hungry);
        expect((await documents.get(id)).status).toBe('queued');
        for (let attempt = 2; attempt <= 3; attempt++) {
          await pass(minute);
          await queue.fail(await claimed(), hungry);
        }
        await pass(100 * hour);
        expect(await documents.get(id)).toMatchObject({
          status: 'failed',
          error_code: 'too_large',
        });
        expect(await queue.claim(1)).toEqual([]);
      });

      test('waits as long as the vendor asks', async () => {
        const id = await queued();
        await queue.fail(await claimed(), new AppError('overloaded', { retryAfter: 600 }));
        expect((await documents.get(id)).available_at).toBe(now + 600_000);
      });

      const lastingOnes: [string, unknown, string][] = [
        ['what will not pass', lasting, 'no_text'],
        [
          'a vendor’s refusal',
          new AppError('provider_error', { retryable: false }),
          'provider_error',
        ],
      ];

      test.each(lastingOnes)('does not try %s again', async (_case, error, code) => {
        const id = await queued();
        await queue.fail(await claimed(), error);
        expect(await documents.get(id)).toMatchObject({ status: 'failed', error_code: code });
      });

      test('shows nothing of a foreign error, and tries again', async () => {
        const id = await queued();
        await queue.fail(await claimed(), new Error('ENOENT /var/www/secret'));
        const row = await documents.get(id);
        expect(row).toMatchObject({ status: 'queued', error_code: 'internal_error' });
        expect(row.error_message).not.toContain('secret');
      });

      test('keeps a long reason as long as its column', async () => {
        const id = await queued();
        await queue.fail(await claimed(), new AppError('no_text', { message: 'x'.repeat(900) }));
        expect((await documents.get(id)).error_message).toHaveLength(500);
      });

      test('queues at once what changed meanwhile, with all its attempts', async () => {
        const id = await queued();
        const job = await claimed();
        await queue.enqueue([id]);
        await queue.fail(job, lasting);
        expect(await documents.get(id)).toMatchObject({ status: 'queued', available_at: now });
        expect((await claimed()).document.attempts).toBe(1);
      });

      test('says nothing when another has the document', async () => {
        const id = await queued();
        const job = await claimed();
        await pass(lease + 1);
        const other = await claimed();
        await queue.fail(job, lasting);
        expect(await documents.get(id)).toMatchObject({
          status: 'processing',
          lease_owner: other.lease,
        });
      });
    });

    describe('release', () => {
      test('gives the document back as it was, attempts too', async () => {
        const id = await queued();
        await queue.release(await claimed());
        expect(await documents.get(id)).toMatchObject({ status: 'queued', attempts: 0 });
        expect((await claimed()).document.attempts).toBe(1);
      });

      test('never counts below none: MySQL would refuse that', async () => {
        const id = await queued();
        const job = await claimed();
        await queue.enqueue([id]);
        await queue.release(job);
        expect(await documents.get(id)).toMatchObject({ status: 'queued', attempts: 0 });
      });
    });

    describe('claimNow', () => {
      test.each(['pending', 'queued', 'completed', 'failed'] as const)(
        'takes a document that is %s',
        async (status) => {
          const id = await added();
          await database.query.updateTable('documents').set({ status, attempts: 3 }).execute();
          const { document } = await queue.claimNow(id, { force: true });
          expect(document).toMatchObject({ id, status: 'processing', attempts: 1, forced: 1 });
        },
      );

      test('is refused while somebody has the document, and not a moment longer', async () => {
        const id = await queued();
        await claimed();
        await expect(queue.claimNow(id)).rejects.toMatchObject({ code: 'conflict', status: 409 });
        await pass(lease + 1);
        expect((await queue.claimNow(id)).document.id).toBe(id);
      });
    });

    describe('discard', () => {
      test('removes the document, and what was read of it', async () => {
        const id = await queued();
        await queue.discard(await claimed());
        expect(await documents.find(id)).toBeUndefined();
        expect(await queue.claim(1)).toEqual([]);
      });

      test('queues at once what came back meanwhile', async () => {
        const id = await queued();
        const job = await claimed();
        await queue.enqueue([id]);
        await queue.discard(job);
        expect((await documents.get(id)).status).toBe('queued');
        expect((await claimed()).document.id).toBe(id);
      });

      test('removes nothing of what another has', async () => {
        const id = await queued();
        const job = await claimed();
        await pass(lease + 1);
        const taken = await claimed();
        await expect(queue.discard(job)).rejects.toThrow(LeaseLost);
        expect((await documents.get(id)).lease_owner).toBe(taken.lease);
      });
    });

    describe('pause', () => {
      test('lets nothing begin, for any worker, until it is taken back', async () => {
        const id = await queued();
        await other.pause(true);
        expect(await queue.isPaused()).toBe(true);
        expect(await queue.claim(1)).toEqual([]);
        await other.pause(true);
        await queue.pause(false);
        expect(await other.isPaused()).toBe(false);
        expect((await claimed()).document.id).toBe(id);
      });

      test('lets what is being processed end, and the owner process a document now', async () => {
        const id = await queued();
        const job = await claimed();
        const more = await added('2');
        await queue.pause(true);
        await complete(job);
        expect((await documents.get(id)).status).toBe('completed');
        await complete(await queue.claimNow(more));
        expect((await documents.get(more)).status).toBe('completed');
      });
    });

    describe('sweep', () => {
      test('queues what a worker has left, and says so', async () => {
        const id = await queued();
        await claimed();
        now += lease;
        expect((await queue.sweep()).abandoned).toBe(0);
        now += 1;
        expect((await queue.sweep()).abandoned).toBe(1);
        expect(await documents.get(id)).toMatchObject({ status: 'queued', lease_owner: null });
        expect((await other.claim(1)).map(({ document }) => document.id)).toEqual([id]);
      });

      test('queues what was made and never queued', async () => {
        const id = await added();
        await pass(minute);
        expect((await documents.get(id)).status).toBe('pending');
        now += 1;
        expect((await queue.sweep()).forgotten).toBe(1);
        expect((await claimed()).document.id).toBe(id);
      });

      test('lets nothing wait for the time at which the clock was before it was set back', async () => {
        const failed = await queued('failed');
        for (let attempt = 1; attempt <= 3; attempt++) {
          await queue.fail(await claimed(), passing);
          now += minute;
        }
        expect((await documents.get(failed)).status).toBe('failed');
        const left = await queued('left');
        await claimed();
        const retried = await queued('retried');
        await queue.fail(await claimed(), passing);
        const made = await added('made');
        now -= 2 * hour;
        expect(await queue.sweep()).toMatchObject({ abandoned: 1, forgotten: 1 });
        const ids = (await queue.claim(4)).map(({ document }) => document.id);
        expect(ids.sort()).toEqual([retried, failed, left, made].sort());
      });

      test('takes nobody’s work away where the clocks of two sidecars differ a little', async () => {
        await queued();
        await claimed();
        now -= minute;
        await queue.sweep();
        expect(await other.claim(1)).toEqual([]);
      });

      test('tries once more, an hour or so later, what a long outage has failed', async () => {
        const id = await queued();
        for (let attempt = 1; attempt <= 3; attempt++) {
          await queue.fail(await claimed(), passing);
          await pass(minute);
        }
        expect((await documents.get(id)).status).toBe('failed');
        await pass(2 * hour);
        expect(await documents.get(id)).toMatchObject({
          status: 'queued',
          error_code: 'provider_error',
        });
        await queue.fail(await claimed(), passing);
        expect((await documents.get(id)).status).toBe('failed');
        await pass(2 * hour);
        await complete(await claimed());
        expect((await documents.get(id)).status).toBe('completed');
      });

      test('leaves alone what will not pass', async () => {
        const id = await queued();
        await queue.fail(await claimed(), lasting);
        await pass(100 * hour);
        expect((await documents.get(id)).status).toBe('failed');
        expect(await queue.claim(1)).toEqual([]);
      });
    });

    test('more documents than one statement takes are queued', async () => {
      const ids = [];
      for (let n = 0; n < 1001; n++) ids.push(await added(String(n)));
      await queue.enqueue(ids);
      expect((await documents.counts()).by_status).toEqual({ queued: 1001 });
      await queue.enqueue([]);
    });
  });
}
