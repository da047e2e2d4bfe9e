import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { demoSources } from './paths.ts';

export interface NodeProgram {
  /** As errors call it. */
  name: string;
  args: readonly string[];
  cwd: string;
  env?: Record<string, string>;
  /** File for everything that it prints. */
  log: string;
}

export interface Program extends NodeProgram {
  command: string;
}

const endWithParent = ['--require', join(demoSources, 'end-with-parent.cjs')];
const graceMs = 8_000;
/** Own group: Ctrl-C reaches only the demo, which then stops its children in order. */
const ownGroup = process.platform !== 'win32';

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20).join('\n');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (ownGroup) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Resolves with what happened, in words. Never rejects. */
function ending(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = ending(child);
  signalGroup(child, 'SIGTERM');
  const grace = new AbortController();
  const timeout = delay(graceMs, 'timeout', { signal: grace.signal }).catch(() => 'ended');
  if ((await Promise.race([ended, timeout])) === 'timeout') signalGroup(child, 'SIGKILL');
  grace.abort();
  await ended;
}

/** The demo's processes. None outlives `stop()`. */
export function createChildren() {
  const children: ChildProcess[] = [];
  const death = Promise.withResolvers<never>();
  death.promise.catch(() => {});
  let stopping = false;

  function launch(
    program: Program,
    channel: 'ipc' | 'ignore',
  ): { child: ChildProcess; ended: Promise<string> } {
    if (stopping) throw new Error(`Not starting ${program.name}: the demo is being stopped.`);
    const log = openSync(program.log, 'w');
    const child = spawn(program.command, program.args, {
      cwd: program.cwd,
      env: { ...process.env, ...program.env },
      detached: ownGroup,
      stdio: ['ignore', log, log, channel],
    });
    closeSync(log);
    children.push(child);
    return { child, ended: ending(child) };
  }

  function failure(program: NodeProgram, how: string): Error {
    return new Error(
      `${program.name} ended (${how}). Its last lines, from ${program.log}:\n${lastLines(program.log)}`,
    );
  }

  function start(program: Program, channel: 'ipc' | 'ignore' = 'ignore'): void {
    void launch(program, channel).ended.then((how) => {
      if (!stopping) death.reject(failure(program, how));
    });
  }

  return {
    /** Rejects as soon as a program that should keep running has ended. */
    died: death.promise,

    /** Starts a program that runs until `stop()`. */
    start,

    /** Starts a Node program that runs until `stop()`, or until the demo is gone. */
    serve(program: NodeProgram): void {
      const args = [...endWithParent, ...program.args];
      start({ ...program, command: process.execPath, args }, 'ipc');
    },

    /** Runs a program to its end, which must be a success. */
    async run(program: Program): Promise<void> {
      const how = await launch(program, 'ignore').ended;
      if (how !== 'exit code 0') throw failure(program, how);
    },

    /** The last one started is stopped first: what serves others goes after those it serves. */
    async stop(): Promise<void> {
      stopping = true;
      for (const child of children.toReversed()) await stopChild(child);
    },

    /** For an impatient second Ctrl-C. */
    killAll(): void {
      stopping = true;
      for (const child of children) if (!hasEnded(child)) signalGroup(child, 'SIGKILL');
    },
  };
}

export type Children = ReturnType<typeof createChildren>;
