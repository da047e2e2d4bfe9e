import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the text of a file, or nothing if it is not there (any more). */
export function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A zombie counts as dead: inside a container nobody may ever reap it. */
export function alive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  const state = stat.charAt(stat.lastIndexOf(')') + 2);
  return state !== '' && state !== 'Z' && state !== 'X';
}

/** Tells a process from a later one with the same pid: when it began, in ticks since boot. */
export function startOf(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  return (
    stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .at(19) ?? ''
  );
}

/** Pids are reused: a process is ours only if it names our folder. */
function ours(pid: number, folder: string): boolean {
  const names = (path: string) => read(path).includes(folder);
  return alive(pid) && (names(`/proc/${pid}/cmdline`) || names(`/proc/${pid}/environ`));
}

/** Pids from the `<prefix>….pid` files of `folder` whose processes still run and are ours. */
export function running(folder: string, prefix = ''): number[] {
  return pidFiles(folder, prefix)
    .map((file) => Number(read(file)))
    .filter((pid) => pid > 1 && ours(pid, folder));
}

function pidFiles(folder: string, prefix: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && name.endsWith('.pid'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

const pause = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // ended meanwhile
    }
  }
}

/** How long a process may take to end when asked, in milliseconds. */
const patience = 8000;

/** Stops what runs out of `folder`. Synchronous, so that it also works while the process exits. */
export function stopAll(folder: string, prefix = ''): void {
  const pids = running(folder, prefix);
  signal(pids, 'SIGTERM');
  const deadline = Date.now() + patience;
  while (pids.some(alive) && Date.now() < deadline) pause(20);
  signal(pids.filter(alive), 'SIGKILL');
  for (const file of pidFiles(folder, prefix)) rmSync(file, { force: true });
}
