/** A visitor sends the conversation to the owner: form, mail, and what is said when it fails. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, pluginComplaints, runPhp, stack, startSidecar } from '../../stack.ts';
import type { Sidecar } from '../../stack.ts';
import { saveSettings } from '../wordpress/visitor.ts';
import { caughtMails, catchMails, releaseMails } from './caught-mails.ts';

let sidecar: Sidecar;
let browser: Browser;
const problems: string[] = [];
const part = (page: Page, name: string) => page.locator(`itih-chat [part~="${name}"]`);

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['ITIH_SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

beforeAll(async () => {
  await catchMails();
  sidecar = await startSidecar({ settings: { limits: { per_ip_max: 0 } } });
  await saveSettings({ chat: { mail_to: 'desk@example.org' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await releaseMails();
  await runPhp("update_option( 'WPLANG', '' );");
  await browser.close();
  await sidecar.stop();
});

async function visit(viewport: { width: number; height: number }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(stack().url);
  await part(page, 'launcher').click();
  await part(page, 'input').fill('How many zebras live in the harbour?');
  await part(page, 'input').press('Enter');
  await part(page, 'mail-offer').waitFor();
  return page;
}

test('the owner gets the conversation as plain text, and a reply goes to the visitor', async () => {
  const page = await visit({ width: 1280, height: 800 });
  await picture(page, 'mail-offer');
  await page.reload();
  await part(page, 'mail-offer').click();
  await part(page, 'mail-email').fill('ada');
  await part(page, 'mail-send').click();
  expect(await part(page, 'mail-email').evaluate((node) => node.matches(':invalid'))).toBe(true);
  await part(page, 'mail-email').fill('ada@example.org');
  await part(page, 'mail-note').fill('Please <b>call</b> me.\nBcc: all@example.org');
  await picture(page, 'mail-form');
  const { violations } = await new AxeBuilder({ page }).include('itih-chat').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await part(page, 'mail-send').click();
  await page.getByText('Sent. The answer comes by e-mail.').waitFor();
  await picture(page, 'mail-sent');
  const sent = await caughtMails();
  expect(sent).toMatchObject([
    { to: 'desk@example.org', headers: ['Reply-To: ada@example.org'], type: 'text/plain' },
  ]);
  expect(sent[0]?.subject).toMatch(/^\[.+\] A visitor of the chat asks for a person$/);
  const texts = sent[0]?.message.split('\n\n');
  expect(texts).toEqual(
    expect.arrayContaining([
      'Message:\nPlease <b>call</b> me.\nBcc: all@example.org',
      `Page: ${stack().url}/`,
      'Visitor: How many zebras live in the harbour?',
    ]),
  );
  expect(texts?.some((text) => text.startsWith('Chat: '))).toBe(true);
  await page.context().close();
});

test('on a phone, and from right to left', async () => {
  const phone = await visit({ width: 390, height: 844 });
  await part(phone, 'mail-offer').click();
  await picture(phone, 'mail-form-phone');
  await phone.context().close();
  // WordPress takes only languages whose packs it has; those cannot be downloaded here.
  await runPhp(`add_filter( 'get_available_languages', fn() => array( 'ar' ) );
    update_option( 'WPLANG', 'ar' );`);
  const page = await visit({ width: 1280, height: 800 });
  await part(page, 'mail-offer').click();
  await picture(page, 'mail-form-rtl');
  expect(await part(page, 'mail-email').getAttribute('placeholder')).toBe('عنوان بريدك الإلكتروني');
  await page.context().close();
});

test('nothing broke on the way', () => {
  expect(problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
