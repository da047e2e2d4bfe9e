import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { MachineFault } from '../../server/errors/machine-fault.ts';
import { JobQueue, LeaseLost, type Job } from '../../server/jobs/queue.ts';
import { Chunks } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { Documents, type DocumentRow } from '../../server/storage/documents.ts';
import { lease, outcome } from '../ingestion/context.ts';

const minute = 60_000;
const hour = 60 * minute;
const passing = new AppError('provider_error');
const lasting = new AppError('no_text');

/** Suite that the queue passes on any database. */
export function describeJobQueue(name: string, open: () => Promise<Database>): void {
  describe(`job queue: ${name}`, () => {
    let now: number;
    let database: Database;
    let documents: Documents;
    let queue: JobQueue;
    /** Another sidecar's, on the same database. */
    let other: JobQueue;
    beforeEach(async () => {
      now = 1_700_000_000_000;
      database = await open();
      const clock = () => now;
      queue = new JobQueue(database, { lease, clock });
      other = new JobQueue(database, { lease, clock });
      documents = new Documents(database, clock);
    });
    afterEach(() => database.close());

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

    const idsOf = (jobs: readonly Job[]) => jobs.map(({ document }) => document.id);
    const complete = (job: Job) => queue.complete(job, outcome, () => Promise.resolve());
    const expectRow = async (id: number, row: Partial<DocumentRow>) =>
      expect(await documents.get(id)).toMatchObject(row);
    const expectNothingReady = async () => expect(await queue.claim(1)).toEqual([]);
    /** Fails a document as often as it is tried at first. */
    async function failThrice(error: unknown): Promise<void> {
      for (let attempt = 1; attempt <= 3; attempt++) {
        await queue.fail(await claimed(), error);
        await pass(minute);
      }
    }

    describe('claim', () => {
      test('gives what is queued, oldest first, and not what nobody has asked for', async () => {
        await added('pending');
        const first = await queued('first');
        await pass(1);
        const second = await queued('second');
        const third = await queued('third');
        expect(idsOf(await queue.claim(2))).toEqual([first, second]);
        expect(idsOf(await queue.claim(9))).toEqual([third]);
        await expectNothingReady();
      });

      test('gives each document to one of many workers', async () => {
        const ids = [];
        for (let n = 0; n < 10; n++) ids.push(await queued(String(n)));
        const workers = Array.from({ length: 8 }, (_, n) => (n % 2 ? queue : other).claim(3));
        const jobs = (await Promise.all(workers)).flat();
        jobs.push(...(await queue.claim(10)));
        expect(idsOf(jobs).sort((a, b) => a - b)).toEqual(ids);
        expect(new Set(jobs.map((job) => job.lease)).size).toBe(ids.length);
      });

      test('gives a document again when the lease of its worker has ended, not before', async () => {
        const id = await queued();
        const first = await claimed();
        await pass(lease);
        await expectNothingReady();
        await pass(1);
        const second = await claimed();
        expect(second.document).toMatchObject({ id, attempts: 2 });
        await expect(queue.heartbeat(first)).rejects.toThrow(LeaseLost);
        await expect(complete(first)).rejects.toThrow(LeaseLost);
        await complete(second);
        await expectRow(id, { status: 'completed' });
      });

      test('gives up a document that ended each of its workers, also after a restart', async () => {
        const id = await queued();
        for (let attempt = 1; attempt <= 5; attempt++) {
          expect((await claimed()).document.attempts).toBe(attempt);
          await pass(lease + 1);
        }
        await expectNothingReady();
        expect(await queue.retryFaults()).toBe(0);
        await expectRow(id, { status: 'failed', error_code: 'internal_error', lease_owner: null });
      });
    });

    describe('heartbeat', () => {
      test('keeps the document, however often it beats', async () => {
        await queued();
        const job = await claimed();
        for (let beat = 0; beat < 5; beat++) {
          await queue.heartbeat(job);
          await pass(lease - 1);
          await expectNothingReady();
        }
      });

      test('is too late when nobody has the document', async () => {
        const id = await queued();
        const job = await claimed();
        await complete(job);
        await expect(queue.heartbeat(job)).rejects.toThrow(LeaseLost);
        await database.query.deleteFrom('documents').where('id', '=', id).execute();
        await expect(queue.heartbeat(job)).rejects.toThrow(LeaseLost);
      });
    });

    describe('complete', () => {
      test('notes what was found and forgets what went wrong before', async () => {
        const id = await queued();
        await queue.fail(await claimed(), passing);
        await pass(hour);
        await complete(await claimed());
        const free = { status: 'completed', error_code: null, lease_owner: null } as const;
        await expectRow(id, { ...outcome, ...free, processed_at: now });
        await expectNothingReady();
      });

      test('is undone when what belongs to it cannot be stored', async () => {
        const id = await queued();
        const failing = queue.complete(await claimed(), outcome, async (transaction) => {
          await new Chunks(database).relocate(id, 'https://elsewhere.example/', transaction);
          throw new Error('The chunks could not be stored.');
        });
        await expect(failing).rejects.toThrow('chunks');
        await expectRow(id, { status: 'processing', content_hash: '' });
      });

      test('queues again what changed meanwhile, forced or not, as was asked last', async () => {
        const id = await added();
        await queue.enqueue([id], { force: true });
        const job = await claimed();
        await queue.enqueue([id], { force: true });
        await expectRow(id, { status: 'processing' });
        await expectNothingReady();
        await complete(job);
        const again = await claimed();
        expect([job, again].map(({ document }) => document.forced)).toEqual([1, 1]);
        await complete(again);
        await expectRow(id, { status: 'completed', forced: 0 });
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
          await expectNothingReady();
          waits.push(available_at - now);
          await pass(minute);
        }
        const [first = 0, second = 0] = waits;
        expect(first).toBeGreaterThanOrEqual(2500);
        expect(second).toBeGreaterThan(first);
        expect(second).toBeLessThanOrEqual(45_000);
        await expectNothingReady();
      });

      test('gives a document up for good that took too much memory three times', async () => {
        const id = await queued();
        await failThrice(new AppError('too_large', { retryable: true }));
        await pass(100 * hour);
        await expectRow(id, { status: 'failed', error_code: 'too_large' });
      });

      test.each([lasting, new AppError('provider_error', { retryable: false })])(
        'does not try again after %s',
        async (error) => {
          const id = await queued();
          await queue.fail(await claimed(), error);
          await pass(100 * hour);
          await expectRow(id, { status: 'failed', error_code: error.code });
          await expectNothingReady();
        },
      );

      test('waits as long as the vendor asks, or not at all for what changed meanwhile', async () => {
        const id = await queued();
        await queue.fail(await claimed(), new AppError('overloaded', { retryAfter: 600 }));
        await expectRow(id, { available_at: now + 600_000 });
        const job = await queue.claimNow(id);
        await queue.enqueue([id]);
        await queue.fail(job, lasting);
        await expectRow(id, { status: 'queued', available_at: now });
        expect((await claimed()).document.attempts).toBe(1);
      });

      test('shows nothing of a foreign error, and a long reason as long as its column', async () => {
        const id = await queued();
        await queue.fail(await claimed(), new Error('ENOENT /var/www/secret'));
        await expectRow(id, { status: 'queued', error_code: 'internal_error' });
        expect((await documents.get(id)).error_message).not.toContain('secret');
        const long = new AppError('no_text', { message: 'x'.repeat(900) });
        await queue.fail(await queue.claimNow(id), long);
        expect((await documents.get(id)).error_message).toHaveLength(500);
      });

      test('says nothing when another has the document', async () => {
        const id = await queued();
        const job = await claimed();
        await pass(lease + 1);
        const taken = await claimed();
        await queue.fail(job, lasting);
        await expectRow(id, { status: 'processing', lease_owner: taken.lease });
      });

      test('lets it wait, however often, where the machine lacks something', async () => {
        const cause = new MachineFault('no process');
        const gone = Object.assign(new Error('No module'), { code: 'ERR_MODULE_NOT_FOUND' });
        const id = await queued();
        for (let time = 0; time < 5; time++) {
          for (const error of [new AppError('sidecar_unavailable', { cause }), gone]) {
            await queue.fail(await claimed(), error);
            await expectRow(id, { status: 'queued', attempts: 0 });
            now += minute;
          }
        }
      });

      test('with a fault of the program is tried once more after a restart', async () => {
        const fault = new AppError('internal_error');
        const [id, unreadable] = [await queued('fault'), await queued('unreadable')];
        await queue.fail(await queue.claimNow(id), fault);
        await queue.fail(await queue.claimNow(unreadable), lasting);
        await pass(100 * hour);
        await expectNothingReady();
        expect(await queue.retryFaults()).toBe(1);
        await queue.fail(await claimed(), fault);
        await expectRow(id, { status: 'failed' });
      });
    });

    test('release gives the document back as it was, attempts too, but never less than none', async () => {
      const id = await queued();
      await queue.release(await claimed());
      await expectRow(id, { status: 'queued', attempts: 0 });
      const job = await claimed();
      expect(job.document.attempts).toBe(1);
      await queue.enqueue([id]);
      // MySQL would refuse -1.
      await queue.release(job);
      await expectRow(id, { status: 'queued', attempts: 0 });
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
      test('removes the document, unless another has it', async () => {
        const id = await queued();
        const job = await claimed();
        await pass(lease + 1);
        const taken = await claimed();
        await expect(queue.discard(job)).rejects.toThrow(LeaseLost);
        await expectRow(id, { lease_owner: taken.lease });
        await queue.discard(taken);
        expect(await documents.find(id)).toBeUndefined();
        await expectNothingReady();
      });

      test('queues at once what came back meanwhile', async () => {
        const id = await queued();
        const job = await claimed();
        await queue.enqueue([id]);
        await queue.discard(job);
        expect(idsOf([await claimed()])).toEqual([id]);
      });
    });

    test('pause lets nothing begin, for any worker, but what is in hand and asked for now', async () => {
      const [id, waiting, more] = [await queued(), await queued('2'), await added('3')];
      const job = await claimed();
      await other.pause(true);
      await other.pause(true);
      expect(await queue.isPaused()).toBe(true);
      await expectNothingReady();
      for (const held of [job, await queue.claimNow(more)]) await complete(held);
      for (const each of [id, more]) await expectRow(each, { status: 'completed' });
      await queue.pause(false);
      expect(await other.isPaused()).toBe(false);
      expect(idsOf([await claimed()])).toEqual([waiting]);
    });

    describe('sweep', () => {
      test('queues what a worker has left, and what was made and never queued', async () => {
        const id = await queued();
        await claimed();
        const made = await added('2');
        now += lease;
        expect(await queue.sweep()).toMatchObject({ abandoned: 0, forgotten: 0 });
        now += 1;
        expect(await queue.sweep()).toMatchObject({ abandoned: 1, forgotten: 1 });
        await expectRow(id, { status: 'queued', lease_owner: null });
        expect(idsOf(await other.claim(2)).sort()).toEqual([id, made].sort());
      });

      test('lets nothing wait for the time at which the clock was before it was set back', async () => {
        const failed = await queued('failed');
        await failThrice(passing);
        await expectRow(failed, { status: 'failed' });
        const left = await queued('left');
        await claimed();
        const retried = await queued('retried');
        await queue.fail(await claimed(), passing);
        const made = await added('made');
        now -= 2 * hour;
        expect(await queue.sweep()).toMatchObject({ abandoned: 1, forgotten: 1 });
        expect(idsOf(await queue.claim(4)).sort()).toEqual([retried, failed, left, made].sort());
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
        await failThrice(passing);
        await expectRow(id, { status: 'failed' });
        await pass(2 * hour);
        await expectRow(id, { status: 'queued', error_code: 'provider_error' });
        await queue.fail(await claimed(), passing);
        await expectRow(id, { status: 'failed' });
        await pass(2 * hour);
        await complete(await claimed());
        await expectRow(id, { status: 'completed' });
      });
    });

    test('more documents than one statement takes are queued', async () => {
      const ids = await documents.ensureAll(
        Array.from({ length: 1001 }, (_, n) => ({ kind: 'txt', sourceKey: `text:${n}` }) as const),
      );
      await queue.enqueue(ids);
      expect((await documents.counts()).by_status).toEqual({ queued: 1001 });
      await queue.enqueue([]);
    });
  });
}
