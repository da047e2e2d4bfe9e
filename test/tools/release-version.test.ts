import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

const check = (...tag: string[]) =>
  spawnSync(process.execPath, ['tools/release-version.ts', ...tag], { encoding: 'utf8' });

test('the files of this checkout name one version', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

test('another tag is refused by every place, and one that is none', () => {
  const { status, stderr } = check('v99.0.0');
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 7]);
  expect(check('1.0.0').status).toBe(1);
});
