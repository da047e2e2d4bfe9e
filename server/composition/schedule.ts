import { schedule as cron, type Logger, type ScheduledTask } from 'node-cron';
import type { Log } from '../runtime/log.ts';
import type { Services } from './services.ts';

const day = 86_400_000;

/** Sends node-cron's messages to the log instead of the console. */
const cronLogger = (log: Log): Logger => ({
  debug: (message) => log.debug(message),
  info: (message) => log.info(message),
  warn: (message) => log.warn(message),
  error: (message, err) => log.error({ err: err ?? message }, 'scheduling failed'),
});

/** Starts periodic work. */
export function startSchedule(services: Services) {
  const { queue, worker, guestAccess, guestRechecks, sessions, gaps, settings } = services;
  const { clock, log } = services;

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
    task('*/10 * * * *', 'reconcile', () => services.reconciler.run()),
    task('*/5 * * * *', 'recheck pages', () => services.knowledge.recheckPages()),
    task('*/10 * * * *', 'check the site as a guest', async () => {
      const before = guestAccess.known()?.is;
      await guestAccess.check();
      const hasOpened = before === 'closed' && guestAccess.known()?.is === 'open';
      await (hasOpened ? guestRechecks.now() : guestRechecks.hourly());
    }),
    task('*/10 * * * *', 'mail the figures of the week', () => services.weeklyMail.check()),
    task('*/10 * * * *', 'tell about the site', () => services.siteFrames.daily()),
    task('* * * * *', 'sweep the queue', async () => {
      const swept = await queue.sweep();
      if (swept.abandoned + swept.retried + swept.forgotten === 0) return;
      log.warn(swept, 'stuck documents are in the queue again');
      worker.wake();
    }),
    task('* * * * *', 'read again after an outage', () => services.knowledge.retryAfterOutage()),
    task('* * * * *', 'check the index', () => Promise.resolve(services.indexBuilder.check())),
    task('* * * * *', 'apply changes to the vector index', () =>
      Promise.resolve(services.vectorize.check()),
    ),
    task('* * * * *', 'go on deleting conversations', () =>
      Promise.resolve(services.deleteChats.check()),
    ),
    task('* * * * *', 'go on with the common questions', () =>
      Promise.resolve(services.commonQuestions.check()),
    ),
    task('* * * * *', 'resume indexing', () => services.indexPosts.resume()),
    task('* * * * *', 'forget conversations that are not stored', () =>
      services.sessions.sweepUnstored(),
    ),
    task('* * * * *', 'settle the budget', () => services.budget.settle()),
    task('* * * * *', 'sweep counters', () => services.state.sweep(clock())),
    task('47 * * * *', 'forget old figures', () => services.documentAnswers.forgetOld()),
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
