import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';

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
