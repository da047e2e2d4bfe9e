import { describe, expect, test } from '@jest/globals';
import { runFaults } from '../../bench/faults.ts';

/** Only in full runs: faults need their time. */
describe.each(process.env['ITIH_TEST_FULL'] ? (['sqlite', 'mariadb'] as const) : [])(
  'three minutes of faults on %s',
  (kind) => {
    test('lose, double and orphan nothing', async () => {
      const { violations, figures } = await runFaults(kind, { seed: 1, minutes: 3 });
      expect(violations).toEqual([]);
      expect(figures.accepted).toBeGreaterThan(100);
    }, 420_000);
  },
);
if (!process.env['ITIH_TEST_FULL']) test.todo('three minutes of faults run with ITIH_TEST_FULL=1');
