/**
 * `npm run real -- --wp-cli DIR --plugins DIR [--wordpress DIR] [--built]`: tries the archives on real parts: WP-CLI (a
 * checkout with its packages, or the folder of a .phar), Plugin Check and other plugins (a folder with one of each), and
 * prints a row for each, as docs/compatibility.md has them. With `--built` the archives in dist/ are there already.
 */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as checks from './real/checks.ts';
import * as knowledge from './real/shop.ts';
import { complaints, installSite } from './real/site.ts';
import { giveTo, makeFolder, repository } from './stack/folders.ts';
import { readStack, up } from './stack/stack.ts';

const { values } = parseArgs({
  options: {
    'wp-cli': { type: 'string' },
    plugins: { type: 'string' },
    wordpress: { type: 'string' },
    built: { type: 'boolean', default: false },
  },
});
const { 'wp-cli': program, plugins } = values;
if (!program || !plugins) {
  throw new Error('npm run real -- --wp-cli DIR --plugins DIR [--wordpress DIR] [--built]');
}
if (!values.built) execFileSync('npm', ['run', 'package'], { cwd: repository, stdio: 'inherit' });

let failed = 0;
const cell = (text: string) => text.replace(/[|<>]/g, ' ').replace(/\s+/g, ' ').slice(0, 300);
async function check(name: string, work: () => string | Promise<string>): Promise<void> {
  try {
    console.log(`| ${name} | passes | ${cell(await work())} |`);
  } catch (error) {
    failed++;
    console.log(`| ${name} | **fails** | ${cell((error as Error).message)} |`);
  }
}

const { file } = await up({ name: 'real', part: 'wordpress' });
const stack = readStack(file);
// The web server's user reads them there.
const wpCli = join(stack.folder, 'wp-cli');
cpSync(program, wpCli, { recursive: true });
const site = await installSite(stack, wpCli, values.wordpress);
const archives = join(makeFolder(join(stack.folder, 'archives')), '/');
const [full = '', slim = ''] = ['itih-rag-chat.zip', 'itih-rag-chat-slim.zip'].map((name) => {
  cpSync(join(repository, 'dist', name), join(archives, name));
  giveTo('www-data', archives);
  return join(archives, name);
});
const content =
  '<p>The museum is open from ten to five on every day but Monday, when it is closed all day.</p>';
const post = ['--post_type=page', '--post_title=Opening hours', '--post_status=publish'];
await site.ok('post', 'create', ...post, `--post_content=${content}`);
await site.ok('rewrite', 'structure', '/%postname%/');

const versions = {
  'WP-CLI': (await site.ok('cli', 'version')).trim().replace('WP-CLI ', ''),
  WordPress: (await site.ok('core', 'version')).trim(),
  PHP: stack.phpVersion,
  'Node.js': process.versions.node,
};
console.log(JSON.stringify(versions));

await check('plugin install --activate', async () => {
  const said = await site.ok('plugin', 'install', full, '--activate');
  return said.trim().split('\n').at(-1) ?? '';
});
await check('other commands of wp', () => checks.otherCommands(site));
await check('wp itih without a sidecar', () => checks.commandsWithout(site));
let stop: () => void = () => undefined;
await check('the sidecar, by the printed command', async () => {
  const child = await checks.startSidecar(site);
  stop = () => child.kill();
  return `answers at port ${checks.portOf(site)}`;
});
process.once('exit', () => stop());
await check('a visitor', () => checks.answerVisitor(site));
await check('wp itih with a sidecar', () => checks.commandsWith(site));
await check('other commands of wp, with a sidecar', () => checks.otherCommands(site));
const there = checks.pluginsIn(plugins);
const missing: string[] = [];
const others = ['woocommerce', 'elementor', 'polylang', 'advanced-custom-fields', 'wordfence'];
const needed = (name: string) => there.includes(name) || (missing.push(name), false);
if (needed('litespeed-cache')) {
  await check('LiteSpeed Cache', () => checks.litespeed(site, plugins));
}
await knowledge.prepareQuestions(site);
const told = {
  woocommerce: knowledge.shop,
  'advanced-custom-fields': knowledge.fields,
  polylang: knowledge.languages,
  elementor: knowledge.builder,
};
for (const [name, work] of Object.entries(told)) {
  if (there.includes(name)) await check(`content of ${name}`, () => work(site, plugins));
}
for (const name of others.filter(needed)) {
  await check(`beside ${name}`, () => checks.beside(site, plugins, name));
}
if (needed('plugin-check')) {
  await check('Plugin Check, slim archive', () => checks.uploadGate(site, plugins, slim));
}
await check('deactivation, deletion', () => checks.uninstalls(site, full));
await check('PHP complained of nothing', () => {
  const lines = complaints(site);
  if (lines.length > 0) throw new Error(lines.join('\n'));
  return 'debug.log';
});
stop();

for (const name of missing) console.log(`not run: ${name} is not in ${plugins}`);
process.exit(failed > 0 || missing.length > 0 ? 1 : 0);
