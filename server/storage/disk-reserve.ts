import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { isDiskFull } from '../errors/database-failure.ts';

/** Bytes: SQLite writes each page that changes to its journal first, also those of what is deleted. */
const size = 4 * 1024 * 1024;

/** Keeps a file beside SQLite's, whose room deletions get when the disk is full. */
export function createDiskReserve(file: string) {
  /** Writes the file unless it exists or there is no room for it. */
  function keep(): void {
    if (existsSync(file)) return;
    try {
      writeFileSync(file, Buffer.alloc(size), { mode: 0o600 });
    } catch {
      rmSync(file, { force: true });
    }
  }

  keep();
  return {
    /** Runs work that deletes. @throws the error of `work` */
    forDeletion: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        if (!isDiskFull(error) || !existsSync(file)) throw error;
        rmSync(file);
        return await work();
      } finally {
        keep();
      }
    },
  };
}
