import type { VendorTimeouts } from './vendor-retry.ts';

/** Answers by which a server is judged. */
const kept = 8;
/** A question may be longer than those, or wait for another one. */
const factor = 3;

/** How long the first word of an answer is waited for. */
export interface Patience {
  /** Milliseconds. */
  answerMs: () => number;
  /** The first word took as many milliseconds. */
  took: (ms: number) => void;
  /** It did not come in time. */
  late: () => void;
}

/**
 * Learns how long a server of the owner's own takes for the first word. A processor reads a thousand tokens in half a
 * minute, and one that answers one question after the other lets the next ones wait; a vendor takes a second.
 */
export function createPatience(
  isOwn: boolean,
  { answerMs, ownMs }: Pick<VendorTimeouts, 'answerMs' | 'ownMs'>,
): Patience {
  const longest = Math.max(answerMs, ownMs);
  let times: number[] = [];
  return {
    answerMs() {
      if (!isOwn) return answerMs;
      if (times.length === 0) return longest;
      return Math.min(longest, Math.max(answerMs, factor * Math.max(...times)));
    },
    took(ms) {
      times = [...times, ms].slice(-kept);
    },
    late() {
      times = [];
    },
  };
}
