import { setTimeout as sleep } from 'node:timers/promises';
import type { Admission } from '../chat/limits/admission.ts';
import type { Log } from '../runtime/log.ts';
import { version, versionOnDisk } from '../runtime/version.ts';
import { ownProgramWritableByOthers } from '../runtime/who-writes.ts';

interface Options {
  admission: Pick<Admission, 'any'>;
  /** Whether something starts the program again when it ends. */
  supervised: boolean;
  log: Pick<Log, 'info' | 'warn'>;
  signal: AbortSignal;
  /** @throws Error while files are being replaced */
  read?: () => string;
  /** Returns what of the new program another account may have written; null for nothing. */
  writtenByOthers?: () => string | null;
  /** Milliseconds: between two looks, and for answers in progress to end. */
  pause?: number;
  maxWait?: number;
}

/** Modules that are loaded late are missing as soon as the old files are gone, so it looks often. */
const usualPause = 5000;
const usualWait = 30_000;

function readQuietly(read: () => string): string {
  try {
    return read();
  } catch {
    return version;
  }
}

/**
 * Resolves when this process should end because an update of the plugin has replaced its program: once no answer is
 * being written, or half a minute later. WordPress copies an update file by file, so the new version counts when it
 * is seen twice. Without a supervisor it only says so, and also where somebody else could have written the new program.
 */
export async function followUpdates(options: Options): Promise<void> {
  const { admission, supervised, log, signal } = options;
  const { read = versionOnDisk, pause = usualPause, maxWait = usualWait } = options;
  const { writtenByOthers = ownProgramWritableByOthers } = options;
  for (let before = version, now = version; now === version || now !== before;) {
    await sleep(pause, undefined, { signal, ref: false });
    [before, now] = [now, readQuietly(read)];
  }
  if (!supervised) {
    log.warn('an update has replaced the program: start the sidecar again');
    return new Promise(() => undefined);
  }
  const open = writtenByOthers();
  if (open !== null) {
    log.warn({ path: open }, 'an update has replaced the program, and other accounts may write it');
    return new Promise(() => undefined);
  }
  log.info('an update has replaced the program: it starts again when no answer is written');
  for (const end = performance.now() + maxWait; admission.any() && performance.now() < end;) {
    await sleep(Math.min(pause, 200), undefined, { signal });
  }
}
