import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../fakes/wait.ts';
import {
  anonymous,
  createPost,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  type Sidecar,
} from '../../stack.ts';
import { adminUrl, expectProblem, look, openPage, openScreen, picture } from './pages.ts';

const plugin = 'itih-rag-chat/itih-rag-chat.php';
const posts: number[] = [];
let sidecar: Sidecar | undefined;
let page: Page;
let clicks = 0;

const start = (databaseUrl?: string) =>
  startSidecar({
    ...(databaseUrl ? { databaseUrl } : { database: 'mariadb' }),
    settings: { general: { widget_enabled: false } },
  });
const step = () => new URL(page.url()).searchParams.get('step');
const setupUrl = (query = '') => adminUrl(`-setup${query}`);
const frontPage = async () => (await fetch(stack().url)).text();

async function press(what: Locator) {
  await what.click();
  clicks++;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeAll(async () => {
  for (const [title, content] of [
    [
      'The harbour museum',
      '<h2>When does the museum open?</h2><p>The harbour museum opens at nine in the morning.</p>',
    ],
    ['Boat tours', '<h2>How long is a boat tour?</h2><p>A boat tour takes two hours.</p>'],
  ]) {
    posts.push((await createPost({ title, content })).id);
  }
  await runPhp(`delete_option( 'itih_contact' ); delete_transient( 'itih_probe' );
    update_option( 'itih_settings', array( 'embeddings' => array( 'provider' => 'builtin' ) ) );
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    deactivate_plugins( '${plugin}' );`);
  page = await openPage({ account: 'admin' });
});
afterAll(async () => {
  await sidecar?.stop();
  await runPhp(`require_once ABSPATH . 'wp-admin/includes/plugin.php';
    activate_plugin( '${plugin}' );`);
  for (const id of posts) await trashPost(id);
});

test('activation leads to the first steps', async () => {
  await page.goto(`${stack().url}/wp-admin/plugins.php`);
  await press(page.locator('#activate-itih-rag-chat'));
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
  await page.getByText('Not started yet').waitFor();
  expect(step()).toBe('where');
  expect(await page.locator('.itih-badge.is-bad').count()).toBe(0);
  await page.getByText(`Nobody answers on port ${stack().sidecarPort} yet.`).waitFor();
  await look(page, 'setup-where');
});

test('each way has lines of this very site, and can be looked at', async () => {
  const { wpDir } = stack();
  const lines = page.locator('.itih-doings code');
  for (const [way, line] of [
    ['My own server, with WP-CLI', `--path=${wpDir}`],
    ['My own server, without WP-CLI', `service install --wp ${wpDir}`],
    ['cPanel or Plesk', wpDir],
    ['Docker', 'docker run'],
    ['A cloud host', 'fly deploy'],
    ['My host does not allow programs', `connect ${stack().url}`],
  ] as const) {
    await page.getByRole('radio', { name: way }).check();
    expect((await lines.allTextContents()).join(' ')).toContain(line);
    await look(page, `setup-where-${way.replaceAll(' ', '-')}`);
  }
  await page.getByRole('radio', { name: 'I don’t know' }).check();
  expect(await page.getByRole('textbox', { name: 'The mail' }).inputValue()).toContain(stack().url);
  await look(page, 'setup-where-unknown');
  await page.getByRole('radio', { name: 'My own server, with WP-CLI' }).check();
});

test('another program at the port is told as such, and that nobody is there as normal', async () => {
  const stranger = createServer((_request, response) => response.writeHead(404).end());
  await once(stranger.listen(stack().sidecarPort, '127.0.0.1'), 'listening');
  const watched = page.locator('.itih-watch');
  await watched.getByText('(HTTP status 404)').waitFor();
  await look(page, 'setup-where-stranger');
  stranger.closeAllConnections();
  stranger.close();
  await watched.getByText(`Nobody answers on port ${stack().sidecarPort} yet.`).waitFor();
});

test('the way goes on by itself when the sidecar has been started', async () => {
  await press(button('Copy'));
  sidecar = await start();
  await page.getByRole('heading', { name: 'How shall it answer?' }).waitFor();
  expect(await page.locator('.itih-path__step.is-done').first().textContent()).toContain('Where');
});

test('how it answers is asked, and quoting is chosen already', async () => {
  const quote = page.getByRole('radio', { name: 'Quote my pages' });
  await quote.waitFor();
  expect(await quote.isChecked()).toBe(true);
  await look(page, 'setup-how');
  await page.getByRole('radio', { name: 'An AI writes' }).check();
  await page.getByText(/About \$[\d.]+ per 100 answers, by/).waitFor();
  await look(page, 'setup-how-ai');
  await quote.check();
  await press(button('Continue'));
});

let began = 0;
// Calls of a sidecar that is not there, and a screen that is not for editors.
expectProblem(/status of (403|503)/);

test('the types of content have their counts, and are read at one click', async () => {
  await page.getByRole('checkbox', { name: 'Posts' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Posts' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Pages' }).isChecked()).toBe(true);
  const overview = page.locator('.itih-content-overview');
  await overview.getByText('2 will be read').waitFor();
  await overview.getByText('1 left out: sample that came with WordPress').first().waitFor();
  await look(page, 'setup-content');
  began = performance.now();
  await press(button('Read this content'));
  await page.getByText('Everything was read').first().waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Twenty questions every visitor asks' }).waitFor();
  expect(step()).toBe('ask');
});

test('a question of the site’s own is answered in place, with its source', async () => {
  await page.getByRole('heading', { name: /^\d+ missing$/ }).waitFor();
  await page.getByRole('heading', { name: 'Not asked yet' }).waitFor({ state: 'detached' });
  const suggested = page.locator('.itih-suggested button');
  await suggested.first().waitFor();
  expect(await suggested.allTextContents()).toContain('When does the museum open?');
  await press(suggested.filter({ hasText: 'When does the museum open?' }));
  await page.locator('.itih-answer .itih-markdown').getByText('nine in the morning').waitFor();
  expect(performance.now() - began).toBeLessThan(120_000);
  const sources = page.locator('.itih-answer .itih-chunks').first();
  expect(await sources.textContent()).toContain('The harbour museum');
  await look(page, 'setup-ask');
});

test('what is not on the site is said so, with what helps', async () => {
  await page.locator('[name=question]').fill('Who won the chess championship of 1927?');
  await page.locator('[name=question]').press('Enter');
  await page.getByText('Nothing that was read answers this.').waitFor();
  await look(page, 'setup-ask-nothing');
});

test('an owner who leaves comes back to the same step', async () => {
  await page.goto(adminUrl(''));
  const goOn = page.getByRole('link', { name: 'Go on with the first steps' });
  await goOn.waitFor();
  await goOn.click();
  await page.getByRole('heading', { name: 'Twenty questions every visitor asks' }).waitFor();
  expect(step()).toBe('ask');
  await press(button('Continue'));
});

test('three fields make it the site’s own', async () => {
  await page.locator('[name=bot_name]').fill('Harbour guide');
  await page.locator('[name=color]').fill('#0b6b7d');
  await page.locator('[name=position]').selectOption('bottom-left');
  const preview = page.frameLocator('.itih-preview iframe');
  await preview.getByText('Harbour guide').first().waitFor();
  const launcher = preview.locator('itih-chat [part~="launcher"]').first();
  const colour = (node: Element) => getComputedStyle(node).backgroundColor;
  await until('the colour', async () => (await launcher.evaluate(colour)) === 'rgb(11, 107, 125)');
  await look(page, 'setup-look-edited');
  await press(button('Save and continue'));
  await page.getByText('Until you switch it on, no page shows the chat.').waitFor();
  expect(await frontPage()).not.toContain('<itih-chat');
  await look(page, 'setup-off');
});

test('it is switched on, visitors see it, and it took at most eight clicks', async () => {
  await press(button('Switch the chat on'));
  await page.getByText('The chat is on').first().waitFor();
  expect(clicks).toBeLessThanOrEqual(8);
  expect(await frontPage()).toContain('<itih-chat');
  expect(await frontPage()).toContain('Harbour guide');
  const { body } = await anonymous<{ available: boolean }>('GET', '/itih/v1/session');
  expect(body.available).toBe(true);
  await page.goto(setupUrl());
  await page.getByText('The chat is on').first().waitFor();
  await page.goto(adminUrl(''));
  await page.locator('.itih-header').getByText('Connected').waitFor();
  await page.locator('#itih-knowledge').waitFor();
  await page.locator('#itih-first-steps').waitFor({ state: 'detached' });
});

test('while the sidecar is away the steps say so, and go on when it is back', async () => {
  await page.goto(setupUrl('&step=ask'));
  await page.locator('[name=question]').waitFor();
  await sidecar?.kill('SIGKILL');
  await page.reload();
  await page.getByText('The answer service is not running').waitFor();
  expect(step()).toBe('ask');
  sidecar = await start(sidecar?.databaseUrl);
  await page.locator('[name=question]').waitFor();
});

test('a slow network is said, and waited for', async () => {
  const status = /itih(?:%2F|\/)v1(?:%2F|\/)status/;
  await page.route(status, async (route) => {
    await sleep(2000);
    await route.continue();
  });
  await page.goto(setupUrl('&step=how'));
  await page.getByText('Connecting…').waitFor();
  await picture(page, 'setup-slow');
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.unroute(status);
});

test('an editor is told that the first steps are not theirs', async () => {
  const editor = await openScreen('-setup', 'editor');
  await editor.getByText('Sorry, you are not allowed to access this page.').waitFor();
  await editor.context().close();
});
