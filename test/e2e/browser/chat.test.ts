/** The widget on the site's pages: an answer from question to source, and what visitors do while it is written. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { answer } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import { createPost, startSidecar, trashPost, type Post, type Sidecar } from '../../stack.ts';
import { indexed, saveSettings } from '../wordpress/visitor.ts';
import {
  answers,
  ask,
  desktop,
  expectAccessible,
  expectProblem,
  openPage,
  part,
  phone,
  picture,
  visit,
} from './pages.ts';

let sidecar: Sidecar;
let openai: OpenAiServer;
let menu: Post;
let page: Page;
expectProblem(/ERR_INTERNET_DISCONNECTED/);

const saying = (text: string, where = page) => answers(where).filter({ hasText: text });

beforeAll(async () => {
  openai = await startOpenAiServer();
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: {
      limits: { per_ip_max: 0 },
      // Without history: rewriting a follow-up would take the next scripted answer.
      chat: { strict: false, history_turns: 0, starters: ['What does porridge cost?'] },
      llm: { provider: 'builtin', fallback: '', openai: connection },
    },
  });
  const dishes = ['Porridge with berries – £4.50', 'Soup of the day – £5.50', 'Toastie – £6.00'];
  menu = await createPost(
    { title: 'The coffee bar', content: `<h2>Food</h2><p>${dishes.join('<br>')}</p>` },
    'pages',
  );
  await indexed();
});
afterAll(async () => {
  await trashPost(menu.id, 'pages');
  await sidecar.stop();
  await openai.close();
});

describe('without a language model', () => {
  beforeAll(async () => {
    page = await visit();
  });

  test('a visitor asks, and reads the section that answers, with its page', async () => {
    await ask(page, 'What does porridge with berries cost?');
    const card = page.locator('itih-chat .quotation');
    await card.waitFor();
    expect(await card.locator('strong').textContent()).toContain('Porridge with berries');
    expect(await card.locator('.crumb').textContent()).toBe('The coffee bar › Food');
    await picture(page, 'answer');
    await expectAccessible(page, 'itih-chat');
  });

  test('a source of the site opens in place, and the panel with what was typed stays', async () => {
    await part(page, 'input').fill('And on Sunday');
    await part(page, 'quotation').getByRole('link').click();
    await page.waitForURL((url) => url.href.startsWith(menu.link));
    await part(page, 'panel').waitFor();
    expect(await part(page, 'input').inputValue()).toBe('And on Sunday');
    await saying('Porridge').waitFor();
  });

  test('thumbs up is stored, and a reload shows the history with it', async () => {
    await part(page, 'feedback-up').last().click();
    const pressed = page.locator('itih-chat [part~="feedback-up"][aria-pressed="true"]');
    await pressed.waitFor();
    await page.reload();
    await saying('Porridge').waitFor();
    await pressed.waitFor();
    await ask(page, 'Thanks, that was great!');
    await saying('You are welcome!').waitFor();
    await part(page, 'copy').last().waitFor();
    expect(await part(page, 'feedback-up').last().isVisible()).toBe(false);
    await picture(page, 'thanks');
  });

  test('clearing asks once, and then the conversation is gone for good', async () => {
    await part(page, 'more').click();
    await picture(page, 'menu');
    await part(page, 'clear').click();
    expect(await part(page, 'clear-confirm').textContent()).toBe('Delete');
    await picture(page, 'delete');
    await part(page, 'clear-confirm').click();
    await page.locator('itih-chat [data-role]').first().waitFor({ state: 'detached' });
    await page.reload();
    await part(page, 'starter').waitFor();
    expect(await answers(page).count()).toBe(0);
  });

  test('the keyboard is enough: Escape closes and gives the focus back', async () => {
    await part(page, 'input').focus();
    await page.keyboard.press('Escape');
    const focused = await page.evaluate(() =>
      document.activeElement?.shadowRoot?.activeElement?.getAttribute('part'),
    );
    expect(focused).toBe('launcher');
    await part(page, 'input').waitFor({ state: 'hidden' });
  });

  test('on a phone it fills the screen, and goes for a source of the page behind it', async () => {
    const small = await openPage({ viewport: phone, hasTouch: true, isMobile: true });
    await small.goto(menu.link);
    await part(small, 'launcher').tap();
    // It slides in.
    await until('rest', async () => (await part(small, 'panel').boundingBox())?.y === 0);
    expect(await part(small, 'panel').boundingBox()).toEqual({ x: 0, y: 0, ...phone });
    await picture(small, 'phone');
    await part(small, 'starter').tap();
    const card = part(small, 'quotation').last();
    await card.waitFor();
    // A field that has the focus would bring the keyboard over the answer.
    const focused = () =>
      small.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className);
    expect(await focused()).toBe('log');
    await ask(small, 'What does soup cost?');
    await part(small, 'actions').nth(1).waitFor();
    const seen = await part(small, 'actions')
      .first()
      .evaluate((row) => getComputedStyle(row).opacity);
    expect(seen).toBe('1');
    await part(small, 'log').evaluate((log) => log.scrollTo(0, 0));
    await picture(small, 'phone-answer');
    await expectAccessible(small, 'itih-chat');
    await card.getByRole('link').tap();
    await part(small, 'panel').waitFor({ state: 'hidden' });
    expect(await part(small, 'launcher').textContent()).toBe('Back to the chat');
    await picture(small, 'phone-source');
    await expectAccessible(small, 'itih-chat');
    await part(small, 'launcher').tap();
    await card.waitFor();
    await small.context().close();
  });
});

const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
const whole = words.join(' ');

describe('while a model writes', () => {
  let other: Post;
  beforeAll(async () => {
    await saveSettings({ llm: { provider: 'openai' } });
    other = await createPost({ title: 'Another page', content: '<p>Nothing new.</p>' });
  });
  afterAll(() => trashPost(other.id));

  async function askForStory(): Promise<void> {
    page = await visit({ viewport: { ...desktop, height: 800 } });
    openai.script(answer({ text: words.map((word) => `${word} `), delayMs: 60 }));
    await ask(page, 'Tell me a long story');
    await saying('word5').waitFor();
  }
  const asked = () =>
    openai.requests.filter(({ body }) => JSON.stringify(body).includes('long story')).length;

  test('the answer is seen growing, the view does not run ahead, and it can be stopped', async () => {
    await askForStory();
    const seen = async () => ((await answers(page).last().textContent()) ?? '').length;
    const place = () =>
      page.evaluate(() => {
        const root = document.querySelector('itih-chat')!.shadowRoot!;
        const log = root.querySelector('[part=log]')!;
        const question = [...root.querySelectorAll('[data-role=user]')].at(-1)!;
        const top = question.getBoundingClientRect().top - log.getBoundingClientRect().top;
        return { top: Math.round(top), scrolled: log.scrollTop };
      });
    const before = { length: await seen(), ...(await place()) };
    expect(before.top).toBe(18);
    await page.waitForTimeout(500);
    expect(await seen()).toBeGreaterThan(before.length);
    expect(await place()).toEqual({ top: before.top, scrolled: before.scrolled });
    await part(page, 'stop').click();
    await part(page, 'send').waitFor();
    expect(await answers(page).last().textContent()).not.toContain('word59');
    await openai.requests.at(-1)?.closed;
    expect(openai.requests.at(-1)?.closedEarly).toBe(true);
    await page.context().close();
  });

  test('a number that the model has made up is no source, and half a table is not shown', async () => {
    page = await visit({ viewport: phone });
    openai.script(
      answer({ text: 'Porridge costs £4.50 [1], and soup less [9].' }),
      answer({ text: ['Dishes:\n\n', '| Dish | ', 'Price |\n', '| --- | --- |\n'], delayMs: 800 }),
    );
    await ask(page, 'What does porridge cost?');
    await part(page, 'source').first().waitFor();
    expect(await answers(page).locator('sup').allTextContents()).toEqual(['1']);
    expect(await part(page, 'source').count()).toBe(1);
    await picture(page, 'invented');
    await ask(page, 'Which dishes are there?');
    await saying('Dishes:').waitFor();
    await page.waitForTimeout(900);
    await part(page, 'stop').click();
    await part(page, 'send').waitFor();
    expect(await part(page, 'bubble').last().textContent()).toBe('Dishes:');
    await picture(page, 'half-table');
    await page.context().close();
  });

  test('changing the page in the middle shows it to its end on the next one', async () => {
    await askForStory();
    const before = asked();
    await page.goto(other.link);
    await saying(whole).waitFor();
    expect(await answers(page).count()).toBe(1);
    await until(
      'its end',
      async () => (await answers(page).getAttribute('data-status')) === 'done',
    );
    expect(asked()).toBe(before);
    await page.context().close();
  });

  test('without the network in the middle no word is lost, and a second tab shows it, too', async () => {
    await askForStory();
    const before = asked();
    const second = await page.context().newPage();
    await second.goto(other.link);
    await page.context().setOffline(true);
    await page.waitForTimeout(500);
    await page.context().setOffline(false);
    await saying(whole).waitFor();
    await part(second, 'launcher').click();
    await saying(whole, second).waitFor();
    expect(asked()).toBe(before);
    openai.script(answer({ text: 'A short one.' }));
    await ask(second, 'And a short story?');
    await saying('A short one.').waitFor();
    expect(await answers(page).count()).toBe(2);
  });

  test('an error is shown where it happened, and trying again answers, also after a reload', async () => {
    const half = answer({ text: 'Half of', then: 'error frame' });
    openai.script(half, answer({ text: 'The whole of it.' }));
    await ask(page, 'How does the story end?');
    await part(page, 'retry').click();
    await saying('The whole of it.').waitFor();
    openai.script(half, answer({ text: 'All of it.' }));
    await ask(page, 'And what comes then?');
    await part(page, 'retry').waitFor();
    await page.reload();
    await part(page, 'retry').click();
    await saying('All of it.').waitFor();
    await page.context().close();
  });
});
