import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeLength } from './code.ts';
import { Pace } from './pace.ts';
import { prepareQuestion, type Question } from './question.ts';
import { Rows } from './rows.ts';
import { ScanThread } from './scan-thread.ts';
import { Scan, type Kernel } from './scan.ts';

export interface Candidate {
  chunkId: number;
  /** The dot product of question and vector lies within `score` ± `error`; for length 1 it is the cosine. */
  score: number;
  error: number;
}

export interface CandidateSearch {
  limit: number;
  minScore: number;
  /** 1 at the number of each document that takes part; null: all do. */
  allowed: Uint8Array | null;
}

/**
 * Finds, among int8 codes held in memory, all vectors that may be among the nearest. Changes made while a
 * search runs wait for its end; a search sees all changes that were made before it was asked for.
 */
export interface VectorIndex {
  readonly dimensions: number;
  /** Vectors; changes that wait for a search to end are not counted yet. */
  readonly size: number;
  /** Bytes of memory held. */
  readonly bytes: number;
  /** Threads that are ready to scan; they are started by the first search that takes long. */
  readonly threads: number;
  /**
   * Replaces what the chunk had. `document` is a small dense number of the caller's; `code` is copied.
   *
   * @throws RangeError when the code has another length, or the index would exceed 4 GB.
   */
  add(chunkId: number, document: number, code: Uint8Array): void;
  remove(chunkId: number): void;
  /**
   * At least the `limit` vectors with the highest dot product that is `>= minScore`, and all that tie with
   * the last of them; best first by the middle of what they may have. None for a question that is zero or
   * not finite.
   */
  candidates(query: Float32Array, search: CandidateSearch): Promise<Candidate[]>;
  /**
   * All rows as they lie in memory, for a snapshot, not copied: `version` is another number after each
   * change, so whoever reads in pieces can tell whether they belong together.
   */
  rows(): { bytes: Uint8Array; version: number };
  /**
   * Takes over the rows of a snapshot of the same dimensions: `fill` reads them straight into the memory
   * that it is given; searches and changes wait. When `fill` fails or a chunk comes twice the index stays
   * empty.
   *
   * @throws RangeError unless the index is empty and the rows can be of one; whatever `fill` throws.
   */
  load(count: number, fill: (rows: Uint8Array) => Promise<void>): Promise<void>;
  /** Ends its threads; searches that are under way still end. */
  close(): void;
}

export interface VectorIndexOptions {
  dimensions: number;
  /** So many vectors will be added soon: room is made, and threads begin to get ready. */
  expected?: number;
  /** So many threads share long scans; 0: the main thread does them, in slices. */
  threads?: number;
  /** Milliseconds that a scan may keep the main thread busy; longer ones are given to threads. */
  bearable?: number;
}

const module = new WebAssembly.Module(readFileSync(new URL('scan.wasm', import.meta.url)));

export function createVectorIndex({
  dimensions,
  expected = 0,
  threads: most = Math.min(2, availableParallelism()),
  bearable = 5,
}: VectorIndexOptions): VectorIndex {
  const rows = new Rows(dimensions);
  const kernel = new WebAssembly.Instance(module, { search: { memory: rows.memory } }).exports[
    'scan'
  ] as Kernel;
  const threads = Array.from({ length: most }, () => new ScanThread(module, rows.memory));
  const pace = new Pace();
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  let busy = false;
  let version = 0;
  /** The kernel is compiled in haste, and well only when it has run; a call that has begun goes on as it was. */
  let practised = false;
  const changes: (() => void)[] = [];

  function change(rowsChange: () => void): void {
    const apply = () => {
      rowsChange();
      version++;
    };
    if (busy) changes.push(apply);
    else apply();
  }

  /** Whatever uses the rows over several turns of the event loop does so one after the other. */
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    const queued = waiting++ > 0;
    await before;
    // A queue of short scans must not become one long one.
    if (queued) await nextTurn();
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
      waiting--;
      for (const apply of changes.splice(0)) apply();
      resolve();
    }
  }

  /** Whether a scan of so many vectors is for threads. */
  const isLong = (count: number) => pace.expected(count * rows.stride) > bearable;

  function expect(count: number): void {
    rows.reserve(count);
    if (isLong(count)) for (const thread of threads) thread.begin();
  }

  async function scan(query: Question, search: CandidateSearch): Promise<Candidate[]> {
    if (rows.count === 0 || search.limit < 1 || search.allowed?.length === 0) return [];
    const bytes = rows.count * rows.stride;
    const ready = isLong(rows.count) ? threads.filter((thread) => thread.begin()) : [];
    if (ready.length > 0 && practised) {
      try {
        const started = performance.now();
        const shared = new Scan(rows, query, search, ready.length);
        await shared.together(ready);
        if (!search.allowed) pace.learn(bytes, (performance.now() - started) * ready.length);
        return shared.candidates();
      } catch {
        // A thread has ended: nothing is lost but time.
      }
    }
    const own = new Scan(rows, query, search, 1);
    await own.alone(kernel, pace, bearable);
    practised = true;
    return own.candidates();
  }

  expect(expected);

  return {
    dimensions,
    get size() {
      return rows.count;
    },
    get bytes() {
      return rows.bytes;
    },
    get threads() {
      return threads.filter((thread) => thread.ready).length;
    },
    add(chunkId, document, code) {
      if (code.length !== codeLength(dimensions)) {
        throw new RangeError(
          `A code of ${dimensions} dimensions does not have ${code.length} bytes`,
        );
      }
      if (rows.count + changes.length >= rows.most) {
        throw new RangeError(`A vector index of ${dimensions} dimensions is full at ${rows.count}`);
      }
      const own = busy ? code.slice() : code;
      change(() => rows.put(chunkId, document, own));
    },
    remove: (chunkId) => change(() => rows.remove(chunkId)),
    async candidates(query, search) {
      if (query.length !== dimensions) {
        throw new RangeError(`A question has ${query.length} dimensions, not ${dimensions}`);
      }
      const question = prepareQuestion(query);
      return question ? inTurn(() => scan(question, search)) : [];
    },
    rows: () => ({ bytes: rows.view(), version }),
    load: (count, fill) =>
      inTurn(async () => {
        if (rows.count > 0) throw new RangeError('Rows are loaded into an empty index');
        expect(count);
        await fill(rows.view(count));
        rows.adopt(count);
        version++;
      }),
    close() {
      for (const thread of threads) thread.close();
    },
  };
}
