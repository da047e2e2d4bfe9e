import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { closeServices, createServices, openDatabase, type Services } from '../services.ts';
import { migrate } from '../storage/migrate.ts';
import { siteOptions } from '../wordpress/site-options.ts';

/**
 * The services of a sidecar for one command: nothing listens and no jobs run. The signal aborts at
 * Ctrl+C. The log goes to standard error.
 */
export async function withServices(
  wpFolder: string | undefined,
  work: (services: Services, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const given = readConfig(undefined, wpFolder);
  const log = createLog(given.logLevel === 'info' ? 'warn' : given.logLevel, 2);
  const database = openDatabase(given);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error('Interrupted.'));
  process.once('SIGINT', interrupt);
  let services: Services | null = null;
  try {
    services = createServices(await siteOptions(given, database), database, log);
    await migrate(database);
    services.searchCopy.start();
    await work(services, interrupted.signal);
  } finally {
    process.off('SIGINT', interrupt);
    await (services ? closeServices(services) : database.close());
  }
}
