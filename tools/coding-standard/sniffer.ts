import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../stack/commands.ts';
import { keptTree, openSuite, unpackNpmArchive } from '../stack/packages.ts';

/** Carries the WordPress Coding Standards 2.1, which have no package of their own in npm's registry. */
const archive = 'wpcs-cli@2.1.2';
/** From the registry; the archive is no dependency, so the lock file does not hold it. */
const sha512 =
  'JqkI9Z6M2vLegqOhVP1omOvep/mHzJnYkDWRUj19lSBvOCl1BMKP9Wl6aOtB8AqVD7i4NsHp6WVdYU4FVVrnyw==';

/** Since PHP 8 vsprintf() takes only an array here, and the sniff would end with an error of PHP. */
const oldCall = "'OutputNotEscaped',\n\t\t\t\t$content\n";
const newCall = "'OutputNotEscaped',\n\t\t\t\tarray( $content )\n";

async function fetchStandard(downloads: string, tree: string): Promise<void> {
  const unpacked = await unpackNpmArchive(archive, downloads, sha512);
  const standard = join(tree, 'wordpress');
  await run('mv', [join(unpacked, 'scripts/wordpress-coding-standards'), standard]);
  const sniff = join(standard, 'WordPress/Sniffs/Security/EscapeOutputSniff.php');
  writeFileSync(sniff, readFileSync(sniff, 'utf8').replace(oldCall, newCall));
}

/** PHP_CodeSniffer 3.7 of Debian 12, whatever Debian this is: Debian 13 has none. */
async function fetchSniffer(downloads: string, tree: string): Promise<void> {
  await (await openSuite('bookworm')).download(['php-codesniffer'], downloads);
  const packages = readdirSync(downloads).filter((name) => name.endsWith('.deb'));
  for (const name of packages) await run('dpkg', ['-x', join(downloads, name), tree]);
}

const prepare = () =>
  keptTree('coding-standard', async ({ downloads, tree }) => {
    mkdirSync(tree);
    await fetchStandard(downloads, tree);
    await fetchSniffer(downloads, tree);
  });

export interface Finding {
  file: string;
  line: number;
  /** Its rule, such as WordPress.Security.EscapeOutput.OutputNotEscaped. */
  source: string;
  message: string;
}

interface Report {
  files: Record<string, { messages: { line: number; source: string; message: string }[] }>;
}

/** Returns the findings of the rules in `ruleset` in the PHP files at `paths`; throws `Unavailable`. */
export async function sniff(ruleset: string, paths: string[]): Promise<Finding[]> {
  const tree = await prepare();
  // The sniffs are older than PHP 8 and use what it deprecates.
  const settings = {
    error_reporting: 'E_ERROR',
    include_path: join(tree, 'usr/share/php'),
    memory_limit: '1G',
  };
  const text = await run('php', [
    ...Object.entries(settings).map(([name, value]) => `-d${name}=${value}`),
    join(tree, 'usr/bin/phpcs'),
    ...['--runtime-set', 'installed_paths', join(tree, 'wordpress')],
    ...['--runtime-set', 'ignore_errors_on_exit', '1'],
    ...['--runtime-set', 'ignore_warnings_on_exit', '1'],
    `--standard=${ruleset}`,
    '--report=json',
    '--extensions=php',
    ...paths,
  ]);
  const { files } = JSON.parse(text) as Report;
  return Object.entries(files).flatMap(([file, { messages }]) =>
    messages.map(({ line, source, message }) => ({ file, line, source, message })),
  );
}
