/** Checks on the real parts. Each returns a sentence on its result, and throws on a failure. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../../server/contract/routes.ts';
import { isRoot, must } from '../stack/commands.ts';
import { complaints, placePlugin, type Site } from './site.ts';

const slug = 'itih-rag-chat';

/** A command of `wp itih` with what it has to show, and how it ends. */
interface Expected {
  /** Words after `wp itih`; `<document>` and the like stand for what is known then. */
  words: string[];
  /** A regular expression. */
  says: string;
  /** Exit codes; 0 by default. systemd is not in charge of the beds, which is said. */
  codes?: number[];
}

/** Before a sidecar runs, and with one. */
const { before, during } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'commands.json'), 'utf8'),
) as Record<'before' | 'during', Expected[]>;

interface Session {
  nonce: string;
}

export const portOf = ({ stack }: Site) => String(stack.sidecarPort);

async function run(
  site: Site,
  { words, says, codes = [0] }: Expected,
  ids: Record<string, string>,
) {
  const named = (text: string) =>
    Object.entries(ids).reduce((said, [name, id]) => said.replaceAll(name, id), text);
  const all = words.map(named);
  const needsNode = words[0] === 'sidecar' || words.some((word) => word.startsWith('--bundle'));
  const node = needsNode ? [`--node=${process.execPath}`] : [];
  const ended = await site.wp('itih', ...all, ...node);
  const shown = ended.stdout + ended.stderr;
  assert(codes.includes(ended.code), `wp itih ${all.join(' ')} ends with ${ended.code}: ${shown}`);
  assert.match(shown, new RegExp(named(says)), `wp itih ${all.join(' ')} says ${shown}`);
}

/** Every command that the plugin has, so that a new one cannot be left out. */
async function requireAll(site: Site): Promise<number> {
  const names = await site.ok(
    'eval',
    `$walk = function ( $command, $path ) use ( &$walk ) {
       foreach ( $command->get_subcommands() ?: array() as $name => $sub ) { $walk( $sub, "$path $name" ); }
       if ( ! $command->get_subcommands() ) { WP_CLI::line( trim( $path ) ); }
     };
     $walk( WP_CLI::get_root_command()->get_subcommands()['itih'], '' );`,
  );
  const tried = [...before, ...during].map(({ words }) => `${words.join(' ')} `);
  const known = names.trim().split('\n');
  const left = known.filter((name) => !tried.some((words) => words.startsWith(`${name} `)));
  assert.deepEqual(left, [], 'commands that were not tried');
  return known.length;
}

export async function commandsWithout(site: Site): Promise<string> {
  for (const expected of before) await run(site, expected, { '<port>': portOf(site) });
  return `${before.length} commands, of ${await requireAll(site)} that are registered`;
}

/** Starts the sidecar of the installed archive with the command of docs/hosting.md. */
export async function startSidecar(site: Site): Promise<ChildProcess> {
  const program = join(site.wpDir, 'wp-content/plugins', slug, 'sidecar/itih.mjs');
  const words = [process.execPath, program, 'serve', '--wp', site.wpDir];
  const env = { ...process.env, ITIH_PORT: portOf(site), HOME: join(site.stack.folder, 'home') };
  const [file = '', ...rest] = isRoot ? [must('runuser'), '-u', 'www-data', '--', ...words] : words;
  const child = spawn(file, rest, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(500)) {
    const isThere = await fetch(`http://127.0.0.1:${portOf(site)}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return child;
    assert.equal(child.exitCode, null, `the sidecar ended: ${said}`);
  }
  child.kill();
  throw new Error(`the sidecar does not answer: ${said}`);
}

async function sessionOf({ url }: Site): Promise<Session> {
  const response = await fetch(`${url}/wp-json/itih/v1/session`);
  assert.equal(response.status, 200, `/session answers ${response.status}`);
  return (await response.json()) as Session;
}

/** Asks as a visitor does, until the site has been read. */
export async function answerVisitor(site: Site): Promise<string> {
  await site.ok('itih', 'settings', 'set', 'general.widget_enabled', 'on');
  for (const end = Date.now() + 120_000; ; await sleep(1000)) {
    const list = await site.ok('itih', 'documents', 'list', '--search=Opening', '--format=csv');
    if (list.includes('completed')) break;
    assert(Date.now() < end, `the page was not read: ${list}`);
  }
  const { nonce } = await sessionOf(site);
  const response = await fetch(`${site.url}/wp-json/itih/v1/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-wp-nonce': nonce },
    body: JSON.stringify({ message: 'How tall is the \u001b[2Jlighthouse?' }),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  assert.match(text, /event: done/, text);
  return 'a question is answered as a stream';
}

export async function commandsWith(site: Site): Promise<string> {
  const first = async (...words: string[]) =>
    (await site.ok('itih', ...words, '--format=csv')).trim().split('\n').at(1)?.split(',')[0] ?? '';
  const ids: Record<string, string> = {
    '<bundle>': join(site.stack.folder, 'home', 'bundle.zip'),
    '<document>': await first('documents', 'list', '--fields=id'),
    '<gap>': await first('gaps', 'list', '--fields=id'),
  };
  for (const expected of during) await run(site, expected, ids);
  return `${during.length} commands`;
}

export async function otherCommands(site: Site): Promise<string> {
  assert.equal((await site.ok('option', 'get', 'home')).trim(), site.url);
  assert.match(await site.ok('plugin', 'list', '--fields=name,status'), /itih-rag-chat\s+active/);
  assert.match(await site.ok('cron', 'event', 'list', '--fields=hook'), /itih_retention/);
  assert.match(await site.ok('cron', 'event', 'run', '--all'), /Success: Executed/);
  return 'option get home, plugin list, cron event list, cron event run --all';
}

const versionOf = async (site: Site, name: string) =>
  (await site.ok('plugin', 'get', name, '--field=version')).trim();

/** As wordpress.org checks an upload; warnings of severity 5 and more are wanted to be none as well. */
export async function uploadGate(site: Site, plugins: string, slim: string): Promise<string> {
  placePlugin(site, plugins, 'plugin-check');
  await site.ok('plugin', 'activate', 'plugin-check');
  // A request during the replacement would miss files.
  await site.ok('plugin', 'deactivate', slug);
  await site.ok('plugin', 'install', slim, '--force');
  const fields = '--fields=line,type,severity,code';
  const said = await site.ok(
    'plugin',
    'check',
    slug,
    '--categories=plugin_repo',
    '--format=json',
    fields,
  );
  await site.ok('plugin', 'deactivate', 'plugin-check');
  interface Finding {
    line: number;
    type: string;
    severity: number;
    code: string;
  }
  const findings = said.split(/^FILE: /m).flatMap((part) => {
    const [file = '', json = '[]'] = part.trim().split('\n');
    if (!json.startsWith('[')) return [];
    return (JSON.parse(json) as Finding[]).map((finding) => ({ file, ...finding }));
  });
  assert.match(said, /^FILE: |Success: /m, said);
  const errors = findings.filter(({ type }) => type === 'ERROR');
  const warnings = findings.filter(({ type, severity }) => type !== 'ERROR' && severity >= 5);
  assert.deepEqual([...errors, ...warnings], []);
  const version = await versionOf(site, 'plugin-check');
  return `${version}: 0 errors, 0 warnings of severity 5 and more, ${findings.length} below`;
}

/** No cache of LiteSpeed keeps an answer of the plugin. Its server names itself by this header. */
export async function litespeed(site: Site, plugins: string): Promise<string> {
  placePlugin(site, plugins, 'litespeed-cache');
  await site.ok('plugin', 'activate', 'litespeed-cache');
  const password = (
    await site.ok('user', 'application-password', 'create', 'admin', 'real', '--porcelain')
  ).trim();
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const wrong: string[] = [];
  const asked = routes.filter(({ server, auth }) => server !== 'sidecar' || auth !== 'system');
  for (const { method, path } of asked.filter(({ method }) => method === 'GET')) {
    const route = `/itih/v1${path.replace(/<\w+>/g, '1')}`;
    for (const headers of [{}, { authorization }]) {
      for (const address of [`/wp-json${route}`, `/index.php?rest_route=${route}`]) {
        const response = await fetch(site.url + address, {
          method,
          headers: { 'x-lscache': 'on', ...headers },
        });
        await response.arrayBuffer();
        const header = response.headers.get('x-litespeed-cache-control');
        if (header !== 'no-cache') wrong.push(`${address} ${response.status}: ${header}`);
      }
    }
  }
  const control = await fetch(`${site.url}/`, { headers: { 'x-lscache': 'on' } });
  const stored = control.headers.get('x-litespeed-cache-control') ?? '';
  await site.ok('plugin', 'deactivate', 'litespeed-cache');
  assert.deepEqual(wrong, []);
  assert.match(stored, /public/, `the control, the front page, has "${stored}"`);
  const version = await versionOf(site, 'litespeed-cache');
  return `${version}: no-cache on all GET routes, with and without a login; the front page is "${stored}"`;
}

/** Another plugin beside this one: a page and the session answer, and PHP complains of nothing of ours. */
export async function beside(site: Site, plugins: string, name: string): Promise<string> {
  placePlugin(site, plugins, name);
  const earlier = complaints(site).length;
  await site.ok('plugin', 'activate', name);
  const page = await fetch(`${site.url}/`);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(html, /itih/, 'the page has no chat');
  await sessionOf(site);
  await site.ok('itih', 'status');
  await site.ok('plugin', 'deactivate', name);
  assert.deepEqual(complaints(site).slice(earlier), []);
  return `${await versionOf(site, name)}: a page with the chat, /session, wp itih status`;
}

async function left(site: Site): Promise<string[]> {
  const query =
    'global $wpdb; echo wp_json_encode( array_merge( $wpdb->get_col( "SHOW TABLES LIKE \'%rag\\_%\'" ), $wpdb->get_col( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE \'%itih%\'" ) ) );';
  return JSON.parse(await site.ok('eval', query)) as string[];
}

export async function uninstalls(site: Site, full: string): Promise<string> {
  const remaining = async (setting: string) => {
    await site.ok('plugin', 'install', full, '--force', '--activate');
    await site.ok('itih', 'settings', 'set', 'advanced.remove_data_on_uninstall', setting);
    await site.ok('plugin', 'deactivate', slug);
    const page = await (await fetch(`${site.url}/`)).text();
    assert.doesNotMatch(page, /itih/, 'the deactivated plugin is on the page');
    await site.ok('plugin', 'uninstall', slug);
    assert(!existsSync(join(site.wpDir, 'wp-content/plugins', slug)), 'the files are still there');
    return left(site);
  };
  const kept = await remaining('off');
  for (const name of ['itih_settings', 'wp_rag_documents', 'wp_rag_chats']) {
    assert(kept.includes(name), `${name} is gone without the setting`);
  }
  assert.deepEqual(await remaining('on'), [], 'left with the setting');
  return `without the setting ${kept.length} tables and options stay, with it none`;
}

export const pluginsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder) : [];
