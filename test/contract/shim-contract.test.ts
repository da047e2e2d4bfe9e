import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { shimContract } from '../../server/contract/generate.ts';

test('the shim has the contract of this build (else: npm run contract)', () => {
  const file = new URL('../../plugin-shim/contract.json', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(shimContract());
});

test('the shim is told of no route that only it may call', () => {
  const { routes } = JSON.parse(shimContract()) as { routes: { path: string; auth: string }[] };
  expect(routes.map(({ auth }) => auth)).not.toContain('system');
  expect(routes.map(({ path }) => path)).not.toContain('/events');
});
