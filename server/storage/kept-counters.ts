import { LRUCache } from 'lru-cache';
import { unlessDiskFull } from '../errors/database-failure.ts';

const maxKept = 10_000;

/**
 * Counters and claims in memory while the disk is full: limits hold, a call is refused the second time, and visitors
 * are answered.
 */
export function createKeptCounters() {
  const kept = new LRUCache<string, number>({ max: maxKept });
  return {
    /** Returns what `write` returns; on a full disk `by` more than was kept, or than `read` finds. */
    add: (
      name: string,
      by: number,
      { write, read }: Record<'write' | 'read', () => Promise<number>>,
    ): Promise<number> =>
      unlessDiskFull(
        async () => {
          const number = await write();
          kept.delete(name);
          return number;
        },
        async () => {
          const number = (kept.get(name) ?? (await read())) + by;
          kept.set(name, number);
          return number;
        },
      ),

    /** Returns what `write` returns; on a full disk whether the sum is within `max`. */
    addUpTo: (
      name: string,
      by: number,
      max: number,
      { write, read }: { write: () => Promise<boolean>; read: () => Promise<number> },
    ): Promise<boolean> =>
      unlessDiskFull(write, async () => {
        const number = (kept.get(name) ?? (await read())) + by;
        if (number <= max) kept.set(name, number);
        return number <= max;
      }),

    /** Returns what `write` returns; on a full disk true, and false from then on. */
    async claim(name: string, write: () => Promise<boolean>): Promise<boolean> {
      if (kept.has(name)) return false;
      return unlessDiskFull(write, () => {
        kept.set(name, 1);
        return true;
      });
    },
  };
}
