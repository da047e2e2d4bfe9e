/** A chat that has used up its tokens: what visitors read, and what the owner hears and sets. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import {
  launchBrowser,
  pluginComplaints,
  runPhp,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { saveSettings } from '../wordpress/visitor.ts';
import { openAdminPage } from './admin-page.ts';
import { catchMails, caughtMails, releaseMails } from './caught-mails.ts';

let sidecar: Sidecar;
let openai: OpenAiServer;
let browser: Browser;
const problems: string[] = [];

const part = (page: Page, name: string) => page.locator(`itih-chat [part~="${name}"]`);
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['ITIH_SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

beforeAll(async () => {
  await catchMails();
  openai = await startOpenAiServer();
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  sidecar = await startSidecar({ database: 'mariadb', settings: { limits: { per_ip_max: 0 } } });
  await saveSettings({
    llm: { provider: 'openai', fallback: '', openai: connection },
    chat: {
      strict: false,
      contact: 'Call us at [the desk](https://example.org/desk), 555 0100.',
    },
    limits: { daily_tokens: 100 },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await releaseMails();
  await runPhp("update_option( 'WPLANG', '' );");
  await browser.close();
  await sidecar.stop();
  await openai.close();
});

async function visit(viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(stack().url);
  await part(page, 'launcher').click();
  await part(page, 'input').fill('When do you open?');
  await part(page, 'input').press('Enter');
  await page.locator('itih-chat [data-code="budget_exhausted"]').waitFor();
  return page;
}

test('a visitor reads that the chat is closed for today, until when, and whom to ask', async () => {
  const page = await visit({ width: 1280, height: 800 });
  const note = page.locator('itih-chat [data-code="budget_exhausted"]');
  const text = await note.textContent();
  expect(text).toContain('The chat has reached its limit for today.');
  expect(text).toMatch(/You can ask again from \d/);
  expect(text).toContain('Call us at the desk');
  const { violations } = await new AxeBuilder({ page }).include('itih-chat').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await picture(page, 'closed');
  await page.context().close();
  const phone = await visit({ width: 390, height: 844 });
  await picture(phone, 'closed-phone');
  await phone.context().close();
});

test('in the language of the site, from right to left', async () => {
  // WordPress takes only languages whose packs it has; those cannot be downloaded here.
  await runPhp(`add_filter( 'get_available_languages', fn() => array( 'ar' ) );
    update_option( 'WPLANG', 'ar' );`);
  const page = await visit({ width: 390, height: 844 });
  const note = page.locator('itih-chat [data-code="budget_exhausted"]');
  expect(await note.textContent()).toContain('بلغت المحادثة حدها الأقصى لهذا اليوم.');
  await picture(page, 'closed-rtl');
  await page.context().close();
  await runPhp("update_option( 'WPLANG', '' );");
});

test('the owner is mailed once, with the way to the limits', async () => {
  await until('the mail', async () => (await caughtMails()).length > 0);
  const sent = await caughtMails();
  expect(sent).toHaveLength(1);
  const [{ to, subject, message }] = sent as [(typeof sent)[number]];
  expect(to).toBe(await runPhp("return get_option( 'admin_email' );"));
  expect(subject).toMatch(/^\[.+\] The chat has almost used today's tokens$/);
  expect(message).toContain('of the 100 tokens that you allow it in a day');
  expect(message).toContain('/wp-admin/admin.php?page=itih-rag-chat-settings&tab=limits');
});

test('with more tokens the chat answers again', async () => {
  await saveSettings({ limits: { daily_tokens: 1_000_000 } });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(stack().url);
  await part(page, 'launcher').click();
  await part(page, 'input').fill('When do you open?');
  await part(page, 'input').press('Enter');
  await page.locator('itih-chat [data-role=assistant][data-status=done]').waitFor();
  await context.close();
});

test('the owner sets the limits', async () => {
  const admin = await openAdminPage('-settings&tab=limits');
  const { page } = admin;
  const session = page.locator('[name="limits.per_session_max"]');
  await session.waitFor();
  expect(await session.inputValue()).toBe('15');
  await page.locator('#itih-budget-use').waitFor();
  await admin.expectNoAxeViolations();
  await admin.picture('limits');
  await session.fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved: Questions in one conversation.').first().waitFor();
  await admin.becomePhone();
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
  await admin.picture('limits-phone');
  await admin.turnRightToLeft();
  await admin.picture('limits-rtl');
  expect([admin.problems, admin.consoleErrors]).toEqual([[], []]);
  await admin.close();
});

test('nothing broke on the way', () => {
  expect(problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
