/** Settings as far as only a browser, or a real server behind it, shows them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Settings } from '../../../server/contract/settings.ts';
import { startMcpServer, type FakeMcpServer } from '../../fakes/mcp-server.ts';
import { protect, startOAuthServer, type FakeOAuthServer } from '../../fakes/oauth-server.ts';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import { rest, runPhp, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { switchAiOff } from '../ai-switch.ts';
import {
  adminUrl,
  expectAccessible,
  expectProblem,
  openPage,
  part,
  picture,
  visit,
} from './pages.ts';

const apiKey = 'not-a-key-but-as-long-as-one-0042';
let sidecar: Sidecar;
let openai: OpenAiServer;
let mcp: FakeMcpServer;
let oauth: FakeOAuthServer;
let page: Page;

const field = (name: string) => page.locator(`.itih-admin [name="${name}"]`);
const noted = (sentence: string | RegExp) =>
  page.locator('.components-notice', { hasText: sentence }).first().waitFor();
const stored = async () =>
  (await rest<{ settings: Settings }>('GET', '/itih/v1/settings')).body.settings;
async function save(): Promise<void> {
  await page.locator('.itih-save button[type=submit]').click();
  await noted(/^(?:Notice)?Saved/);
}
const open = (tab: string) => page.goto(adminUrl(`-settings&tab=${tab}`));

// A conflict, a wrong file and a wrong key are refused on purpose.
expectProblem(/status of (400|409|502)/);

beforeAll(async () => {
  openai = await startOpenAiServer({ apiKey });
  mcp = await startMcpServer();
  oauth = await startOAuthServer(() => mcp.url, { decision: 'ask' });
  protect(mcp, oauth);
  sidecar = await startSidecar();
  page = await openPage({ account: 'admin' });
});
afterAll(async () => {
  await runPhp("update_option( 'itih_settings', array(), false );");
  await sidecar.stop();
  await openai.close();
  await mcp.close();
  await oauth.close();
});

test('the bot is renamed and coloured: first in the preview, then on the site', async () => {
  await open('appearance');
  const preview = page.frameLocator('.itih-preview iframe');
  const shown = (name: string) => preview.locator(`itih-chat [part~="${name}"]`).first();
  await shown('title').waitFor();
  await field('appearance.bot_name').fill('Ask Ada');
  await shown('title').filter({ hasText: 'Ask Ada' }).waitFor();
  const hasFocus = (node: Element) => node === document.activeElement;
  expect(await field('appearance.bot_name').evaluate(hasFocus)).toBe(true);
  await page.getByText('More colours').click();
  await field('appearance.colors.header_bg.code').fill('#0b3d2e');
  const colour = () => shown('header').evaluate((node) => getComputedStyle(node).backgroundColor);
  await until('the colour', async () => (await colour()) === 'rgb(11, 61, 46)');
  await field('appearance.offset_x').fill('64');
  await field('preview.view').selectOption('talk');
  await preview.getByText('When are you open?').waitFor();
  expect((await stored()).appearance.bot_name).toBe('');
  await save();
  const visitor = await visit();
  await part(visitor, 'title').filter({ hasText: 'Ask Ada' }).waitFor();
  const right = await part(visitor, 'launcher').evaluate(
    (one) => window.innerWidth - one.getBoundingClientRect().right,
  );
  expect(right).toBe(64);
  await visitor.context().close();
});

test('of two administrators the second is shown what the first has saved', async () => {
  await open('chat');
  await field('chat.refusal_text').fill('Nobody knows.');
  await field('chat.contact').fill('Ring the bell.');
  await rest('PUT', '/itih/v1/settings', { chat: { refusal_text: 'Please call us.' } });
  await page.locator('.itih-save button[type=submit]').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Please call us.').waitFor();
  await picture(page, 'settings-conflict');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Save as chosen' }).click();
  await noted('Saved');
  const { refusal_text, contact } = (await stored()).chat;
  expect([refusal_text, contact]).toEqual(['Please call us.', 'Ring the bell.']);
});

test('what is wrong is named, marked and scrolled to, on whichever tab it is', async () => {
  await open('chat');
  await field('chat.mail_to').fill('no address');
  await page.locator('.itih-nav').getByRole('link', { name: 'Privacy' }).click();
  await page.locator('.itih-save button[type=submit]').click();
  await noted('E-mail address for conversations: This is no e-mail address.');
  const mail = field('chat.mail_to');
  const isThere = (node: Element) => node === document.activeElement;
  await until('the focus', () => mail.evaluate(isThere));
  expect(await mail.getAttribute('aria-invalid')).toBe('true');
  const top = await mail.evaluate((node) => node.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(0);
  await picture(page, 'settings-error');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

test('a file of settings is exported and imported, without keys', async () => {
  await rest('PUT', '/itih/v1/settings', { llm: { groq: { api_key: 'not-a-key-0042-0042' } } });
  await open('advanced');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const exported = await text(await (await download).createReadStream());
  expect(exported).toContain('Ask Ada');
  expect(exported).not.toContain('0042');
  const choose = (name: string, content: string) => {
    const path = join(stack().folder, name);
    writeFileSync(path, content);
    return field('settings.file').setInputFiles(path);
  };
  await choose('wrong.json', exported.replace(/"top_k": \d+/, '"top_k": 900'));
  await noted('Passages for an answer');
  await choose('other.json', exported.replace('Ask Ada', 'Ask Bea'));
  await noted('1 setting of the file differs');
  await save();
  const now = await stored();
  expect(now.appearance.bot_name).toBe('Ask Bea');
  expect(now.llm.groq.api_key).toMatchObject({ set: true });
});

describe('models', () => {
  const card = () => page.locator('#itih-llm');
  const options = () => card().getByRole('option').filter({ visible: true });

  test('are listed by the provider once the key is right, and chosen by the keyboard', async () => {
    await open('models');
    await field('llm.provider').selectOption('openai_compatible');
    await field('llm.base_url').fill(openai.url);
    await field('llm.api_key').fill('wrong-key');
    await field('llm.model').click();
    const status = card().getByRole('status');
    await status.filter({ hasText: /refused the API key/ }).waitFor();
    await field('llm.api_key').fill(apiKey);
    await field('llm.model').press('ArrowDown');
    await status.filter({ hasText: 'to choose from' }).waitFor();
    await field('llm.model').pressSequentially('4.1');
    expect(await options().allTextContents()).toEqual(['gpt-4.1-mini']);
    await field('llm.model').press('ArrowDown');
    await picture(page, 'models-list');
    await expectAccessible(page);
    await field('llm.model').press('Enter');
    expect(await field('llm.model').inputValue()).toBe('gpt-4.1-mini');
    await save();
    await page.reload();
    await field('llm.model').waitFor();
    expect(await field('llm.model').inputValue()).toBe('gpt-4.1-mini');
    expect(await page.content()).not.toContain(apiKey);
  });

  const sinceWordPress7 = Number.parseFloat(stack().wpVersion) >= 7 ? test : test.skip;

  sinceWordPress7('are not asked where WordPress has AI switched off, which is said', async () => {
    const undo = switchAiOff();
    try {
      await open('models');
      await page.getByText('AI is switched off for this site').first().waitFor();
      await expectAccessible(page);
    } finally {
      undo();
      // The sidecar reads what WordPress allows with the settings.
      await rest('PUT', '/itih/v1/settings', { chat: { tone: 'Short.' } });
    }
  });
});

describe('a tool server that wants a sign-in', () => {
  const row = () => page.locator('.itih-table tbody tr');
  const press = (name: string) =>
    row()
      .getByRole('button', { name: `${name}: Bookings` })
      .click();
  /** Leads to the authorization server, and decides there. */
  async function signIn(decision: 'Allow' | 'Deny'): Promise<void> {
    await press('Sign in');
    await page.getByRole('link', { name: decision }).click();
  }

  test('says so, and a refusal there comes back as a reason', async () => {
    await open('mcp');
    await page.getByRole('button', { name: 'Add a server' }).click();
    const form = page.locator('#itih-server');
    await form.locator('[name=name]').fill('Bookings');
    await form.locator('[name=url]').fill(mcp.url);
    await form.locator('button[type=submit]').click();
    await row().getByText('This server asks you to sign in.').waitFor();
    await page.getByText('Sign in with a client of your own').click();
    expect(await page.locator('.itih-client code').textContent()).toMatch(
      /\/wp-admin\/admin\.php\?page=itih-rag-chat-settings&tab=mcp$/,
    );
    await picture(page, 'sign-in-needed');
    await expectAccessible(page);
    await form.getByText('Close', { exact: true }).click();
    await signIn('Deny');
    await noted('You were not signed in: access was denied.');
    expect(page.url()).not.toMatch(/state=|error=/);
  });

  test('is signed in to there and back, an end of the access is said, and it is left again', async () => {
    await signIn('Allow');
    await noted('Bookings: 1 tool was found, of which 1 can be used.');
    await row().getByText('Signed in').waitFor();
    expect(page.url()).not.toMatch(/state=|code=/);
    expect(oauth.refusals).toEqual([]);
    await expectAccessible(page);
    for (const grant of oauth.grants) grant.isOver = true;
    await press('Look for tools');
    await row().getByText('The sign-in has expired or was revoked.').waitFor();
    await signIn('Allow');
    await row().getByText('Signed in').waitFor();
    await press('Sign out');
    await noted('You are signed out.');
    expect(oauth.forms('/revoke')).toHaveLength(2);
  });
});
