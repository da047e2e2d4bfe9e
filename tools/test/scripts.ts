import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The command behind `npm run <name> -- <arguments>`, or behind anything else: itself. */
export function resolve(command: string): string {
  const [, name = '', rest = ''] = /^npm run (\S+)(?: -- (.*))?$/.exec(command) ?? [];
  const script = scripts[name];
  return script ? resolve(`${script} ${rest}`.trim()) : command;
}

/** `npm run a && npm run b -- --flag` → its parts. */
export const partsOf = (name: string): string[] => (scripts[name] ?? '').split(' && ');

/** Runs a single command line the way npm would. */
export function shell(
  command: string,
  env: Record<string, string> = {},
): Promise<{ ok: boolean; output: string }> {
  const path = join(root, 'node_modules', '.bin') + delimiter + process.env['PATH'];
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, ...env },
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.once('SIGTERM', pass);
  return new Promise((settle) => {
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    }
    child.once('error', (error) => settle({ ok: false, output: error.message }));
    child.once('close', (status, signal) => {
      process.off('SIGTERM', pass);
      if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130);
      settle({ ok: status === 0, output: Buffer.concat(chunks).toString() });
    });
  });
}
