/**
 * `npm run compatibility`: meets the plugin on each combination of PHP, WordPress, database and Node.js that can be had,
 * and prints a row for each, as docs/compatibility.md has them. With `--only TEXT` it runs the combinations whose name
 * contains the text; with `--wordpress DIR` also a site with the WordPress of a folder.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config/config.ts';
import type { ChatEvent } from '../server/contract/chat.ts';
import { start } from '../server/main.ts';
import { fakeSite, shimFor } from '../test/fakes/shim.ts';
import { startWordPressSite } from '../test/fakes/wordpress-site.ts';
import { playgroundCli, pluginSources } from './demo/paths.ts';
import { waitFor } from './demo/wait.ts';
import { run } from './stack/commands.ts';
import { cacheFolder, makeFolder, repository } from './stack/folders.ts';
import { keptTree, unpackNpmArchive, unpackSuite, wordpressTree } from './stack/packages.ts';

/** A site on the test bed: versions as the bed knows them. */
interface Site {
  php: string;
  /** The Debian suite whose WordPress it is, or its folder. */
  wordpress: string;
  database: string;
  node: string;
}

/** Debian suites, which have WordPress 6.1, 6.8 and the newest. */
const suites = ['bookworm', 'trixie', 'sid'];
const usual: Site = { php: '8.2', wordpress: 'sid', database: 'MariaDB 10.11', node: '24' };
/** Those that the plugin runs on. */
const phpVersions = ['8.0', '8.1', '8.2', '8.3', '8.4', '8.5'];

/** Every PHP with every WordPress; every database and every Node.js with the newest WordPress. */
const bedSites = (wordpress?: string): Site[] => [
  ...(wordpress ? [{ ...usual, wordpress: resolve(wordpress) }] : []),
  ...['8.2', '8.4'].flatMap((php) => suites.map((suite) => ({ ...usual, php, wordpress: suite }))),
  ...['MariaDB 11.8', 'MySQL 9', 'MySQL 5.6'].map((database) => ({ ...usual, database })),
  ...['22', '26'].map((node) => ({ ...usual, node })),
];

/** In the order in which they need each other. Debian keeps each in a file of its own. */
const extensions = [
  ...['mysqlnd', 'xml', 'dom', 'ctype', 'curl', 'exif', 'fileinfo', 'gd', 'iconv', 'intl'],
  ...['mbstring', 'mysqli', 'phar', 'posix', 'simplexml', 'tokenizer', 'xmlreader', 'xmlwriter'],
  'zip',
];
const packages = ['fpm', 'mysql', 'curl', 'mbstring', 'xml', 'gd', 'zip', 'intl'];

/** A folder for PATH with the programs `php` and `php-fpm…` of another Debian suite. */
async function phpOf(suite: string, version: string): Promise<string> {
  const names = packages.map((name) => `php${version}-${name}`);
  const unpacked = await unpackSuite(suite, ...names);
  const folder = makeFolder(join(cacheFolder, 'compatibility', `php-${version}`));
  const [modules = ''] = globSync('usr/lib/php/2*', { cwd: unpacked.root });
  const path = join(unpacked.root, modules);
  writeFileSync(
    join(folder, 'php.ini'),
    [`extension_dir=${path}`, ...extensions.map((name) => `extension=${name}.so`)].join('\n'),
  );
  const wrap = (name: string, program: string) => {
    const command = unpacked.command(program).map((part) => `'${part}'`);
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\nPHP_INI_SCAN_DIR= exec ${command.join(' ')} -c '${join(folder, 'php.ini')}' "$@"\n`,
      { mode: 0o755 },
    );
  };
  wrap('php', `usr/bin/php${version}`);
  wrap(`php-fpm${version}`, `usr/sbin/php-fpm${version}`);
  return folder;
}

/** The newest release of a major version of Node in npm's registry. */
async function nodeOf(major: string): Promise<string> {
  const archive = `node-linux-${process.arch}@${major}`;
  const tree = await keptTree(
    `compatibility/node-${major}`,
    async ({ downloads, tree: target }) => {
      await run('mv', [await unpackNpmArchive(archive, downloads), target]);
    },
  );
  return join(tree, 'bin/node');
}

/** The Node.js and the environment that make the bed this site. */
async function environmentOf({ php, wordpress, database, node }: Site) {
  const folders = php === usual.php ? [] : [await phpOf('trixie', php)];
  return {
    program: node === usual.node ? process.execPath : await nodeOf(node),
    env: {
      PATH: [...folders, process.env['PATH']].join(':'),
      ITIH_WORDPRESS_SUITE: wordpress,
      // Without it the bed takes the MariaDB that the machine has.
      ...(database !== usual.database && { ITIH_WORDPRESS_ENGINE: database }),
    },
  };
}

/** Browsing, accounts, settings, posts, nonces, and chats over each way: what a visitor and an owner meet of the plugin. */
const files = 'test/e2e/wordpress/(bed|chat|nonces|posts|settings)\\.test';

interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

async function jest(program: string, output: string, env: NodeJS.ProcessEnv): Promise<string> {
  const options = ['--selectProjects', 'wordpress', '--runInBand', '--forceExit', '--json'];
  const child = spawn(
    program,
    [...flags, 'node_modules/jest/bin/jest.js', files, ...options, `--outputFile=${output}`],
    { cwd: repository, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } },
  );
  let said = '';
  for await (const chunk of child.stderr) said += String(chunk);
  return said;
}

const failuresOf = ({ testResults }: JestResults) =>
  testResults.flatMap(({ message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    return assertionResults.length === 0 && message !== ''
      ? [message.slice(0, 300)]
      : failed.map(({ fullName }) => fullName);
  });

/** A combination that was met: its row of the page, and what was wrong. */
interface Met {
  row: string[];
  troubles: string[];
}

const ofAll = (passed: number, failed: number) =>
  `${failed === 0 && passed > 0 ? 'all pass' : '**fails**'}: ${passed} of ${passed + failed}`;

/** Runs the suite on a bed that is this site. */
async function meetBed(site: Site): Promise<Met> {
  const folder = mkdtempSync(join(tmpdir(), 'itih-compatibility-'));
  try {
    const { program, env } = await environmentOf(site);
    const [output, versions] = [join(folder, 'results.json'), join(folder, 'versions.json')];
    const said = await jest(program, output, { ...env, ITIH_VERSIONS_FILE: versions });
    const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
    const known = existsSync(versions) ? (json(versions) as Site) : null;
    const { wordpress, php, node } = known ?? site;
    const database = known ? `${site.database} (${known.database})` : site.database;
    const row = [wordpress, php, database, node];
    if (!existsSync(output))
      return { row: [...row, ofAll(0, 0)], troubles: [said.slice(-600) || 'no tests ran'] };
    const results = json(output) as JestResults;
    const { numPassedTests: passed, numFailedTests: failed } = results;
    const troubles = [...failuresOf(results), ...(passed === 0 ? ['no test passed'] : [])];
    return { row: [...row, ofAll(passed, failed)], troubles };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Surroundings {
  php: string;
  /** The Debian suite whose WordPress it is. */
  suite: string;
  /** Address that the site gives itself. */
  url: string;
  constants?: Record<string, string>;
}

/** Runs a script of `compatibility/` in PHP on WebAssembly with a WordPress whose data is in SQLite. Returns what it prints. */
async function runScript(
  script: string,
  { php, suite, url, constants = {} }: Surroundings,
): Promise<string> {
  const work = mkdtempSync(join(cacheFolder, 'shim-'));
  try {
    const tree = join(work, 'wordpress');
    cpSync(await wordpressTree(suite), tree, { recursive: true });
    return await run(process.execPath, [
      // Else the CLI starts itself a second time with this flag.
      '--experimental-wasm-jspi',
      playgroundCli,
      'php',
      `--php=${php}`,
      '--define-bool',
      'WP_DEBUG',
      'true',
      ...Object.entries(constants).flatMap(([name, value]) => ['--define', name, value]),
      `--site-url=${url}`,
      '--verbosity=quiet',
      '--wordpress-install-mode=install-from-existing-files-if-needed',
      `--mount-before-install=${tree}:/wordpress`,
      `--mount=${pluginSources}:/wordpress/wp-content/plugins/itih-rag-chat`,
      `--mount=${join(import.meta.dirname, 'compatibility')}:/suite`,
      '--',
      `/suite/${script}`,
    ]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Meets the plugin with a WordPress of a Debian suite, without a sidecar. */
async function meetShim(php: string, suite: string): Promise<Met> {
  const said = await runScript('shim.php', { php, suite, url: 'http://site.example' });
  const { wordpress, checks, ...versions } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as {
    php: string;
    wordpress: string;
    /** For each check what was wrong; empty if nothing was. */
    checks: Record<string, string>;
  };
  const failed = Object.entries(checks).filter(([, trouble]) => trouble !== '');
  return {
    row: [
      versions.php,
      wordpress,
      ofAll(Object.keys(checks).length - failed.length, failed.length),
    ],
    troubles: failed.map(([check, trouble]) => `${check}: ${trouble}`),
  };
}

/** A sidecar that knows when the ferry leaves, for the site whose address and id the plugin is given. */
async function startFerrySidecar() {
  const secret = randomBytes(32).toString('hex');
  const site = await startWordPressSite(secret);
  site.put({ id: 1, title: 'Ferry', html: '<p>The ferry leaves at eight.</p>' });
  const config = readConfig({
    ITIH_PORT: '0',
    ITIH_SECRET: secret,
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: 'sqlite::memory:',
    ITIH_LOG_LEVEL: 'silent',
  });
  const sidecar = await start(config);
  const url = `http://127.0.0.1:${sidecar.port}`;
  const shim = shimFor(url, secret);
  await waitFor({ what: 'Indexing', timeoutMs: 60_000 }, async () => {
    const { body } = await shim.admin<{ documents?: { total: number } }>('GET', '/dashboard');
    return (body.documents?.total ?? 0) > 0 || undefined;
  });
  return {
    constants: { ITIH_SECRET: secret, ITIH_SIDECAR_URL: url, SUITE_SITE_ID: fakeSite.id },
    stop: async () => {
      await sidecar.stop();
      await site.close();
    },
  };
}

/** Asks a question in PHP on WebAssembly, with the newest WordPress, which the sidecar answers through it. */
async function meetStream(php: string, constants: Record<string, string>): Promise<Met> {
  // A fatal error of PHP fails the process, and is the trouble.
  const said = await runScript('streamed.php', {
    php,
    suite: 'sid',
    url: fakeSite.url,
    constants,
  }).catch(String);
  const last = JSON.parse(/^\{"php".*\}$/m.exec(said)?.[0] ?? '{}') as {
    php?: string;
    wordpress?: string;
    /** An answer that is no stream. */
    answer?: unknown;
  };
  const events = [...said.matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as ChatEvent,
  );
  const text = events.map((event) => (event.type === 'delta' ? event.content : '')).join('');
  const isRight = /leaves at eight/.test(text) && events.at(-1)?.type === 'done';
  const trouble = `answered ${text} ${JSON.stringify(last.answer ?? said)}`.slice(0, 300);
  return {
    row: [
      last.php ?? php,
      last.wordpress ?? '',
      isRight ? `right, in ${events.length} events` : '**fails**',
    ],
    troubles: isRight ? [] : [trouble],
  };
}

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, wordpress: { type: 'string' } },
});

/** Meets a combination if its name is wanted, and prints its row. */
async function meet(name: string, work: () => Promise<Met>): Promise<void> {
  if (!name.includes(values.only)) return;
  const { row, troubles } = await work();
  console.log(`| ${row.join(' | ')} |`);
  for (const trouble of troubles) console.log(`  ${name}: ${trouble}`);
  if (troubles.length > 0) process.exitCode = 1;
}

await run(process.execPath, [join(repository, 'tools/bootstrap.mjs'), '--demo']);
console.log('PHP, WordPress, streamed answer');
const sidecar = await startFerrySidecar();
try {
  for (const php of phpVersions)
    await meet(`streamed answer, PHP ${php}`, () => meetStream(php, sidecar.constants));
} finally {
  await sidecar.stop();
}
console.log('PHP, WordPress, the plugin alone');
for (const php of phpVersions)
  for (const suite of suites)
    await meet(`shim, PHP ${php}, WordPress of ${suite}`, () => meetShim(php, suite));
console.log('WordPress, PHP, database of both, Node.js, tests');
for (const site of bedSites(values.wordpress)) {
  const { php, wordpress, database, node } = site;
  const name = `bed, PHP ${php}, WordPress of ${wordpress}, ${database}, Node ${node}`;
  await meet(name, () => meetBed(site));
}
