import type { GuestsStatus, StatusReply, VectorStoreStatus } from '../contract/admin.ts';
import type { IndexReport } from '../embedding/index-report.ts';
import { findingsOf } from './findings.ts';
import type { Database } from '../storage/database.ts';
import type { VectorIndex } from '../retrieval/vector-index.ts';
import { troubleOf, type DayCounts } from '../chat/conversations/day-counts.ts';
import type { SlowModels } from '../providers/slow-models.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Documents } from '../storage/documents.ts';
import { unlessAborted } from '../net/unless-aborted.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import { version } from '../runtime/version.ts';
import { shownModel } from '../text/shown-model.ts';
import { olderOf } from '../wordpress/versions.ts';
import { databaseFailure } from '../errors/database-failure.ts';
import type { State } from '../storage/state.ts';

/** Milliseconds for which a result is used again. */
const fresh = 1000;
/** Milliseconds for the database to take what is written. */
const writePatience = 2000;

/** Why the database cannot be written; null if it can. */
type NotWritable = 'disk_full' | 'locked' | 'unreachable' | null;

/** Tells whether the database takes what is written to it. */
export class Readiness {
  readonly #state: Pick<State, 'probe'>;
  readonly #clock: () => number;
  #last: { at: number; result: Promise<NotWritable> } | undefined;

  constructor(state: Pick<State, 'probe'>, clock: () => number) {
    this.#state = state;
    this.#clock = clock;
  }

  /** Returns why it does not; null if it does. */
  problem(): Promise<NotWritable> {
    const now = this.#clock();
    if (!this.#last || now - this.#last.at >= fresh) this.#last = { at: now, result: this.#look() };
    return this.#last.result;
  }

  async #look(): Promise<NotWritable> {
    try {
      await unlessAborted(this.#state.probe(this.#clock()), AbortSignal.timeout(writePatience));
      return null;
    } catch (error) {
      const failure = databaseFailure(error);
      return failure === 'full' ? 'disk_full' : (failure ?? 'unreachable');
    }
  }
}

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
  queue: Pick<JobQueue, 'isPaused'>;
  indexReport: Pick<IndexReport, 'status'>;
  vectorIndex: Pick<VectorIndex, 'status'>;
  readiness: Pick<Readiness, 'problem'>;
  lateModels: Pick<SlowModels, 'list'>;
  guestsStatus: () => Promise<GuestsStatus>;
  dayCounts: Pick<DayCounts, 'between' | 'today'>;
}

/** Milliseconds for each part to answer: whoever asks waits for all of them. */
const patience = 3000;
const late = () => new Error(`WordPress did not answer within ${patience / 1000} s.`);

const unknownGuests: GuestsStatus = { access: 'unknown', reason: '', withheld: 0, stopped: null };

/** `GET /status`: asks each part by itself, so that an owner sees which one does not work. */
export async function readStatus(parts: Parts): Promise<StatusReply> {
  const { database, documents, bridge, queue, indexReport, vectorIndex } = parts;
  const { readiness, guestsStatus, dayCounts } = parts;
  const overdue = new AbortController();
  const timer = setTimeout(() => overdue.abort(late()), patience);
  const within = <T>(part: Promise<T>): Promise<T> => unlessAborted(part, overdue.signal);
  const [engine, unwritable, counts, wait, paused, index, store, guests, today, site] =
    await Promise.all([
      within(database.version()).catch(() => null),
      readiness.problem(),
      within(documents.counts()).catch(() => null),
      within(documents.longestWait()).catch(() => 0),
      within(queue.isPaused()).catch(() => false),
      within(indexReport.status()).catch(() => ({ embedder: '', dimensions: 0, building: null })),
      within(vectorIndex.status()).catch(() => unknownStore),
      within(guestsStatus()).catch(() => unknownGuests),
      within(dayCounts.between(dayCounts.today(), dayCounts.today())).catch(() => null),
      within(bridge.settings()).then(
        ({ site }) => ({ ok: true, message: site.home_url, plugin: site.plugin_version }),
        (error: unknown) => ({
          ok: false,
          message: error instanceof Error ? error.message : '',
          plugin: '',
        }),
      ),
    ]).finally(() => clearTimeout(timer));
  const [name = '', number = ''] = engine?.split(' ') ?? [];
  const byStatus = counts?.by_status ?? {};
  const reply: StatusReply = {
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
    },
    index,
    vector_store: store,
    guests,
    ...(today && { today: troubleOf(today.get(dayCounts.today())) }),
    late_models: parts.lateModels.list().map(shownModel),
  };
  return { ...reply, findings: findingsOf(reply) };
}
