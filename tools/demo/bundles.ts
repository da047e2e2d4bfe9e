import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Children } from './children.ts';
import { nodeFirst, npmCommand } from './npm.ts';
import { cache, pluginSources, repository } from './paths.ts';

const sources = ['admin', 'widget', 'server/contract', 'webpack.config.cjs', 'package-lock.json'];

/** Modification times of all files in and below `path`. */
function times(path: string): number[] {
  if (!existsSync(path)) return [];
  const entry = statSync(path);
  if (!entry.isDirectory()) return [entry.mtimeMs];
  return readdirSync(path).flatMap((name) => times(join(path, name)));
}

function isBuilt(): boolean {
  const built = times(join(pluginSources, 'build'));
  if (built.length === 0) return false;
  const changed = sources.flatMap((source) => times(join(repository, source)));
  return Math.max(...changed) <= Math.max(...built);
}

/** Builds the plugin's scripts unless they are newer than what they are made of. */
export async function buildBundles(children: Children, say: (line: string) => void): Promise<void> {
  if (isBuilt()) return;
  say('building the admin and widget scripts');
  const log = join(cache, 'build.log');
  const npm = npmCommand(['run', 'build']);
  await children.run({ name: 'npm run build', ...npm, cwd: repository, env: nodeFirst(), log });
}
