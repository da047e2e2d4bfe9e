import { beforeAll, describe, expect, test } from '@jest/globals';
import { readHostile, type HostileRun } from '../../hostile/read-hostile.ts';
import { hostileFiles } from '../../hostile/files.ts';
import { isFull } from '../../full-runs.ts';

const everything = await hostileFiles();
const quick = everything.filter(({ slow }) => !slow);
const slow = everything.filter(({ slow }) => slow);
/** All of them take some minutes of a processor. */
const some = isFull ? quick : quick.filter((_file, index) => index % 12 === 0);

test('there are hundreds of files, each with a name of its own', () => {
  expect(quick.length).toBeGreaterThanOrEqual(300);
  expect(new Set(everything.map(({ name }) => name)).size).toBe(everything.length);
});

describe.each([
  [`${some.length} hostile files${isFull ? '' : ' (all with ITIH_TEST_FULL=1)'}`, some, true],
  [`${slow.length} that take long${isFull ? '' : ' (only with ITIH_TEST_FULL=1)'}`, slow, isFull],
])('of %s', (_name, files, wanted) => {
  const check = wanted ? test : test.skip;
  let run: HostileRun;
  beforeAll(async () => {
    if (wanted) run = await readHostile(files);
  }, 1_800_000);

  check('each ends completed, or failed with a clear code and a sentence', () => {
    const clear = ['completed', 'no_text', 'unsupported_type', 'too_large'];
    expect(run.results).toHaveLength(files.length);
    expect(run.results.filter(({ code }) => !clear.includes(code))).toEqual([]);
    const mute = ({ code, message }: { code: string; message: string }) =>
      code !== 'completed' && !/^[A-Z].*\.$/.test(message);
    expect(run.results.filter(mute)).toEqual([]);
  });

  check('both processes together have stayed below 512 MB', () => {
    expect(run.peakMb + run.readerPeakMb).toBeLessThan(512);
  });

  check('it has answered while it read', () => {
    const long = run.results.filter(({ ms }) => ms > 1500);
    expect(long.filter(({ answers }) => answers === 0)).toEqual([]);
    expect(run.results.some(({ answers }) => answers > 0)).toBe(true);
  });
});
