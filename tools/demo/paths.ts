import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const demoSources = join(repository, 'tools/demo');
export const playgroundPackage = join(repository, 'tools/playground');
export const pluginSources = join(repository, 'plugin-shim');
export const cache = join(repository, '.cache/demo');

/** npm without a shell: `npm run` names its own script; else the one on the path. */
export function npmCommand(args: string[]): { command: string; args: string[] } {
  const script = process.env['npm_execpath'];
  if (script && existsSync(script)) return { command: process.execPath, args: [script, ...args] };
  return { command: 'npm', args };
}

/** Programs that npm starts must find the Node that runs this, not an older one. */
export function nodeFirst(): Record<string, string> {
  return { PATH: dirname(process.execPath) + delimiter + (process.env['PATH'] ?? '') };
}

export const playgroundCli = join(
  playgroundPackage,
  'node_modules/@wp-playground/cli/wp-playground.js',
);
