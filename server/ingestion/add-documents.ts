import { randomUUID } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { DocumentKind } from '../contract/chat.ts';
import type { CreateDocuments, ProcessingMode } from '../contract/knowledge.ts';
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

/** Milliseconds for which a caller waits while many documents are processed. */
const longestWait = 45_000;

const kinds: readonly (readonly [RegExp, DocumentKind])[] = [
  [/\.pdf$/i, 'pdf'],
  [/\.docx$/i, 'docx'],
  [/\.(txt|md|markdown|text)$/i, 'txt'],
];

/** Processes a document as asked: later by a worker, or now, while the caller waits. */
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
      // A failure is the document's state, not this request's.
      await worker.perform(await queue.claimNow(id, { force })).catch(() => undefined);
    }
    return { document: await documents.get(id), done: chosen === 'now' };
  };
}
export type ProcessDocument = ReturnType<typeof createProcessDocument>;

/** `POST /documents`: what can be read becomes a document, what cannot is named with its reason. */
export function createAddDocuments(
  dependencies: Dependencies & { addPages: AddPages; clock: () => number },
  processDocument: ProcessDocument,
) {
  const { documents, bridge, addPages, clock } = dependencies;

  async function attachment(id: number): Promise<DocumentRow> {
    const about = await bridge.attachment(id);
    const kind = kinds.find(([pattern]) => pattern.test(about.filename))?.[1];
    if (!kind) throw new AppError('unsupported_type');
    return documents.ensure({
      kind,
      sourceKey: `attachment:${id}`,
      attachmentId: id,
      title: about.title,
      sourceUrl: about.url,
    });
  }

  async function make(request: CreateDocuments): Promise<{ ids: number[]; rejected: Rejected[] }> {
    const only = async (made: Promise<{ id: number }>) => ({
      ids: [(await made).id],
      rejected: [],
    });
    if ('url' in request) return only(addPages.one(request.url));
    if ('urls' in request) return addPages.list(request.urls);
    if ('sitemap' in request) return addPages.sitemap(request.sitemap);
    if ('crawl' in request) return only(addPages.crawl(request.crawl));
    if ('attachment_id' in request) return only(attachment(request.attachment_id));
    return only(
      documents.ensure({
        kind: 'txt',
        sourceKey: `text:${randomUUID()}`,
        title: request.title,
        titleGiven: true,
        body: request.content,
      }),
    );
  }

  /** As many as fit into the time that a request may take; the others are queued. */
  async function processNow(ids: readonly number[]): Promise<void> {
    const until = clock() + longestWait;
    for (const [index, id] of ids.entries()) {
      if (clock() > until) return addPages.queue(ids.slice(index));
      // What somebody else is processing at this moment is being processed now.
      await processDocument(id, 'now', false).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      });
    }
  }

  return async function addDocuments(
    request: CreateDocuments,
  ): Promise<{ documents: DocumentRow[]; rejected: Rejected[] }> {
    const { ids, rejected } = await make(request);
    if (request.mode === 'now') await processNow(ids);
    else await addPages.queue(ids);
    return { documents: await documents.getAll(ids), rejected };
  };
}
