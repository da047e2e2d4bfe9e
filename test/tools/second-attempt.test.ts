import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { JestRun, TestFile } from '../../tools/test/jest.ts';
import { root } from '../../tools/test/scripts.ts';
import { withSecondAttempt } from '../../tools/test/second-attempt.ts';

const file = (name: string, ...statuses: string[]): TestFile => ({
  name: join(root, 'test', name),
  status: statuses.every((status) => status === 'passed') ? 'passed' : 'failed',
  message: `${name} went wrong`,
  assertionResults: statuses.map((status) => ({ status })),
});
const run = (...files: TestFile[]): JestRun => ({
  ok: files.every(({ status }) => status === 'passed'),
  output: 'all that jest said',
  files,
});
const good = file('good.test.ts', 'passed', 'passed');
const bad = file('bad.test.ts', 'passed', 'failed', 'failed');

/** Answers with one run after the other, and keeps the files that were asked for. */
function attempts(...runs: JestRun[]) {
  const asked: (string[] | undefined)[] = [];
  const attempt = (files?: string[]) => {
    asked.push(files);
    const next = runs[asked.length - 1];
    return next ? Promise.resolve(next) : Promise.reject(new Error('One attempt too many.'));
  };
  return { asked, attempt };
}

test('files that pass are run once', async () => {
  const { asked, attempt } = attempts(run(good));
  expect(await withSecondAttempt(attempt)).toMatchObject({ passed: 2, failed: 0, skipped: 0 });
  expect(asked).toEqual([undefined]);
});

test('a file that passes at the second attempt is named, with its first failure', async () => {
  const { asked, attempt } = attempts(
    run(good, bad),
    run(file('bad.test.ts', 'passed', 'passed', 'passed')),
  );
  const outcome = await withSecondAttempt(attempt);
  expect(outcome).toMatchObject({ passed: 5, failed: 0 });
  expect(outcome.flaky).toContain('test/bad.test.ts passed at the second attempt');
  expect(outcome.flaky).toContain('bad.test.ts went wrong');
  expect(asked[1]).toEqual([bad.name]);
});

test('a file that fails twice fails the run, whatever became of another', async () => {
  const other = file('other.test.ts', 'failed');
  const { attempt } = attempts(
    run(good, bad, other),
    run(file('bad.test.ts', 'passed', 'passed', 'failed'), file('other.test.ts', 'passed')),
  );
  const outcome = await withSecondAttempt(attempt);
  expect(outcome).toMatchObject({ passed: 5, failed: 1 });
  expect(outcome.output).toContain('bad.test.ts went wrong');
  expect(outcome.flaky).toContain('test/other.test.ts passed');
});

test('a file without results at the second attempt fails the run', async () => {
  const { attempt } = attempts(run(good, bad), { ok: false, output: 'No bed.', files: [] });
  const outcome = await withSecondAttempt(attempt);
  expect(outcome).toMatchObject({ passed: 3, failed: 2 });
  expect(outcome.flaky).toBeUndefined();
});

test('a run that failed outside its tests, or in many files, is not repeated', async () => {
  const none = attempts({ ok: false, output: 'No bed.', files: [] });
  expect(await withSecondAttempt(none.attempt)).toMatchObject({ failed: 1, output: 'No bed.' });
  const many = attempts(
    run(...Array.from({ length: 6 }, (_, n) => file(`${n}.test.ts`, 'failed'))),
  );
  expect(await withSecondAttempt(many.attempt)).toMatchObject({ failed: 6 });
});
