import { randomUUID } from 'node:crypto';
import { fileKindOf } from '../contract/document-kinds.ts';
import type {
  BulkReply,
  BulkRequest,
  CreateDocuments,
  ProcessingMode,
} from '../contract/knowledge.ts';
import { AppError } from '../errors/app-error.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import { type DocumentRow, nextDocuments } from '../storage/documents.ts';
import type { Context } from './context.ts';
import { indexConfigurationOf } from './ingest.ts';
import type { Rejected } from './web/addresses.ts';
import type { AddPages, Added } from './web/crawl.ts';
import type { Worker } from './worker.ts';

/** Deletes documents and their chunks. Returns their number. */
export const removeDocuments = (
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

/** Milliseconds that a request waits for its documents; the rest of them is queued. */
const maxWait = 45_000;
/** Milliseconds after which a call ends and the next one continues: proxies end calls that take long. */
const timeLimit = 5000;
const batchSize = 200;
/** The contract's limit of `indexing.exclude_ids`. */
const maxExcluded = 10_000;
const hour = 3_600_000;
/** Pages per call: as many as a sidecar reads without hurry until the next call. */
const maxPages = 300;
const configurationKey = 'index_made_with';

type Chosen = Pick<DocumentRow, 'id' | 'post_id'>;
const idsOf = (batch: readonly Chosen[]) => batch.map(({ id }) => id);

interface Parts {
  worker: Pick<Worker, 'perform'>;
  addPages: AddPages;
  /** Called when another embedder may have been chosen. */
  checkIndex: () => void;
}

/** Adds, reads and removes documents: for the owner, and for the schedule. */
export class KnowledgeBase {
  readonly #context: Context;
  readonly #parts: Parts;
  /** Documents that were queued once since the site last failed to answer. */
  readonly #retried = new Set<number>();

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Creates documents and returns those that were rejected with a reason. */
  async add(request: CreateDocuments): Promise<{ documents: DocumentRow[]; rejected: Rejected[] }> {
    const { ids, rejected } = await this.#create(request);
    await (request.mode === 'now' ? this.#processNow(ids) : this.#parts.addPages.queue(ids));
    return { documents: await this.#context.documents.getAll(ids), rejected };
  }

  async #create(request: CreateDocuments): Promise<Added> {
    const { addPages } = this.#parts;
    if ('urls' in request) return addPages.list(request.urls);
    if ('sitemap' in request) return addPages.sitemap(request.sitemap);
    let added: Promise<{ id: number }>;
    if ('url' in request) added = addPages.one(request.url);
    else if ('crawl' in request) added = addPages.crawl(request.crawl);
    else if ('attachment_id' in request) added = this.#createFile(request.attachment_id);
    else added = this.#createText(request.title, request.content);
    return { ids: [(await added).id], rejected: [] };
  }

  async #createFile(id: number): Promise<DocumentRow> {
    const { bridge, documents } = this.#context;
    const { filename, title, url } = await bridge.attachment(id);
    const kind = fileKindOf(filename);
    if (!kind) throw new AppError('unsupported_type');
    const sourceKey = `attachment:${id}`;
    return documents.ensure({ kind, sourceKey, attachmentId: id, title, sourceUrl: url });
  }

  #createText(title: string, body: string): Promise<DocumentRow> {
    const sourceKey = `text:${randomUUID()}`;
    return this.#context.documents.ensure({
      ...{ kind: 'txt', sourceKey, title, titleGiven: true, body },
    });
  }

  async #processNow(ids: readonly number[]): Promise<void> {
    const { clock } = this.#context;
    const until = clock() + maxWait;
    for (const [index, id] of ids.entries()) {
      if (clock() > until) return this.#parts.addPages.queue(ids.slice(index));
      await this.process(id, 'now', false).catch((error: unknown) => {
        // `conflict`: another process is working on the document.
        if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      });
    }
  }

  /** Processes one document: by a worker later, or while the caller waits. */
  async process(
    id: number,
    mode: ProcessingMode | undefined,
    force: boolean,
  ): Promise<{ document: DocumentRow; done: boolean }> {
    const { documents, queue, settings } = this.#context;
    await documents.get(id);
    const chosen = mode ?? (await settings.get()).general.processing_mode;
    if (chosen === 'queue') {
      await this.#enqueue([id], force);
    } else {
      // The document's row tells about a failure; the request itself succeeds.
      await this.#parts.worker.perform(await queue.claimNow(id, { force })).catch(() => undefined);
    }
    return { document: await documents.get(id), done: chosen === 'now' };
  }

  /** Deletes a document and its chunks. Returns false if there was none. */
  async remove(id: number): Promise<boolean> {
    return (await removeDocuments(this.#context, [id])) > 0;
  }

  /** Acts on many documents in batches by id, so that nothing else has to wait for long. */
  async bulk(request: BulkRequest): Promise<BulkReply> {
    const { database, clock } = this.#context;
    const chosen = request.ids ?? request.filter ?? [];
    const until = clock() + timeLimit;
    let affected = 0;
    let { after } = request;
    for (;;) {
      const batch = await nextDocuments(database.query, chosen, after, batchSize);
      affected += batch.length > 0 ? await this.#act(request, batch) : 0;
      if (batch.length < batchSize) return { affected, after: null };
      after = batch.at(-1)?.id ?? after;
      if (clock() > until) return { affected, after };
    }
  }

  async #act({ action, force }: BulkRequest, batch: readonly Chosen[]): Promise<number> {
    switch (action) {
      case 'process':
        await this.#enqueue(idsOf(batch), force);
        return batch.length;
      case 'delete':
        return removeDocuments(this.#context, idsOf(batch));
      case 'exclude':
        return this.#exclude(batch);
      default:
        return action satisfies never;
    }
  }

  /** The posts are kept out first: a comparison with the site in between would read them again. */
  async #exclude(batch: readonly Chosen[]): Promise<number> {
    const { settings } = this.#context;
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
    return removeDocuments(this.#context, idsOf(posts));
  }

  async #enqueue(ids: readonly number[], force = false): Promise<void> {
    await this.#context.queue.enqueue(ids, { force });
    this.#context.wake();
  }

  /** Queues web pages whose last visit is longer ago than `indexing.url_recheck_hours`. */
  async recheckPages(): Promise<void> {
    const { settings, pages, clock } = this.#context;
    const { url_recheck_hours } = (await settings.get()).indexing;
    if (url_recheck_hours === 0) return;
    await this.#parts.addPages.queue(await pages.due(clock() - url_recheck_hours * hour, maxPages));
  }

  /**
   * Queues every document when the embedding configuration has changed: a newer version of this program
   * or other chunk sizes. Another embedder gets its own index and needs no document to be read again.
   */
  async reindexChanged(): Promise<void> {
    const { documents, state, settings, log } = this.#context;
    this.#parts.checkIndex();
    const configuration = indexConfigurationOf(await settings.get());
    if ((await state.readText(configurationKey)) === configuration) return;
    const ids = await documents.ids();
    await this.#enqueue(ids);
    await state.writeText(configurationKey, configuration);
    if (ids.length > 0) log.info({ documents: ids.length }, 'reindexing');
  }

  /**
   * Queues documents that failed because the site did not answer, as soon as it does; called every minute. Each is
   * queued once after an outage: one that alone ends PHP waits for its next attempt as usual.
   */
  async retryAfterOutage(): Promise<void> {
    const { documents, bridge } = this.#context;
    const failed = await documents.failedWith('sidecar_unavailable');
    if (failed.length === 0) return;
    const answers = await bridge.settings().then(
      () => true,
      () => false,
    );
    if (!answers) return this.#retried.clear();
    const ids = failed.filter((id) => !this.#retried.has(id));
    if (ids.length === 0) return;
    await this.#enqueue(ids);
    for (const id of ids) this.#retried.add(id);
  }
}
