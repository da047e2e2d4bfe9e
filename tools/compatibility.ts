/**
 * `npm run compatibility`: meets the plugin on each combination of PHP, WordPress, database and Node.js that can be had,
 * and writes docs/compatibility.md from what happened. With `--only TEXT` it runs the combinations whose name contains
 * the text, and keeps the results of the others.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bedSites, nameOfShimSite, nameOfSite, shimSites } from './compatibility/combinations.ts';
import { compatibilityPage } from './compatibility/page.ts';
import { meetShim, type ShimResult } from './compatibility/playground.ts';
import { type Result, runSuite } from './compatibility/suite.ts';
import { createChildren } from './demo/children.ts';
import { cache } from './demo/paths.ts';
import { installPlayground } from './demo/playground.ts';
import { sectionOf, withSection } from './real/section.ts';
import { cacheFolder, makeFolder, repository } from './stack/folders.ts';

interface Kept {
  bed: Record<string, Result>;
  shim: Record<string, ShimResult>;
}

const file = join(makeFolder(join(cacheFolder, 'compatibility')), 'results.json');
/** Read again each time, because runs of different combinations may go on side by side. */
const readKept = (): Kept =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : { bed: {}, shim: {} };
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const wanted = (name: string) => name.includes(values.only);

function keep(add: (kept: Kept) => void, line: string, troubles: string[]): void {
  const kept = readKept();
  add(kept);
  writeFileSync(file, JSON.stringify(kept, null, 2));
  console.log(line);
  for (const trouble of troubles) console.log(`  ${trouble}`);
}

async function runShim(): Promise<void> {
  const sites = shimSites.filter((site) => wanted(nameOfShimSite(site)));
  if (sites.length === 0) return;
  mkdirSync(cache, { recursive: true });
  await installPlayground(createChildren(), console.log);
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
  for (const site of bedSites.filter((one) => wanted(nameOfSite(one)))) {
    const name = nameOfSite(site);
    const result = await runSuite(site);
    const { passed, failed, seconds, troubles } = result;
    const line = `${name}: ${passed} passed, ${failed} failed, ${seconds} s`;
    keep((kept) => (kept.bed[name] = result), line, troubles);
  }
}

await runShim();
await runBeds();
const kept = readKept();
const beds = bedSites.flatMap((site) => kept.bed[nameOfSite(site)] ?? []);
const shims = shimSites.flatMap((site) => kept.shim[nameOfShimSite(site)] ?? []);
const left = [
  ...bedSites.map(nameOfSite).filter((name) => !kept.bed[name]),
  ...shimSites.map(nameOfShimSite).filter((name) => !kept.shim[name]),
];
const page = join(repository, 'docs/compatibility.md');
const real = sectionOf(readFileSync(page, 'utf8'));
const written = compatibilityPage(beds, shims, left, new Date());
writeFileSync(page, real === '' ? written : withSection(written, real));
const bad = (text: string) => text !== '';
process.exitCode =
  beds.some(({ passed, failed }) => failed > 0 || passed === 0) ||
  shims.some(({ checks }) => Object.values(checks).some(bad))
    ? 1
    : 0;
