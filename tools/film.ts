/**
 * `npm run film -- --wp-cli DIR [--only WAY,…]`: walks an owner's ways from *Activate* to the first answer on a public page, on
 * the newest and on an older WordPress, and writes docs/screens. Needs root, port 8790, sudo, libapache2-mod-passenger and the
 * folder that `npm run package` fills. `--only` renews some ways, and keeps the rows of the others.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { createChildren } from './demo/children.ts';
import { type Content, readContent } from './demo/content.ts';
import { type Frame, Owner } from './film/owner.ts';
import { bootServer } from './film/server.ts';
import { freshSite } from './film/site.ts';
import { type Row, saveStrip, writePage } from './film/strip.ts';
import { type Way, ways } from './film/ways.ts';
import { browserOptions } from './stack/browser.ts';
import { makeFolder, repository } from './stack/folders.ts';
import { exitOnSignals } from './stack/jest-bed.ts';
import { readStack, type Stack, up } from './stack/stack.ts';

const question = 'How much does a family ticket cost?';
/** The answer by the sample site, and the page that has it. */
const answer = /Family €28\.00/;
const source = 'tickets-and-prices';
/** Milliseconds for a step: a machine with other work reads slowly. */
const patience = 300_000;
/** Debian's: with the newest WordPress, and with an older one. */
const suites = ['sid', 'bookworm'];
const folder = makeFolder(join(repository, 'docs/screens'));

const { values } = parseArgs({
  options: { 'wp-cli': { type: 'string' }, only: { type: 'string' }, suite: { type: 'string' } },
});

/** Returns the file that PHP starts. */
function wpCliFile(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const phar = readdirSync(folder).find((name) => name.endsWith('.phar'));
  return join(folder, phar ?? 'php/boot-fs.php');
}

async function logIn(owner: Owner, url: string, password: string): Promise<void> {
  const { page } = owner;
  await page.goto(`${url}/wp-login.php`);
  await page.fill('#user_login', 'admin');
  await page.fill('#user_pass', password);
  await Promise.all([page.waitForURL(/wp-admin/), page.click('#wp-submit')]);
  await page.goto(`${url}/wp-admin/plugins.php`);
}

/** Waits for a heading of the first steps, reads the step, and clicks on its way on. */
async function takeStep(owner: Owner, heading: string, button: string): Promise<void> {
  const { page } = owner;
  await page.getByRole('heading', { name: heading }).waitFor();
  const next = page.locator('.itih-column .is-primary').filter({ hasText: button });
  await next.waitFor();
  await page.locator('.itih-skeleton').first().waitFor({ state: 'detached' });
  await owner.look(heading, page.locator('.itih-column'), next);
  await owner.click(next);
}

/** Asks on the public page as a visitor does; returns the answer with its source. */
async function ask(owner: Owner): Promise<string> {
  const { page } = owner;
  const part = (name: string) => page.locator(`itih-chat [part~="${name}"]`);
  await owner.click(part('launcher'));
  await owner.fill(part('input'), question);
  await part('input').press('Enter');
  const said = page.locator('itih-chat [data-role="assistant"]').last();
  const link = said.locator(`a[href*="/${source}/"]`).first();
  await link.waitFor();
  await part('send').waitFor();
  const text = (await said.innerText()).replace(/\s+/g, ' ');
  const [found] = answer.exec(text) ?? [];
  if (!found) throw new Error(`The answer is "${text}".`);
  await owner.look('A public page', said);
  return `${found}, from /${source}/`;
}

async function walk(owner: Owner, way: Way, start: () => Promise<void>): Promise<string> {
  const { page } = owner;
  const activate = page.locator('#activate-itih-rag-chat');
  await owner.look('Plugins', page.locator('[data-slug="itih-rag-chat"]'), activate);
  owner.start();
  await owner.click(activate);
  await page.getByRole('heading', { name: 'Where are you?' }).waitFor();
  const choice = page.getByRole('radio', { name: way.label, exact: false });
  const isChosen = await choice.isChecked();
  await owner.look('First steps', page.locator('#itih-where'), isChosen ? undefined : choice);
  if (!isChosen) await owner.click(choice);
  await start();
  await takeStep(owner, 'How shall it answer?', 'Continue');
  await takeStep(owner, 'What may the chat answer from?', 'Read this content');
  await takeStep(owner, 'Twenty questions every visitor asks', 'Continue');
  await takeStep(owner, 'How should it look?', 'Save and continue');
  await takeStep(owner, 'Show the chat to visitors', 'Switch the chat on');
  const see = page.getByRole('link', { name: 'See it on your site' });
  await see.waitFor();
  await owner.look('It is on', page.locator('.itih-column'), see);
  const opened = page.waitForEvent('popup');
  await owner.click(see);
  owner.page = await opened;
  return ask(owner);
}

interface Set {
  stack: Stack;
  browser: Browser;
  content: Content;
}

async function film(
  { stack, browser, content }: Set,
  way: Way,
): Promise<Row & { frames: Frame[] }> {
  const children = createChildren();
  process.once('exit', children.killAll);
  const site = await freshSite(stack, `film_${way.name.replaceAll('-', '_')}`, content);
  const wpCli = way.server === 'wp-cli' ? wpCliFile(values['wp-cli']) : undefined;
  const server = way.server && (await bootServer(site.folder, wpCli));
  const context = await browser.newContext({
    viewport: { width: 1000, height: 750 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patience);
  const owner = new Owner(await context.newPage());
  try {
    const password = stack.adminPassword;
    await logIn(owner, site.url, password);
    const start = () => way.start({ owner, site, server, children, password });
    const said = await Promise.race([walk(owner, way, start), children.died]);
    const { name, label, reality } = way;
    const { clicks, fields, machine, person, frames } = owner;
    const { suite, wpVersion: wordpress } = stack;
    const counts = { clicks, fields, machine, person, answer: said };
    return { way: name, label, reality, suite, wordpress, ...counts, frames };
  } catch (error) {
    await owner.page.screenshot({
      path: join(makeFolder(join(repository, '.cache/film')), 'failed.png'),
    });
    throw error;
  } finally {
    await context.close();
    server?.stop();
    await children.stop();
  }
}

/** Returns the reason why a way cannot be gone here; undefined if it can. */
function obstacle(way: Way): string | undefined {
  if (way.server === 'wp-cli' && !values['wp-cli']) return 'no --wp-cli was given';
  if (way.name !== 'passenger' || existsSync('/usr/lib/apache2/modules/mod_passenger.so')) return;
  return 'libapache2-mod-passenger is not installed';
}

/** Films a way; one that fails is said, and the others go on. */
async function attempt(set: Set, way: Way): Promise<void> {
  const { wpVersion: wordpress } = set.stack;
  try {
    const { frames, ...row } = await film(set, way);
    await saveStrip(set.browser, folder, row, frames);
    console.log(JSON.stringify(row));
    keepRow(row);
  } catch (error) {
    console.error(`${way.name} on WordPress ${wordpress} fails: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

/** Keeps a row for the page, in the order of the ways. */
function keepRow(row: Row): void {
  const file = join(makeFolder(join(repository, '.cache/film')), 'rows.json');
  const rows = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Row[]) : [];
  const others = rows.filter(({ way, suite }) => way !== row.way || suite !== row.suite);
  const place = ({ way, suite }: Row) =>
    ways.findIndex(({ name }) => name === way) + suites.indexOf(suite) / 10;
  const all = [...others, row].sort((one, other) => place(one) - place(other));
  writeFileSync(file, JSON.stringify(all));
  writePage(folder, all);
}

const only = values.only?.split(',');
const wanted = ways.filter(({ name }) => !only || only.includes(name));
for (const way of wanted) {
  const why = obstacle(way);
  if (why) throw new Error(`${way.label}: ${why}.`);
}
exitOnSignals();
// Each way has what ends with this process.
process.setMaxListeners(0);
const content = readContent();
for (const suite of values.suite ? [values.suite] : suites) {
  const { file, close } = await up({ name: 'film', part: 'browser', suite });
  const stack = readStack(file);
  const browser = await chromium.launch(browserOptions(stack.chromium));
  for (const way of wanted) await attempt({ stack, browser, content }, way);
  await browser.close();
  close();
}
process.exit();
