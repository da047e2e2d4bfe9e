/**
 * `npm run package`: writes the plugin as `dist/itih-rag-chat.zip`, with the sidecar as a bundle, and without it as
 * `dist/itih-rag-chat-slim.zip`. With `--built` the scripts of the admin screens and of the widget are there already.
 * With `--multilingual FOLDER` also `dist/itih-rag-chat-full.zip`, which has that model, and the model's files, which
 * the sidecar downloads from `--release`, the address where `dist/` will lie.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { multilingual, multilingualFiles } from '../../server/providers/local/known-models.ts';
import { nodeFirst, npmCommand, pluginSources, repository } from '../demo/paths.ts';
import { archiveOf } from './archive.ts';
import { bundleSidecar } from './bundle.ts';

const dist = join(repository, 'dist');
const slug = 'itih-rag-chat';

interface About {
  version: string;
}

/** Copies the plugin: its sources, its built scripts, and the files that WordPress' directory asks for. */
async function copyPlugin(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await cp(pluginSources, folder, { recursive: true });
  for (const name of ['readme.txt', 'LICENSE']) {
    await cp(join(repository, name), join(folder, name));
  }
}

/** Returns the time of the last commit, so that the same sources make the same archive. */
function committedAt(): Date {
  const options = { cwd: repository, encoding: 'utf8' } as const;
  return new Date(Number(execFileSync('git', ['log', '-1', '--format=%ct'], options)) * 1000);
}

async function writeArchive(folder: string, name: string): Promise<void> {
  const bytes = await archiveOf(folder, slug, committedAt());
  await writeFile(join(dist, name), bytes);
  console.log(`dist/${name}  ${(bytes.length / 1e6).toFixed(2)} MB`);
}

/** @throws Error for a file that is not the one that the sidecar accepts */
async function writeMultilingual(model: string, folder: string): Promise<void> {
  const { name } = multilingual;
  const models = join(folder, 'sidecar/models', name);
  await cp(model, models, { recursive: true });
  const readme = join(repository, 'tools/models', `${name}.md`);
  await cp(readme, join(models, 'README.md'));
  for (const [file, sha256] of Object.entries(multilingualFiles)) {
    const bytes = await readFile(join(models, file));
    const found = createHash('sha256').update(bytes).digest('hex');
    if (found !== sha256) throw new Error(`${file} of ${name} has the SHA-256 ${found}.`);
    await writeFile(join(dist, `${name}-${file}`), bytes);
  }
  await writeArchive(folder, `${slug}-full.zip`);
  // The folder stays as the archive without the model has it.
  await rm(models, { recursive: true });
}

async function main(): Promise<void> {
  const about = await readFile(join(repository, 'package.json'), 'utf8');
  const { version } = JSON.parse(about) as About;
  const { values } = parseArgs({
    options: {
      built: { type: 'boolean' },
      multilingual: { type: 'string' },
      release: { type: 'string' },
    },
  });
  if (!values.built) {
    const { command, args } = npmCommand(['run', 'build']);
    execFileSync(command, args, { cwd: repository, env: nodeFirst(), stdio: ['ignore', 2, 2] });
  }
  await mkdir(dist, { recursive: true });
  const folder = join(dist, slug);
  await copyPlugin(folder);
  await writeArchive(folder, `${slug}-slim.zip`);
  await bundleSidecar(join(folder, 'sidecar'), version, values.release);
  await writeArchive(folder, `${slug}.zip`);
  if (values.multilingual) await writeMultilingual(values.multilingual, folder);
}

await main();
