import { randomUUID } from 'node:crypto';
import { fileKindOf } from '../contract/document-kinds.ts';
import type {
  BulkReply,
  BulkRequest,
  CreateDocuments,
  ProcessingMode,
} from '../contract/knowledge.ts';
import { AppError } from '../errors/app-error.ts';
import type { Worker } from '../jobs/worker.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import { type DocumentRow, nextDocuments } from '../storage/documents.ts';
import type { Context } from './context.ts';
import { indexConfigurationOf } from './ingest.ts';
import type { Rejected } from './web/addresses.ts';
import type { AddPages, Added } from './web/crawl.ts';

/** Deletes documents and their chunks. Returns their number. */
const removeDocuments = (
  { database, documents }: Pick<Context, 'database' | 'documents'>,
  ids: readonly number[],
): Promise<number> =>
  database.deletion(() =>
    database.transaction(async (transaction) => {
      const removed = await documents.removeAll(ids, transaction);
      if (removed > 0) await raiseChunksRevision(database, transaction, ...ids);
      return removed;
    }),
  );

/** Deletes a document and its chunks. Returns false if there was none. */
export const createRemoveDocument =
  (context: Pick<Context, 'database' | 'documents'>) =>
  async (id: number): Promise<boolean> =>
    (await removeDocuments(context, [id])) > 0;
export type RemoveDocument = ReturnType<typeof createRemoveDocument>;

/** Processes one document: by a worker later, or while the caller waits. */
export function createProcessDocument(context: Context, worker: Pick<Worker, 'perform'>) {
  const { documents, queue, settings, look } = context;

  return async function processDocument(
    id: number,
    mode: ProcessingMode | undefined,
    force: boolean,
  ): Promise<{ document: DocumentRow; done: boolean }> {
    await documents.get(id);
    const chosen = mode ?? (await settings.get()).general.processing_mode;
    if (chosen === 'queue') {
      await queue.enqueue([id], { force });
      look();
    } else {
      // The document's row tells about a failure; the request itself succeeds.
      await worker.perform(await queue.claimNow(id, { force })).catch(() => undefined);
    }
    return { document: await documents.get(id), done: chosen === 'now' };
  };
}
type ProcessDocument = ReturnType<typeof createProcessDocument>;

/** Milliseconds that a request waits for its documents; the rest of them is queued. */
const maxWait = 45_000;

/** Handles `POST /documents`: creates documents and returns those that were rejected with a reason. */
export function createAddDocuments(
  { documents, bridge, clock }: Context,
  addPages: AddPages,
  processDocument: ProcessDocument,
) {
  async function addAttachment(id: number): Promise<DocumentRow> {
    const { filename, title, url } = await bridge.attachment(id);
    const kind = fileKindOf(filename);
    if (!kind) throw new AppError('unsupported_type');
    const sourceKey = `attachment:${id}`;
    return documents.ensure({ kind, sourceKey, attachmentId: id, title, sourceUrl: url });
  }

  const addText = (title: string, body: string): Promise<DocumentRow> => {
    const sourceKey = `text:${randomUUID()}`;
    return documents.ensure({ kind: 'txt', sourceKey, title, titleGiven: true, body });
  };

  async function add(request: CreateDocuments): Promise<Added> {
    if ('urls' in request) return addPages.list(request.urls);
    if ('sitemap' in request) return addPages.sitemap(request.sitemap);
    let added: Promise<{ id: number }>;
    if ('url' in request) added = addPages.one(request.url);
    else if ('crawl' in request) added = addPages.crawl(request.crawl);
    else if ('attachment_id' in request) added = addAttachment(request.attachment_id);
    else added = addText(request.title, request.content);
    return { ids: [(await added).id], rejected: [] };
  }

  async function processNow(ids: readonly number[]): Promise<void> {
    const until = clock() + maxWait;
    for (const [index, id] of ids.entries()) {
      if (clock() > until) return addPages.queue(ids.slice(index));
      await processDocument(id, 'now', false).catch((error: unknown) => {
        // `conflict`: another process is working on the document.
        if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      });
    }
  }

  return async function addDocuments(
    request: CreateDocuments,
  ): Promise<{ documents: DocumentRow[]; rejected: Rejected[] }> {
    const { ids, rejected } = await add(request);
    await (request.mode === 'now' ? processNow(ids) : addPages.queue(ids));
    return { documents: await documents.getAll(ids), rejected };
  };
}

type Chosen = Pick<DocumentRow, 'id' | 'post_id'>;

/** Milliseconds after which a call ends and the next one continues: proxies end calls that take long. */
const timeLimit = 5000;
const batchSize = 200;
/** The contract's limit of `indexing.exclude_ids`. */
const maxExcluded = 10_000;

/** Acts on many documents in batches by id, so that nothing else has to wait for long. */
export function createBulk(context: Context) {
  const { database, queue, settings, clock, look } = context;
  const idsOf = (batch: readonly Chosen[]) => batch.map(({ id }) => id);
  const remove = (batch: readonly Chosen[]) => removeDocuments(context, idsOf(batch));

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
    await queue.enqueue(idsOf(batch), { force });
    look();
    return batch.length;
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

const hour = 3_600_000;
/** Pages per call: as many as a sidecar reads without hurry until the next call. */
const maxPages = 300;

/** Queues web pages whose last visit is longer ago than `indexing.url_recheck_hours`. */
export function createRecheckUrls(
  { pages, settings, clock }: Context,
  { queue }: Pick<AddPages, 'queue'>,
) {
  return async function recheckUrls(): Promise<void> {
    const { url_recheck_hours } = (await settings.get()).indexing;
    if (url_recheck_hours === 0) return;
    await queue(await pages.due(clock() - url_recheck_hours * hour, maxPages));
  };
}

const configurationKey = 'index_made_with';

/**
 * Queues every document when the embedding configuration has changed: a newer version of this program
 * or other chunk sizes. Another embedder gets its own index and needs no document to be read again.
 *
 * @param lookAtIndex called because another embedder may have been chosen
 */
export function createReindexChanged(context: Context, lookAtIndex: () => void) {
  const { documents, queue, state, settings, log, look } = context;

  return async function reindexChanged(): Promise<void> {
    lookAtIndex();
    const configuration = indexConfigurationOf(await settings.get());
    if ((await state.readText(configurationKey)) === configuration) return;
    const ids = await documents.ids();
    await queue.enqueue(ids);
    await state.writeText(configurationKey, configuration);
    if (ids.length > 0) log.info({ documents: ids.length }, 'reindexing');
    look();
  };
}
export type ReindexChanged = ReturnType<typeof createReindexChanged>;

/**
 * Queues documents that failed because the site did not answer, as soon as it does; called every minute. Each is queued
 * once after an outage: one that alone ends PHP waits for its next attempt as usual.
 */
export function createRetryAfterOutage({ documents, queue, bridge, look }: Context) {
  const tried = new Set<number>();

  return async function retryAfterOutage(): Promise<void> {
    const failed = await documents.failedWith('sidecar_unavailable');
    if (failed.length === 0) return;
    const answers = await bridge.settings().then(
      () => true,
      () => false,
    );
    if (!answers) return tried.clear();
    const ids = failed.filter((id) => !tried.has(id));
    if (ids.length === 0) return;
    await queue.enqueue(ids);
    for (const id of ids) tried.add(id);
    look();
  };
}
