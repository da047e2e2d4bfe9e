import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cacheFolder, makeFolder } from './folders.ts';
import { Unavailable } from './packages.ts';

/** Returns the folder that `build` fills; a failed build leaves nothing. */
export type Build = (work: Work) => Promise<void>;

export interface Work {
  /** For what is downloaded: goes when the tree is built. */
  downloads: string;
  /** Becomes the tree. */
  tree: string;
}

/** The folder of `name`, built once and then kept: later runs need no archive. */
export async function keptTree(name: string, build: Build): Promise<string> {
  const target = join(cacheFolder, name);
  if (existsSync(target)) return target;
  makeFolder(dirname(target));
  const folder = mkdtempSync(join(cacheFolder, 'unpack-'));
  const work = { downloads: join(folder, 'downloads'), tree: join(folder, basename(target)) };
  try {
    mkdirSync(work.downloads);
    await build(work);
    if (!existsSync(target)) renameSync(work.tree, target); // another process may have been faster
  } catch (error) {
    throw new Unavailable(`${name}: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return target;
}
