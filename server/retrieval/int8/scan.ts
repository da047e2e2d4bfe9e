import { Worker } from 'node:worker_threads';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownFile } from '../../runtime/program-files.ts';
import type { Candidate } from '../vector-index.ts';
import type { QuantizedQuery, Rows } from './rows.ts';

/** Milliseconds between two starts, for threads that end at once. */
const minRestartMs = 1000;

/** Runs the kernel on a thread of its own, which keeps the process alive only while it scans. */
export class ScanThread {
  readonly #workerData: { kernel: WebAssembly.Module; memory: WebAssembly.Memory };
  #worker: Worker | null = null;
  #ready = false;
  #startedAt = -Infinity;
  #scan: { resolve: () => void; reject: (cause: Error) => void } | null = null;

  constructor(kernel: WebAssembly.Module, memory: WebAssembly.Memory) {
    this.#workerData = { kernel, memory };
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** Returns whether the thread is ready; starts it if it is not running. */
  begin(): boolean {
    if (!this.#worker && performance.now() - this.#startedAt > minRestartMs) {
      try {
        this.#start();
      } catch {
        // The machine gives no more threads: the main thread scans.
      }
    }
    return this.#ready;
  }

  /** Scans once; calls must not overlap. Rejects if the thread ends before the scan does. */
  run(scanArguments: readonly number[]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.#ready) return reject(new Error('The thread has ended'));
      this.#scan = { resolve, reject };
      this.#worker?.ref();
      this.#worker?.postMessage(scanArguments);
    });
  }

  close(): void {
    this.#startedAt = Infinity;
    void this.#worker?.terminate();
  }

  #start(): void {
    this.#startedAt = performance.now();
    const worker = new Worker(ownFile('server/retrieval/int8/scan-worker.mjs'), {
      name: 'scan',
      workerData: this.#workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
    });
    worker.unref();
    worker.on('message', () => {
      worker.unref();
      const scan = this.#scan;
      this.#scan = null;
      this.#ready = true;
      scan?.resolve();
    });
    worker.on('error', (cause: Error) => this.#ended(cause));
    worker.on('exit', () => this.#ended(new Error('The thread has ended')));
    this.#worker = worker;
  }

  #ended(cause: Error): void {
    const scan = this.#scan;
    this.#scan = null;
    this.#worker = null;
    this.#ready = false;
    scan?.reject(cause);
  }
}

export type Kernel = (...scanArguments: number[]) => void;

export interface ScanQuery {
  query: QuantizedQuery;
  /** At least 1. */
  limit: number;
  /** Minimal score, a cosine for vectors of length 1. */
  minScore: number;
  /** 1 at the number of each document that takes part; null: all do. */
  allowed: Uint8Array | null;
}

/** Queries that share a scan: with 1,536 dimensions their values fit into the first-level cache. */
export const maxQueries = 8;
/** Queries that the kernel compares at once. */
const group = 4;
/** Entries of 24 bytes that the kernel writes before they are taken. */
const room = 4096;
/** Bytes of rows that a thread takes at a time: so few that no thread waits long for another. */
const blockBytes = 2 ** 20;
/**
 * Milliseconds for a byte of rows, on a slow machine: 5 GB a second. An estimate that was learnt from scans made
 * no difference: what takes longer has waited for a processor.
 */
const msPerByte = 2e-7;
/** Bytes of a query in the kernel's memory: see scan.wat. */
const recordLength = 48;

export const scanMs = (bytes: number) => bytes * msPerByte;

const aligned = (address: number) => Math.ceil(address / 16) * 16;

interface Entry {
  row: number;
  score: number;
  error: number;
}

/** Memory of one thread. */
interface Slot {
  records: number;
  out: number;
}

/** One pass over all rows for up to `maxQueries` queries; its working memory lies behind the rows. */
export class Scan {
  readonly #rows: Rows;
  readonly #queries: readonly ScanQuery[];
  /** Queries as the kernel counts them: 1, or a multiple of `group`. */
  readonly #width: number;
  readonly #values: number;
  readonly #cursor: number;
  readonly #slots: Slot[] = [];
  readonly #entries: Entry[][];

  constructor(rows: Rows, queries: readonly ScanQuery[], slots: number) {
    this.#rows = rows;
    this.#queries = queries.map((each) => ({ ...each, limit: Math.min(each.limit, rows.count) }));
    this.#entries = queries.map(() => []);
    this.#width = queries.length === 1 ? 1 : Math.ceil(queries.length / group) * group;
    let end = aligned(rows.count * rows.stride);
    const place = (bytes: number) => {
      const at = end;
      end = aligned(end + bytes);
      return at;
    };
    const valueBytes = queries[0]!.query.values.byteLength;
    this.#values = place(this.#width * valueBytes);
    this.#cursor = place(4);
    const masks = this.#queries.map(({ allowed }) => place(allowed?.length ?? 0));
    for (let slot = 0; slot < slots; slot++) {
      this.#slots.push({ records: place(this.#width * recordLength), out: place((room + 1) * 24) });
    }
    const lowers = this.#slots.map(() => this.#queries.map(({ limit }) => place(limit * 8)));
    rows.grow(end);
    const { words, floats } = rows;
    const { buffer } = rows.memory;
    words[this.#cursor / 4] = 0;
    for (const [n, { query, allowed, limit, minScore }] of this.#queries.entries()) {
      new Int16Array(buffer, this.#values + n * valueBytes).set(query.values);
      if (allowed) new Uint8Array(buffer, masks[n]).set(allowed);
      for (const [slot, { records }] of this.#slots.entries()) {
        const at = records + n * recordLength;
        const list = lowers[slot]![n]!;
        floats.set([query.step, query.norm, query.slack, minScore], at / 8);
        words.set([masks[n]!, allowed?.length ?? 0, list, limit], at / 4 + 8);
        floats.fill(minScore, list / 8, list / 8 + limit);
      }
    }
    // Missing queries of a group: no document takes part, for each is 0 in the mask, which is `step`.
    for (let n = queries.length; n < this.#width; n++) {
      for (const { records } of this.#slots) {
        const at = records + n * recordLength;
        floats.set([0, 0, 0, Infinity], at / 8);
        words.set([at, 1, 0, 0], at / 4 + 8);
      }
    }
  }

  /** Scans on this thread, which does something else after each so many milliseconds. */
  async alone(kernel: Kernel, milliseconds: number): Promise<void> {
    const { count, stride } = this.#rows;
    const slice = Math.max(this.#block, Math.ceil(milliseconds / scanMs(stride)));
    for (let from = 0; from < count; from += slice) {
      if (from > 0) await nextTurn();
      const end = Math.min(count, from + slice);
      for (let at = from; at < end;) {
        // Short calls: optimized code of the kernel is used from the next one on.
        kernel(...this.#arguments(0, at, Math.min(end, at + this.#block), 0));
        [at] = this.#take(0);
      }
    }
  }

  /** Scans on other threads. @throws Error when a thread ends before it is done */
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

  /** Returns the candidates of each query, best first. */
  candidates(): Candidate[][] {
    return this.#queries.map(({ limit }, n) => {
      const lowers = this.#slots.flatMap((slot) => [...this.#lowers(slot, n)]);
      const floor = lowers.sort((a, b) => b - a)[limit - 1]!;
      const entries = this.#entries[n]!.filter(({ score, error }) => score + error >= floor);
      return entries
        .map(({ row, score, error }) => ({ chunkId: this.#rows.idOf(row), score, error }))
        .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId);
    });
  }

  get #block(): number {
    return Math.ceil(blockBytes / this.#rows.stride);
  }

  #lowers({ records }: Slot, n: number): Float64Array {
    const at = this.#rows.words[(records + n * recordLength) / 4 + 10]! / 8;
    return this.#rows.floats.subarray(at, at + this.#queries[n]!.limit);
  }

  /** Takes the kernel's entries; returns the row where it is to go on and the end of that block. */
  #take(slot: number): [from: number, to: number] {
    const { words, floats } = this.#rows;
    const { records, out } = this.#slots[slot]!;
    const count = words[out / 4]!;
    for (let entry = 1; entry <= count; entry++) {
      const at = out + entry * 24;
      const n = words[at / 4 + 1]!;
      const floor = floats[(records + n * recordLength) / 8 + 3]!;
      const score = floats[at / 8 + 1]!;
      const error = floats[at / 8 + 2]!;
      if (score + error >= floor) this.#entries[n]!.push({ row: words[at / 4]!, score, error });
    }
    return [words[out / 4 + 1]!, words[out / 4 + 2]!];
  }

  /** Returns the arguments as scan.wat names them. */
  #arguments(slot: number, from: number, to: number, cursor: number): number[] {
    const { stride, count } = this.#rows;
    const { records, out } = this.#slots[slot]!;
    return [
      ...[from, to, cursor, this.#block, count, stride],
      ...[this.#values, records, this.#width],
      ...[out, room],
    ];
  }
}
