import { hostileFiles } from '../test/hostile/files.ts';
import { readHostile } from '../test/hostile/read-hostile.ts';
import type { Figures } from './run.ts';

/** Reads every hostile file. There is no baseline, because a process without the guard crashes. */
export async function run(): Promise<Figures> {
  const { results, ...figures } = await readHostile(await hostileFiles());
  const slowest = results.toSorted((one, other) => other.ms - one.ms).slice(0, 8);
  const codes = Map.groupBy(results, ({ code }) => code);
  return {
    files: results.length,
    ended: Object.fromEntries([...codes].map(([code, ended]) => [code, ended.length])),
    slowest_ms: Object.fromEntries(slowest.map(({ name, ms }) => [name, ms])),
    peak_mb: figures.peakMb,
    reader_peak_mb: figures.readerPeakMb,
    block_ms: figures.blockMs,
    answers: results.reduce((sum, { answers }) => sum + answers, 0),
    longest_answer_ms: figures.answerMs,
    unexplained: Object.fromEntries(
      (codes.get('internal_error') ?? []).map(({ name, cause }) => [name, cause]),
    ),
  };
}
