import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Candidate, CandidateSearch } from './vector-index.ts';
import type { Pace } from './pace.ts';
import type { Question } from './question.ts';
import type { Rows } from './rows.ts';
import type { ScanThread } from './scan-thread.ts';

export type Kernel = (...scanArguments: number[]) => void;

/** Entries of 24 bytes that the kernel writes before they are taken. */
const room = 4096;
/** Bytes that a thread takes at a time: so few that nobody waits for a slow one. */
const blockBytes = 2 ** 20;

const aligned = (address: number) => Math.ceil(address / 16) * 16;

interface Found {
  row: number;
  score: number;
  error: number;
}

/** One scan over all rows, by this thread or by others; its working memory lies behind the rows. */
export class Scan {
  readonly #rows: Rows;
  readonly #question: Question;
  readonly #limit: number;
  readonly #documents: number;
  readonly #query: number;
  readonly #cursor: number;
  readonly #mask: number;
  readonly #slots: { lowers: number; out: number }[] = [];
  #found: Found[] = [];

  constructor(
    rows: Rows,
    question: Question,
    { limit, minScore, allowed }: CandidateSearch,
    slots: number,
  ) {
    this.#rows = rows;
    this.#question = question;
    this.#limit = Math.min(limit, rows.count);
    this.#documents = allowed?.length ?? 0;
    this.#query = aligned(rows.count * rows.stride);
    this.#cursor = this.#query + question.steps.byteLength;
    this.#mask = this.#cursor + 16;
    let end = aligned(this.#mask + this.#documents);
    for (let slot = 0; slot < slots; slot++) {
      const out = aligned(end + this.#limit * 8);
      this.#slots.push({ lowers: end, out });
      end = aligned(out + (room + 1) * 24);
    }
    rows.room(end);
    const { buffer } = rows.memory;
    new Int16Array(buffer, this.#query).set(question.steps);
    new Int32Array(buffer, this.#cursor)[0] = 0;
    if (allowed) new Uint8Array(buffer, this.#mask).set(allowed);
    for (const { lowers } of this.#slots) {
      rows.floats.fill(minScore, lowers / 8, lowers / 8 + this.#limit);
    }
  }

  /** By this thread, which does something else after each so many milliseconds. */
  async alone(kernel: Kernel, pace: Pace, milliseconds: number): Promise<void> {
    const { count, stride } = this.#rows;
    const block = Math.ceil(blockBytes / stride);
    for (let from = 0; from < count;) {
      const started = performance.now();
      const bytes = Math.max(blockBytes, pace.bytesWithin(milliseconds));
      const to = Math.min(count, from + Math.ceil(bytes / stride));
      for (let at = from; at < to;) {
        // Short calls: better code of the kernel is used from the next one on.
        kernel(...this.#arguments(0, at, Math.min(to, at + block), 0));
        [at] = this.#take(0);
      }
      // Rows that a filter leaves out cost nothing, and say nothing of others.
      if (this.#documents === 0) pace.learn((to - from) * stride, performance.now() - started);
      from = to;
      if (from < count) await nextTurn();
    }
  }

  /** @throws when a thread ends before it is done. */
  async together(threads: readonly ScanThread[]): Promise<void> {
    const runs = threads.map(async (thread, slot) => {
      let [from, to] = [0, 0];
      do {
        await thread.run(this.#arguments(slot, from, to, this.#cursor));
        [from, to] = this.#take(slot);
      } while (from < to);
    });
    // Also after a failure: until all have ended, some may still write.
    const ends = await Promise.allSettled(runs);
    for (const end of ends) if (end.status === 'rejected') throw end.reason as Error;
  }

  candidates(): Candidate[] {
    const { floats } = this.#rows;
    const lowers = this.#slots.flatMap(({ lowers }) => [
      ...floats.subarray(lowers / 8, lowers / 8 + this.#limit),
    ]);
    const floor = lowers.sort((a, b) => b - a)[this.#limit - 1] ?? -Infinity;
    return this.#found
      .filter(({ score, error }) => score + error >= floor)
      .map(({ row, score, error }) => ({ chunkId: this.#rows.idOf(row), score, error }))
      .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId);
  }

  /** What the kernel found since; the row where it is to go on and the end of that block. */
  #take(slot: number): [from: number, to: number] {
    const { words, floats } = this.#rows;
    const { lowers, out } = this.#slots[slot]!;
    const floor = floats[lowers / 8 + this.#limit - 1]!;
    const count = words[out / 4]!;
    for (let entry = 1; entry <= count; entry++) {
      const at = out + entry * 24;
      const score = floats[at / 8 + 1]!;
      const error = floats[at / 8 + 2]!;
      if (score + error >= floor) this.#found.push({ row: words[at / 4]!, score, error });
    }
    return [words[out / 4 + 1]!, words[out / 4 + 2]!];
  }

  /** As scan.wat names them. */
  #arguments(slot: number, from: number, to: number, cursor: number): number[] {
    const { stride, count } = this.#rows;
    const { step, norm, slack } = this.#question;
    const { lowers, out } = this.#slots[slot]!;
    const block = Math.ceil(blockBytes / stride);
    return [
      ...[from, to, cursor, block, count, stride],
      ...[this.#query, step, norm, slack],
      ...[this.#mask, this.#documents],
      ...[lowers, this.#limit, out, room],
    ];
  }
}
