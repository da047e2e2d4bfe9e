import type { Page } from 'playwright-core';
import { loginCookies, stack } from '../../stack.ts';

export type Account = keyof ReturnType<typeof stack>['accounts'];

interface LoginOptions {
  account?: Account;
  /** Address of the site; the bed's by default. Its accounts are those of the bed. */
  url?: string;
}

/** Logs in on WordPress' own form. The first page of the administration may take long on a busy machine. */
export async function fillLoginForm(page: Page): Promise<void> {
  const { url, accounts } = stack();
  await page.goto(`${url}/wp-login.php`, { timeout: 60_000 });
  await page.fill('#user_login', 'admin');
  await page.fill('#user_pass', accounts.admin);
  await Promise.all([
    page.waitForURL(/wp-admin/, { waitUntil: 'commit', timeout: 60_000 }),
    page.click('#wp-submit', { noWaitAfter: true }),
  ]);
}

/** Gives the page's context the cookies of a login, without the form and the dashboard that follows it. */
export async function login(
  page: Page,
  { account = 'admin', url = stack().url }: LoginOptions = {},
): Promise<void> {
  const cookies = await loginCookies(account, { url, accounts: stack().accounts });
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url })));
}
