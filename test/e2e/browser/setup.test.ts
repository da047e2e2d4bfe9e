import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import {
  anonymous,
  createPost,
  pluginComplaints,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  type Sidecar,
} from '../../stack.ts';
import { openAdminPage, type AdminPage } from './admin-page.ts';

const plugin = 'itih-rag-chat/itih-rag-chat.php';
const posts: number[] = [];
let sidecar: Sidecar | undefined;
let admin: AdminPage;
let clicks = 0;
const consoleErrors: string[] = [];

const start = (databaseUrl?: string) =>
  startSidecar({
    ...(databaseUrl ? { databaseUrl } : { database: 'mariadb' }),
    settings: { general: { widget_enabled: false } },
  });
const step = () => new URL(admin.page.url()).searchParams.get('step');
const setupUrl = (query = '') =>
  `${stack().url}/wp-admin/admin.php?page=itih-rag-chat-setup${query}`;
const frontPage = async () => (await fetch(stack().url)).text();

async function press(what: Locator) {
  await what.click();
  clicks++;
}
const button = (name: string) => admin.page.getByRole('button', { name, exact: true });

/** Faults of what was looked at; each step is looked at, whatever the others have. */
const faults: string[] = [];

/** As an owner sees it on a desktop, a phone, and from right to left. */
async function look(name: string) {
  const { page } = admin;
  const widest = async () => {
    if ((await admin.overflow()) > 0) faults.push(`${name} is wider than the screen`);
  };
  await admin
    .expectNoAxeViolations()
    .catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
  await admin.picture(`setup-${name}`);
  await admin.becomePhone();
  await widest();
  await admin.picture(`setup-${name}-phone`);
  await page.setViewportSize({ width: 360, height: 740 });
  await widest();
  await page.setViewportSize({ width: 1280, height: 900 });
  await admin.turnRightToLeft();
  await admin.picture(`setup-${name}-rtl`);
  await admin.turnRightToLeft(false);
}

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
  admin = await openAdminPage('');
  admin.page.on('console', (message) => {
    // The browser itself reports each 503 of a sidecar that is not there.
    const isNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isNetwork) consoleErrors.push(message.text());
  });
});
let ended = 0;
afterEach(() => admin.picture(`setup-test-${++ended}`));
afterAll(async () => {
  await admin.close();
  await sidecar?.stop();
  await runPhp(`require_once ABSPATH . 'wp-admin/includes/plugin.php';
    activate_plugin( '${plugin}' );`);
  for (const id of posts) await trashPost(id);
});

test('activation leads to the first steps', async () => {
  const { page } = admin;
  await page.goto(`${stack().url}/wp-admin/plugins.php`);
  await press(page.locator('#activate-itih-rag-chat'));
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
  await page.getByText('The sidecar is not running').waitFor();
  expect(step()).toBe('connect');
  expect(await page.locator('.itih-command code').textContent()).toContain('itih.mjs');
  expect(await frontPage()).not.toContain('<itih-chat');
  await look('connect');
});

test('the step turns green by itself when the sidecar has been started', async () => {
  await press(button('Copy'));
  sidecar = await start();
  await admin.page.getByText(/^Version .*, up for/).waitFor();
  expect(await admin.page.locator('.itih-path__step.is-done').first().textContent()).toContain(
    'Connect',
  );
  await look('connected');
  await press(button('Continue'));
});

let began = 0;

test('the types of content have their counts, and are read at one click', async () => {
  const { page } = admin;
  await page.getByRole('checkbox', { name: 'Posts' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Posts' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Pages' }).isChecked()).toBe(true);
  await look('content');
  began = performance.now();
  await press(button('Read this content'));
  await page.getByText('Indexing has finished').first().waitFor();
  await look('indexing');
  await page.reload();
  await page.getByText('Ready', { exact: true }).waitFor();
  expect(step()).toBe('indexing');
  await press(button('Continue'));
});

test('a question of the site’s own is answered in place, with its source', async () => {
  const { page } = admin;
  const suggested = page.locator('.itih-suggested button');
  await suggested.first().waitFor();
  expect(await suggested.allTextContents()).toContain('When does the museum open?');
  await press(suggested.filter({ hasText: 'When does the museum open?' }));
  await page.locator('.itih-answer .itih-markdown').getByText('nine in the morning').waitFor();
  expect(performance.now() - began).toBeLessThan(120_000);
  const sources = page.locator('.itih-answer .itih-chunks').first();
  expect(await sources.textContent()).toContain('The harbour museum');
  await look('ask');
});

test('what is not on the site is said so, with what helps', async () => {
  const { page } = admin;
  await page.locator('[name=question]').fill('Who won the chess championship of 1927?');
  await page.locator('[name=question]').press('Enter');
  await page.getByText('Nothing that was read answers this.').waitFor();
  await look('ask-nothing');
});

test('an owner who leaves comes back to the same step', async () => {
  const { page } = admin;
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat`);
  const goOn = page.getByRole('link', { name: 'Go on with the first steps' });
  await goOn.waitFor();
  await goOn.click();
  await page.getByRole('heading', { name: 'Ask your site a question' }).waitFor();
  expect(step()).toBe('ask');
  await press(button('Continue'));
});

test('three fields make it the site’s own', async () => {
  const { page } = admin;
  await page.locator('[name=bot_name]').fill('Harbour guide');
  await page.locator('[name=color]').fill('#0b6b7d');
  await page.locator('[name=position]').selectOption('bottom-left');
  await look('look');
  await press(button('Save and continue'));
  await page.getByText('Until you switch it on, no page shows the chat.').waitFor();
  expect(await frontPage()).not.toContain('<itih-chat');
  await look('off');
});

test('it is switched on, visitors see it, and it took at most twelve clicks', async () => {
  const { page } = admin;
  await press(button('Switch the chat on'));
  await page.getByText('The chat is on').first().waitFor();
  await look('on');
  expect(clicks).toBeLessThanOrEqual(12);
  expect(await frontPage()).toContain('<itih-chat');
  expect(await frontPage()).toContain('Harbour guide');
  const { body } = await anonymous<{ available: boolean }>('GET', '/itih/v1/session');
  expect(body.available).toBe(true);
  await page.goto(setupUrl());
  await page.getByText('The chat is on').first().waitFor();
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat`);
  await page.locator('.itih-header').getByText('Connected').waitFor();
  await page.locator('#itih-knowledge').waitFor();
  await page.locator('#itih-first-steps').waitFor({ state: 'detached' });
});

test('while the sidecar is away the steps say so, and go on when it is back', async () => {
  const { page } = admin;
  await page.goto(setupUrl('&step=ask'));
  await page.locator('[name=question]').waitFor();
  await sidecar?.kill('SIGKILL');
  await page.reload();
  await page.getByText('The sidecar is not running').waitFor();
  expect(step()).toBe('ask');
  sidecar = await start(sidecar?.databaseUrl);
  await page.locator('[name=question]').waitFor();
});

test('every step can be read by anybody on any screen', () => {
  expect(faults).toEqual([]);
});

test('no script threw or complained, and PHP reported nothing', () => {
  // A page that is left before WordPress has faded it in.
  expect(admin.problems.filter((problem) => problem !== 'Transition was skipped')).toEqual([]);
  expect(consoleErrors).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
