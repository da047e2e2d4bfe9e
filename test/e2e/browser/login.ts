import type { Page } from 'playwright-core';
import { login as logIn, stack } from '../../stack.ts';

export type Account = keyof ReturnType<typeof stack>['accounts'];

interface LoginOptions {
  account?: Account;
  /** Address of the site; the bed's by default. Its accounts are those of the bed. */
  url?: string;
}

/** Makes a page's user logged in. */
export async function login(
  page: Page,
  { account = 'admin', url = stack().url }: LoginOptions = {},
): Promise<void> {
  const { cookie } = await logIn(account, { url, accounts: stack().accounts });
  const cookies = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
  await page.context().addCookies(cookies);
}
