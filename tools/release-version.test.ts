import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

test('the files of this checkout name one version', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/release-version.ts'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});
