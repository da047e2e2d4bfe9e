import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ownerOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid !== process.pid && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** One demo at a time: two would write to the same database. Gives what releases it. */
export function lockRun(folder: string): () => void {
  const file = join(folder, 'demo.pid');
  const owner = ownerOf(file);
  if (owner !== undefined) {
    throw new Error(`The demo is already running (process ${owner}). If not, delete ${file}.`);
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}
