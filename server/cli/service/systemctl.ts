import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { plain } from '../plain.ts';
import { ConfigError } from '../../errors/config-error.ts';
import type { Scope } from './places.ts';

const run = promisify(execFile);
/** Milliseconds for one call. */
const timeout = 30_000;

/** Root installs a service of the machine, another account one of its own. */
export const usualScope = (): Scope => (process.getuid?.() === 0 ? 'system' : 'user');

export interface Systemctl {
  /** Whether systemd is in charge of this scope here; not in most containers. */
  isThere(): Promise<boolean>;
  /** @throws ConfigError with the last words of systemctl */
  call(...args: string[]): Promise<string>;
  /** Returns the last lines of a service's log without control characters; empty if there is none to read. */
  log(name: string, lines: number): Promise<string>;
}

/** Calls systemd of a scope. https://www.freedesktop.org/software/systemd/man/latest/systemctl.html */
export function createSystemctl(scope: Scope): Systemctl {
  const mode = scope === 'user' ? ['--user'] : [];
  const call = async (...args: string[]) => {
    try {
      const { stdout } = await run('systemctl', [...mode, ...args], { timeout });
      return stdout.trim();
    } catch (error) {
      const { stderr = '', message } = error as { stderr?: string; message: string };
      throw new ConfigError(stderr.trim() || message);
    }
  };
  return {
    call,
    isThere: () =>
      call('show-environment').then(
        () => true,
        () => false,
      ),
    log: (name, lines) =>
      run(
        'journalctl',
        [...mode, '--unit', name, '--lines', String(lines), '--no-pager', '--output', 'cat'],
        { timeout },
      ).then(
        ({ stdout }) => plain(stdout).trim(),
        () => '',
      ),
  };
}
