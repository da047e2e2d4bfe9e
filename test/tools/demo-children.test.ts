import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createChildren } from '../../tools/demo/children.ts';

let folder: string;
let children: ReturnType<typeof createChildren>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'children-'));
  children = createChildren();
});
afterEach(async () => {
  await children.stop();
  await rm(folder, { recursive: true });
});

const program = (name: string, script: string) => ({
  name,
  args: ['-e', script],
  cwd: folder,
  log: join(folder, `${name}.log`),
});

async function pidFrom(name: string): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const line = /^\d+$/m.exec(await readFile(join(folder, `${name}.log`), 'utf8'));
    if (line) return Number(line[0]);
    await delay(25);
  }
  throw new Error(`${name} did not start`);
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const forever = 'console.log(process.pid); setInterval(() => {}, 1000)';

test('stop() ends every server, the last one first', async () => {
  const sayWhen = `process.on('SIGTERM', () => { console.log('at ' + process.hrtime.bigint()); process.exit() });`;
  children.serve(program('first', sayWhen + forever));
  children.serve(program('second', sayWhen + forever));
  const pids = [await pidFrom('first'), await pidFrom('second')];
  await children.stop();
  expect(pids.map(isAlive)).toEqual([false, false]);
  const endOf = async (name: string) =>
    BigInt(/at (\d+)/.exec(await readFile(join(folder, `${name}.log`), 'utf8'))?.[1] ?? 0);
  expect(await endOf('second')).toBeLessThan(await endOf('first'));
});

test('what a server has started itself goes with it', async () => {
  const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(forever)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
  children.serve(program('parent', parent));
  const pid = await pidFrom('parent');
  await children.stop();
  for (let attempt = 0; attempt < 80 && isAlive(pid); attempt++) await delay(25);
  expect(isAlive(pid)).toBe(false);
});

test('the end of a server is an error that quotes its last lines', async () => {
  children.serve(program('broken', `console.error('no disk'); process.exit(3)`));
  await expect(children.died).rejects.toThrow(/broken ended \(exit code 3\).*no disk/s);
});

test('a program that fails is an error', async () => {
  const failing = { ...program('build', 'process.exit(2)'), command: process.execPath };
  await expect(children.run(failing)).rejects.toThrow('exit code 2');
});

test('nothing is started any more once stopping has begun', async () => {
  await children.stop();
  expect(() => children.serve(program('late', forever))).toThrow('Not starting late');
});
