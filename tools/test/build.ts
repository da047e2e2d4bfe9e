import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolve, root, shell } from './scripts.ts';
import { failed, type Outcome, passed } from './step.ts';

const sources = [
  'admin/**/*',
  'widget/**/*',
  'server/contract/**/*',
  'plugin-shim/block/**/*',
  'webpack.config.*',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const results = ['plugin-shim/build/**/*'];
const stamp = join(root, '.cache', 'build.sha256');

function digest(patterns: string[]): string {
  const hash = createHash('sha256');
  const entries = globSync(patterns, { cwd: root, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Both ends, so that a build of other sources in between does not pass for this one. */
const state = () => `${digest(sources)} ${digest(results)}`;

/** Builds the bundles of the plugin, unless they are those of these sources. */
export async function build(): Promise<Outcome> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state()) return passed();
  const { ok, output } = await shell(resolve('npm run build'));
  if (!ok) return failed(output);
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, state());
  return passed();
}
