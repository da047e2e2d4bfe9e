/** Returns every nth of many cases alike; all of them in full runs. */
export const sampled = <T>(cases: readonly T[], nth = 8): T[] =>
  process.env['ITIH_TEST_FULL'] ? [...cases] : cases.filter((_case, index) => index % nth === 0);
