import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, stack } from '../../stack.ts';
import { login } from './login.ts';

let browser: Browser;
let page: Page;
const failures: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => failures.push(error.message));
});

afterAll(() => browser.close());

test('the front page renders', async () => {
  await page.goto(stack().url);
  expect(await page.title()).toContain('Test bed');
  expect(await page.locator('h1, h2').count()).toBeGreaterThan(0);
});

test('the administrator logs in and sees the plugin active', async () => {
  await login(page);
  await page.goto(`${stack().url}/wp-admin/plugins.php`);
  const active = page.locator('tr.active[data-plugin="itih-rag-chat/itih-rag-chat.php"]');
  expect(await active.count()).toBe(1);
});

test('no page threw an error', () => {
  expect(failures).toEqual([]);
});
