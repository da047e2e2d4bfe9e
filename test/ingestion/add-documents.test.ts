import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../../server/app-error.ts';
import type { ProcessingMode } from '../../server/contract/knowledge.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createAddDocuments, createProcessDocument } from '../../server/ingestion/add-documents.ts';
import { createDatabaseQueue } from '../../server/jobs/database-queue.ts';
import type { Job, JobQueue } from '../../server/jobs/queue.ts';
import { createWorker, type Worker } from '../../server/jobs/worker.ts';
import { createLog } from '../../server/log.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments, type Documents } from '../../server/storage/documents.ts';
import type { Bridge } from '../../server/wordpress/bridge.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const done = {
  title: 'Done',
  source_url: '',
  language: '',
  bytes: 1,
  content_hash: 'h',
  chunk_count: 1,
  source_modified: '',
};

let filename: string;
let processing_mode: ProcessingMode;
let database: Database;
let documents: Documents;
let queue: JobQueue;
let worker: Worker;
let handle: jest.Mock<(job: Job) => Promise<void>>;
let processDocument: ReturnType<typeof createProcessDocument>;
let addDocuments: ReturnType<typeof createAddDocuments>;
beforeEach(async () => {
  filename = 'guide.pdf';
  processing_mode = 'queue';
  database = await memoryDatabase();
  documents = createDocuments(database, Date.now);
  queue = createDatabaseQueue(database, { lease: 60_000, clock: Date.now });
  handle = jest.fn((job) => queue.complete(job, done, () => Promise.resolve()));
  worker = createWorker({
    queue,
    handle,
    log: createLog('silent'),
    concurrency: () => 1,
    lease: 60_000,
    poll: 60_000,
  });
  const dependencies = {
    documents,
    queue,
    // What is queued stays so, to be looked at.
    worker: { ...worker, look: jest.fn() },
    bridge: {
      attachment: (id: number) =>
        id === 404
          ? Promise.reject(new AppError('not_found'))
          : Promise.resolve({
              id,
              title: 'Guide',
              filename,
              mime_type: '',
              url: `https://site.example/${filename}`,
              bytes: 1,
            }),
    } as unknown as Bridge,
    settings: {
      get: () =>
        Promise.resolve({
          ...settingsDefaults,
          general: { ...settingsDefaults.general, processing_mode },
        }),
    } as unknown as SettingsStore,
  };
  processDocument = createProcessDocument(dependencies);
  addDocuments = createAddDocuments(dependencies, processDocument);
});
afterEach(async () => {
  await worker.stop();
  await database.close();
});

const note = { title: 'Note', content: 'Swans are fed at noon.' };
const first = async (added: ReturnType<typeof addDocuments>) => (await added).documents[0];

describe('a file of the media library', () => {
  test.each([
    ['guide.pdf', 'pdf'],
    ['GUIDE.PDF', 'pdf'],
    ['rules.docx', 'docx'],
    ['notes.txt', 'txt'],
    ['notes.md', 'txt'],
    ['old.pdf.txt', 'txt'],
  ])('%s is read as %s', async (name, kind) => {
    filename = name;
    expect(await first(addDocuments({ attachment_id: 5 }))).toMatchObject({
      kind,
      attachment_id: 5,
      title: 'Guide',
    });
  });

  test.each(['photo.jpg', 'sheet.xlsx', 'pdf', 'old.doc', 'x.pdf.exe'])(
    '%s is refused',
    async (name) => {
      filename = name;
      await expect(addDocuments({ attachment_id: 5 })).rejects.toMatchObject({
        code: 'unsupported_type',
        status: 415,
      });
      expect((await documents.counts()).total).toBe(0);
    },
  );

  test('that is named again is the same document', async () => {
    const [one, two] = [
      await first(addDocuments({ attachment_id: 5 })),
      await first(addDocuments({ attachment_id: 5 })),
    ];
    expect(two?.id).toBe(one?.id);
    expect((await documents.counts()).total).toBe(1);
  });

  test('that is gone is not found', async () => {
    await expect(addDocuments({ attachment_id: 404 })).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('a text that is typed twice is two documents', async () => {
  await addDocuments(note);
  expect(await first(addDocuments(note))).toMatchObject({
    kind: 'txt',
    title: 'Note',
    body: note.content,
  });
  expect((await documents.counts()).total).toBe(2);
});

test.each(['queue', 'now'] as const)('added documents are processed as asked: %s', async (mode) => {
  const status = mode === 'queue' ? 'queued' : 'completed';
  expect(await first(addDocuments({ ...note, mode }))).toMatchObject({ status });
});

describe('processing', () => {
  let id: number;
  beforeEach(async () => {
    id = (await first(addDocuments(note)))?.id ?? 0;
  });

  test.each([
    ['queue', undefined, false],
    ['now', undefined, true],
    ['queue', 'now', true],
    ['now', 'queue', false],
  ] as const)(
    'with the setting %s, asked for %s, is done at once: %s',
    async (setting, mode, expected) => {
      processing_mode = setting;
      const result = await processDocument(id, mode, false);
      expect(result.done).toBe(expected);
      expect(result.document.status).toBe(expected ? 'completed' : 'queued');
    },
  );

  test('can be forced', async () => {
    await processDocument(id, 'now', true);
    expect(handle.mock.calls[0]?.[0].document.forced).toBe(1);
  });

  test('that fails is the document’s state, not the caller’s error', async () => {
    handle.mockRejectedValueOnce(new AppError('no_text'));
    const { document, done: atOnce } = await processDocument(id, 'now', false);
    expect(atOnce).toBe(true);
    expect(document).toMatchObject({ status: 'failed', error_code: 'no_text' });
  });

  test('of what is being processed is a conflict now, and may be queued', async () => {
    await queue.claimNow(id);
    await expect(processDocument(id, 'now', false)).rejects.toMatchObject({
      code: 'conflict',
      status: 409,
    });
    expect((await processDocument(id, 'queue', false)).document.status).toBe('processing');
  });

  test('of nothing is not found', async () => {
    await expect(processDocument(999, 'queue', false)).rejects.toMatchObject({ code: 'not_found' });
  });
});
