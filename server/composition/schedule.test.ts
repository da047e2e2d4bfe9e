import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { startSchedule } from './schedule.ts';
import { createLog } from '../runtime/log.ts';

const day = 86_400_000;
const minute = 60_000;
const pass = (minutes: number) => jest.advanceTimersByTimeAsync(minutes * minute);

const work = () => jest.fn(() => Promise.resolve());
function makeParts() {
  return {
    reconciler: { run: work() },
    knowledge: { recheckPages: work(), retryAfterOutage: work() },
    sweepUnstored: work(),
    queue: { sweep: jest.fn(() => Promise.resolve({ abandoned: 0, retried: 0, forgotten: 0 })) },
    worker: { wake: jest.fn() },
    indexPosts: { resume: work() },
    sessions: { removeOlderThan: jest.fn((before: number) => Promise.resolve(before)) },
    gaps: { recount: work() },
    documentAnswers: { forgetOld: work() },
    state: { sweep: work() },
  };
}

let retention_days: number;
let parts: ReturnType<typeof makeParts>;
let warned: jest.Mock;
let schedule: ReturnType<typeof startSchedule>;
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 4, 17, 12) });
  retention_days = 30;
  warned = jest.fn();
  parts = makeParts();
  const get = () => {
    const privacy = { ...settingsDefaults.privacy, retention_days };
    return Promise.resolve({ ...settingsDefaults, privacy });
  };
  schedule = startSchedule({
    ...parts,
    settings: { get },
    clock: Date.now,
    log: Object.assign(createLog('silent'), { warn: warned }),
  } as unknown as Parameters<typeof startSchedule>[0]);
});
afterEach(async () => {
  await schedule.stop();
  jest.useRealTimers();
});

test('in an hour the site is compared six times, and conversations of more days than the owner says end', async () => {
  await pass(60);
  const { reconciler, knowledge, indexPosts, state } = parts;
  expect(reconciler.run).toHaveBeenCalledTimes(6);
  expect(knowledge.recheckPages).toHaveBeenCalledTimes(12);
  for (const each of [knowledge.retryAfterOutage, indexPosts.resume, state.sweep]) {
    expect(each).toHaveBeenCalledTimes(60);
  }
  const { sessions, gaps, documentAnswers } = parts;
  for (const each of [gaps.recount, documentAnswers.forgetOld]) {
    expect(each).toHaveBeenCalledTimes(1);
  }
  const at = Date.UTC(2026, 4, 17, 12, 17);
  expect(sessions.removeOlderThan.mock.calls).toEqual([[at - 30 * day]]);
});

test('without a limit conversations are kept, and the days that count go on', async () => {
  retention_days = 0;
  await pass(60);
  expect(parts.sessions.removeOlderThan).not.toHaveBeenCalled();
  expect(parts.gaps.recount).toHaveBeenCalledTimes(1);
});

test('work that fails is done at its next time; after the stop nothing is begun', async () => {
  const { reconciler } = parts;
  reconciler.run.mockRejectedValueOnce(new Error('WordPress is down.'));
  await pass(20);
  expect(reconciler.run).toHaveBeenCalledTimes(2);
  await schedule.stop();
  await pass(60);
  expect(reconciler.run).toHaveBeenCalledTimes(2);
});

test('work that takes long is not begun a second time meanwhile', async () => {
  const { reconciler } = parts;
  const { promise, resolve } = Promise.withResolvers<void>();
  reconciler.run.mockReturnValueOnce(promise);
  await pass(30);
  expect(reconciler.run).toHaveBeenCalledTimes(1);
  // In the one log, not on the console.
  expect(warned).toHaveBeenCalledTimes(2);
  resolve();
  await pass(10);
  expect(reconciler.run).toHaveBeenCalledTimes(2);
});
