import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { tick } from '../../../server/providers/shared/read-frames.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const passed = async (ms: number) => void (await jest.advanceTimersByTimeAsync(ms));

test('comes for all who asked for about the same at once, and leaves no timer behind', async () => {
  const said: string[] = [];
  void tick(20).then(() => said.push('twenty'));
  void tick(14).then(() => said.push('fourteen'));
  void tick(50).then(() => said.push('fifty'));
  await passed(19);
  expect(said).toEqual([]);
  await passed(1);
  expect(said).toEqual(['twenty', 'fourteen']);
  await passed(30);
  expect(said).toEqual(['twenty', 'fourteen', 'fifty']);
  expect(jest.getTimerCount()).toBe(0);
  void tick(10).then(() => said.push('again'));
  await passed(10);
  expect(said.at(-1)).toBe('again');
});
