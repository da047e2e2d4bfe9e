import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, toAppError } from './errors/app-error.ts';
import type { Config } from './config/config.ts';
import { ConfigError, listenFailure } from './errors/config-error.ts';
import { createApp, createPublicApp } from './http/app.ts';
import { listenerOf } from './http/base-app.ts';
import { listenForMetrics } from './http/metrics-server.ts';
import { followUpdates } from './composition/follow-updates.ts';
import { version } from './runtime/version.ts';
import { startSchedule } from './composition/schedule.ts';
import { createLog } from './runtime/log.ts';
import { persist } from './runtime/persist.ts';
import { startTracing } from './runtime/tracing.ts';
import {
  closeServices,
  createServices,
  openDatabase,
  type Services,
} from './composition/services.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { completeConfig } from './config/site-options.ts';

/** Milliseconds for open streams to end at a stop. */
const grace = 5000;
/** Milliseconds for background work to end at a stop; the rest is done after the next start. */
const workGrace = 1000;

/** Runs the background work that is needed once, after the migration. */
async function beginWork(services: Services, signal: AbortSignal): Promise<void> {
  const { worker, queue, indexPosts, reconciler, knowledge, guestAccess, siteFrames, log } =
    services;
  const keepAt = <T>(what: string, work: () => Promise<T>) => persist(what, work, log, signal);
  await keepAt('reading who may ask', () => guestAccess.read());
  const tried = await keepAt('looking for failed documents', () => queue.retryFaults());
  if (tried > 0) log.info({ documents: tried }, 'documents that a fault had failed are read again');
  worker.wake();
  await keepAt('resuming', () => indexPosts.resume());
  await keepAt('reading the settings', () => knowledge.reindexChanged());
  await keepAt('comparing with the site', () => reconciler.run());
  await keepAt('checking the site as a guest', () => guestAccess.check());
  await keepAt('telling about the site', () => siteFrames.daily());
}

/** Milliseconds for the headers of a request; `arriveWithin` limits bodies. */
const headersTimeout = 30_000;
/** Milliseconds for a whole request. */
const requestTimeout = 600_000;
const timeoutCheck = 5000;

/** Resolves when the server listens. @throws when the port is taken */
function listen(
  app: Parameters<typeof listenerOf>[0],
  host: string,
  port: number,
): Promise<Server> {
  const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval: timeoutCheck };
  const server = createServer(timeouts, listenerOf(app));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Closes a server; requests in progress get `grace` to end. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await Promise.race([closed, sleep(grace, undefined, { ref: false })]);
  server.closeAllConnections();
}

export interface Running {
  /** Port for the plugin's calls. */
  port: number;
  /** Port to which the web server leads anonymous visitors; null without `ITIH_PUBLIC_PORT`. */
  publicPort: number | null;
  /** Resolves when a wrong setting is found after the start: nothing works until it is fixed. */
  failed: Promise<ConfigError>;
  /** Resolves when an update has replaced the program, and a supervisor starts the new one as soon as this one ends. */
  updated: Promise<void>;
  stop(): Promise<void>;
}

/** Brings the tables up to date, and knows whether that is done. */
function openTables(database: Database) {
  let migrated = false;
  let refusal: AppError | null = null;
  return {
    async migrate(): Promise<void> {
      try {
        await migrate(database);
        migrated = true;
        refusal = null;
      } catch (error) {
        // A backup may be restored, so it is tried again; until then every answer says why.
        if (error instanceof AppError) refusal = error;
        throw error;
      }
    },

    /** @throws AppError that says why they cannot be used */
    ready(): boolean {
      if (refusal) throw refusal;
      return migrated;
    },
  };
}

/** Starts the sidecar. Requests are answered 503 until the migration is done. */
export async function start(given: Config): Promise<Running> {
  const log = createLog(given.logLevel);
  const stopTracing = await startTracing(log, version, given.otel);
  const stopping = new AbortController();
  const { signal } = stopping;
  for (const notice of given.notices) log.warn(notice);
  const complete = () => completeConfig(given, openDatabase);
  const config = await persist('reading the site', complete, log, signal);
  const database = openDatabase(config);
  const services = createServices(config, database, log, complete);
  const giveUp = (setting: string) => async (error: unknown) => {
    await database.close();
    throw listenFailure(error, setting);
  };
  const metrics = await listenForMetrics(services).catch(giveUp('ITIH_METRICS_PORT'));
  const tables = openTables(database);
  const ready = () => tables.ready() && !services.removeData.begun();
  const { host, edge } = config;
  const server = await listen(createApp(services, ready), host, config.port).catch(
    giveUp('ITIH_PORT'),
  );
  const publicServer =
    edge &&
    (await listen(createPublicApp(services, ready, edge.proxies), edge.host, edge.port).catch(
      giveUp('ITIH_PUBLIC_PORT'),
    ));
  const port = portOf(server);
  const publicPort = publicServer && portOf(publicServer);
  const engine = await database.version().catch(() => 'unreachable');
  log.info({ host, port, publicPort, version: engine }, 'listening');

  const schedule = startSchedule(services);
  const failed = Promise.withResolvers<ConfigError>();
  const working = persist('migration', () => tables.migrate(), log, signal)
    .then(() => {
      services.memoryIndex.start();
      services.vectorize.wake();
      services.deleteChats.look();
      return beginWork(services, signal);
    })
    .catch((error: unknown) => {
      if (error instanceof ConfigError) failed.resolve(error);
      else if (!signal.aborted) log.error({ err: toAppError(error) }, 'background work ended');
    });

  services.removeData.before(() => {
    stopping.abort(new Error('The data is being deleted.'));
    return Promise.all([schedule.stop(), working]);
  });

  return {
    port,
    publicPort,
    failed: failed.promise,
    updated: new Promise((resolve) => {
      const { admission } = services;
      const { supervised } = config;
      // Rejects at a stop.
      void followUpdates({ admission, supervised, log, signal }).then(resolve, () => undefined);
    }),
    async stop() {
      log.info('stopping');
      stopping.abort(new Error('The sidecar is shutting down.'));
      const servers = [server, publicServer].filter((one) => one !== null);
      await Promise.all(servers.map(closeServer));
      metrics?.close();
      await schedule.stop();
      const idle = Promise.all([...services.loops.map((loop) => loop.stop()), working]);
      await Promise.race([idle, sleep(workGrace, undefined, { ref: false })]);
      await closeServices(services);
      await stopTracing();
      log.info('stopped');
    },
  };
}
