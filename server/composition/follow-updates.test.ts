import { expect, jest, test } from '@jest/globals';
import { followUpdates } from './follow-updates.ts';
import { version } from '../runtime/version.ts';
import { until } from '../../test/fakes/wait.ts';

/** Starts looking at a disk where `versions` are found one after the other, and the last for good. */
function follow(
  versions: readonly (string | null)[],
  { supervised = true, busyFor = 0, maxWait = 1000, open = null as string | null } = {},
) {
  const stopping = new AbortController();
  let looks = 0;
  let asked = 0;
  const log = { info: jest.fn(), warn: jest.fn() };
  const state = { ended: false };
  void followUpdates({
    admission: { any: () => asked++ < busyFor },
    supervised,
    log,
    signal: stopping.signal,
    read: () => {
      const found = versions[Math.min(looks++, versions.length - 1)];
      if (found == null) throw new Error('ENOENT');
      return found;
    },
    writtenByOthers: () => open,
    pause: 2,
    maxWait,
  }).then(
    () => (state.ended = true),
    () => undefined,
  );
  const ended = () => until('it ends', () => state.ended);
  const looked = (times: number) => until(`it looks ${times} times`, () => looks >= times);
  const counts = () => ({ ended: state.ended, looks, asked });
  return { ended, looked, counts, log, stop: () => stopping.abort() };
}

test('ends when an update has replaced the program, seen twice', async () => {
  const following = follow([version, null, '99.0.0']);
  await following.ended();
  expect(following.counts().looks).toBe(4);
});

test('goes on while files come and go, and the version stays', async () => {
  const following = follow([version, null, version, null, '99.0.0', version]);
  await following.looked(10);
  expect(following.counts().ended).toBe(false);
  following.stop();
});

test('lets answers end, but not for ever', async () => {
  const patient = follow(['99.0.0'], { busyFor: 5, maxWait: 60_000 });
  await patient.ended();
  expect(patient.counts().asked).toBe(6);
  const impatient = follow(['99.0.0'], { busyFor: Infinity, maxWait: 30 });
  await impatient.ended();
});

test('says so where nothing would start it again', async () => {
  const following = follow(['99.0.0'], { supervised: false });
  await until('it warns', () => following.log.warn.mock.calls.length > 0);
  expect(following.log.warn).toHaveBeenCalledTimes(1);
  expect(following.counts().ended).toBe(false);
});

test('does not make way for a program that somebody else may have written', async () => {
  const following = follow(['99.0.0'], { open: '/srv/itih.mjs' });
  await until('it warns', () => following.log.warn.mock.calls.length > 0);
  expect(following.log.warn.mock.calls[0]).toEqual([
    { path: '/srv/itih.mjs' },
    expect.stringContaining('other accounts may write it'),
  ]);
  expect(following.counts().ended).toBe(false);
});
