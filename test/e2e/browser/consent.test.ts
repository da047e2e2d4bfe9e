/** Consent that the owner asks for while visitors have the page open, and the screen where they do. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Settings } from '../../../server/contract/settings.ts';
import { launchBrowser, rest, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { saveSettings } from '../wordpress/visitor.ts';
import { openAdminPage } from './admin-page.ts';

const consent = 'Questions are stored for 90 days. See the [policy](https://example.org/privacy).';
let sidecar: Sidecar;
let browser: Browser;

beforeAll(async () => {
  sidecar = await startSidecar({ settings: { limits: { per_ip_max: 0 } } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await sidecar.stop();
});

/** Errors of scripts; the browser also reports the refused request. */
async function openChat(viewport: { width: number; height: number }) {
  const page = await (await browser.newContext({ viewport })).newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(stack().url);
  await part(page, 'launcher').click();
  await part(page, 'input').waitFor();
  return { page, errors };
}

const part = (page: Page, name: string) => page.locator(`itih-chat [part~="${name}"]`);

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['ITIH_SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

test.each([
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
])('an open chat asks for the new consent, and the question goes on: %s', async (name, size) => {
  await saveSettings({ privacy: { consent_text: '' } });
  const { page, errors } = await openChat(size);
  await saveSettings({ privacy: { consent_text: consent } });
  await part(page, 'input').fill('Hello');
  await part(page, 'input').press('Enter');
  await part(page, 'consent').waitFor();
  await picture(page, `consent-${name}`);
  const { violations } = await new AxeBuilder({ page }).include('itih-chat').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(await part(page, 'input').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.locator('itih-chat [data-role="assistant"][data-status="done"]').waitFor();
  expect(await part(page, 'consent').count()).toBe(0);
  expect(await part(page, 'input').isVisible()).toBe(true);
  await picture(page, `consent-given-${name}`);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the owner has conversations not stored', async () => {
  const admin = await openAdminPage('-settings&tab=privacy');
  const { page } = admin;
  const store = page.getByLabel('Store conversations');
  await store.waitFor();
  await admin.picture('privacy');
  await admin.expectNoAxeViolations();
  await store.click();
  await page.locator('.itih-save button[type=submit]').click();
  await page.locator('.components-notice', { hasText: 'Saved' }).waitFor();
  const { body } = await rest<{ settings: Settings }>('GET', '/itih/v1/settings');
  expect(body.settings.privacy.store_chats).toBe(false);
  await admin.becomePhone();
  await admin.picture('privacy-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
  expect([admin.problems, admin.consoleErrors]).toEqual([[], []]);
  await admin.close();
});
