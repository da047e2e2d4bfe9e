import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownFile } from '../../runtime/program-files.ts';
import type { Candidate } from '../vector-index.ts';
import { quantizeQuery, type Quantized, Rows } from './rows.ts';
import { ScanThread, maxQueries, Scan, scanMs, type Kernel, type ScanQuery } from './scan.ts';

/** Restrictions of one search. */
export type CandidateSearch = Pick<ScanQuery, 'limit' | 'minScore' | 'allowed'>;

export interface Int8IndexOptions {
  dimensions: number;
  /** Vectors that will be added soon: makes room for them and starts threads if they need some. */
  expected?: number;
  /** Threads that share long scans; 0: the main thread scans, in slices. */
  threads?: number;
  /** Milliseconds that a scan may block the main thread; longer scans run on threads. */
  maxBlockMs?: number;
}

interface Request extends ScanQuery {
  found: Candidate[] | null;
}

const module = new WebAssembly.Module(readFileSync(ownFile('server/retrieval/int8/scan.wasm')));

/**
 * Finds, among int8 vectors in memory, all that may be among the nearest. Queries that wait for a scan share
 * the next one. A search sees all changes made before it; changes made while a scan runs wait for its end.
 */
export class Int8Index {
  readonly dimensions: number;
  readonly #rows: Rows;
  readonly #kernel: Kernel;
  readonly #threads: readonly ScanThread[];
  readonly #maxBlockMs: number;
  readonly #changes: (() => void)[] = [];
  readonly #waiting: Request[] = [];
  #lastTurn: Promise<unknown> = Promise.resolve();
  /** A scan or a load uses the rows over several turns of the event loop. */
  #busy = false;
  #version = 0;
  /** V8 runs WebAssembly in the baseline compiler first; optimized code serves later calls only. */
  #warmedUp = false;

  constructor({
    dimensions,
    expected = 0,
    threads = Math.min(2, availableParallelism()),
    maxBlockMs = 5,
  }: Int8IndexOptions) {
    this.dimensions = dimensions;
    this.#rows = new Rows(dimensions);
    const { memory } = this.#rows;
    const instance = new WebAssembly.Instance(module, { search: { memory } });
    this.#kernel = instance.exports['scan'] as Kernel;
    this.#threads = Array.from({ length: threads }, () => new ScanThread(module, memory));
    this.#maxBlockMs = maxBlockMs;
    this.#expect(expected);
  }

  /** Vectors; changes that wait for a scan to end are not counted yet. */
  get size(): number {
    return this.#rows.count;
  }

  /** Bytes of memory in use. */
  get bytes(): number {
    return this.#rows.bytes;
  }

  /** Threads that are ready; the first long scan starts them. */
  get threads(): number {
    return this.#threads.filter((thread) => thread.ready).length;
  }

  /**
   * Adds or replaces the vector of a chunk. `document` is a small dense number of the caller's.
   *
   * @throws RangeError for other dimensions, or when the index would exceed 4 GB.
   */
  add(chunkId: number, document: number, vector: Quantized): void {
    if (vector.values.length !== this.dimensions) {
      throw new RangeError(`${vector.values.length} dimensions instead of ${this.dimensions}`);
    }
    if (this.#rows.count + this.#changes.length >= this.#rows.max) {
      throw new RangeError(`An index of ${this.dimensions} dimensions is full at ${this.size}`);
    }
    this.#change(() => this.#rows.put(chunkId, document, vector));
  }

  remove(chunkId: number): void {
    this.#change(() => this.#rows.remove(chunkId));
  }

  /**
   * Returns at least the `limit` vectors with the highest dot products that are `>= minScore`, and all that tie
   * with the last of them; best first by the middle of what a score may be. Returns none for a query that
   * is zero or not finite.
   *
   * @throws RangeError for other dimensions.
   */
  async candidates(query: Float32Array, search: CandidateSearch): Promise<Candidate[]> {
    if (query.length !== this.dimensions) {
      throw new RangeError(`${query.length} dimensions instead of ${this.dimensions}`);
    }
    const quantized = quantizeQuery(query);
    if (!quantized || search.limit < 1 || search.allowed?.length === 0) return [];
    const request: Request = { ...search, query: quantized, found: null };
    this.#waiting.push(request);
    return this.#inTurn(async () => {
      if (!request.found) await this.#scanWaiting();
      return request.found ?? [];
    });
  }

  /** Returns all rows for a snapshot, not copied; each change gives another `version`. */
  rows(): { bytes: Uint8Array; version: number } {
    return { bytes: this.#rows.view(), version: this.#version };
  }

  /**
   * Takes over the rows of a snapshot of the same dimensions: `fill` writes them into the given memory, while
   * searches and changes wait. After an error the index is empty.
   *
   * @throws RangeError unless the index is empty and the rows are valid; errors of `fill`.
   */
  load(count: number, fill: (rows: Uint8Array) => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      if (this.size > 0) throw new RangeError('Rows are loaded into an empty index');
      this.#busy = true;
      this.#expect(count);
      await fill(this.#rows.view(count));
      this.#rows.adopt(count);
      this.#version++;
    });
  }

  /** Ends the threads; searches that are under way still end. */
  close(): void {
    for (const thread of this.#threads) thread.close();
  }

  #change(apply: () => void): void {
    this.#changes.push(apply);
    if (!this.#busy) this.#applyChanges();
  }

  #applyChanges(): void {
    for (const apply of this.#changes.splice(0)) {
      apply();
      this.#version++;
    }
  }

  /** Runs what uses the rows over several turns of the event loop, one after the other. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastTurn.then(work).finally(() => {
      this.#busy = false;
      this.#applyChanges();
    });
    this.#lastTurn = result.catch(() => undefined);
    return result;
  }

  #isLong(count: number): boolean {
    return scanMs(count * this.#rows.stride) > this.#maxBlockMs;
  }

  #expect(count: number): void {
    this.#rows.reserve(count);
    if (this.#isLong(count)) for (const thread of this.#threads) thread.begin();
  }

  /** Scans once for the request whose turn it is, the first, and for those behind it. */
  async #scanWaiting(): Promise<void> {
    // Several short scans must not become one long block.
    if (this.#waiting.length > 1) await nextTurn();
    this.#busy = true;
    const requests = this.#waiting.splice(0, maxQueries);
    try {
      const found = this.size > 0 ? await this.#scan(requests) : [];
      for (const [n, request] of requests.entries()) request.found = found[n] ?? [];
    } catch (error) {
      // The others have turns of their own.
      this.#waiting.unshift(...requests.slice(1));
      throw error;
    }
  }

  async #scan(queries: readonly ScanQuery[]): Promise<Candidate[][]> {
    const ready = this.#isLong(this.size) ? this.#threads.filter((thread) => thread.begin()) : [];
    if (ready.length > 0 && this.#warmedUp) {
      try {
        const shared = new Scan(this.#rows, queries, ready.length);
        await shared.together(ready);
        return shared.candidates();
      } catch {
        // A thread has ended; this one scans again.
      }
    }
    const own = new Scan(this.#rows, queries, 1);
    await own.alone(this.#kernel, this.#maxBlockMs);
    this.#warmedUp = true;
    return own.candidates();
  }
}
