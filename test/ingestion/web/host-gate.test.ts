import type { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { createHostGate, type HostGate } from '../../../server/ingestion/web/host-gate.ts';

const { signal } = new AbortController();
/** Lets everything that can happen without time happen. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

let pass: HostGate;
let begun: string[];
let ends: Map<string, () => void>;
beforeEach(() => {
  pass = createHostGate(Date.now);
  begun = [];
  ends = new Map();
});

const begin = (name: string, host = 'a.example', its = signal) =>
  pass(host, 0, its, () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  });

test('two requests per host run at a time, in order, independent of other hosts', async () => {
  const all = ['1', '2', '3', '4'].map((name) => begin(name));
  const other = begin('5', 'b.example');
  await settle();
  expect(begun).toEqual(['1', '2', '5']);
  ends.get('2')?.();
  await settle();
  expect(begun).toEqual(['1', '2', '5', '3']);
  for (const name of ['1', '3', '5']) ends.get(name)?.();
  await settle();
  ends.get('4')?.();
  expect(await Promise.all([...all, other])).toEqual(['1', '2', '3', '4', '5']);
});

test('a failed request frees its place', async () => {
  const failing = () => pass('a.example', 0, signal, () => Promise.reject(new Error('no')));
  await Promise.allSettled([failing(), failing(), failing()]);
  void begin('next');
  await settle();
  expect(begun).toEqual(['next']);
});

test('an aborted request leaves the queue', async () => {
  const controller = new AbortController();
  const [, , third] = [begin('1'), begin('2'), begin('3', 'a.example', controller.signal)];
  void begin('4');
  await settle();
  controller.abort(new Error('gone'));
  await expect(third).rejects.toThrow('gone');
  ends.get('1')?.();
  await settle();
  expect(begun).toEqual(['1', '2', '4']);
});

test('requests start at the given gap', async () => {
  let now = 1000;
  const sleep = jest.fn((ms: number | undefined) => {
    now += ms ?? 0;
    return Promise.resolve();
  });
  const gated = createHostGate(() => now, sleep as typeof wait);
  const at: number[] = [];
  const note = (host: string) => gated(host, 60, signal, () => Promise.resolve(at.push(now)));
  await note('a.example');
  await note('a.example');
  await note('b.example');
  now += 1000;
  await note('a.example');
  expect(at).toEqual([1000, 1060, 1060, 2060]);
  expect(sleep).toHaveBeenCalledTimes(1);
});
