import { LexicalIndex } from '../server/retrieval/lexical/lexical-index.ts';
import { corpus } from './parts/corpus.ts';
import type { Figures } from './run.ts';
import { wordBm25 } from './parts/word-bm25.ts';

const chunks = 100_000;
const perDocument = 20;
const characters = 900;
const questions = 400;
/** The plain scorer answers fewer, because it takes much longer. */
const plainQuestions = 40;
const limit = 30;
const replaced = 50;
/** The least of a question's times is taken, to leave out other work of the machine. */
const rounds = 5;
/** The longest question, each character another: it has the most terms. */
const ideographs = String.fromCodePoint(
  ...Array.from({ length: 4000 }, (_, at) => 0x4e00 + at * 5),
);

/**
 * Searches, builds, changes, dumps and restores an index of generated chunks, whose words are as frequent, and
 * as rare, as those of English: about 135 in each, 160,000 in all, a question of three to eight (see `corpus`).
 * The baseline is BM25 over the same words with an object for each posting and no shortcut; it knows
 * neither other forms of words nor coverage.
 */
export function run(): Figures {
  const source = corpus(characters);
  const texts = Array.from({ length: chunks }, () => source.text());
  const asked = Array.from({ length: questions }, (_, at) =>
    source.question(texts[Math.floor((at * chunks) / questions)]!),
  );
  const index = new LexicalIndex();
  const field = (content: string) => ({ title: 'A page', headingPath: 'Part one', content });
  const cpu = process.cpuUsage();
  texts.forEach((text, at) => index.add(at + 1, Math.floor(at / perDocument), field(text)));
  const { user, system } = process.cpuUsage(cpu);
  const bytes = index.bytes;

  for (const question of asked) index.search(question, { limit, allowed: null });
  const times = asked.map((question) =>
    Math.min(
      ...Array.from({ length: rounds }, () =>
        timed(() => index.search(question, { limit, allowed: null })),
      ),
    ),
  );
  const allowed = new Uint8Array(chunks / perDocument).fill(1, 0, chunks / perDocument / 10);
  const filtered = asked.map((question) => timed(() => index.search(question, { limit, allowed })));

  const long = Array.from({ length: rounds }, () =>
    timed(() => index.search(ideographs, { limit, allowed: null })),
  );

  let started = performance.now();
  const dumped = index.dump();
  const dumpMs = performance.now() - started;
  started = performance.now();
  const restored = new LexicalIndex(dumped);
  const restoreMs = performance.now() - started;

  const replacing = Array.from({ length: replaced }, (_, at) =>
    timed(() => {
      for (let chunk = at * perDocument; chunk < (at + 1) * perDocument; chunk++) {
        restored.add(chunk + 1, at, field(texts[chunks - 1 - chunk]!));
      }
    }),
  );
  const slices: number[] = [];
  let busy = true;
  while (busy) slices.push(timed(() => (busy = restored.compact(5))));

  const plain = wordBm25(texts);
  const plainTimes = asked
    .slice(0, plainQuestions)
    .map((question) => timed(() => best(plain(question))));
  return {
    chunks,
    p50_ms: at(times, 0.5),
    p99_ms: at(times, 0.99),
    filtered_p50_ms: at(filtered, 0.5),
    ideographs_4000_max_ms: Math.max(...long),
    megabytes: bytes / 1e6,
    build_us_per_chunk: (user + system) / chunks,
    dump_ms: dumpMs,
    restore_ms: restoreMs,
    replace_20_chunks_p50_ms: at(replacing, 0.5),
    replace_20_chunks_max_ms: Math.max(...replacing),
    compact_ms: slices.reduce((sum, slice) => sum + slice, 0),
    compact_longest_slice_ms: Math.max(...slices),
    plain_p50_ms: at(plainTimes, 0.5),
    times_faster: at(plainTimes, 0.5) / at(times, 0.5),
  };
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

const at = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

function best(scores: readonly number[]): number[] {
  return scores
    .map((_, chunk) => chunk)
    .sort((a, b) => scores[b]! - scores[a]!)
    .slice(0, limit);
}
