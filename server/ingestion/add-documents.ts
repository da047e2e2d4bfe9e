import { randomUUID } from 'node:crypto';
import { AppError } from '../app-error.ts';
import type { DocumentKind } from '../contract/chat.ts';
import type { CreateDocuments, ProcessingMode } from '../contract/knowledge.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Worker } from '../jobs/worker.ts';
import type { DocumentRow, Documents } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  documents: Documents;
  queue: JobQueue;
  worker: Worker;
  bridge: Bridge;
  settings: SettingsStore;
}

interface Rejected {
  line: number;
  value: string;
  code: string;
  message: string;
}

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
export function createAddDocuments(dependencies: Dependencies, processDocument: ProcessDocument) {
  const { documents, bridge } = dependencies;

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

  return async function addDocuments(
    request: CreateDocuments,
  ): Promise<{ documents: DocumentRow[]; rejected: Rejected[] }> {
    if (!('attachment_id' in request || 'content' in request)) {
      throw new AppError('unsupported_type');
    }
    const made =
      'attachment_id' in request
        ? await attachment(request.attachment_id)
        : await documents.ensure({
            kind: 'txt',
            sourceKey: `text:${randomUUID()}`,
            title: request.title,
            titleGiven: true,
            body: request.content,
          });
    const { document } = await processDocument(made.id, request.mode ?? 'queue', false);
    return { documents: [document], rejected: [] };
  };
}
