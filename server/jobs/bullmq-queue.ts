import { randomUUID } from 'node:crypto';
import type { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Log } from '../runtime/log.ts';
import type { DocumentQueue, Job, JobQueue } from './queue.ts';

interface Options {
  /** The truth: states and leases. Redis only says which document is next. */
  table: DocumentQueue;
  /** `redis://user:password@host:port/number`, or `rediss:`. */
  url: string;
  /** Sidecars of one name share their work; those of another site must have another. */
  name: string;
  log: Log;
}

interface Connection {
  redis: Redis;
  queue: Queue<{ document: number }>;
  worker: Worker<{ document: number }>;
}

/** Milliseconds that a command may take. */
const commandTimeout = 5000;
/** Milliseconds that a document may be on its way from Redis to its lease before it is given back. */
const handOver = 30_000;
const addBatch = 500;
const untold = 'Redis could not be told what is queued; the database knows it';

/**
 * BullMQ hands documents out, so that sidecars with much to do take each another one instead of
 * competing for the same rows. What it hands out is checked against the table and its job ends at once:
 * the lease is the table's, because it must end in the transaction that stores the chunks. When Redis has
 * nothing, has forgotten everything or is away, the table itself is asked.
 */
export function createBullmqQueue({ table, url, name, log }: Options): JobQueue {
  let connecting: Promise<Connection> | null = null;
  let reachable = false;
  let closed = false;

  async function connect(): Promise<Connection> {
    // 200 ms and 30 MB that a site without Redis is spared.
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    const redis = new ioredis.Redis(url, {
      commandTimeout,
      enableOfflineQueue: false,
      maxRetriesPerRequest: null,
    });
    let said = false;
    redis.on('close', () => (reachable = false));
    redis.on('error', (error) => {
      if (!said) log.error({ err: error }, 'Redis is not reachable; the database hands out jobs');
      said = true;
    });
    redis.on('ready', () => {
      log.info('Redis is reachable');
      [reachable, said] = [true, false];
    });
    const options = { connection: redis, prefix: 'itih' };
    const queue = new bullmq.Queue<{ document: number }>(name, options);
    const worker = new bullmq.Worker<{ document: number }>(name, null, {
      ...options,
      lockDuration: handOver,
      stalledInterval: handOver,
      maxStalledCount: 100,
    });
    // What goes wrong with the connection is said above, and each call fails by itself.
    queue.on('error', () => undefined);
    worker.on('error', () => undefined);
    worker.startStalledCheckTimer().catch(() => undefined);
    return { redis, queue, worker };
  }

  const noted = (what: string) => (error: unknown) => {
    if (!closed) log.warn({ err: error }, what);
  };

  /** Null while Redis is away: BullMQ would wait for it. */
  async function connection(): Promise<Connection | null> {
    if (closed) return null;
    connecting ??= connect();
    const connected = await connecting;
    return reachable ? connected : null;
  }

  async function add(documents: readonly number[], delay = 0): Promise<void> {
    const { queue } = (await connection()) ?? {};
    for (let start = 0; queue && start < documents.length; start += addBatch) {
      await queue.addBulk(
        documents.slice(start, start + addBatch).map((document) => ({
          name: 'document',
          data: { document },
          opts: {
            delay,
            removeOnComplete: true,
            removeOnFail: true,
            // One job for each document. What is asked for while a job is being handed out follows it.
            deduplication: { id: String(document), replace: true, keepLastIfActive: true },
          },
        })),
      );
    }
  }

  /** The table has what is said here already, so nobody has to know when Redis could not be told. */
  const tell = (documents: readonly number[], delay?: number) =>
    add(documents, delay).catch(noted(untold));

  /** After its lease has ended: a document may have to be processed once more, now or later. */
  async function tellWhatFollows({ document: { id } }: Job): Promise<void> {
    const wait = await table.waits(id).catch(noted(untold));
    if (typeof wait === 'number') await tell([id], wait);
  }

  async function fromRedis({ worker }: Connection, limit: number): Promise<Job[]> {
    const jobs: Job[] = [];
    try {
      while (jobs.length < limit) {
        const token = randomUUID();
        const next = await worker.getNextJob(token, { block: false });
        if (!next) break;
        const job = await table.take(next.data.document);
        if (job) jobs.push(job);
        await next.moveToCompleted(null, token, false);
      }
    } catch (error) {
      noted('Redis could not be asked for a job')(error);
    }
    return jobs;
  }

  return {
    async enqueue(documentIds, options) {
      await table.enqueue(documentIds, options);
      await tell(documentIds);
    },

    async claim(limit) {
      const connected = await connection();
      if (connected && (await table.isPaused())) return [];
      const jobs = connected ? await fromRedis(connected, limit) : [];
      return jobs.length > 0 ? jobs : table.claim(limit);
    },

    claimNow: (documentId, options) => table.claimNow(documentId, options),

    heartbeat: (job) => table.heartbeat(job),

    async complete(job, outcome, store) {
      await table.complete(job, outcome, store);
      await tellWhatFollows(job);
    },

    async discard(job) {
      await table.discard(job);
      await tellWhatFollows(job);
    },

    async fail(job, error) {
      await table.fail(job, error);
      await tellWhatFollows(job);
    },

    async release(job) {
      await table.release(job);
      await tellWhatFollows(job);
    },

    pause: (paused) => table.pause(paused),

    isPaused: () => table.isPaused(),

    engine: () => (reachable ? 'redis' : 'redis_unreachable'),

    sweep: () => table.sweep(),

    async forget() {
      const { queue } = (await connection()) ?? {};
      await queue?.obliterate({ force: true });
    },

    async close() {
      closed = true;
      const { redis, queue, worker } = (await connecting) ?? {};
      await Promise.allSettled([worker?.close(true), queue?.close()]);
      redis?.disconnect();
    },
  };
}
