import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { generatedFiles } from '../../tools/contract.ts';

const files = generatedFiles();

test.each(Object.keys(files))('%s is of this build (else: npm run contract)', (path) => {
  const file = new URL(`../../${path}`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(files[path]);
});

test('the shim is told of no route that only it may call', () => {
  const json = files['plugin-shim/contract.json'] ?? '';
  const { routes } = JSON.parse(json) as { routes: { path: string; auth: string }[] };
  expect(routes.map(({ auth }) => auth)).not.toContain('system');
  expect(routes.map(({ path }) => path)).not.toContain('/events');
});
