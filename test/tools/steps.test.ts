import { expect, test } from '@jest/globals';
import { partsOf, resolve } from '../../tools/test/scripts.ts';
import { lanesFor } from '../../tools/test/steps.ts';

const names = (...wanted: string[]) =>
  lanesFor(wanted)
    .flat()
    .map(({ name }) => name);

test('the steps of the check are those of `npm run check`', () => {
  expect(partsOf('check')).toContain('npm run typecheck');
  const wanted = ['typecheck', 'lint', 'format', 'architecture', 'unused', 'contract', 'unit'];
  expect(names(...wanted)).toEqual(wanted);
});

test('steps keep their order, whatever the order asked for', () => {
  expect(names('engines', 'php', 'lint')).toEqual(['lint', 'php', 'engines']);
});

test('what needs the processor and what waits for servers run side by side', () => {
  const lanes = lanesFor(['unit', 'lint', 'php', 'engines']).map((lane) =>
    lane.map(({ name }) => name),
  );
  expect(lanes).toEqual([
    ['lint', 'unit'],
    ['php', 'engines'],
  ]);
});

test('an unknown step is refused with the names of all', () => {
  expect(() => lanesFor(['unit', 'nonsense'])).toThrow(/No step nonsense\. There are: .*\bunit\b/);
});

test.each([
  ['npm run typecheck', 'tsc'],
  ['npm run contract -- --check', 'node server/contract/generate.ts --check'],
  ['node anything.ts', 'node anything.ts'],
])('%s runs %s', (command, resolved) => {
  expect(resolve(command)).toBe(resolved);
});
