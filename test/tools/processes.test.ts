import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { alive, running, startOf, stopAll } from '../../tools/stack/processes.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itih-processes-'));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** A process that waits; with an argument or a variable that names what it belongs to. */
function waiting(argument: string, env: Record<string, string> = {}): number {
  const child = spawn('sh', ['-c', 'sleep 60 & wait', argument], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  children.push(child);
  return child.pid ?? 0;
}

const record = (name: string, pid: number) =>
  writeFileSync(join(folder, `${name}.pid`), `${pid}\n`);

test.each([
  ['its arguments', () => waiting(folder)],
  ['its environment', () => waiting('', { ITIH_STACK: join(folder, 'stack.json') })],
])('stops a process that names the folder in %s', (_, start) => {
  const pid = start();
  record('server', pid);
  expect(running(folder)).toEqual([pid]);
  stopAll(folder);
  expect(alive(pid)).toBe(false);
  expect(existsSync(join(folder, 'server.pid'))).toBe(false);
});

test('leaves a process alone that only has the pid of one that was ours', () => {
  const pid = waiting('somebody else');
  record('server', pid);
  stopAll(folder);
  expect(alive(pid)).toBe(true);
});

test('stops only what a prefix chooses', () => {
  const [first, second] = [waiting(folder), waiting(folder)];
  record('sidecar-1', first);
  record('sidecar-2', second);
  stopAll(folder, 'sidecar-1');
  expect([alive(first), alive(second)]).toEqual([false, true]);
});

test('what cannot be a pid stops nothing', () => {
  record('empty', Number.NaN);
  record('init', 1);
  expect(running(folder)).toEqual([]);
  expect(running(join(folder, 'no-such-folder'))).toEqual([]);
});

test('a process is told from a later one by when it began', () => {
  expect(startOf(process.pid)).toMatch(/^\d+$/);
  expect(startOf(process.pid)).toBe(startOf(process.pid));
  expect(startOf(2 ** 30)).toBe('');
});
