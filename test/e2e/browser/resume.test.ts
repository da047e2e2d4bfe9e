/** An answer survives what visitors do while it is written. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { answer } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import { createPost, launchBrowser, stack, startSidecar, type Sidecar } from '../../stack.ts';

const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
const whole = words.join(' ');

let sidecar: Sidecar;
let openai: OpenAiServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let other: string;
beforeAll(async () => {
  openai = await startOpenAiServer();
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  sidecar = await startSidecar({
    settings: {
      limits: { per_ip_max: 0 },
      // Without history: rewriting a follow-up would take the next scripted answer.
      chat: { strict: false, history_turns: 0 },
      llm: { provider: 'openai', fallback: '', openai: connection },
    },
  });
  other = (await createPost({ title: 'Another page', content: '<p>Nothing new.</p>' })).link;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await sidecar.stop();
  await openai.close();
});

const part = (name: string, where = page) => where.locator(`itih-chat [part~="${name}"]`);
const answers = (where = page) => where.locator('itih-chat [data-role="assistant"]');
const saying = (text: string, where = page) => answers(where).filter({ hasText: text });

beforeEach(async () => {
  await context?.close();
  context = await browser.newContext();
  page = await context.newPage();
  openai.script(answer({ text: words.map((word) => `${word} `), delayMs: 60 }));
  await page.goto(stack().url);
  await part('launcher').click();
  await part('input').fill('Tell me a long story');
  await part('input').press('Enter');
  await saying('word5').waitFor();
});

const asked = () =>
  openai.requests.filter(({ body }) => JSON.stringify(body).includes('long story')).length;

test('changing the page in the middle shows it to its end on the next one', async () => {
  const before = asked();
  await page.goto(other);
  await saying(whole).waitFor({ timeout: 15_000 });
  expect(await answers().count()).toBe(1);
  await until('its end', async () => (await answers().getAttribute('data-status')) === 'done');
  expect(asked()).toBe(before);
});

test('losing the network in the middle loses no word', async () => {
  const before = asked();
  await context.setOffline(true);
  await page.waitForTimeout(1000);
  await context.setOffline(false);
  await saying(whole).waitFor({ timeout: 20_000 });
  expect(await answers().count()).toBe(1);
  expect(asked()).toBe(before);
});

test('a second tab shows it, too, and what is asked there is shown in the first', async () => {
  const second = await context.newPage();
  await second.goto(other);
  await part('launcher', second).click();
  await saying(whole, second).waitFor({ timeout: 15_000 });
  openai.script(answer({ text: 'A short one.' }));
  await part('input', second).fill('And a short story?');
  await part('input', second).press('Enter');
  await saying('A short one.').waitFor({ timeout: 15_000 });
  expect(await answers().count()).toBe(2);
});

test('a failed answer can be asked for again after a reload', async () => {
  await saying(whole).waitFor({ timeout: 15_000 });
  openai.script(answer({ text: 'Half of', then: 'error frame' }), answer({ text: 'All of it.' }));
  await part('input').fill('How does the story end?');
  await part('input').press('Enter');
  await part('retry').waitFor();
  await page.reload();
  await part('retry').click();
  await saying('All of it.').waitFor();
});
