import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createBudgetNotice } from '../../server/chat/budget-notice.ts';
import type { BridgeBudget } from '../../server/contract/bridge.ts';
import { createLog } from '../../server/runtime/log.ts';
import type { Database } from '../../server/storage/database.ts';
import { createState } from '../../server/storage/state.ts';
import { until } from '../fakes/wait.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const noon = Date.UTC(2026, 4, 31, 12);
const day = {
  unit: 'day',
  name: 'tokens:2026-05-31',
  cap: 1000,
  endsAt: Date.UTC(2026, 5, 1),
} as const;

let now: number;
let database: Database;
let mails: BridgeBudget[];
let answer: () => Promise<{ sent: boolean }>;
beforeEach(async () => {
  now = noon;
  mails = [];
  answer = () => Promise.resolve({ sent: true });
  database = await memoryDatabase();
});
afterEach(() => database.close());

const sidecar = () =>
  createBudgetNotice({
    state: createState(database),
    bridge: {
      tellBudget: (told) => {
        mails.push(told);
        return answer();
      },
    },
    clock: () => now,
    log: createLog('silent'),
  });
const mailed = (count: number) => until(`${count} mails`, () => mails.length === count);
/** Long enough for a mail that should not come. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 50));

test('the owner is told at 80 %, once by all sidecars together, and in the next period again', async () => {
  const [one, other] = [sidecar(), sidecar()];
  one(day, 799);
  await quiet();
  expect(mails).toEqual([]);
  one(day, 800);
  other(day, 850);
  one(day, 900);
  await mailed(1);
  await quiet();
  now += 3_600_000;
  one(day, 950);
  other(day, 950);
  sidecar()(day, 960);
  await quiet();
  expect(mails).toEqual([
    { unit: 'day', used: 800, limit: 1000, ends_at: '2026-06-01T00:00:00.000Z' },
  ]);
  one({ ...day, unit: 'month', name: 'tokens:2026-05' }, 900);
  await mailed(2);
});

test('a small cap that has no room for an answer is told as well', async () => {
  sidecar()(day, 500, true);
  await mailed(1);
  expect(mails[0]).toMatchObject({ used: 500 });
});

test('while WordPress does not answer, it is tried again after a minute', async () => {
  const used = sidecar();
  answer = () => Promise.reject(new Error('away'));
  used(day, 800);
  await mailed(1);
  used(day, 810);
  await quiet();
  expect(mails).toHaveLength(1);
  now += 60_001;
  answer = () => Promise.resolve({ sent: true });
  used(day, 820);
  await mailed(2);
  now += 60_001;
  used(day, 830);
  await quiet();
  expect(mails).toHaveLength(2);
});

test('a site that cannot send mails is not asked again', async () => {
  const used = sidecar();
  answer = () => Promise.resolve({ sent: false });
  used(day, 800);
  await mailed(1);
  await quiet();
  now += 120_000;
  used(day, 900);
  await quiet();
  expect(mails).toHaveLength(1);
});
