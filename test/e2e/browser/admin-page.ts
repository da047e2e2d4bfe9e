import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { DashboardReply } from '../../../server/contract/admin.ts';
import { until } from '../../fakes/wait.ts';
import { launchBrowser, rest, stack } from '../../stack.ts';
import { type Account, login } from './login.ts';

/** A browser whose user is the administrator, or another account, on one page of the plugin: `''`, `-chats`, `-knowledge`, …. */
export async function openAdminPage(screen: string, account: Account = 'admin') {
  const { url } = stack();
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems: string[] = [];
  const consoleErrors: string[] = [];
  // A page of the administration may take long on a busy machine.
  page.setDefaultTimeout(30_000);
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

    /** As WordPress says it in Arabic and Hebrew, or again as in English. */
    async turnRightToLeft(turned = true): Promise<void> {
      const directions = turned ? ['ltr', 'rtl'] : ['rtl', 'ltr'];
      await page.evaluate(async ([from = '', to = '']) => {
        document.documentElement.dir = to;
        document.body.classList.toggle('rtl', to === 'rtl');
        const sheets = document.querySelectorAll<HTMLLinkElement>(`link[href*="dir=${from}"]`);
        await Promise.all(
          Array.from(sheets, async (link) => {
            const loaded = new Promise((resolve) => {
              link.onload = resolve;
              link.onerror = resolve;
            });
            link.href = link.href.replace(`dir=${from}`, `dir=${to}`);
            await loaded;
          }),
        );
      }, directions);
    },
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
