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

/** Meets the plugin in PHP on WebAssembly with a WordPress of a Debian suite, whose data is in SQLite. */
export async function meetShim(php: string, suite: string): Promise<ShimResult> {
  const work = mkdtempSync(join(cacheFolder, 'shim-'));
  try {
    const tree = join(work, 'wordpress');
    cpSync(await wordpressTree(suite), tree, { recursive: true });
    const said = await run(process.execPath, [
      // Else the CLI starts itself a second time with this flag.
      '--experimental-wasm-jspi',
      playgroundCli,
      'php',
      `--php=${php}`,
      '--define-bool',
      'WP_DEBUG',
      'true',
      '--site-url=http://site.example',
      '--verbosity=quiet',
      '--wordpress-install-mode=install-from-existing-files-if-needed',
      `--mount-before-install=${tree}:/wordpress`,
      `--mount=${pluginSources}:/wordpress/wp-content/plugins/itih-rag-chat`,
      `--mount=${import.meta.dirname}:/suite`,
      '--',
      '/suite/shim.php',
    ]);
    return JSON.parse(said.trim().split('\n').at(-1) ?? '') as ShimResult;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
