import { expect, test } from '@jest/globals';
import { partsOf, resolve } from '../../tools/test/scripts.ts';
import { planFor } from '../../tools/test/steps.ts';

const namesOf = (steps: { name: string }[]) => steps.map(({ name }) => name);
const names = (...wanted: string[]) => namesOf(planFor(wanted).flat());

test('the steps of the check are those of `npm run check`', () => {
  expect(partsOf('check')).toContain('npm run typecheck');
  const wanted = [
    'typecheck',
    'lint',
    'format',
    'architecture',
    'unused',
    'contract',
    'coding-standard',
    'unit',
  ];
  expect(names(...wanted)).toEqual(wanted);
});

test('steps keep their order, whatever the order asked for', () => {
  expect(names('engines', 'php', 'lint')).toEqual(['php', 'lint', 'engines']);
});

test('suites on servers are begun before the unit tests, which use every processor', () => {
  const plan = planFor(['browser', 'unit', 'lint', 'php', 'wordpress', 'database']);
  expect(plan.map(namesOf)).toEqual([
    ['packages', 'php'],
    ['lint'],
    ['database-1'],
    ['database-2'],
    ['wordpress-1'],
    ['wordpress-2'],
    ['browser-1'],
    ['browser-2'],
    ['unit'],
  ]);
});

test('an unknown step is refused with the names of all', () => {
  expect(() => planFor(['unit', 'nonsense'])).toThrow(/No step nonsense\. There are: .*\bunit\b/);
});

test.each([
  ['npm run typecheck', 'tsc'],
  ['npm run contract -- --check', 'node tools/contract.ts --check'],
  ['node anything.ts', 'node anything.ts'],
])('%s runs %s', (command, resolved) => {
  expect(resolve(command)).toBe(resolved);
});
