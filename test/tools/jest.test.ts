import { expect, test } from '@jest/globals';
import { merged, type JestResults } from '../../tools/test/jest.ts';

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: statuses.includes('failed') ? `${name}: too slow` : '',
  assertionResults: statuses.map((status) => ({ status })),
});

/** A run of three files, two of which failed. */
const first: JestResults = {
  numPassedTests: 4,
  numFailedTests: 2,
  numPendingTests: 2,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [
    file('a', 'passed', 'passed', 'pending'),
    file('b', 'passed', 'failed'),
    file('c', 'failed', 'pending', 'passed'),
  ],
};

test('files that pass at the second attempt are flaky, and their failures are shown', () => {
  const outcome = merged(first, { passed: 4, failed: 0, skipped: 1 });
  expect(outcome).toMatchObject({ passed: 6, failed: 0, skipped: 2, flaky: 2 });
  expect(outcome.output).toContain('b: too slow');
});

test('a file that fails twice fails the run', () => {
  const again = { passed: 3, failed: 1, skipped: 1, output: 'c: too slow again' };
  const outcome = merged(first, again);
  expect(outcome).toMatchObject({ passed: 5, failed: 1, skipped: 2, flaky: 0 });
  expect(outcome.output).toContain('c: too slow again');
});
