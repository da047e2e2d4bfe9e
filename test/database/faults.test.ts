import { describe, expect, test } from '@jest/globals';
import { runFaults } from '../../bench/faults.ts';

const inFullRuns = process.env['ITIH_TEST_FULL'] ? describe : describe.skip;

inFullRuns.each(['sqlite', 'mariadb'] as const)(
  'three minutes of faults on %s (only with ITIH_TEST_FULL=1, as they need their time)',
  (kind) => {
    test('lose, double and orphan nothing', async () => {
      const { violations, figures } = await runFaults(kind, { seed: 1, minutes: 3 });
      expect(violations).toEqual([]);
      expect(figures.accepted).toBeGreaterThan(100);
    }, 420_000);
  },
);
