import { LRUCache } from 'lru-cache';
import { isDiskFull } from '../errors/database-failure.ts';

const maxKept = 10_000;

/**
 * Counters and claims in memory while the disk is full: limits hold, a call is refused the second time, and visitors
 * are answered.
 */
export function createKeptCounters() {
  const kept = new LRUCache<string, number>({ max: maxKept });
  return {
    /** Returns what `write` returns; on a full disk `by` more than was kept, or than `read` finds. */
    async add(
      name: string,
      by: number,
      { write, read }: Record<'write' | 'read', () => Promise<number>>,
    ): Promise<number> {
      try {
        const number = await write();
        kept.delete(name);
        return number;
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        const number = (kept.get(name) ?? (await read())) + by;
        kept.set(name, number);
        return number;
      }
    },

    /** Returns what `write` returns; on a full disk whether the sum is within `max`. */
    async addUpTo(
      name: string,
      by: number,
      max: number,
      { write, read }: { write: () => Promise<boolean>; read: () => Promise<number> },
    ): Promise<boolean> {
      try {
        return await write();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        const number = (kept.get(name) ?? (await read())) + by;
        if (number > max) return false;
        kept.set(name, number);
        return true;
      }
    },

    /** Returns what `write` returns; on a full disk true, and false from then on. */
    async claim(name: string, write: () => Promise<boolean>): Promise<boolean> {
      if (kept.has(name)) return false;
      try {
        return await write();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        kept.set(name, 1);
        return true;
      }
    },
  };
}
