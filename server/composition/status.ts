import type {
  GuestsStatus,
  IndexStatus,
  StatusReply,
  VectorStoreStatus,
} from '../contract/admin.ts';
import type { Database } from '../storage/database.ts';
import type { VectorIndex } from '../retrieval/vector-index.ts';
import type { Readiness } from './readiness.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Documents } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import { version } from '../runtime/version.ts';
import { olderOf } from '../wordpress/versions.ts';

const unknownStore: VectorStoreStatus = {
  engine: 'relational',
  mode: 'none',
  reason: 'The database does not answer.',
  warnings: [],
  vectors: 0,
  memory_mb: 0,
};

interface Parts {
  database: Database;
  documents: Documents;
  bridge: Bridge;
  queue: JobQueue;
  indexStatus: () => Promise<IndexStatus>;
  vectorIndex: Pick<VectorIndex, 'status'>;
  readiness: Readiness;
  guestsStatus: () => Promise<GuestsStatus>;
}

const unknownGuests: GuestsStatus = { access: 'unknown', reason: '', withheld: 0, stopped: null };

/** `GET /status`: asks each part by itself, so that an owner sees which one does not work. */
export function createStatus(parts: Parts) {
  const { database, documents, bridge, queue, indexStatus, vectorIndex } = parts;
  const { readiness, guestsStatus } = parts;
  return async function status(): Promise<StatusReply> {
    const [engine, unwritable, counts, wait, paused, index, store, guests, site] =
      await Promise.all([
        database.version().catch(() => null),
        readiness(),
        documents.counts().catch(() => null),
        documents.longestWait().catch(() => 0),
        queue.isPaused().catch(() => false),
        indexStatus().catch(() => ({ embedder: '', dimensions: 0, building: null })),
        vectorIndex.status().catch(() => unknownStore),
        guestsStatus().catch(() => unknownGuests),
        bridge.settings().then(
          ({ site }) => ({ ok: true, message: site.home_url, plugin: site.plugin_version }),
          (error: unknown) => ({
            ok: false,
            message: error instanceof Error ? error.message : '',
            plugin: '',
          }),
        ),
      ]);
    const [name = '', number = ''] = engine?.split(' ') ?? [];
    const byStatus = counts?.by_status ?? {};
    return {
      ok: engine !== null && unwritable === null && site.ok,
      version,
      plugin_version: site.plugin,
      update: olderOf(site.plugin),
      uptime_s: Math.floor(process.uptime()),
      database: {
        ok: engine !== null && unwritable === null,
        engine: name,
        version: number,
        ...(engine !== null && unwritable && { problem: unwritable }),
      },
      bridge: { ok: site.ok, message: site.message },
      queue: {
        queued: byStatus['queued'] ?? 0,
        processing: byStatus['processing'] ?? 0,
        failed: Math.max(0, (byStatus['failed'] ?? 0) - guests.withheld),
        paused,
        waiting_s: Math.floor(wait / 1000),
        engine: queue.engine(),
      },
      index,
      vector_store: store,
      guests,
    };
  };
}
