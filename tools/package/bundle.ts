import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { repository } from '../demo/paths.ts';
import { licencesOf } from './licences.ts';
import { plugins } from './plugins.ts';

/** The whole program; `start.mjs` begins it. */
const program = 'server/cli.ts';
/** Programs that are started by the name of their file. */
const programs = [
  program,
  'server/ingestion/read/reader-program.ts',
  'server/ingestion/read/reader-watch.ts',
  'server/providers/local/thread-program.ts',
  'server/retrieval/int8/scan-worker.mjs',
];

/** Files that programs read, by their paths from the repository's root. */
const ownFiles = ['server/providers/models.json', 'server/retrieval/int8/scan.wasm', 'LICENSE'];

const packages = createRequire(import.meta.url);
const parser = createRequire(packages.resolve('pdf-parse'));
const inPdfJs = (name: string) => join(dirname(parser.resolve('pdfjs-dist/package.json')), name);

/** A folder of files that the program reads, beside their reader. */
const languages = 'server/language';

/** Files of packages that are read, or imported by a name that pdf.js puts together. */
const packageFiles: readonly (string | { from: string; to: string })[] = [
  packages.resolve('@embedpdf/pdfium/pdfium.wasm'),
  { from: inPdfJs('legacy/build/pdf.worker.min.mjs'), to: 'pdf.worker.mjs' },
  inPdfJs('cmaps'),
  inPdfJs('standard_fonts'),
  packages.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
];

const bundleOf = (path: string): string =>
  path === program ? 'program' : basename(path).replace(/\.m?[jt]s$/, '');

/** CommonJS packages expect these names. */
const commonJs =
  "import{createRequire as $require}from'node:module';" +
  'const require=$require(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;';

async function bundlePrograms(folder: string): Promise<esbuild.Metafile> {
  const { metafile } = await esbuild.build({
    absWorkingDir: repository,
    entryPoints: Object.fromEntries(programs.map((path) => [bundleOf(path), path])),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    // The log has the names of errors, and of functions in their stacks.
    keepNames: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.13',
    banner: { js: commonJs },
    legalComments: 'none',
    metafile: true,
    plugins,
    logLevel: 'warning',
  });
  return metafile;
}

/** The first programs check Node or are loaded by others, so that they must not need a new one: copied as they are. */
async function copyLaunchers(folder: string): Promise<void> {
  for (const name of ['itih.mjs', 'passenger.cjs']) {
    const source = await readFile(join(repository, 'server', name), 'utf8');
    await writeFile(join(folder, name), source.replace('cli.ts', 'cli.mjs'));
  }
  const start = await readFile(join(import.meta.dirname, 'start.mjs'), 'utf8');
  const from = '../../server/cli.ts';
  await writeFile(join(folder, 'cli.mjs'), start.replace(from, './program.mjs'));
}

/** Copies what containers and clouds need to run the folder as it is: the image is built from within it. */
async function copyDeployment(folder: string): Promise<void> {
  const image = await readFile(join(repository, 'Dockerfile'), 'utf8');
  await writeFile(join(folder, 'Dockerfile'), image.replace(/^COPY Dockerfile .*$/m, 'COPY . ./'));
  for (const name of ['fly.toml', 'railway.json']) {
    await cp(join(repository, 'deploy', name), join(folder, name));
  }
}

/**
 * Writes the sidecar as a folder that runs without packages.
 *
 * @param release Address of the folder with the files of this release; absent: it is none.
 */
export async function bundleSidecar(
  folder: string,
  version: string,
  release?: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const metafile = await bundlePrograms(folder);
  await copyLaunchers(folder);
  await copyDeployment(folder);
  for (const name of ['sql', 'models']) {
    await cp(join(repository, name), join(folder, name), { recursive: true });
  }
  await cp(join(repository, languages), join(folder, basename(languages)), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  for (const path of ownFiles) await cp(join(repository, path), join(folder, basename(path)));
  for (const file of packageFiles) {
    const { from, to } = typeof file === 'string' ? { from: file, to: basename(file) } : file;
    await cp(from, join(folder, to), { recursive: true });
  }
  const about = { name: 'itih-rag-chat-sidecar', version, type: 'module', release };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  await writeFile(join(folder, 'LICENSES.txt'), await licencesOf(Object.keys(metafile.inputs)));
}
