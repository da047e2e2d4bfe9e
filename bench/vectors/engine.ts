import { setTimeout as sleep } from 'node:timers/promises';
import { Int8Index } from '../../server/retrieval/int8/int8-index.ts';
import { quantize } from '../../server/retrieval/int8/rows.ts';
import { longestBlock, mean, quantile, timeEach, timeTogether } from '../parts/measure.ts';
import type { VectorSource } from '../parts/vector-data.ts';
import type { Figures } from '../run.ts';

const topK = 5;
const questionCount = 200;
const all = { limit: topK, minScore: -1, allowed: null };

export interface Measured {
  rows: number;
  dimensions: number;
  source: VectorSource;
  /** Questions that are compared with brute force, which takes long. */
  compared: number;
  /** Clients at the same time; 0: one is enough. */
  clients: number;
  /** Also measures fewer threads. */
  threads: boolean;
}

/** Rows of floats; the index has only their int8 values. */
class Floats {
  readonly #values: Float32Array;
  readonly #dimensions: number;
  readonly rows: number;

  constructor(rows: number, dimensions: number) {
    this.rows = rows;
    this.#dimensions = dimensions;
    this.#values = new Float32Array(rows * dimensions);
  }

  row(at: number): Float32Array {
    return this.#values.subarray(at * this.#dimensions, (at + 1) * this.#dimensions);
  }

  dot(query: Float32Array, row: number): number {
    const values = this.#values;
    const offset = row * this.#dimensions;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < query.length; i += 4) {
      a += query[i]! * values[offset + i]!;
      b += query[i + 1]! * values[offset + i + 1]!;
      c += query[i + 2]! * values[offset + i + 2]!;
      d += query[i + 3]! * values[offset + i + 3]!;
    }
    return a + b + c + d;
  }

  /** Scans in plain JavaScript: the baseline, and the expected result. */
  nearest(query: Float32Array): number[] {
    const scores = new Float64Array(this.rows);
    const best: number[] = [];
    for (let row = 0; row < this.rows; row++) {
      const score = (scores[row] = this.dot(query, row));
      if (best.length === topK && score <= scores[best[topK - 1]!]!) continue;
      best.push(row);
      best.sort((a, b) => scores[b]! - scores[a]! || a - b);
      best.length = Math.min(best.length, topK);
    }
    return best;
  }
}

/** Measures the index alone: candidates are rescored with floats in memory, without a database. */
export async function measureEngine(options: Measured): Promise<Figures> {
  const { rows, dimensions, source, compared, clients } = options;
  const floats = new Floats(rows, dimensions);
  const index = new Int8Index({ dimensions });
  for (let row = 0; row < rows; row++) {
    const vector = floats.row(row);
    source.next(vector);
    index.add(row, row, quantize(vector));
    if (row % 1000 === 0) await sleep(0);
  }
  const questions = Array.from({ length: questionCount }, (_, n) =>
    source.question(floats.row((n * 7919) % rows)),
  );
  let candidates = 0;
  const search = async (searched: Int8Index, n: number) => {
    const query = questions[n % questionCount]!;
    const found = await searched.candidates(query, all);
    candidates += found.length;
    return found
      .map(({ chunkId }) => ({ chunkId, score: floats.dot(query, chunkId) }))
      .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId)
      .slice(0, topK)
      .map(({ chunkId }) => chunkId);
  };
  try {
    const truth: number[][] = [];
    const baseline = await timeEach(compared, (n) => truth.push(floats.nearest(questions[n]!)));
    await warmUp(index, search);
    candidates = 0;
    const times = await timeEach(questionCount, (n) => search(index, n));
    const figures: Figures = {
      p50_ms: quantile(times, 0.5),
      p99_ms: quantile(times, 0.99),
      min_ms: quantile(times, 0),
      candidates: candidates / questionCount,
      recall_at_5: await recall(truth, (n) => search(index, n)),
      js_floats_p50_ms: quantile(baseline, 0.5),
      ratio_to_js_floats: quantile(baseline, 0.5) / quantile(times, 0.5),
      top_1_cosine: mean(truth.map(([first], n) => floats.dot(questions[n]!, first!))),
      top_5_cosine: mean(truth.map((best, n) => floats.dot(questions[n]!, best[4]!))),
      pair_cosine: mean(questions.map((query, n) => floats.dot(query, (n * 104_729) % rows))),
      index_mb: index.bytes / 2 ** 20,
    };
    if (clients > 0) figures['together'] = await together(clients, (n) => search(index, n));
    if (options.threads) figures['threads'] = await fewerThreads(index, search);
    return figures;
  } finally {
    index.close();
  }
}

type Search = (index: Int8Index, n: number) => Promise<number[]>;

/** Until threads run and the kernel is compiled for speed. */
async function warmUp(index: Int8Index, search: Search): Promise<void> {
  for (let n = 0; n < 20; n++) {
    await search(index, n);
    await sleep(10);
  }
}

async function together(clients: number, search: (n: number) => Promise<unknown>) {
  let times: number[] = [];
  const block = await longestBlock(async () => {
    times = await timeTogether(clients, 4, search);
  });
  return {
    clients,
    p50_ms: quantile(times, 0.5),
    p99_ms: quantile(times, 0.99),
    longest_block_ms: block,
  };
}

async function fewerThreads(index: Int8Index, search: Search): Promise<Figures> {
  const figures: Figures = {};
  const { bytes } = index.rows();
  for (const threads of [0, 1, 2]) {
    const other = new Int8Index({ dimensions: index.dimensions, threads });
    await other.load(index.size, (rows) => Promise.resolve(rows.set(bytes)));
    await warmUp(other, search);
    const times = await timeEach(questionCount, (n) => search(other, n));
    figures[threads] = {
      p50_ms: quantile(times, 0.5),
      p99_ms: quantile(times, 0.99),
      min_ms: quantile(times, 0),
    };
    other.close();
  }
  return figures;
}

async function recall(truth: number[][], search: (n: number) => Promise<number[]>) {
  let hits = 0;
  for (const [n, expected] of truth.entries()) {
    const found = await search(n);
    hits += expected.filter((row) => found.includes(row)).length;
  }
  return hits / (truth.length * topK);
}
