import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import {
  createPost,
  launchBrowser,
  runPhp,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';

/** Long enough for its end to be shown. */
const apiKey = 'not-a-key-but-as-long-as-one-0042';

let sidecar: Sidecar;
let openai: OpenAiServer;
let browser: Browser;
let page: Page;
const problems: string[] = [];
const badge = () => page.locator('.itih-header .itih-badge');

async function picture(name: string): Promise<void> {
  const folder = process.env['ITIH_SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

beforeAll(async () => {
  const settings = { indexing: { auto_index: false } };
  sidecar = await startSidecar({ database: 'mariadb', settings });
  openai = await startOpenAiServer({ apiKey });
  for (let n = 1; n <= 5; n++) {
    await createPost({ title: `Room ${n}`, content: `<p>Room ${n} shows ${n} ships.</p>` });
  }
  const { url, adminUser, adminPassword } = stack();
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${url}/wp-login.php`);
  await page.fill('#user_login', adminUser);
  await page.fill('#user_pass', adminPassword);
  await Promise.all([page.waitForURL(/wp-admin/), page.click('#wp-submit')]);
  await page.goto(`${url}/wp-admin/admin.php?page=itih-rag-chat`);
});
afterAll(async () => {
  await browser.close();
  await sidecar.stop();
  await openai.close();
});

test('the page says that all is connected', async () => {
  await badge().filter({ hasText: 'Connected' }).waitFor();
  expect(await page.locator('#itih-connection').textContent()).toContain('MariaDB');
  await picture('admin-fresh');
});

test('everything is indexed at the press of a button, and the count is shown', async () => {
  await page.locator('.itih-index-all').first().click();
  await page.getByText('Indexing has finished').first().waitFor();
  const total = await runPhp<number>(
    "return count( get_posts( array( 'post_type' => array( 'post', 'page' ), 'numberposts' => -1 ) ) );",
  );
  expect(await page.locator('#itih-knowledge').textContent()).toContain(String(total));
  await picture('admin-indexed');
});

test('a provider is tested before it is saved, and the key is never shown again', async () => {
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat-settings&tab=models`);
  await page.locator('[name="llm.provider"]').selectOption('openai_compatible');
  await page.locator('[name="llm.base_url"]').fill(openai.url);
  await page.locator('[name="llm.api_key"]').fill('wrong-key');
  await page.locator('[name="llm.model"]').fill('gpt-4o-mini');
  const test = page.locator('button[aria-label="Test the language model"]');
  await test.click();
  await page.locator('#itih-llm .components-notice.is-error').waitFor();
  await page.locator('[name="llm.api_key"]').fill(apiKey);
  await test.click();
  await page.locator('#itih-llm .components-notice.is-success').waitFor();
  await page.locator('.itih-save button[type=submit]').click();
  await page.locator('.itih-save .components-notice.is-success').waitFor();
  await page.reload();
  await page.locator('[name="llm.provider"]').waitFor();
  expect(await page.locator('[name="llm.provider"]').inputValue()).toBe('openai_compatible');
  expect(await page.content()).not.toContain(apiKey);
  await page.locator('#itih-models', { hasText: `Key ending in ${apiKey.slice(-4)}` }).waitFor();
  await picture('admin-provider');
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat`);
});

test('axe finds nothing to complain about', async () => {
  const { violations } = await new AxeBuilder({ page }).include('#itih-admin').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('when the sidecar is gone the page says so, and recovers by itself', async () => {
  await sidecar.kill('SIGKILL');
  await page.reload();
  await badge().filter({ hasText: 'Not connected' }).waitFor();
  expect(await page.locator('.itih-command code').first().textContent()).toContain(
    'itih.mjs serve --wp',
  );
  await picture('admin-down');
  sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
  await badge()
    .filter({ hasText: /^Connected/ })
    .waitFor();
});

test('no page threw an error', () => {
  expect(problems).toEqual([]);
});
