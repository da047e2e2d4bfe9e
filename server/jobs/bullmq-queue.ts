import { randomUUID } from 'node:crypto';
import type { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Log } from '../runtime/log.ts';
import type { DocumentQueue, Job, JobQueue } from './queue.ts';

interface Options {
  /** Holds states and leases. Redis only chooses the next document. */
  table: DocumentQueue;
  /** `redis://user:password@host:port/number`, or `rediss:`. */
  url: string;
  /** Sidecars of one site share the name; other sites have other names. */
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
/** Milliseconds from BullMQ's job to the lease, after which BullMQ hands the document out again. */
const handOver = 30_000;
const addBatch = 500;
const unqueued = 'Redis did not take documents; the database has them';

/** Connects to Redis at the first use. Logs when Redis goes away and when it is back. */
function createConnection(url: string, name: string, log: Log) {
  let connecting: Promise<Connection> | null = null;
  let isReachable = false;
  let isClosed = false;

  async function connect(): Promise<Connection> {
    // A site without Redis is spared 200 ms and 30 MB.
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    const redis = new ioredis.Redis(url, {
      commandTimeout,
      enableOfflineQueue: false,
      maxRetriesPerRequest: null,
    });
    let isLogged = false;
    redis.on('close', () => (isReachable = false));
    redis.on('error', (error) => {
      if (!isLogged) {
        log.error({ err: error }, 'Redis is not reachable; the database hands out jobs');
      }
      isLogged = true;
    });
    redis.on('ready', () => {
      log.info('Redis is reachable');
      [isReachable, isLogged] = [true, false];
    });
    const options = { connection: redis, prefix: 'itih' };
    const queue = new bullmq.Queue<{ document: number }>(name, options);
    const worker = new bullmq.Worker<{ document: number }>(name, null, {
      ...options,
      lockDuration: handOver,
      stalledInterval: handOver,
      maxStalledCount: 100,
    });
    // Errors of the connection are logged above, and each call fails by itself.
    queue.on('error', () => undefined);
    worker.on('error', () => undefined);
    worker.startStalledCheckTimer().catch(() => undefined);
    return { redis, queue, worker };
  }

  return {
    isReachable: () => isReachable,
    isClosed: () => isClosed,
    /** Returns null while Redis is away: BullMQ would wait for it. */
    async get(): Promise<Connection | null> {
      if (isClosed) return null;
      connecting ??= connect();
      const connected = await connecting;
      return isReachable ? connected : null;
    },
    async close(): Promise<void> {
      isClosed = true;
      const { redis, queue, worker } = (await connecting) ?? {};
      await Promise.allSettled([worker?.close(true), queue?.close()]);
      redis?.disconnect();
    },
  };
}

/** Leases up to `limit` of the documents that BullMQ hands out; stops at the first error, which it logs. */
async function takeFromRedis(
  { worker }: Connection,
  table: DocumentQueue,
  limit: number,
  failed: (error: unknown) => void,
): Promise<Job[]> {
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
    failed(error);
  }
  return jobs;
}

/**
 * Queue in which BullMQ hands documents out, so that several sidecars take different ones instead of
 * competing for the same rows. The lease stays in the documents table, because it must end in the
 * transaction that stores the chunks; so a BullMQ job ends as soon as its document is leased. While Redis
 * has no job or is away, the table is asked.
 */
export function createBullmqQueue({ table, url, name, log }: Options): JobQueue {
  const connection = createConnection(url, name, log);

  const logged = (message: string) => (error: unknown) => {
    if (!connection.isClosed()) log.warn({ err: error }, message);
  };

  async function add(documents: readonly number[], delay = 0): Promise<void> {
    const { queue } = (await connection.get()) ?? {};
    for (let start = 0; queue && start < documents.length; start += addBatch) {
      await queue.addBulk(
        documents.slice(start, start + addBatch).map((document) => ({
          name: 'document',
          data: { document },
          opts: {
            delay,
            removeOnComplete: true,
            removeOnFail: true,
            // One job for each document. One that is added while the job is handed out follows it.
            deduplication: { id: String(document), replace: true, keepLastIfActive: true },
          },
        })),
      );
    }
  }

  /** Adds documents to Redis. A failure is only logged, because the table has them. */
  const enqueue = (documents: readonly number[], delay?: number) =>
    add(documents, delay).catch(logged(unqueued));

  /** Adds a document again after its lease has ended, if the table has queued it for now or later. */
  async function enqueueAgain({ document: { id } }: Job): Promise<void> {
    const wait = await table.waits(id).catch(logged(unqueued));
    if (typeof wait === 'number') await enqueue([id], wait);
  }

  return {
    async enqueue(documentIds, options) {
      await table.enqueue(documentIds, options);
      await enqueue(documentIds);
    },

    async claim(limit) {
      const connected = await connection.get();
      if (connected && (await table.isPaused())) return [];
      const failed = logged('Redis could not be asked for a job');
      const jobs = connected ? await takeFromRedis(connected, table, limit, failed) : [];
      return jobs.length > 0 ? jobs : table.claim(limit);
    },

    claimNow: (documentId, options) => table.claimNow(documentId, options),

    heartbeat: (job) => table.heartbeat(job),

    async complete(job, outcome, store) {
      await table.complete(job, outcome, store);
      await enqueueAgain(job);
    },

    async discard(job) {
      await table.discard(job);
      await enqueueAgain(job);
    },

    async fail(job, error) {
      await table.fail(job, error);
      await enqueueAgain(job);
    },

    async release(job) {
      await table.release(job);
      await enqueueAgain(job);
    },

    pause: (paused) => table.pause(paused),

    isPaused: () => table.isPaused(),

    engine: () => (connection.isReachable() ? 'redis' : 'redis_unreachable'),

    sweep: () => table.sweep(),

    retryFaults: () => table.retryFaults(),

    async forget() {
      const { queue } = (await connection.get()) ?? {};
      await queue?.obliterate({ force: true });
    },

    close: () => connection.close(),
  };
}
