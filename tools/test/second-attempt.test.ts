import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { JestRun, TestFile } from './jest.ts';
import { root } from './scripts.ts';
import { withSecondAttempt } from './second-attempt.ts';

const file = (name: string, ...statuses: string[]): TestFile => ({
  name: join(root, 'test', name),
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: `${name} went wrong`,
  assertionResults: statuses.map((status) => ({ status })),
});
const run = (...files: TestFile[]): JestRun => ({
  ok: files.every(({ status }) => status === 'passed'),
  output: 'all that jest said',
  files,
});
const good = file('good.test.ts', 'passed', 'passed');
const bad = file('bad.test.ts', 'passed', 'failed');
const outcomeOf = (...runs: JestRun[]) =>
  withSecondAttempt(() => Promise.resolve(runs.shift() ?? run(file('one too many', 'failed'))));

test('a file that passes at the second attempt is named, with its first failure', async () => {
  const outcome = await outcomeOf(run(good, bad), run(file('bad.test.ts', 'passed', 'passed')));
  expect(outcome).toMatchObject({ passed: 4, failed: 0 });
  expect(outcome.flaky).toMatch(/bad\.test\.ts passed at the second attempt.*bad.test.ts went/s);
});

test.each<[string, JestRun[], number]>([
  ['a file that fails twice', [run(good, bad), run(bad)], 1],
  ['a file without results then', [run(good, bad), { ...run(), ok: false }], 1],
  ['a run that fails outside its tests', [{ ...run(), ok: false }], 1],
  ['many files', [run(...Array.from({ length: 6 }, (_, n) => file(`${n}`, 'failed')))], 6],
])('a suite fails by %s', async (_case, runs, failed) => {
  expect(await outcomeOf(...runs)).toMatchObject({ failed });
});
