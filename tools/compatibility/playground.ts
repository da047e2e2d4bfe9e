import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { playgroundCli } from '../demo/playground.ts';
import { pluginSources } from '../demo/paths.ts';
import { run } from '../stack/commands.ts';
import { cacheFolder } from '../stack/folders.ts';
import { wordpressTree } from '../stack/wordpress-tree.ts';

/** One run of `shim.php`. */
export interface ShimResult {
  php: string;
  wordpress: string;
  /** For each check what was wrong; empty if nothing was. */
  checks: Record<string, string>;
}

interface Surroundings {
  php: string;
  /** The Debian suite whose WordPress it is. */
  suite: string;
  /** Address that the site gives itself. */
  url: string;
  constants?: Record<string, string>;
}

/** Runs a script of this folder in PHP on WebAssembly with a WordPress whose data is in SQLite. Returns what it prints. */
export async function runScript(
  script: string,
  { php, suite, url, constants = {} }: Surroundings,
): Promise<string> {
  const work = mkdtempSync(join(cacheFolder, 'shim-'));
  try {
    const tree = join(work, 'wordpress');
    cpSync(await wordpressTree(suite), tree, { recursive: true });
    return await run(process.execPath, [
      // Else the CLI starts itself a second time with this flag.
      '--experimental-wasm-jspi',
      playgroundCli,
      'php',
      `--php=${php}`,
      '--define-bool',
      'WP_DEBUG',
      'true',
      ...Object.entries(constants).flatMap(([name, value]) => ['--define', name, value]),
      `--site-url=${url}`,
      '--verbosity=quiet',
      '--wordpress-install-mode=install-from-existing-files-if-needed',
      `--mount-before-install=${tree}:/wordpress`,
      `--mount=${pluginSources}:/wordpress/wp-content/plugins/itih-rag-chat`,
      `--mount=${import.meta.dirname}:/suite`,
      '--',
      `/suite/${script}`,
    ]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Meets the plugin with a WordPress of a Debian suite, without a sidecar. */
export async function meetShim(php: string, suite: string): Promise<ShimResult> {
  const said = await runScript('shim.php', { php, suite, url: 'http://site.example' });
  return JSON.parse(said.trim().split('\n').at(-1) ?? '') as ShimResult;
}
