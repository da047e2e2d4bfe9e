/**
 * `npm run compatibility`: meets the plugin on each combination of PHP, WordPress, database and Node.js that can be had,
 * and writes docs/compatibility.md from what happened. With `--only TEXT` it runs the combinations whose name contains
 * the text, and keeps the results of the others; with `--wordpress DIR` also a site with the WordPress of a folder.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  bedSites,
  nameOfShimSite,
  nameOfSite,
  nameOfStream,
  phpVersions,
  shimSites,
  withWordpress,
} from './compatibility/combinations.ts';
import { compatibilityPage, streamTable } from './compatibility/page.ts';
import { meetShim, type ShimResult } from './compatibility/playground.ts';
import { startFerrySidecar, streamAnswer, type StreamResult } from './compatibility/streamed.ts';
import { type Result, runSuite } from './compatibility/suite.ts';
import { sectionOf, withSection } from './real/section.ts';
import { run } from './stack/commands.ts';
import { cacheFolder, makeFolder, repository } from './stack/folders.ts';

interface Kept {
  bed: Record<string, Result>;
  shim: Record<string, ShimResult>;
  stream: Record<string, StreamResult>;
}

const file = join(makeFolder(join(cacheFolder, 'compatibility')), 'results.json');
/** Read again each time, because runs of different combinations may go on side by side. */
const readKept = (): Kept => ({
  ...{ bed: {}, shim: {}, stream: {} },
  ...(existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>)),
});
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, wordpress: { type: 'string' } },
});
const sites = [
  ...bedSites,
  ...(values.wordpress ? [withWordpress(resolve(values.wordpress))] : []),
];
const wanted = (name: string) => name.includes(values.only);

function keep(add: (kept: Kept) => void, line: string, troubles: string[]): void {
  const kept = readKept();
  add(kept);
  writeFileSync(file, JSON.stringify(kept, null, 2));
  console.log(line);
  for (const trouble of troubles) console.log(`  ${trouble}`);
}

const providePlayground = () =>
  run(process.execPath, [join(repository, 'tools/bootstrap.mjs'), '--demo']);

async function runStreams(): Promise<void> {
  const versions = phpVersions.filter((php) => wanted(nameOfStream(php)));
  if (versions.length === 0) return;
  await providePlayground();
  const sidecar = await startFerrySidecar();
  try {
    for (const php of versions) {
      const name = nameOfStream(php);
      const result = await streamAnswer(php, sidecar.constants);
      const troubles = result.trouble === '' ? [] : [result.trouble];
      keep((kept) => (kept.stream[name] = result), name, troubles);
    }
  } finally {
    await sidecar.stop();
  }
  const { stream } = readKept();
  console.log(streamTable(versions.flatMap((php) => stream[nameOfStream(php)] ?? [])));
}

async function runShim(): Promise<void> {
  const sites = shimSites.filter((site) => wanted(nameOfShimSite(site)));
  if (sites.length === 0) return;
  await providePlayground();
  for (const site of sites) {
    const name = nameOfShimSite(site);
    const result = await meetShim(site.php, site.wordpress);
    const failed = Object.entries(result.checks).filter(([, trouble]) => trouble !== '');
    const passed = Object.keys(result.checks).length - failed.length;
    keep(
      (kept) => (kept.shim[name] = result),
      `${name}: ${passed} passed, ${failed.length} failed`,
      failed.map(([check, trouble]) => `${check}: ${trouble}`),
    );
  }
}

async function runBeds(): Promise<void> {
  for (const site of sites.filter((one) => wanted(nameOfSite(one)))) {
    const name = nameOfSite(site);
    const result = await runSuite(site);
    const { passed, failed, seconds, troubles } = result;
    const line = `${name}: ${passed} passed, ${failed} failed, ${seconds} s`;
    keep((kept) => (kept.bed[name] = result), line, troubles);
  }
}

await runStreams();
await runShim();
await runBeds();
const kept = readKept();
const ofFolders = Object.values(kept.bed).filter(({ wordpress }) => isAbsolute(wordpress));
const beds = [...ofFolders, ...bedSites.flatMap((site) => kept.bed[nameOfSite(site)] ?? [])];
const shims = shimSites.flatMap((site) => kept.shim[nameOfShimSite(site)] ?? []);
const streams = phpVersions.flatMap((php) => kept.stream[nameOfStream(php)] ?? []);
const left = [
  ...bedSites.map(nameOfSite).filter((name) => !kept.bed[name]),
  ...shimSites.map(nameOfShimSite).filter((name) => !kept.shim[name]),
  ...phpVersions.map(nameOfStream).filter((name) => !kept.stream[name]),
];
const page = join(repository, 'docs/compatibility.md');
const real = sectionOf(readFileSync(page, 'utf8'));
const written = compatibilityPage(beds, shims, streams, left, new Date());
writeFileSync(page, real === '' ? written : withSection(written, real));
const bad = (text: string) => text !== '';
process.exitCode =
  beds.some(({ passed, failed }) => failed > 0 || passed === 0) ||
  shims.some(({ checks }) => Object.values(checks).some(bad)) ||
  streams.some(({ trouble }) => bad(trouble))
    ? 1
    : 0;
