import { parts, type Part, type Running, up } from './stack.ts';

let current: (Running & { part: Part }) | undefined;

/**
 * The bed for one jest project; `ITIH_STACK` tells the tests where it is. Projects of the same jest
 * run share one. A bed that stands already (`cli.ts up`) is used when `ITIH_STACK` names it. `ITIH_BED_NAME` names
 * the folder of its logs where several beds of a project stand at one time.
 */
export async function bedFor(part: Part): Promise<void> {
  const given = process.env['ITIH_STACK'];
  if (given && given !== current?.file) return;
  if (current && parts.indexOf(current.part) >= parts.indexOf(part)) return;
  exitOnSignals();
  const smaller = current;
  const name = process.env['ITIH_BED_NAME'] ?? part;
  current = { part, ...(await up({ name, part })) };
  smaller?.close();
  process.env['ITIH_STACK'] = current.file;
}

let exiting = false;

/** By default a signal ends Node without the exit handlers that take the bed down. */
export function exitOnSignals(): void {
  if (exiting) return;
  exiting = true;
  for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.once(signal, () => process.exit(status));
  }
}
