import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database-server.ts';
import { prepareMariadb11, startMariadb11 } from './mariadb-11.ts';
import { prepareMysql5, startMysql5 } from './mysql-5.ts';
import { prepareMysql9, startMysql9 } from './mysql-9.ts';
import { ensure, Unavailable } from './packages.ts';
import { openRun } from './runs.ts';

interface Recipe {
  /** Gets what outlives the bed; throws `Unavailable`. */
  prepare: () => Promise<unknown>;
  start: (folder: string, logs: string) => Promise<Database>;
}

/** Database servers of other sites than those of Debian 12, which all suites run on. */
const recipes: Record<string, Recipe> = {
  'MariaDB 11.8': { prepare: prepareMariadb11, start: startMariadb11 },
  'MySQL 9': { prepare: prepareMysql9, start: startMysql9 },
  'MySQL 5.6': { prepare: prepareMysql5, start: startMysql5 },
};

export const engineNames = Object.keys(recipes);

/** Starts one server by its name. */
export async function startEngine(name: string, folder: string, logs: string): Promise<Database> {
  const recipe = recipes[name];
  if (!recipe) throw new Error(`No database server ${name}. There are: ${engineNames.join(', ')}`);
  return recipe.start(folder, logs);
}

export interface Engines {
  running: Record<string, Database>;
  /** Why others are not, by name. */
  missing: Record<string, string>;
}

/** Why engines cannot be had here; `null` when at least one can. */
export async function missingEngines(): Promise<string | null> {
  const missing: string[] = [];
  await ensure(['mariadb']); // its client sets every server up
  for (const { prepare } of Object.values(recipes)) {
    try {
      await prepare();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      missing.push(error.message);
    }
  }
  return missing.length < Object.keys(recipes).length ? null : missing.join('\n');
}

/** Starts what can be had, and gives the path of a file with the `Engines`. They end with this process. */
export async function startEngines(): Promise<string> {
  await ensure(['mariadb']);
  const { folder, logs, close } = openRun('engines');
  process.once('exit', close);
  const engines: Engines = { running: {}, missing: {} };
  for (const [name, { start }] of Object.entries(recipes)) {
    try {
      engines.running[name] = await start(folder, logs);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      engines.missing[name] = error.message;
    }
  }
  const file = join(folder, 'engines.json');
  writeFileSync(file, JSON.stringify(engines), { mode: 0o600 });
  return file;
}
