/**
 * `npm run coding-standard`: the security rules of the WordPress Coding Standards, as `phpcs.xml` chooses them, on the
 * plugin and the examples. First it reports the defects in `planted.php`: rules that see nothing would approve of
 * everything. Without PHP, or where the rules cannot be had, it says so; with CI=true that is a failure. It is not
 * Plugin Check, which also looks at readme.txt, at the files of the archive and at a running site, by newer rules.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Finding, sniff } from './coding-standard/sniffer.ts';
import { find } from './stack/commands.ts';
import { repository } from './stack/folders.ts';
import { Unavailable } from './stack/packages.ts';

const ruleset = join(repository, 'phpcs.xml');
const checked = ['plugin-shim', 'examples'].map((folder) => join(repository, folder));
const planted = join(repository, 'tools/coding-standard/planted.php');

/** Returns the planted defects that no finding reports. */
function unseen(findings: Finding[]): string[] {
  const lines = readFileSync(planted, 'utf8').split('\n');
  return lines.flatMap((text, index) => {
    const rules = text.split('// expect: ')[1]?.split(', ') ?? [];
    const seen = findings.filter(({ line }) => line === index + 1);
    return rules
      .filter((rule) => !seen.some(({ source }) => source.startsWith(`${rule}.`)))
      .map(
        (rule) => `${rule} does not report line ${index + 1} of ${relative(repository, planted)}`,
      );
  });
}

async function troubles(): Promise<string[]> {
  const findings = await sniff(ruleset, [...checked, planted]);
  const inPlanted = findings.filter(({ file }) => file === planted);
  const inPlugin = findings.filter(({ file }) => file !== planted);
  return [
    ...unseen(inPlanted),
    ...inPlugin.map(
      ({ file, line, message, source }) =>
        `${relative(repository, file)}:${line} ${message} (${source})`,
    ),
  ];
}

try {
  if (!find('php')) throw new Unavailable('php is not installed');
  const found = await troubles();
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  console.error(`NOT RUN: the WordPress Coding Standards: ${error.message}`);
  process.exitCode = ['', 'false', '0'].includes(process.env['CI'] ?? '') ? 0 : 1;
}
