import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { DashboardReply } from '../../../server/contract/admin.ts';
import { until } from '../../fakes/wait.ts';
import { launchBrowser, rest, stack } from '../../stack.ts';

/** A browser whose user is the administrator, on one page of the plugin: `''`, `-knowledge`, `-settings&tab=mcp`. */
export async function openAdminPage(screen: string) {
  const { url, adminUser, adminPassword } = stack();
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${url}/wp-login.php`);
  await page.fill('#user_login', adminUser);
  await page.fill('#user_pass', adminPassword);
  await Promise.all([page.waitForURL(/wp-admin/), page.click('#wp-submit')]);
  await page.goto(`${url}/wp-admin/admin.php?page=itih-rag-chat${screen}`);

  return {
    page,
    /** Errors that scripts threw. */
    problems,
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

    /** As WordPress says it in Arabic and Hebrew. */
    async turnRightToLeft(): Promise<void> {
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
        document.body.classList.add('rtl');
      });
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
