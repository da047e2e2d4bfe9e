import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { answer } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import {
  createPost,
  launchBrowser,
  stack,
  startSidecar,
  trashPost,
  updatePost,
  type Sidecar,
} from '../../stack.ts';
import { indexed, saveSettings } from '../wordpress/visitor.ts';

let sidecar: Sidecar;
let openai: OpenAiServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let post: { id: number; link: string };
const problems: string[] = [];

/** Written where ITIH_SCREENSHOTS says, for whoever wants to look. */
async function picture(name: string): Promise<void> {
  const folder = process.env['ITIH_SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Inside the shadow root: Playwright's selectors reach there. */
const part = (name: string) => page.locator(`itih-chat [part~="${name}"]`);
const answers = () => page.locator('itih-chat [data-role="assistant"]');
const lastAnswer = () => answers().last();

async function visit(viewport = { width: 1280, height: 800 }): Promise<void> {
  await context?.close();
  context = await browser.newContext({ viewport });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(stack().url);
}

async function askInWidget(question: string): Promise<void> {
  const before = await answers().count();
  await part('input').fill(question);
  await part('input').press('Enter');
  await page.waitForFunction(
    (count) => {
      const root = document.querySelector('itih-chat')?.shadowRoot;
      const all = root?.querySelectorAll<HTMLElement>('[data-role="assistant"]') ?? [];
      return (
        all.length > count &&
        /done|failed|stopped/.test(all[all.length - 1]?.dataset['status'] ?? '')
      );
    },
    before,
    { timeout: 15_000 },
  );
}

beforeAll(async () => {
  const settings = { limits: { per_ip_max: 0 }, chat: { starters: ['What does the boat cost?'] } };
  sidecar = await startSidecar({ database: 'mariadb', settings });
  openai = await startOpenAiServer();
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  await saveSettings({ llm: { openai: connection } });
  post = await createPost({
    title: 'Boat trips',
    content:
      '<p>The boat to the island leaves every hour. A ticket for the boat costs seven crowns.</p>',
  });
  await indexed();
  browser = await launchBrowser();
  await visit();
});
afterAll(async () => {
  await browser.close();
  await sidecar.stop();
  await openai.close();
});

test('nothing is fetched before the bubble is opened', async () => {
  await visit();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.waitForTimeout(300);
  expect(calls.filter((url) => url.includes('itih/v1'))).toEqual([]);
});

test('a visitor opens the bubble, asks, and reads an answer that names its post', async () => {
  await part('launcher').click();
  await part('input').waitFor();
  await picture('open');
  await askInWidget('What does a ticket for the boat cost?');
  expect(await lastAnswer().textContent()).toContain('seven crowns');
  expect(await part('quotation').getByRole('link').getAttribute('href')).toContain(post.link);
  expect(await lastAnswer().textContent()).toContain('Boat trips says:');
  await picture('answer');
});

test('a source of the site opens in place, and the panel with what was typed stays', async () => {
  await part('input').fill('And on Sunday');
  await part('quotation').getByRole('link').click();
  await page.waitForURL((url) => url.href.startsWith(post.link));
  await part('panel').waitFor();
  expect(await part('input').inputValue()).toBe('And on Sunday');
  await answers().filter({ hasText: 'seven crowns' }).waitFor();
  await part('input').fill('');
  await page.goto(stack().url);
  await part('panel').waitFor();
});

test('axe finds nothing to complain about', async () => {
  const { violations } = await new AxeBuilder({ page }).include('itih-chat').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('thumbs up is stored, and reload shows the history with it', async () => {
  await part('feedback-up').last().click();
  await page.locator('itih-chat [part~="feedback-up"][aria-pressed="true"]').waitFor();
  await page.reload();
  await lastAnswer().waitFor();
  expect(await lastAnswer().textContent()).toContain('seven crowns');
  expect(await lastAnswer().textContent()).not.toMatch(/Sources:\s*\[1\]/);
  await page.locator('itih-chat [part~="feedback-up"][aria-pressed="true"]').waitFor();
});

test('an edited post is the next answer, a trashed one answers nothing', async () => {
  await updatePost(post.id, { content: '<p>A ticket for the boat costs nine crowns.</p>' });
  await indexed();
  await askInWidget('What does a ticket for the boat cost?');
  expect(await lastAnswer().textContent()).toContain('nine crowns');
  await trashPost(post.id);
  await indexed();
  await askInWidget('What does a ticket for the boat cost?');
  expect(await lastAnswer().textContent()).not.toContain('crowns');
});

test('the answer is seen growing while it is written, and can be stopped', async () => {
  await saveSettings({ llm: { provider: 'openai' }, chat: { strict: false } });
  openai.script(
    answer({ text: Array.from({ length: 200 }, (_, index) => `word${index} `), delayMs: 50 }),
  );
  await part('input').fill('Tell me a long story');
  await part('input').press('Enter');
  const lengths = new Set<number>();
  const deadline = Date.now() + 5000;
  while (lengths.size <= 5 && Date.now() < deadline) {
    lengths.add((await lastAnswer().textContent())?.length ?? 0);
    await page.waitForTimeout(100);
  }
  expect(lengths.size).toBeGreaterThan(5);
  // The question stands at the top, and the view does not run ahead of the reader.
  const place = () =>
    page.evaluate(() => {
      const root = document.querySelector('itih-chat')!.shadowRoot!;
      const log = root.querySelector('[part=log]')!;
      const question = [...root.querySelectorAll('[data-role=user]')].at(-1)!;
      const top = question.getBoundingClientRect().top - log.getBoundingClientRect().top;
      return { top: Math.round(top), scrolled: log.scrollTop };
    });
  const pinned = await place();
  expect(pinned.top).toBe(18);
  await page.waitForTimeout(1000);
  expect(await place()).toEqual(pinned);
  await part('stop').click();
  await part('send').waitFor();
  const text = (await lastAnswer().textContent()) ?? '';
  expect(text).toContain('word3');
  expect(text).not.toContain('word150');
  await openai.requests.at(-1)?.closed;
  expect(openai.requests.at(-1)?.closedEarly).toBe(true);
});

test('an error is shown where it happened, and trying again answers', async () => {
  openai.script(
    answer({ text: 'Half of', then: 'error frame' }),
    answer({ text: 'The whole of it.' }),
  );
  await askInWidget('How does the story of the harbour museum end?');
  await part('error').waitFor();
  await picture('error');
  await part('retry').click();
  await answers().filter({ hasText: 'The whole of it.' }).waitFor();
  await saveSettings({ llm: { provider: 'builtin' }, chat: { strict: true } });
});

test('clearing asks once, and then the conversation is gone for good', async () => {
  await part('clear').click();
  await part('clear-confirm').click();
  await page.waitForFunction(
    () => !document.querySelector('itih-chat')?.shadowRoot?.querySelector('[data-role]'),
  );
  await page.reload();
  await part('starter').waitFor();
  expect(await answers().count()).toBe(0);
});

test('the keyboard is enough: Escape closes and gives the focus back', async () => {
  await part('input').focus();
  await page.keyboard.press('Escape');
  const focused = await page.evaluate(() =>
    document.activeElement?.shadowRoot?.activeElement?.getAttribute('part'),
  );
  expect(focused).toBe('launcher');
  await part('input').waitFor({ state: 'hidden' });
});

test('on a phone it fills the screen, after a tap', async () => {
  await visit({ width: 390, height: 844 });
  expect(await part('panel').isVisible()).toBe(false);
  await part('launcher').click();
  // It slides in.
  await until('the panel at rest', async () => (await part('panel').boundingBox())?.y === 0);
  expect(await part('panel').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await picture('phone');
});

test('no page threw an error', () => {
  const expected = /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/;
  expect(problems.filter((problem) => !expected.test(problem))).toEqual([]);
});
