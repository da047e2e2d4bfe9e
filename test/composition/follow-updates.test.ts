import { expect, jest, test } from '@jest/globals';
import { followUpdates } from '../../server/composition/follow-updates.ts';
import { version } from '../../server/runtime/version.ts';

/** Starts looking at a disk where `versions` are found one after the other, and the last for good. */
function follow(
  versions: readonly (string | null)[],
  { supervised = true, busyFor = 0, maxWait = 1000 } = {},
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
    pause: 2,
    maxWait,
  }).then(
    () => (state.ended = true),
    () => undefined,
  );
  const after = async (ms: number) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { ended: state.ended, looks, asked };
  };
  return { after, log, stop: () => stopping.abort() };
}

test('ends when an update has replaced the program, seen twice', async () => {
  const following = follow([version, null, '99.0.0']);
  expect(await following.after(100)).toMatchObject({ ended: true, looks: 4 });
});

test('goes on while files come and go, and the version stays', async () => {
  const following = follow([version, null, version, null, '99.0.0', version]);
  expect((await following.after(100)).ended).toBe(false);
  following.stop();
});

test('lets answers end, but not for ever', async () => {
  const patient = follow(['99.0.0'], { busyFor: 5 });
  expect(await patient.after(200)).toMatchObject({ ended: true, asked: 6 });
  const impatient = follow(['99.0.0'], { busyFor: Infinity, maxWait: 30 });
  expect((await impatient.after(200)).ended).toBe(true);
});

test('says so where nothing would start it again', async () => {
  const following = follow(['99.0.0'], { supervised: false });
  expect((await following.after(50)).ended).toBe(false);
  expect(following.log.warn).toHaveBeenCalledTimes(1);
});
