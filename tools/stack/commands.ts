import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Debian keeps daemons where an ordinary user's PATH does not look. */
const searchPath = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin'];

/** The first of `names` that is an executable of this machine. */
export function find(...names: string[]): string | undefined {
  return names.flatMap((name) => searchPath.map((folder) => join(folder, name))).find(executable);
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function must(name: string): string {
  const path = find(name);
  if (!path) throw new Error(`${name} is not installed`);
  return path;
}

export const isRoot = process.getuid?.() === 0;

export interface RunOptions {
  /** Given to the command on its standard input. */
  input?: string;
  cwd?: string;
  env?: Record<string, string>;
  /** Run as this user; without root every user is the current one. */
  as?: string;
}

/** Runs a command to its end and gives its standard output; a failure carries what it said. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  const [file, rest] =
    options.as && isRoot
      ? [must('runuser'), ['-u', options.as, '--', command, ...args]]
      : [command, args];
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      rest,
      { maxBuffer: 2 ** 26, cwd: options.cwd, env: { ...process.env, ...options.env } },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-20).join('\n');
        reject(new Error(`${command} ${args[0] ?? ''} failed: ${said || error.message}`));
      },
    );
    child.stdin?.on('error', () => undefined); // it ended without reading: its status tells
    child.stdin?.end(options.input ?? '');
  });
}
