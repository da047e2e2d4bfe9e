import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** systemd reads double-quoted values with backslashes. */
const lineOf = ([name, value]: [string, string]) =>
  `${name}="${value.replace(/[\\"$`]/g, '\\$&').replace(/\n/g, '\\n')}"`;

const parse = (line: string): [string, string] | null => {
  const [, name, value] = /^([A-Z0-9_]+)="(.*)"$/.exec(line) ?? [];
  return name === undefined ? null : [name, value!.replace(/\\(.)/g, '$1')];
};

export type Environment = Record<string, string>;

/** Returns the variables of an earlier installation; none without one. */
export function readEnvironment(file: string): Environment {
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(lines.map(parse).filter((entry) => entry !== null));
}

/** Writes variables so that only the owner of the file can read them. */
export function writeEnvironment(file: string, variables: Environment): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = Object.entries(variables).sort().map(lineOf).join('\n');
  writeFileSync(file, `# Written by itih. It holds secrets.\n${text}\n`, {
    mode: 0o600,
  });
  // The mode above is that of a new file only.
  chmodSync(file, 0o600);
}
