/** Pages in the bed's browser: who looks at them, what goes wrong on them, and how they look. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { DashboardReply } from '../../../server/contract/admin.ts';
import { until } from '../../fakes/wait.ts';
import { launchBrowser, login, pluginComplaints, rest, stack } from '../../stack.ts';

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

export type Account = keyof ReturnType<typeof stack>['accounts'];

interface PageOptions extends BrowserContextOptions {
  /** Whose page it is; absent: a visitor's. */
  account?: Account;
  /** Address of the site; the bed's by default. Its accounts are those of the bed. */
  site?: string;
}

let browser: Promise<Browser> | undefined;
const problems: string[] = [];
const expected: RegExp[] = [
  // WordPress animates by view transitions, which Chromium gives up when a page is left or it has no time for them.
  /^Transition was/,
];

/** Lets the pages of this file say so in the console, as their test provokes it. */
export const expectProblem = (problem: RegExp) => void expected.push(problem);

afterAll(async () => {
  await (await browser)?.close();
  const unexpected = problems.filter((text) => !expected.some((known) => known.test(text)));
  expect({ unexpected, php: pluginComplaints() }).toEqual({ unexpected: [], php: [] });
});

async function cookiesOf(account: Account, url: string) {
  const { cookie } = await login(account, { url, accounts: stack().accounts });
  return cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}

/** Opens an empty page in a context of its own. The file fails for each script that throws on it, and for each error in its console. */
export async function openPage({ account, site = stack().url, ...options }: PageOptions = {}) {
  browser ??= launchBrowser();
  const context = await (await browser).newContext({ viewport: desktop, ...options });
  // A page of the administration may take long on a busy machine.
  context.setDefaultTimeout(60_000);
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('console', (message) => {
    // Pages of WordPress name addresses outside of the bed.
    const isOurs = new URL(message.location().url || site).host === new URL(site).host;
    if (message.type() === 'error' && isOurs) problems.push(message.text());
  });
  if (account) await context.addCookies(await cookiesOf(account, site));
  return context.newPage();
}

/** @param query Of the plugin's screens: `''`, `-chats`, `-settings&tab=models`. */
export const adminUrl = (query: string, site = stack().url) =>
  `${site}/wp-admin/admin.php?page=itih-rag-chat${query}`;

/** Opens a screen of the plugin as an account sees it. */
export async function openScreen(query: string, account: Account = 'admin'): Promise<Page> {
  const page = await openPage({ account });
  await page.goto(adminUrl(query));
  return page;
}

/** A part of the widget; Playwright's selectors reach into its shadow root. */
export const part = (page: Page, name: string) => page.locator(`itih-chat [part~="${name}"]`);

export const answers = (page: Page) => page.locator('itih-chat [data-role="assistant"]');

export async function ask(page: Page, question: string): Promise<void> {
  await part(page, 'input').fill(question);
  await part(page, 'input').press('Enter');
}

/** Shows the site's front page to a visitor, who opens the chat. */
export async function visit(options: PageOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(stack().url);
  await part(page, 'launcher').click();
  return page;
}

/** Written where ITIH_SCREENSHOTS says, for whoever wants to look. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  const folder = process.env['ITIH_SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}

export async function expectAccessible(page: Page, selector = '#itih-admin'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

export async function expectNoWider(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
}

/** Looks at a screen on a desktop, a phone, and from right to left. */
export async function look(page: Page, name: string, selector?: string): Promise<void> {
  await expectAccessible(page, selector);
  await picture(page, name, true);
  await page.setViewportSize(phone);
  await expectNoWider(page);
  await picture(page, `${name}-phone`, true);
  await turnRightToLeft(page);
  await expectNoWider(page);
  await page.setViewportSize(desktop);
  await picture(page, `${name}-rtl`, true);
  await turnRightToLeft(page, false);
}

/** Turns a page as WordPress has it in Arabic and Hebrew, with the other style sheets, or again as in English. */
async function turnRightToLeft(page: Page, turned = true): Promise<void> {
  await page.evaluate(async (isTurned) => {
    document.documentElement.dir = isTurned ? 'rtl' : 'ltr';
    document.body.classList.toggle('rtl', isTurned);
    const turn = (address: string) =>
      isTurned
        ? address.replace('dir=ltr', 'dir=rtl').replace('/build/admin.css', '/build/admin-rtl.css')
        : address.replace('dir=rtl', 'dir=ltr').replace('/build/admin-rtl.css', '/build/admin.css');
    const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
    await Promise.all(
      Array.from(sheets, async (link) => {
        if (turn(link.href) === link.href) return;
        const loaded = new Promise((resolve) => {
          link.onload = resolve;
          link.onerror = resolve;
        });
        link.href = turn(link.href);
        await loaded;
      }),
    );
  }, turned);
}

/** All that is there has been read, and it is at least so many documents. */
export const whenRead = (documents: number) =>
  until('all is read', async () => {
    const { body } = await rest<DashboardReply>('GET', '/itih/v1/dashboard');
    const { completed = 0 } = body.documents.by_status;
    return completed >= documents && completed === body.documents.total;
  });
