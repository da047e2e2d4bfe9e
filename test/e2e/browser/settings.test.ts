import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OwnedSettingsReply, Settings } from '../../../server/contract/settings.ts';
import {
  createPost,
  pluginComplaints,
  rest,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { openAdminPage, type AdminPage } from './admin-page.ts';

const tabs = [
  '',
  'models',
  'embeddings',
  'store',
  'indexing',
  'chat',
  'appearance',
  'limits',
  'mcp',
  'privacy',
  'advanced',
];

let sidecar: Sidecar;
let admin: AdminPage;
let page: Page;
let contact: Post;
let news: Post;
const consoleErrors: string[] = [];

const field = (name: string) => page.locator(`.itih-admin [name="${name}"]`);
const preview = () => page.frameLocator('.itih-preview iframe');
const part = (name: string) => preview().locator(`itih-chat [part~="${name}"]`);
const noted = (text: string | RegExp) => page.locator('.components-notice', { hasText: text });
const stored = async () =>
  (await rest<{ settings: Settings }>('GET', '/itih/v1/settings')).body.settings;

async function save(): Promise<void> {
  await page.locator('.itih-save button[type=submit]').click();
  await noted(/^(?:Notice)?Saved/).waitFor();
}
async function open(tab: string): Promise<void> {
  const query = tab && `&tab=${tab}`;
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat-settings${query}`);
  await page.locator('.itih-section, .itih-save').first().waitFor();
}
const backgroundOf = (name: string) =>
  part(name)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

/** Shows a page of the site to a visitor, and tells whether it has the floating chat. */
async function visit(
  url: string,
  look: (visitor: Page) => Promise<void> = () => Promise.resolve(),
) {
  const context = await page.context().browser()!.newContext();
  const visitor = await context.newPage();
  await visitor.goto(url);
  const count = await visitor.locator('itih-chat[mode=floating]').count();
  await look(visitor);
  await context.close();
  return count > 0;
}

beforeAll(async () => {
  sidecar = await startSidecar();
  contact = await createPost({ title: 'Contact and directions', content: '<p>Here.</p>' }, 'pages');
  news = await createPost({ title: 'News of the week', content: '<p>New.</p>' });
  admin = await openAdminPage('-settings');
  ({ page } = admin);
  page.on('console', (message) => {
    // A browser tells of each refused request; a conflict and a wrong file are refused on purpose.
    const isRefusal = /status of (?:400|409)/.test(message.text());
    if (message.type() === 'error' && !isRefusal) consoleErrors.push(message.text());
  });
  const used = { used: 12_000, limit: 0 };
  await page.route('**/itih/v1/figures?*', (route) =>
    route.fulfill({ json: { budget: { day: used, month: used } } }),
  );
});
afterAll(async () => {
  await admin.close();
  await trashPost(contact.id, 'pages');
  await trashPost(news.id);
  await runPhp("update_option( 'itih_settings', array(), false );");
  await sidecar.stop();
});

test.each(tabs)(
  'the tab “%s” has nothing that axe complains about, and fits a phone, from right to left too',
  async (tab) => {
    await open(tab);
    await page.locator('.nav-tab-active').waitFor();
    if (tab === 'appearance') await part('title').waitFor();
    await admin.expectNoAxeViolations();
    await admin.picture(`settings-${tab || 'general'}`);
    await admin.becomePhone();
    expect(await admin.overflow()).toBeLessThanOrEqual(0);
    await admin.picture(`settings-${tab || 'general'}-phone`);
    await admin.turnRightToLeft();
    expect(await admin.overflow()).toBeLessThanOrEqual(0);
    await admin.picture(`settings-${tab || 'general'}-rtl`);
    await page.setViewportSize({ width: 1280, height: 900 });
  },
);

test('the bot is renamed and coloured: first in the preview, then on the site', async () => {
  await open('appearance');
  await part('title').waitFor();
  await field('appearance.bot_name').fill('Ask Ada');
  await part('title').filter({ hasText: 'Ask Ada' }).waitFor();
  expect(await field('appearance.bot_name').evaluate((one) => one === document.activeElement)).toBe(
    true,
  );
  await field('appearance.colors.header_bg.code').fill('#0b3d2e');
  await expectColor('rgb(11, 61, 46)');
  await field('appearance.offset_x').fill('64');
  await field('preview.view').selectOption('talk');
  await preview().getByText('When are you open?').waitFor();
  await admin.picture('settings-appearance-edited');
  expect((await stored()).appearance.bot_name).toBe('');
  await save();
  expect((await stored()).appearance).toMatchObject({ bot_name: 'Ask Ada', offset_x: 64 });
  await visit(stack().url, async (visitor) => {
    await visitor.locator('itih-chat [part~=launcher]').click();
    const title = visitor.locator('itih-chat [part~=title]');
    await title.filter({ hasText: 'Ask Ada' }).waitFor();
    const right = await visitor
      .locator('itih-chat [part~=launcher]')
      .evaluate((one) => window.innerWidth - one.getBoundingClientRect().right);
    expect(right).toBe(64);
  });
});

async function expectColor(color: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; ;) {
    if ((await backgroundOf('header')) === color || Date.now() > deadline) break;
    await page.waitForTimeout(50);
  }
  expect(await backgroundOf('header')).toBe(color);
}

test('the chat shows only on a page that is chosen by its title', async () => {
  await open('');
  await field('general.show').selectOption('selected');
  await field('general.show_ids.search').fill('directions');
  await page.locator('.itih-posts__found button', { hasText: 'Contact and directions' }).click();
  await admin.picture('settings-general-selected');
  await admin.expectNoAxeViolations();
  await save();
  expect(await visit(contact.link)).toBe(true);
  expect(await visit(news.link)).toBe(false);
  await page.reload();
  await page.locator('.itih-posts__chosen', { hasText: 'Contact and directions' }).waitFor();
  await field('general.show').selectOption('everywhere');
  await save();
  expect(await visit(news.link)).toBe(true);
});

test('of two administrators the second is shown what the first has saved', async () => {
  await open('chat');
  await field('chat.tone').fill('Dry and short.');
  await field('chat.contact').fill('Ring the bell.');
  await rest('PUT', '/itih/v1/settings', { chat: { tone: 'Warm and long.' } });
  await page.locator('.itih-save button[type=submit]').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Warm and long.').waitFor();
  await admin.picture('settings-conflict');
  expect((await stored()).chat).toMatchObject({ tone: 'Warm and long.', contact: '' });
  await dialog.getByRole('button', { name: 'Save as chosen' }).click();
  await noted(/Saved/).waitFor();
  expect((await stored()).chat).toMatchObject({
    tone: 'Warm and long.',
    contact: 'Ring the bell.',
  });
  expect(await field('chat.tone').inputValue()).toBe('Warm and long.');
});

test('a file of settings is exported and imported, without keys', async () => {
  await rest('PUT', '/itih/v1/settings', { llm: { groq: { api_key: 'not-a-key-0042-0042' } } });
  await open('advanced');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const exported = await text(await (await download).createReadStream());
  expect(exported).toContain('Ask Ada');
  expect(exported).not.toContain('0042');

  const folder = stack().folder;
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const wrong = exported.replace(/"top_k": \d+/, '"top_k": 900');
  await field('settings.file').setInputFiles(write('wrong.json', wrong));
  await noted('Passages for an answer').waitFor();
  const other = exported.replace('Ask Ada', 'Ask Bea');
  await field('settings.file').setInputFiles(write('other.json', other));
  await noted('1 setting of the file differs').waitFor();
  await admin.picture('settings-imported');
  expect((await stored()).appearance.bot_name).toBe('Ask Ada');
  await save();
  const now = await stored();
  expect(now.appearance.bot_name).toBe('Ask Bea');
  expect(now.llm.groq.api_key).toMatchObject({ set: true });
});

test('an old bookmark of the tools opens their tab', async () => {
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat-tools`);
  await page.getByText('There is no server yet.').waitFor();
  expect(new URL(page.url()).searchParams.get('tab')).toBe('mcp');
});

test('no page threw an error or wrote one to the console', () => {
  expect(admin.problems).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('while the sidecar is stopped, the settings of the plugin are still saved', async () => {
  await sidecar.stop();
  await open('appearance');
  await page.locator('.itih-badge', { hasText: 'Not connected' }).waitFor();
  await field('appearance.welcome').fill('Back soon.');
  await save();
  await admin.picture('settings-appearance-offline');
  const { body } = await rest<OwnedSettingsReply>('GET', '/itih/v1/settings');
  expect(body).toMatchObject({
    partial: true,
    settings: { appearance: { welcome: 'Back soon.' } },
  });
  await open('limits');
  await noted('as soon as it answers again').waitFor();
  expect(admin.problems).toEqual([]);
});

test('nothing of ours has complained under WP_DEBUG', () => {
  expect(pluginComplaints()).toEqual([]);
});
