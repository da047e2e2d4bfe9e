import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Log } from './log.ts';
import { LogThrottle } from './log-throttle.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('of many in a minute the first is logged, and then their number', () => {
  const lines: unknown[] = [];
  const log = { warn: (fields: object) => void lines.push(fields) } as unknown as Log;
  const throttle = new LogThrottle();
  const news = Array.from({ length: 200 }, () => throttle.isFirst(log, 'overloaded', 'relayed'));
  expect(news.filter(Boolean)).toHaveLength(1);
  expect(throttle.isFirst(log, 'overloaded', 'total')).toBe(true);
  jest.advanceTimersByTime(60_000);
  expect(lines).toEqual([{ code: 'overloaded', reason: 'relayed', count: 199 }]);
  expect(throttle.isFirst(log, 'overloaded', 'relayed')).toBe(true);
  jest.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});
