import type { EmbeddingIndex } from './index-state.ts';

/** Milliseconds that a question waits for its vector. */
const max = { local: 50, vendor: 800 };
/** Calls of an embedder that are remembered, and how many of them tell how long it takes. */
const remembered = 50;
const enough = 10;
const share = 0.95;

/** Learns how long embedders take for a question, to wait for most vectors and for no vector longer than that. */
export function createQueryPatience() {
  const durations = new Map<string, number[]>();
  const nameOf = ({ embedder, dimensions }: EmbeddingIndex) => `${embedder} ${dimensions}`;
  return {
    took(index: EmbeddingIndex, ms: number): void {
      const before = durations.get(nameOf(index)) ?? [];
      durations.set(nameOf(index), [...before, ms].slice(-remembered));
    },

    /** Returns milliseconds: for a model on this machine always the same, for a vendor what 95 % of its calls take. */
    of(index: EmbeddingIndex): number {
      if (index.choice.provider === 'local') return max.local;
      const known = (durations.get(nameOf(index)) ?? []).toSorted((a, b) => a - b);
      if (known.length < enough) return max.vendor;
      const usual = known[Math.ceil(share * known.length) - 1]!;
      return Math.min(max.vendor, Math.max(max.local, Math.ceil(usual)));
    },
  };
}
