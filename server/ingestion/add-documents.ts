import { randomUUID } from 'node:crypto';
import { fileKindOf } from '../contract/document-kinds.ts';
import type { CreateDocuments, ProcessingMode } from '../contract/knowledge.ts';
import { AppError } from '../errors/app-error.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Worker } from '../jobs/worker.ts';
import type { DocumentRow, Documents } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { AddPages } from './web/add-pages.ts';
import type { Rejected } from './web/url-list.ts';

interface Dependencies {
  documents: Documents;
  queue: JobQueue;
  worker: Worker;
  bridge: Bridge;
  settings: SettingsStore;
}

/** Milliseconds that a request waits for its documents; the rest of them is queued. */
const timeout = 45_000;

/** Processes one document: by a worker later, or while the caller waits. */
export function createProcessDocument({ documents, queue, worker, settings }: Dependencies) {
  return async function processDocument(
    id: number,
    mode: ProcessingMode | undefined,
    force: boolean,
  ): Promise<{ document: DocumentRow; done: boolean }> {
    await documents.get(id);
    const chosen = mode ?? (await settings.get()).general.processing_mode;
    if (chosen === 'queue') {
      await queue.enqueue([id], { force });
      worker.look();
    } else {
      // The document's row tells about a failure; the request itself succeeds.
      await worker.perform(await queue.claimNow(id, { force })).catch(() => undefined);
    }
    return { document: await documents.get(id), done: chosen === 'now' };
  };
}
type ProcessDocument = ReturnType<typeof createProcessDocument>;

/** Handles `POST /documents`: creates documents and returns those that were rejected with a reason. */
export function createAddDocuments(
  dependencies: Dependencies & { addPages: AddPages; clock: () => number },
  processDocument: ProcessDocument,
) {
  const { documents, bridge, addPages, clock } = dependencies;

  async function addAttachment(id: number): Promise<DocumentRow> {
    const { filename, title, url } = await bridge.attachment(id);
    const kind = fileKindOf(filename);
    if (!kind) throw new AppError('unsupported_type');
    const sourceKey = `attachment:${id}`;
    return documents.ensure({ kind, sourceKey, attachmentId: id, title, sourceUrl: url });
  }

  const addText = (title: string, body: string): Promise<DocumentRow> =>
    documents.ensure({
      kind: 'txt',
      sourceKey: `text:${randomUUID()}`,
      title,
      titleGiven: true,
      body,
    });

  async function add(request: CreateDocuments): Promise<{ ids: number[]; rejected: Rejected[] }> {
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
    const until = clock() + timeout;
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
    if (request.mode === 'now') await processNow(ids);
    else await addPages.queue(ids);
    return { documents: await documents.getAll(ids), rejected };
  };
}
