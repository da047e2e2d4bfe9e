import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { alive, running, stopAll } from './processes.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'itih-processes-'))));
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** A process that waits; with an argument or a variable that names what it belongs to. */
function waiting(name: string, argument: string, env: Record<string, string> = {}): number {
  const options = { stdio: 'ignore', env: { ...process.env, ...env } } as const;
  const child = spawn('sh', ['-c', 'sleep 60 & wait', argument], options);
  children.push(child);
  writeFileSync(join(folder, `${name}.pid`), `${child.pid}\n`);
  return child.pid ?? 0;
}

test('only processes of the bed are stopped, and of them those that a prefix chooses', () => {
  const first = waiting('sidecar-1', folder);
  const second = waiting('sidecar-2', '', { ITIH_STACK: join(folder, 'stack.json') });
  // It has the pid of one that was the bed's.
  const strange = waiting('server', 'somebody else');
  writeFileSync(join(folder, 'init.pid'), '1\n');
  expect(running(folder).sort()).toEqual([first, second].sort());
  stopAll(folder, 'sidecar-1');
  expect([first, second, strange].map(alive)).toEqual([false, true, true]);
  stopAll(folder);
  expect([second, strange].map(alive)).toEqual([false, true]);
  expect(existsSync(join(folder, 'sidecar-2.pid'))).toBe(false);
});
