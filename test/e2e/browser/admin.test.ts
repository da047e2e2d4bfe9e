import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  createPost,
  launchBrowser,
  runPhp,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { login } from './login.ts';

let sidecar: Sidecar;
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
  for (let n = 1; n <= 5; n++) {
    await createPost({ title: `Room ${n}`, content: `<p>Room ${n} shows ${n} ships.</p>` });
  }
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  await login(page);
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat`);
});
afterAll(async () => {
  await browser.close();
  await sidecar.stop();
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

test('it leads to what is indexed, and the period is in the address', async () => {
  await page.locator('#itih-knowledge a', { hasText: 'Show and add documents' }).waitFor();
  const ready = page.locator('#itih-knowledge .itih-facts a').first();
  expect(await ready.getAttribute('href')).toContain('page=itih-rag-chat-knowledge');
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat&days=7`);
  await page.locator('.itih-period [aria-current]', { hasText: '7 days' }).waitFor();
  await page.locator('#itih-questions', { hasText: 'Nothing was rated' }).waitFor();
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
