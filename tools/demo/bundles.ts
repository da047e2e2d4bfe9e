import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { pluginSources, repository } from './paths.ts';

const sources = ['admin', 'widget', 'server/contract', 'package-lock.json'];
const folder = join(pluginSources, 'build');

/** Modification times of all files in and below `path`. */
function times(path: string): number[] {
  if (!existsSync(path)) return [];
  const entry = statSync(path);
  if (!entry.isDirectory()) return [entry.mtimeMs];
  return readdirSync(path).flatMap((name) => times(join(path, name)));
}

function isBuilt(): boolean {
  const built = times(folder);
  if (built.length === 0) return false;
  const changed = sources.flatMap((source) => times(join(repository, source)));
  return Math.max(...changed) <= Math.max(...built);
}

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** WordPress has its packages as scripts, which are global. */
const wordpressScripts: Plugin = {
  name: 'wordpress-scripts',
  setup(builder) {
    const namespace = 'wordpress';
    builder.onResolve({ filter: /^@wordpress\// }, ({ path }) => ({
      path: path.slice('@wordpress/'.length),
      namespace,
    }));
    builder.onLoad({ filter: /^/, namespace }, ({ path }) => ({
      contents: `module.exports = wp.${camel(path)};`,
    }));
  },
};

const entryPoints = [
  ['admin/index.tsx', 'admin'],
  ['admin/admin.css', 'admin'],
  ['admin/editor/block.tsx', 'block'],
  ['admin/editor/block.css', 'block'],
  ['admin/editor/panel.tsx', 'panel'],
  ['widget/index.ts', 'widget'],
  ['widget/panel.ts', 'widget-panel'],
  ['widget/answering.ts', 'widget-answers'],
].map(([path = '', out = '']) => ({ in: path, out }));

/**
 * Builds the plugin's scripts unless they are newer than their sources: in a second and without the packages
 * of `npm run build`, which makes the smallest ones for any browser, and style sheets for right-to-left languages.
 */
export async function buildBundles(say: (line: string) => void): Promise<void> {
  if (isBuilt()) return;
  say('building the admin and widget scripts');
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints,
    outdir: folder,
    bundle: true,
    minify: true,
    target: 'es2022',
    // That of this project compiles JSX for a newer script than older WordPress has.
    tsconfigRaw: {},
    jsxFactory: 'wp.element.createElement',
    jsxFragment: 'wp.element.Fragment',
    plugins: [wordpressScripts],
    metafile: true,
    logLevel: 'warning',
  });
  const version = Date.now().toString(36);
  for (const [path, { inputs }] of Object.entries(metafile.outputs)) {
    const used = Object.keys(inputs).filter((input) => input.startsWith('wordpress:'));
    const names = used.map((input) => input.replace('wordpress:', 'wp-'));
    // JSX needs it wherever there is any.
    const scripts = new Set(names.length > 0 ? ['wp-element', ...names] : []);
    const list = Array.from(scripts, (name) => `'${name}'`).join(', ');
    const asset = `<?php return array('dependencies' => array(${list}), 'version' => '${version}');\n`;
    const file = join(repository, path);
    if (file.endsWith('.js')) writeFileSync(file.replace(/js$/, 'asset.php'), asset);
  }
}
