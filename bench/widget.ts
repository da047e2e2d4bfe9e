import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run as runCommand } from '../tools/stack/commands.ts';
import { repository } from '../tools/stack/folders.ts';
import type { Figures } from './run.ts';

interface Weight {
  raw: number;
  gzip: number;
}

/** 1 KB: 1024 bytes. */
const weigh = (text: Buffer): Weight => ({
  raw: text.length / 1024,
  gzip: gzipSync(text, { level: 9 }).length / 1024,
});

/** Builds bundles as `npm run build` does, into a folder of their own, and weighs them. It knows the widget's by their names. */
async function weighBundles(entry: Record<string, string | string[]>): Promise<Weight[]> {
  const folder = await mkdtemp(join(tmpdir(), 'itih-widget-'));
  const config = join(folder, 'config.cjs');
  const usual = JSON.stringify(join(repository, 'webpack.config.cjs'));
  const text = `const usual = require(${usual});
module.exports = { ...usual, entry: ${JSON.stringify(entry)}, output: { ...usual.output, path: __dirname, clean: false } };`;
  try {
    await writeFile(config, text);
    const env = { NODE_ENV: 'production' };
    await runCommand('npx', ['webpack', '--config', config, '--mode', 'production'], {
      cwd: repository,
      env,
    });
    const files = Object.keys(entry).map((name) => readFile(join(folder, `${name}.js`)));
    return (await Promise.all(files)).map(weigh);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const source = (name: string) => join(repository, 'widget', name);

/**
 * Weighs what a page view loads, what a chat needs to be opened, and all that an answer needs, which comes after that. The
 * baseline is all in one file, as a page without the launcher would load it.
 */
export async function run(): Promise<Figures> {
  const files = [source('index.ts'), source('panel.ts'), source('answering.ts')] as const;
  const [launcher, panel, answers] = await weighBundles({
    widget: files[0],
    'widget-panel': files[1],
    'widget-answers': files[2],
  });
  // By itself, because entries of one build are compiled for what they share.
  const [single] = await weighBundles({ 'widget-single': [...files] });
  if (!launcher || !panel || !answers || !single) throw new Error('A bundle is missing');
  return {
    launcher_gzip_kb: launcher.gzip,
    opened_gzip_kb: launcher.gzip + panel.gzip,
    total_gzip_kb: launcher.gzip + panel.gzip + answers.gzip,
    launcher_raw_kb: launcher.raw,
    total_raw_kb: launcher.raw + panel.raw + answers.raw,
    single_bundle_gzip_kb: single.gzip,
    single_bundle_raw_kb: single.raw,
  };
}
