import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  createPost,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { expectProblem, openPage, part as partOf, phone, picture as pictureOf } from './pages.ts';

let sidecar: Sidecar;
let page: Page;
let inline: Post;

const part = (name: string) => partOf(page, name);
const picture = (name: string) => pictureOf(page, name);
const panelFile = /widget-panel\.js/;

// Requests that a test blocks.
expectProblem(/net::ERR_FAILED/);

beforeAll(async () => {
  sidecar = await startSidecar({ settings: { appearance: { colors: { launcher: '#aa0000' } } } });
  const filler = '<p>Line</p>'.repeat(3);
  inline = await createPost(
    { title: 'Ask here', content: `${filler}\n\n[rag_chat height="400"]\n\n<p>Below</p>` },
    'pages',
  );
});
afterAll(async () => {
  await setLocale('');
  await trashPost(inline.id, 'pages');
  await sidecar.stop();
});

/** A visitor without a past. */
beforeEach(async () => {
  await page?.context().close();
  page = await openPage();
});

const requests = () => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
};
/** WordPress takes only languages whose packs it has; those cannot be downloaded here. */
const setLocale = (locale: string) =>
  runPhp(`add_filter( 'get_available_languages', fn() => array( '${locale}' ) );
    update_option( 'WPLANG', '${locale}' );`);

/** Serves a page with another head or policy. */
async function rewrite(change: (html: string) => string, headers: Record<string, string> = {}) {
  await page.route(stack().url + '/', async (route) => {
    const response = await route.fetch();
    const body = change(await response.text());
    await route.fulfill({ response, body, headers: { ...response.headers(), ...headers } });
  });
}
const launcherTag = /<script[^>]*build\/widget\.js[^>]*><\/script>/;

async function opens(): Promise<void> {
  await part('launcher').click();
  await part('input').waitFor();
}

test('a page view loads the button alone, with the owner’s colour, and calls nothing', async () => {
  const urls = requests();
  await page.goto(stack().url, { waitUntil: 'networkidle' });
  const colour = await part('launcher').evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(colour).toBe('rgb(170, 0, 0)');
  expect(urls.filter((url) => /itih\/v1/.test(url) || panelFile.test(url))).toEqual([]);
  await picture('button');
});

test('hovering and focusing fetch the panel ahead; a click opens it', async () => {
  await page.goto(stack().url);
  const loaded = page.waitForResponse(panelFile);
  await part('launcher').hover();
  expect((await loaded).status()).toBe(200);
  expect(await part('panel').count()).toBe(0);
  await opens();
  await picture('opened');
  await page.reload();
  await part('input').waitFor();
});

test('the button of a phone keeps its place and size when the panel was open', async () => {
  await page.setViewportSize(phone);
  await page.goto(stack().url);
  const before = await part('launcher').boundingBox();
  await opens();
  await part('close').click();
  await part('panel').waitFor({ state: 'hidden' });
  expect(await part('launcher').boundingBox()).toEqual(before);
});

test('a strict content security policy is obeyed', async () => {
  const policy =
    "script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; " +
    "require-trusted-types-for 'script'; trusted-types itih-chat";
  // The theme's own styles and scripts in the page are not what is tested.
  await rewrite(
    (html) =>
      `<!DOCTYPE html><html lang="en"><body>${/<itih-chat[\s\S]*?<\/itih-chat>/.exec(html)?.[0]}${launcherTag.exec(html)?.[0]}</body></html>`,
    { 'content-security-policy': policy },
  );
  await page.goto(stack().url);
  const violations = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = [];
        document.addEventListener('securitypolicyviolation', (event) =>
          found.push(event.violatedDirective),
        );
        setTimeout(() => resolve(found), 1500);
      }),
  );
  await opens();
  expect(await violations).toEqual([]);
});

test.each([
  ['twice', (tag: string) => tag + tag.replace('.js?', '.js?again&')],
  ['as a module', (tag: string) => tag.replace('<script', '<script type="module"')],
  [
    'inside another script',
    (tag: string) => {
      const source = /src=["']([^"']+)/.exec(tag)?.[1] ?? '';
      return `<script>fetch("${source}").then((reply) => reply.text()).then((text) => (0, eval)("var joined = 1;" + text + ";joined = 2;"))</script>`;
    },
  ],
])('an optimiser that runs the script %s changes nothing', async (_, change) => {
  await rewrite((html) => html.replace(launcherTag, change));
  await page.goto(stack().url);
  await opens();
  expect(await part('launcher').count()).toBe(1);
});

test('a panel that is blocked is told, and trying again opens it', async () => {
  await page.route(panelFile, (route) => route.abort());
  await page.goto(stack().url);
  await part('launcher').click();
  await page.getByText('The chat could not be loaded. Try again').waitFor();
  await picture('blocked');
  await page.unroute(panelFile);
  await opens();
});

test('a chat in the page loads when it comes into view, and nothing moves', async () => {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node, previousRect: from, currentRect: to } of sources) {
          shifts.push(
            `${node?.nodeName} ${node?.className} ${JSON.stringify(from)} ${JSON.stringify(to)}`,
          );
        }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The theme's own fonts come late, and move its texts.
  await page.route(/\.woff2/, (route) => route.abort());
  // Slow enough for the page to be painted before the launcher, and before the panel.
  await page.route(/build\/widget/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  for (const address of [inline.link, stack().url]) {
    await page.goto(address);
    if (address === inline.link) await part('input').waitFor();
    else await opens();
    await page.waitForTimeout(300);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
    expect(shifts).toEqual([]);
  }
});

test('the field of a chat in the page is a line high, and takes the focus where it is clicked', async () => {
  await page.goto(inline.link);
  await part('input').waitFor();
  expect((await part('input').boundingBox())?.height).toBeGreaterThan(30);
  await part('input').click({ position: { x: 40, y: 4 } });
  await page.keyboard.type('When?');
  expect(await part('input').inputValue()).toBe('When?');
});

test('a text stands on the button, and questions of the page come before the owner’s', async () => {
  const asked = [
    'Is there parking?',
    'Are dogs welcome?',
    'Is it warm?',
    'How long?',
    'Is it far?',
  ];
  const headings = asked.map((text) => `<h3>${text}</h3><p>Yes.</p>`).join('');
  await rewrite((html) => html.replace('</main>', `${headings}</main>`));
  await page.setViewportSize(phone);
  await page.goto(stack().url);
  await page.evaluate(() => {
    const chat = document.querySelector('itih-chat')!;
    const given = JSON.parse(chat.getAttribute('config') ?? '') as object;
    const changes = { label: 'Ask us', starters: ['When are you open?'] };
    chat.setAttribute('config', JSON.stringify({ ...given, ...changes }));
  });
  expect(await part('launcher').textContent()).toBe('Ask us');
  await picture('label');
  await opens();
  expect(await part('starter').allTextContents()).toEqual([
    ...asked.slice(0, 2),
    'When are you open?',
  ]);
  await picture('questions-of-the-page');
});

test('mount() works at once, and keeps what is asked before the panel is there', async () => {
  await page.goto(stack().url);
  await page.evaluate(() => {
    const first = document.querySelector('itih-chat');
    const config = JSON.parse(first?.getAttribute('config') ?? '') as { api: string };
    first?.remove();
    window.ItihChat?.mount('body', { api: config.api }).open();
  });
  await part('input').waitFor();
});

test('a page without WordPress shows the chat in its element, opens it by its button and hears of its use', async () => {
  for (const name of ['ask.html', 'ask.js']) {
    copyFileSync(`examples/widget-in-a-page/${name}`, join(stack().wpDir, name));
  }
  await page.goto(`${stack().url}/ask.html`);
  await part('input').waitFor();
  expect(await page.locator('#chat itih-chat').getByText('Harbour office').isVisible()).toBe(true);
  const hint = page.getByText('Most questions are answered at once.');
  expect(await hint.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await hint.waitFor({ state: 'detached' });
  const answered = page.waitForResponse(/\/itih\/v1\/chat$/);
  await page.keyboard.type('When?');
  await page.keyboard.press('Enter');
  expect((await answered).status()).toBe(200);
  await picture('page-without-wordpress');
});

test('a click counts although the panel comes between press and release', async () => {
  let arrive = () => {};
  const pressed = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(panelFile, async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto(stack().url);
  await part('launcher').hover();
  await page.mouse.down();
  arrive();
  await page.locator('itih-chat [part~=launcher][aria-haspopup]').waitFor();
  await page.mouse.up();
  await part('input').waitFor();
});

test.each([
  ['de_AT', 'Chat öffnen', 'Ihre Frage …', 'ltr'],
  ['ar', 'فتح المحادثة', 'اكتب سؤالك…', 'rtl'],
])('a site in %s has a chat in its language', async (locale, open, placeholder, direction) => {
  await setLocale(locale);
  await page.goto(stack().url);
  expect(await part('launcher').getAttribute('title')).toBe(open);
  await opens();
  expect(await part('input').getAttribute('placeholder')).toBe(placeholder);
  expect(await page.locator('itih-chat .root').getAttribute('dir')).toBe(direction);
  await picture(locale);
});
