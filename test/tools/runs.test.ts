import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { logsFolder, makeFolder, runsFolder } from '../../tools/stack/folders.ts';
import { alive } from '../../tools/stack/processes.ts';
import { keptRun, openRun } from '../../tools/stack/runs.ts';

const crashed = 999_999_999; // above the kernel's highest pid

test('a run that crashed is taken down by the next one, its logs kept', () => {
  const folder = makeFolder(join(runsFolder, `test-crashed.${crashed}.1`));
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'logs', 'server.log'), 'last words');
  const server = spawn('sh', ['-c', 'sleep 60 & wait', folder], { stdio: 'ignore' });
  writeFileSync(join(folder, 'server.pid'), String(server.pid));

  const next = openRun('test-next');
  expect(alive(server.pid ?? 0)).toBe(false);
  expect(existsSync(folder)).toBe(false);
  expect(readFileSync(join(logsFolder, 'test-crashed', 'server.log'), 'utf8')).toBe('last words');

  next.close();
  expect(existsSync(next.folder)).toBe(false);
  for (const name of ['test-crashed', 'test-next'])
    rmSync(join(logsFolder, name), { recursive: true });
});

test('a run that is to be kept survives', () => {
  const kept = openRun('test-kept', true);
  openRun('test-other').close();
  expect(existsSync(kept.folder)).toBe(true);
  keptRun('test-kept').close();
  expect(existsSync(kept.folder)).toBe(false);
  for (const name of ['test-kept', 'test-other'])
    rmSync(join(logsFolder, name), { recursive: true });
});
