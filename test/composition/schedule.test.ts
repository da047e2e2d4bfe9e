import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { startSchedule } from '../../server/composition/schedule.ts';
import type { Swept } from '../../server/jobs/queue.ts';
import { createLog } from '../../server/runtime/log.ts';

const day = 86_400_000;
const minute = 60_000;
const noon = Date.UTC(2026, 4, 17, 12);

let retention_days: number;
let reconcile: jest.Mock<() => Promise<void>>;
let recheckUrls: jest.Mock<() => Promise<void>>;
let retryAfterOutage: jest.Mock<() => Promise<void>>;
let sweep: jest.Mock<(now: number) => Promise<void>>;
let recount: jest.Mock<() => Promise<void>>;
let removeOlderThan: jest.Mock<(before: number) => Promise<number>>;
let warned: jest.Mock;
let forgetOld: jest.Mock<() => Promise<void>>;
let swept: Swept;
let look: jest.Mock;
let resume: jest.Mock<() => Promise<void>>;
let schedule: ReturnType<typeof startSchedule>;
beforeEach(() => {
  jest.useFakeTimers({ now: noon });
  retention_days = 90;
  warned = jest.fn();
  reconcile = jest.fn(() => Promise.resolve());
  recheckUrls = jest.fn(() => Promise.resolve());
  retryAfterOutage = jest.fn(() => Promise.resolve());
  sweep = jest.fn(() => Promise.resolve());
  recount = jest.fn(() => Promise.resolve());
  removeOlderThan = jest.fn(() => Promise.resolve(1));
  forgetOld = jest.fn(() => Promise.resolve());
  swept = { abandoned: 0, retried: 0, forgotten: 0 };
  look = jest.fn();
  resume = jest.fn(() => Promise.resolve());
  schedule = startSchedule({
    queue: { sweep: () => Promise.resolve(swept) },
    worker: { look },
    indexPosts: { resume },
    reconcile,
    recheckUrls,
    retryAfterOutage,
    sessions: { removeOlderThan },
    gaps: { recount },
    documentAnswers: { forgetOld },
    state: { sweep },
    settings: {
      get: () =>
        Promise.resolve({
          ...settingsDefaults,
          privacy: { ...settingsDefaults.privacy, retention_days },
        }),
    },
    clock: Date.now,
    log: Object.assign(createLog('silent'), { warn: warned }),
  } as unknown as Parameters<typeof startSchedule>[0]);
});
afterEach(async () => {
  await schedule.stop();
  jest.useRealTimers();
});

test('in an hour the site is compared six times and conversations end once', async () => {
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(reconcile).toHaveBeenCalledTimes(6);
  expect(recheckUrls).toHaveBeenCalledTimes(12);
  expect(forgetOld).toHaveBeenCalledTimes(1);
  expect(sweep).toHaveBeenCalledTimes(60);
  expect(removeOlderThan).toHaveBeenCalledTimes(1);
  expect(recount).toHaveBeenCalledTimes(1);
});

test('every minute interrupted runs go on, and the log says what was stuck', async () => {
  await jest.advanceTimersByTimeAsync(2 * minute);
  expect(resume).toHaveBeenCalledTimes(2);
  expect(retryAfterOutage).toHaveBeenCalledTimes(2);
  expect(look).not.toHaveBeenCalled();
  swept = { abandoned: 2, retried: 0, forgotten: 1 };
  await jest.advanceTimersByTimeAsync(minute);
  expect(look).toHaveBeenCalledTimes(1);
  expect(warned).toHaveBeenCalledWith(swept, expect.any(String));
});

test('conversations end as many days after their last question as the owner says', async () => {
  retention_days = 30;
  const ages: number[] = [];
  removeOlderThan.mockImplementation((before) => Promise.resolve(ages.push(Date.now() - before)));
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(ages).toEqual([30 * day]);
});

test('without a limit they are kept', async () => {
  retention_days = 0;
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(removeOlderThan).not.toHaveBeenCalled();
  // The days that count go on.
  expect(recount).toHaveBeenCalledTimes(1);
});

test('work that fails is done at its next time', async () => {
  reconcile.mockRejectedValueOnce(new Error('WordPress is down.'));
  await jest.advanceTimersByTimeAsync(20 * minute);
  expect(reconcile).toHaveBeenCalledTimes(2);
});

test('work that takes long is not begun a second time meanwhile', async () => {
  let finish = () => {};
  reconcile.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  await jest.advanceTimersByTimeAsync(30 * minute);
  expect(reconcile).toHaveBeenCalledTimes(1);
  // In the one log, not on the console.
  expect(warned).toHaveBeenCalledTimes(2);
  finish();
  await jest.advanceTimersByTimeAsync(10 * minute);
  expect(reconcile).toHaveBeenCalledTimes(2);
});

test('after the stop nothing is begun', async () => {
  await schedule.stop();
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(reconcile).not.toHaveBeenCalled();
});
