import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import { toAppError } from './app-error.ts';
import type { Config } from './config.ts';
import { createApp, createGatewayApp } from './http/app.ts';
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

/** Milliseconds for the head of a request; `arriveWithin` watches bodies. */
const headersTimeout = 30_000;
/** Milliseconds for a whole request: long, because files are uploaded to WordPress through the gateway. */
const requestTimeout = 600_000;
const timeoutCheck = 5000;

/** Settles when it listens. @throws when the port is taken */
function listen(app: Express, host: string, port: number): Promise<Server> {
  const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval: timeoutCheck };
  const server = createServer(timeouts, app);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Stops taking requests and gives those in hand a moment to end. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await Promise.race([closed, sleep(grace, undefined, { ref: false })]);
  server.closeAllConnections();
}

interface Running {
  /** Of the plugin's calls. */
  port: number;
  /** Of visitors; null: the sidecar is no gateway. */
  gatewayPort: number | null;
  stop(): Promise<void>;
}

/** Starts the sidecar and gives what stops it. Requests are answered 503 until the database is there. */
export async function start(given: Config): Promise<Running> {
  const log = createLog(given.logLevel);
  const stopping = new AbortController();
  const { signal } = stopping;
  const database = openDatabase(given);
  const config = given.wp
    ? await persist('reading the site', () => siteOptions(given, database), log, signal)
    : given;
  const services = createServices(config, database, log);
  let migrated = false;
  const giveUp = async (error: unknown): Promise<never> => {
    await database.close();
    throw error;
  };
  const metrics = await listenForMetrics(services).catch(giveUp);
  const ready = () => migrated;
  const { host, gateway } = config;
  const server = await listen(createApp(services, ready), host, config.port).catch(giveUp);
  const gatewayServer =
    gateway &&
    (await listen(
      createGatewayApp(services, ready, gateway.upstream),
      gateway.host,
      gateway.port,
    ).catch(giveUp));
  const port = portOf(server);
  const gatewayPort = gatewayServer && portOf(gatewayServer);
  log.info(
    { host, port, gatewayPort, version: await database.version().catch(() => 'unreachable') },
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

  return {
    port,
    gatewayPort,
    async stop() {
      log.info('stopping');
      stopping.abort(new Error('The sidecar is shutting down.'));
      await Promise.all([closeServer(server), gatewayServer && closeServer(gatewayServer)]);
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
