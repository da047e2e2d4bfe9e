import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { themes } from '../../../server/contract/themes.ts';
import { until } from '../../fakes/wait.ts';
import {
  anonymous,
  createPost,
  launchBrowser,
  stack,
  startSidecar,
  trashPost,
  type Sidecar,
} from '../../stack.ts';
import { indexed } from '../wordpress/visitor.ts';

let sidecar: Sidecar;
let browser: Browser;
let page: Page;
let post: { id: number };
const question = 'When does the harbour museum open?';

const part = (name: string) => page.locator(`itih-chat [part~="${name}"]`);
const open = () => part('launcher').click();

/** Written where ITIH_SCREENSHOTS says. */
async function picture(name: string): Promise<void> {
  const folder = process.env['ITIH_SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function ask(): Promise<void> {
  await part('input').fill(question);
  await part('input').press('Enter');
}

beforeAll(async () => {
  sidecar = await startSidecar();
  post = await createPost({
    title: 'The harbour museum',
    content: '<p>The harbour museum opens at nine in the morning.</p>',
  });
  await indexed();
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await browser.close();
  await trashPost(post.id);
  await sidecar.stop();
});

test('without the sidecar: one sentence, the site’s search, and the question is kept', async () => {
  await page.goto(stack().url);
  await page.clock.install();
  await open();
  await sidecar.kill('SIGKILL');
  await ask();
  await part('error').waitFor();
  expect(await part('error').locator('p').textContent()).toBe(
    'The chat is not available right now.',
  );
  expect(await page.locator('itih-chat [data-role=user]').textContent()).toContain(question);
  const { violations } = await new AxeBuilder({ page }).include('itih-chat').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await picture('off-desktop');
});

test('when it is back the widget says so by itself, and one click sends the question', async () => {
  sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
  const session = () => anonymous<{ available: boolean }>('GET', '/itih/v1/session');
  // The site looks at most every 15 s, for all visitors together.
  await until('the site to notice', async () => (await session()).body.available, 30_000);
  await page.clock.runFor(70_000);
  await part('note').waitFor();
  expect(await part('note').locator('p').textContent()).toBe('The chat is available again.');
  await picture('off-back');
  await part('retry').click();
  await page.locator('itih-chat [data-role=assistant][data-status=done]').last().waitFor();
  expect(await page.locator('itih-chat [data-role=assistant]').last().textContent()).toContain(
    'nine in the morning',
  );
  expect(await part('error').count()).toBe(0);
});

test('the search opens in the same tab with what was asked', async () => {
  await sidecar.kill('SIGKILL');
  await ask();
  await part('search').click();
  await page.waitForURL(/\?s=/);
  expect(new URL(page.url()).searchParams.get('s')).toBe(question);
  expect(page.context().pages()).toHaveLength(1);
});

test.each([
  ['phone', { width: 390, height: 844 }, {}],
  ['dark', { width: 1280, height: 800 }, { colors: themes.dark }],
  ['rtl', { width: 390, height: 844 }, { rtl: true }],
])('it can be read: %s', async (name, viewport, look: { colors?: object; rtl?: boolean }) => {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(stack().url);
  await page.evaluate((wanted) => {
    const chat = document.querySelector('itih-chat')!;
    const config = JSON.parse(chat.getAttribute('config') ?? '') as Record<string, unknown>;
    const rtl = {
      rtl: true,
      strings: {
        ...(config['strings'] as object),
        error_unavailable: 'الدردشة غير متاحة الآن.',
        search_site: 'ابحث في هذا الموقع',
        retry: 'حاول مرة أخرى',
      },
    };
    const theme = { theme: { name: 'dark', colors: wanted.colors } };
    const changed = { ...config, ...(wanted.rtl ? rtl : {}), ...(wanted.colors ? theme : {}) };
    chat.setAttribute('config', JSON.stringify(changed));
  }, look);
  await open();
  await part('error').waitFor();
  await picture(`off-${name}-before`);
  await ask();
  await page.locator('itih-chat [data-role=assistant] [part~=error]').waitFor();
  expect(await part('error').count()).toBe(1);
  await picture(`off-${name}`);
  const { violations } = await new AxeBuilder({ page }).include('itih-chat').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await context.close();
});
