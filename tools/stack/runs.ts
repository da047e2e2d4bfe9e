import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { logsFolder, makeFolder, runsFolder } from './folders.ts';
import { startOf, stopAll } from './processes.ts';

/**
 * A run is one bed: its folder holds its data, sockets, pid files and logs, so that several can
 * stand side by side. Its folder's name says which process it belongs to: once that is gone, the
 * next `openRun` stops what is left of it.
 */
export interface Run {
  folder: string;
  logs: string;
  /** Stops what was started, keeps the logs, removes the rest. Synchronous: works on exit. */
  close: () => void;
}

const kept = 'kept';

/** `keep`: the run outlives this process, until somebody closes it. */
export function openRun(name: string, keep = false): Run {
  sweep();
  const owner = keep ? kept : `${process.pid}.${startOf(process.pid)}`;
  const run = existingRun(`${name}.${owner}`);
  makeFolder(runsFolder);
  mkdirSync(run.folder, { mode: 0o755 });
  makeFolder(run.logs);
  return run;
}

export function keptRun(name: string): Run {
  return existingRun(`${name}.${kept}`);
}

function existingRun(id: string): Run {
  const folder = join(runsFolder, id);
  const logs = join(folder, 'logs');
  return { folder, logs, close: () => close(folder, logs, id.split('.')[0] ?? id) };
}

function close(folder: string, logs: string, name: string): void {
  stopAll(folder);
  if (existsSync(logs)) {
    rmSync(join(makeFolder(logsFolder), name), { recursive: true, force: true });
    renameSync(logs, join(logsFolder, name));
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Closes the runs whose process crashed or was killed. */
function sweep(): void {
  if (!existsSync(runsFolder)) return;
  for (const id of readdirSync(runsFolder)) {
    const [, owner, start] = id.split('.');
    if (owner !== kept && startOf(Number(owner)) !== start) existingRun(id).close();
  }
}
