import type { ProviderId } from '../../server/contract/providers.ts';

/** The provider, and what is special in this suite: `npm run providers-table` reads them from the names. */
export type SuiteName = ProviderId | `${ProviderId}, ${string}`;

/** Returns variants to test: all in full runs, else the first ones, which stand for the others. */
export const sampleOf = <Variant>(all: readonly Variant[], count = 1): readonly Variant[] =>
  process.env['ITIH_TEST_FULL'] ? all : all.slice(0, count);
