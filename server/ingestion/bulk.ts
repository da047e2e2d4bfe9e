import type { BulkReply, BulkRequest } from '../contract/knowledge.ts';
import { AppError } from '../errors/app-error.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import { type Documents, nextDocuments } from '../storage/documents.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  database: Database;
  documents: Documents;
  queue: Pick<JobQueue, 'enqueue'>;
  settings: Pick<SettingsStore, 'fresh' | 'update'>;
  clock: () => number;
  /** Wakes the worker. */
  look: () => void;
}

interface Chosen {
  id: number;
  post_id: number | null;
}

/** Milliseconds after which a call ends and the next one continues: proxies end calls that take long. */
const timeLimit = 5000;
const batchSize = 200;
/** The contract's limit of `indexing.exclude_ids`. */
const maxExcluded = 10_000;

/** Acts on many documents in batches by id, so that nothing else has to wait for long. */
export function createBulk(dependencies: Dependencies) {
  const { database, documents, queue, settings, clock, look } = dependencies;

  async function remove(batch: readonly Chosen[]): Promise<number> {
    const ids = batch.map(({ id }) => id);
    if (ids.length === 0) return 0;
    return database.deletion(() =>
      database.transaction(async (transaction) => {
        const removed = await documents.removeAll(ids, transaction);
        if (removed > 0) await raiseChunksRevision(database, transaction, ...ids);
        return removed;
      }),
    );
  }

  /** The posts are kept out first: a comparison with the site in between would read them again. */
  async function exclude(batch: readonly Chosen[]): Promise<number> {
    const posts = batch.filter(({ post_id }) => post_id !== null);
    if (posts.length === 0) return 0;
    const { exclude_ids: before } = (await settings.fresh()).indexing;
    const excluded = [...new Set([...before, ...posts.map(({ post_id }) => Number(post_id))])];
    if (excluded.length > maxExcluded) {
      throw new AppError('invalid_request', {
        message:
          'No more than 10,000 posts can be excluded one by one. Please leave out their type.',
      });
    }
    if (excluded.length > before.length)
      await settings.update({ indexing: { exclude_ids: excluded } });
    return remove(posts);
  }

  async function process(batch: readonly Chosen[], force: boolean): Promise<number> {
    const ids = batch.map(({ id }) => id);
    await queue.enqueue(ids, { force });
    look();
    return ids.length;
  }

  function act({ action, force }: BulkRequest, batch: readonly Chosen[]): Promise<number> {
    switch (action) {
      case 'process':
        return process(batch, force);
      case 'delete':
        return remove(batch);
      case 'exclude':
        return exclude(batch);
      default:
        return action satisfies never;
    }
  }

  return async function bulk(request: BulkRequest): Promise<BulkReply> {
    const chosen = request.ids ?? request.filter ?? [];
    const until = clock() + timeLimit;
    let affected = 0;
    let { after } = request;
    for (;;) {
      const batch = await nextDocuments(database.query, chosen, after, batchSize);
      affected += batch.length > 0 ? await act(request, batch) : 0;
      if (batch.length < batchSize) return { affected, after: null };
      after = batch.at(-1)?.id ?? after;
      if (clock() > until) return { affected, after };
    }
  };
}
