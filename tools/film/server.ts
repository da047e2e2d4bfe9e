/** A server with systemd whose owner types lines into a terminal: the lines are run as they are. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, run } from '../stack/commands.ts';
import { makeFolder } from '../stack/folders.ts';
import { read } from '../stack/processes.ts';
import { waitFor } from '../demo/wait.ts';

export interface Server {
  /** Runs a line as root, which may also call sudo; returns what it prints. @throws Error if it fails */
  type: (line: string) => Promise<string>;
  stop: () => void;
}

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Lays down what the server's owner has installed: Node.js, and WP-CLI if there is a folder with it. */
function installPrograms(folder: string, wpCli: string | undefined): string {
  const programs = makeFolder(join(folder, 'programs'));
  mkdirSync(join(programs, 'bin'));
  // The account of the service has to reach it, wherever the checkout is.
  copyFileSync(process.execPath, join(programs, 'node'));
  symlinkSync(join(programs, 'node'), join(programs, 'bin/node'));
  if (wpCli) {
    const script = `#!/bin/sh\nexec php '${wpCli}' "$@"\n`;
    writeFileSync(join(programs, 'bin/wp'), script, { mode: 0o755 });
  }
  return join(programs, 'bin');
}

const childOf = (pid: number) => read(`/proc/${pid}/task/${pid}/children`).trim();

/** Boots systemd in namespaces of its own; `wpCli`: the file that PHP starts. */
export async function bootServer(folder: string, wpCli: string | undefined): Promise<Server> {
  must('sudo');
  const script = join(import.meta.dirname, 'boot.sh');
  const words = ['--pid', '--mount', '--fork', '--mount-proc', '--kill-child', 'sh', script];
  const machine: ChildProcess = spawn(must('unshare'), [...words, installPrograms(folder, wpCli)], {
    stdio: 'ignore',
  });
  const stop = () => void machine.kill('SIGKILL');
  process.once('exit', stop);
  const inside = (...command: string[]) => {
    const env = { PATH: path, HOME: '/root', LANG: 'C.UTF-8', ITIH_STACK: '' };
    const [first = '', ...rest] = ['-t', childOf(machine.pid ?? 0), '-p', '-m', '--', ...command];
    return run(must('nsenter'), [first, ...rest], { env, cwd: '/' });
  };
  await waitFor({ what: 'The start of systemd', timeoutMs: 20_000 }, () =>
    inside('systemctl', 'is-active', 'film.target').catch(() => undefined),
  );
  return { type: (line) => inside('sh', '-c', line), stop };
}
