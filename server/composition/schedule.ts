import { schedule as cron, type Logger, type ScheduledTask } from 'node-cron';
import type { DeleteChats } from '../chat/delete-chats.ts';
import type { Budget } from '../chat/budget.ts';
import type { DocumentAnswers } from '../storage/document-answers.ts';
import type { GuestAccess, RecheckPosts } from '../ingestion/guests.ts';
import type { IndexPosts, Reconcile } from '../ingestion/posts.ts';
import type { Log } from '../runtime/log.ts';
import type { Gaps } from '../storage/gaps.ts';
import type { Sessions } from '../storage/sessions.ts';
import type { State } from '../storage/state.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { IndexBuilder } from '../embedding/build-index.ts';
import type { LeasedLoop } from '../jobs/leased-loop.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Worker } from '../jobs/worker.ts';

interface Dependencies {
  queue: Pick<JobQueue, 'sweep'>;
  worker: Pick<Worker, 'look'>;
  indexPosts: IndexPosts;
  reconcile: Reconcile;
  recheckUrls: () => Promise<void>;
  retryAfterOutage: () => Promise<void>;
  guestAccess: Pick<GuestAccess, 'check' | 'known'>;
  recheckPosts: Pick<RecheckPosts, 'recheck' | 'recheckNow'>;
  indexBuilder: Pick<IndexBuilder, 'check'>;
  vectorize: { sync: Pick<LeasedLoop, 'check'> };
  deleteChats: Pick<DeleteChats, 'check'>;
  sessions: Sessions;
  sweepUnstored: () => Promise<void>;
  gaps: Pick<Gaps, 'recount'>;
  documentAnswers: Pick<DocumentAnswers, 'forgetOld'>;
  state: State;
  budget: Pick<Budget, 'settle'>;
  settings: SettingsStore;
  clock: () => number;
  log: Log;
}

const day = 86_400_000;

/** Sends node-cron's messages to the log instead of the console. */
const cronLogger = (log: Log): Logger => ({
  debug: (message) => log.debug(message),
  info: (message) => log.info(message),
  warn: (message) => log.warn(message),
  error: (message, err) => log.error({ err: err ?? message }, 'scheduling failed'),
});

/** Starts periodic work. */
export function startSchedule(dependencies: Dependencies) {
  const {
    queue,
    worker,
    indexPosts,
    reconcile,
    recheckUrls,
    retryAfterOutage,
    guestAccess,
    recheckPosts,
    indexBuilder,
    vectorize,
    deleteChats,
    sessions,
    sweepUnstored,
    gaps,
    documentAnswers,
    state,
    budget,
    settings,
    clock,
    log,
  } = dependencies;

  const task = (expression: string, name: string, work: () => Promise<void>): ScheduledTask =>
    cron(
      expression,
      async () => {
        try {
          await work();
        } catch (error) {
          log.error({ err: error, task: name }, 'scheduled work failed');
        }
      },
      { name, noOverlap: true, logger: cronLogger(log) },
    );

  const tasks = [
    task('*/10 * * * *', 'reconcile', reconcile),
    task('*/5 * * * *', 'recheck pages', recheckUrls),
    task('*/10 * * * *', 'look at the site as a guest', async () => {
      const before = guestAccess.known()?.is;
      await guestAccess.check();
      const hasOpened = before === 'closed' && guestAccess.known()?.is === 'open';
      await (hasOpened ? recheckPosts.recheckNow() : recheckPosts.recheck());
    }),
    task('* * * * *', 'sweep the queue', async () => {
      const swept = await queue.sweep();
      if (swept.abandoned + swept.retried + swept.forgotten === 0) return;
      log.warn(swept, 'stuck documents are in the queue again');
      worker.look();
    }),
    task('* * * * *', 'read again after an outage', retryAfterOutage),
    task('* * * * *', 'check the index', () => Promise.resolve(indexBuilder.check())),
    task('* * * * *', 'apply changes to the vector index', () =>
      Promise.resolve(vectorize.sync.check()),
    ),
    task('* * * * *', 'go on deleting conversations', () => Promise.resolve(deleteChats.check())),
    task('* * * * *', 'resume indexing', () => indexPosts.resume()),
    task('* * * * *', 'forget conversations that are not stored', sweepUnstored),
    task('* * * * *', 'settle the budget', () => budget.settle()),
    task('* * * * *', 'sweep counters', () => state.sweep(clock())),
    task('47 * * * *', 'forget old figures', () => documentAnswers.forgetOld()),
    task('17 * * * *', 'retention', async () => {
      const { retention_days } = (await settings.get()).privacy;
      if (retention_days > 0) {
        const removed = await sessions.removeOlderThan(clock() - retention_days * day);
        if (removed > 0) log.info({ removed }, 'old conversations removed');
      }
      await gaps.recount();
    }),
  ];
  return {
    async stop(): Promise<void> {
      for (const each of tasks) await each.destroy();
    },
  };
}
