/**
 * `npm run package`: writes the plugin as `dist/itih-rag-chat.zip`, with the sidecar as a bundle, and without it as
 * `dist/itih-rag-chat-slim.zip`. With `--built` the scripts of the admin screens and of the widget are there already.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeFirst, npmCommand } from '../demo/npm.ts';
import { pluginSources, repository } from '../demo/paths.ts';
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

async function main(): Promise<void> {
  const about = await readFile(join(repository, 'package.json'), 'utf8');
  const { version } = JSON.parse(about) as About;
  const { values } = parseArgs({ options: { built: { type: 'boolean' } } });
  if (!values.built) {
    const { command, args } = npmCommand(['run', 'build']);
    execFileSync(command, args, { cwd: repository, env: nodeFirst(), stdio: ['ignore', 2, 2] });
  }
  await mkdir(dist, { recursive: true });
  const folder = join(dist, slug);
  await copyPlugin(folder);
  await writeArchive(folder, `${slug}-slim.zip`);
  await bundleSidecar(join(folder, 'sidecar'), version);
  await writeArchive(folder, `${slug}.zip`);
}

await main();
