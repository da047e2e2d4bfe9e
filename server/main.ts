import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from './app-error.ts';
import type { Config } from './config.ts';
import { createApp } from './http/app.ts';
import { listenForMetrics } from './http/metrics-server.ts';
import { startSchedule } from './jobs/schedule.ts';
import { createLog, type Log } from './log.ts';
import { closeServices, createServices, openDatabase, type Services } from './services.ts';
import { migrate } from './storage/migrate.ts';
import { siteOptions } from './wordpress/site-options.ts';

const firstDelay = 1000;
const longestDelay = 30_000;
/** Milliseconds that open streams get to end when the process is asked to. */
const grace = 5000;
/** The same for work that nobody waits for: what is left is done after the next start. */
const workGrace = 1000;

/** Until it succeeds or `signal` aborts: databases and sites start in any order. */
async function persist<T>(what: string, work: () => Promise<T>, log: Log, signal: AbortSignal) {
  for (let delay = firstDelay; ; delay = Math.min(2 * delay, longestDelay)) {
    try {
      return await work();
    } catch (error) {
      log.error({ err: error }, `${what} failed; it is tried again`);
      await sleep(delay, undefined, { signal });
    }
  }
}

/** What has to happen once, in the background, after the tables are there. */
async function beginWork(services: Services, signal: AbortSignal): Promise<void> {
  const { worker, indexPosts, reconcile, reindexChanged, log } = services;
  worker.look();
  await persist('resuming', () => indexPosts.resume(), log, signal);
  await persist('reading the settings', reindexChanged, log, signal);
  await persist('comparing with the site', reconcile, log, signal);
}

function listen(services: Services, ready: () => boolean): Promise<Server> {
  const { host, port } = services.config;
  const app = createApp(services, ready);
  return new Promise((resolve, reject) => {
    const server = app.listen(port, host, (error) => (error ? reject(error) : resolve(server)));
  });
}

/** Starts the sidecar and gives what stops it. Requests are answered 503 until the database is there. */
export async function start(given: Config): Promise<{ port: number; stop(): Promise<void> }> {
  const log = createLog(given.logLevel);
  const stopping = new AbortController();
  const { signal } = stopping;
  const database = openDatabase(given);
  const config =
    given.secret && given.siteUrl
      ? given
      : await persist('reading the site', () => siteOptions(given, database), log, signal);
  const services = createServices(config, database, log);
  let migrated = false;
  const giveUp = async (error: unknown): Promise<never> => {
    await database.close();
    throw error;
  };
  const metrics = await listenForMetrics(services).catch(giveUp);
  const server = await listen(services, () => migrated && !services.removeData.begun()).catch(
    giveUp,
  );
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  log.info(
    { host: config.host, port, version: await database.version().catch(() => 'unreachable') },
    'listening',
  );

  const schedule = startSchedule(services);
  const working = persist('migration', () => migrate(database), log, signal)
    .then(() => {
      migrated = true;
      services.searchCopy.start();
      services.vectorUpkeep.look();
      return beginWork(services, signal);
    })
    .catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: toAppError(error) }, 'background work ended');
    });

  services.removeData.before(() => {
    stopping.abort(new Error('The data is being deleted.'));
    return Promise.all([schedule.stop(), working]);
  });

  return {
    port,
    async stop() {
      log.info('stopping');
      stopping.abort(new Error('The sidecar is shutting down.'));
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await Promise.race([closed, sleep(grace, undefined, { ref: false })]);
      server.closeAllConnections();
      metrics?.close();
      await schedule.stop();
      const idle = Promise.all([...services.loops.map((loop) => loop.stop()), working]);
      await Promise.race([idle, sleep(workGrace, undefined, { ref: false })]);
      await closeServices(services);
      log.info('stopped');
    },
  };
}
