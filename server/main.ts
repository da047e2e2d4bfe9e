import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from './app-error.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import { createApp } from './http/app.ts';
import { listenForMetrics } from './http/metrics-server.ts';
import { startSchedule } from './jobs/schedule.ts';
import { createLog } from './log.ts';
import { persist } from './persist.ts';
import { listenFailure } from './plain-reason.ts';
import { closeServices, createServices, openDatabase, type Services } from './services.ts';
import { migrate } from './storage/migrate.ts';
import { completeConfig } from './wordpress/site-options.ts';

/** Milliseconds that open streams get to end when the process is asked to. */
const grace = 5000;
/** The same for work that nobody waits for: what is left is done after the next start. */
const workGrace = 1000;

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

export interface Running {
  port: number;
  /** Settles when a wrong setting is found after the start: nothing will work until it is mended. */
  failed: Promise<ConfigError>;
  stop(): Promise<void>;
}

/** Starts the sidecar and gives what stops it. Requests are answered 503 until the database is there. */
export async function start(given: Config): Promise<Running> {
  const log = createLog(given.logLevel);
  const stopping = new AbortController();
  const { signal } = stopping;
  if (given.notice) log.warn(given.notice);
  const complete = () => completeConfig(given, openDatabase);
  const config = await persist('reading the site', complete, log, signal);
  const database = openDatabase(config);
  const services = createServices(config, database, log);
  let migrated = false;
  const giveUp = (setting: string) => async (error: unknown) => {
    await database.close();
    throw listenFailure(error, setting);
  };
  const metrics = await listenForMetrics(services).catch(giveUp('ITIH_METRICS_PORT'));
  const server = await listen(services, () => migrated).catch(giveUp('ITIH_PORT'));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  log.info(
    { host: config.host, port, version: await database.version().catch(() => 'unreachable') },
    'listening',
  );

  const schedule = startSchedule(services);
  const failed = Promise.withResolvers<ConfigError>();
  const working = persist('migration', () => migrate(database), log, signal)
    .then(() => {
      migrated = true;
      services.searchCopy.start();
      services.vectorUpkeep.look();
      return beginWork(services, signal);
    })
    .catch((error: unknown) => {
      if (error instanceof ConfigError) failed.resolve(error);
      else if (!signal.aborted) log.error({ err: toAppError(error) }, 'background work ended');
    });

  return {
    port,
    failed: failed.promise,
    async stop() {
      log.info('stopping');
      stopping.abort(new Error('The sidecar is shutting down.'));
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await Promise.race([closed, sleep(grace, undefined, { ref: false })]);
      server.closeAllConnections();
      metrics?.close();
      await schedule.stop();
      const { worker, indexBuilder, vectorize, vectorUpkeep } = services;
      const loops = [worker, indexBuilder, vectorize.sync, vectorUpkeep];
      const idle = Promise.all([...loops.map((loop) => loop.stop()), working]);
      await Promise.race([idle, sleep(workGrace, undefined, { ref: false })]);
      await closeServices(services);
      log.info('stopped');
    },
  };
}
