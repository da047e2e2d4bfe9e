import { describe } from '@jest/globals';

/** Full runs (`npm run test:full`) have what takes long and whose promise a shorter test guards, too. */
export const isFull = Boolean(process.env['ITIH_TEST_FULL']);

/** `describe` in full runs only. */
export const inFullRuns = isFull ? describe : describe.skip;

/** Returns every nth of many cases alike; all of them in full runs. */
export const sampled = <T>(cases: readonly T[], nth = 8): T[] =>
  cases.filter((_case, index) => isFull || index % nth === 0);

/** Returns the first variants, which stand for the others; all of them in full runs. */
export const sampleOf = <T>(all: readonly T[], count = 1): readonly T[] =>
  isFull ? all : all.slice(0, count);
