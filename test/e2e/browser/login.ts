import type { Page } from 'playwright-core';
import { stack } from '../../stack.ts';

export type Account = keyof ReturnType<typeof stack>['accounts'];

interface LoginOptions {
  account?: Account;
  /** Address of the site; the bed's by default. Its accounts are those of the bed. */
  url?: string;
}

/** Logs in on WordPress' own form. The first page of the administration may take long on a busy machine. */
export async function login(
  page: Page,
  { account = 'admin', url = stack().url }: LoginOptions = {},
): Promise<void> {
  await page.goto(`${url}/wp-login.php`, { timeout: 60_000 });
  await page.fill('#user_login', account);
  await page.fill('#user_pass', stack().accounts[account]);
  await Promise.all([
    page.waitForURL(/wp-admin/, { waitUntil: 'commit', timeout: 60_000 }),
    page.click('#wp-submit', { noWaitAfter: true }),
  ]);
}
