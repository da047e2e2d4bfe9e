import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { DashboardReply } from '../../../server/contract/admin.ts';
import { until } from '../../fakes/wait.ts';
import { launchBrowser, rest, stack } from '../../stack.ts';
import { type Account, login } from './login.ts';

/** Turns a page as WordPress has it in Arabic and Hebrew, with the other style sheets, or again as in English. */
export async function turnRightToLeft(page: Page, turned = true): Promise<void> {
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

/** A browser whose user is the administrator, or another account, on one page of the plugin: `''`, `-chats`, `-knowledge`, …. */
export async function openAdminPage(screen: string, account: Account = 'admin') {
  const { url } = stack();
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems: string[] = [];
  const consoleErrors: string[] = [];
  // A page of the administration may take long on a busy machine.
  page.setDefaultTimeout(60_000);
  page.setDefaultNavigationTimeout(60_000);
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await login(page, { account });
  await page.goto(`${url}/wp-admin/admin.php?page=itih-rag-chat${screen}`);

  return {
    page,
    /** Errors that scripts threw. */
    problems,
    /** All that the console shows as an error, such as a refused call. */
    consoleErrors,
    close: () => browser.close(),

    async picture(name: string): Promise<void> {
      const folder = process.env['ITIH_SCREENSHOTS'];
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    },

    async expectNoAxeViolations(): Promise<void> {
      const { violations } = await new AxeBuilder({ page }).include('#itih-admin').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    },

    /** Pixels that the page is wider than the screen. */
    overflow: () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),

    async becomePhone(): Promise<void> {
      await page.setViewportSize({ width: 390, height: 844 });
    },

    turnRightToLeft: (turned?: boolean) => turnRightToLeft(page, turned),
  };
}
export type AdminPage = Awaited<ReturnType<typeof openAdminPage>>;

/** All that is there has been read, and it is at least so many documents. */
export const whenRead = (documents: number) =>
  until('all is read', async () => {
    const { body } = await rest<DashboardReply>('GET', '/itih/v1/dashboard');
    const { completed = 0 } = body.documents.by_status;
    return completed >= documents && completed === body.documents.total;
  });
