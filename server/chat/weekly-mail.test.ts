import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { BridgeWeek } from '../contract/bridge.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { createLog } from '../runtime/log.ts';
import type { Database } from '../storage/database.ts';
import { State } from '../storage/state.ts';
import { memoryDatabase } from '../../test/storage/memory-database.ts';
import { WeeklyMail } from './weekly-mail.ts';

const hour = 3_600_000;
/** Monday, seven o'clock in Berlin. */
const monday = Date.UTC(2026, 10, 23, 6);

let now: number;
let database: Database;
let counted: BridgeWeek;
let isOn: boolean;
const tellWeek = jest.fn<(week: BridgeWeek) => Promise<{ sent: boolean }>>();

/** Another sidecar on the same database each time. */
const check = () =>
  new WeeklyMail({
    settings: {
      get: () =>
        Promise.resolve({
          ...settingsDefaults,
          general: { ...settingsDefaults.general, weekly_mail: isOn },
        }),
      site: () => ({ time_zone: 'Europe/Berlin' }) as never,
    },
    figures: {
      read: () =>
        Promise.resolve({
          period: { sessions: counted.conversations },
          attention: { open_gaps: counted.unanswered },
        } as never),
    },
    state: new State(database),
    bridge: { tellWeek },
    clock: () => now,
    log: createLog('silent'),
  }).check();

beforeEach(async () => {
  database = await memoryDatabase();
  now = monday + hour;
  counted = { conversations: 47, unanswered: 6 };
  isOn = true;
  tellWeek.mockReset().mockResolvedValue({ sent: true });
});
afterEach(() => database.close());

test('the owner is told once, on Monday from eight on, by whichever sidecar comes first', async () => {
  now = monday + hour - 1;
  await check();
  expect(tellWeek).not.toHaveBeenCalled();
  now = monday + hour;
  await Promise.all([check(), check()]);
  now += 3 * hour;
  await check();
  expect(tellWeek.mock.calls).toEqual([[counted]]);
  now = monday + 7 * 24 * hour + hour;
  await check();
  expect(tellWeek).toHaveBeenCalledTimes(2);
});

test('nobody is told on another day, without the wish, or of nothing', async () => {
  now = monday + 25 * hour;
  await check();
  now = monday + hour;
  isOn = false;
  await check();
  isOn = true;
  counted = { conversations: 0, unanswered: 0 };
  await check();
  expect(tellWeek).not.toHaveBeenCalled();
});

test('a mail that could not be sent is tried again after an hour', async () => {
  tellWeek.mockRejectedValueOnce(new Error('The site does not answer.'));
  await expect(check()).rejects.toThrow('does not answer');
  await check();
  expect(tellWeek).toHaveBeenCalledTimes(1);
  now += hour + 1;
  await check();
  expect(tellWeek).toHaveBeenCalledTimes(2);
});
