import { mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const target = join(root, '.cache/wordpress-components.mjs');

/** Written by npm whenever it changes packages. */
const installed = join(root, 'node_modules/.package-lock.json');
const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Makes one module of `@wordpress/components` for the project `unit`, which loads modules anew for each file of tests:
 * two thousand of them would take half of an admin screen's processor time. Text domain and React are shared.
 */
export default async function bundleComponents(): Promise<void> {
  if (changedAt(target) > Math.max(changedAt(installed), changedAt(import.meta.filename))) return;
  mkdirSync(dirname(target), { recursive: true });
  // Another run may be reading it.
  const outfile = `${target}.${process.pid}`;
  await build({
    entryPoints: ['@wordpress/components'],
    absWorkingDir: root,
    outfile,
    bundle: true,
    format: 'esm',
    external: [
      'react',
      'react-dom',
      'react/*',
      'react-dom/*',
      '@wordpress/element',
      '@wordpress/i18n',
    ],
    // As under jest; in any other environment it would put its styles into each document.
    define: { 'process.env.NODE_ENV': '"test"' },
    legalComments: 'none',
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  });
  renameSync(outfile, target);
}
