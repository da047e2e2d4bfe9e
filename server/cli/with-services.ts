import type { SiteChoice } from '../config/config.ts';
import { createLog } from '../runtime/log.ts';
import {
  closeServices,
  createServices,
  openDatabase,
  type Services,
} from '../composition/services.ts';
import { migrate } from '../storage/migrate.ts';
import { completeConfig } from '../config/site-options.ts';
import { connectedConfig } from './connect.ts';

/**
 * Runs `work` with the services of a sidecar that does not listen and runs no jobs. The signal aborts at Ctrl+C.
 * The log goes to standard error.
 */
export async function withServices(
  site: SiteChoice,
  work: (services: Services, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const given = await connectedConfig(site);
  const log = createLog(given.logLevel === 'info' ? 'warn' : given.logLevel, 2);
  for (const notice of given.notices) log.warn(notice);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error('Interrupted.'));
  process.once('SIGINT', interrupt);
  let services: Services | null = null;
  try {
    const complete = () => completeConfig(given, openDatabase);
    const config = await complete();
    const database = openDatabase(config);
    services = createServices(config, database, log, complete);
    await migrate(database);
    services.memoryIndex.start();
    await work(services, interrupted.signal);
  } finally {
    process.off('SIGINT', interrupt);
    if (services) await closeServices(services);
  }
}
