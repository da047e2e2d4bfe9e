import { expect, test } from '@jest/globals';
import { lessons } from '../../../server/providers/shared/lessons.ts';

test('a lesson lasts for a day', () => {
  let now = 0;
  const known = lessons<string>(() => now);
  known.add('tools');
  now = 3600 * 1000;
  known.add('temperature');
  expect([...known.now()]).toEqual(['tools', 'temperature']);
  now = 24 * 3600 * 1000;
  expect([...known.now()]).toEqual(['temperature']);
});
