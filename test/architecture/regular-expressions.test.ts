import { expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { noVulnerable, recordedVerdicts, type Verdicts } from '../../tools/eslint/no-vulnerable.ts';

const complaintsOf = (code: string, verdicts: Verdicts) =>
  new Linter()
    .verify(code, {
      plugins: { redos: { rules: { 'no-vulnerable': noVulnerable(verdicts) } } },
      rules: { 'redos/no-vulnerable': 'error' },
    })
    .map(({ message }) => message);

const slow = '/^(a|a)*$/.test(text);';

test('an expression without a recorded verdict is checked', () => {
  const [complaint, ...others] = complaintsOf(slow, { '/^a$/': '' });
  expect(complaint).toMatch(/ReDoS vulnerable RegExp \(exponential/);
  expect(others).toEqual([]);
  expect(complaintsOf('/^a*b$/.test(text);', {})).toEqual([]);
});

test('a recorded verdict is repeated, not found again', () => {
  expect(complaintsOf(slow, { '/^(a|a)*$/': 'Found before.' })).toEqual(['Found before.']);
  expect(complaintsOf(slow, { '/^(a|a)*$/': '' })).toEqual([]);
  // With other flags it is another expression.
  expect(complaintsOf('/^(a|a)*$/i.test(text);', { '/^(a|a)*$/': '' })).toHaveLength(1);
});

test('the record has a verdict for the expressions of the program', () => {
  const entries = Object.entries(recordedVerdicts());
  expect(entries.length).toBeGreaterThan(500);
  for (const [expression, verdict] of entries) {
    expect(expression).toMatch(/^\/.+\/[a-z]*$/);
    expect(verdict).toMatch(/^$|^Found a ReDoS vulnerable RegExp \(.+\)\.$/);
  }
});
