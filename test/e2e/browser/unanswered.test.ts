/** A chat that does not simply answer: it wants consent, is closed for today, offers a person, or has no sidecar. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import { anonymous, runPhp, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { saveSettings } from '../wordpress/visitor.ts';
import { ask, expectAccessible, expectProblem, part, phone, picture, visit } from './pages.ts';

/** Keeps the site's mails in an option, with the type that they would have. */
const catcher = `<?php
add_filter( 'pre_wp_mail', function ( $short, $mail ) {
	$mail['type'] = apply_filters( 'wp_mail_content_type', 'text/html' );
	update_option( 'caught_mails', array_merge( get_option( 'caught_mails', array() ), array( $mail ) ) );
	return true;
}, 10, 2 );
`;
const file = "WP_CONTENT_DIR . '/mu-plugins/mails.php'";

interface Mail {
  to: string;
  subject: string;
  message: string;
  headers: string[];
  type: string;
}
const caughtMails = () => runPhp<Mail[]>("return get_option( 'caught_mails', array() );");
/** WordPress takes only languages whose packs it has; those cannot be downloaded here. */
const setLocale = (locale: string) =>
  runPhp(`add_filter( 'get_available_languages', fn() => array( '${locale}' ) );
    update_option( 'WPLANG', '${locale}' );`);

let sidecar: Sidecar;
let openai: OpenAiServer;
let page: Page;

// Refusals that the browser logs, of consent and of a sidecar that is away.
expectProblem(/status of (403|503)/);

beforeAll(async () => {
  await runPhp(
    `file_put_contents( ${file}, base64_decode( '${Buffer.from(catcher).toString('base64')}' ) );`,
  );
  openai = await startOpenAiServer();
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: { limits: { per_ip_max: 0 }, chat: { strict: false, mail_to: 'desk@example.org' } },
  });
});
beforeEach(async () => {
  await page?.context().close();
});
afterAll(async () => {
  await runPhp(
    `unlink( ${file} ); delete_option( 'caught_mails' ); update_option( 'WPLANG', '' );`,
  );
  await sidecar.stop();
  await openai.close();
});

test('an open chat asks for new consent, and the question goes on', async () => {
  page = await visit();
  await part(page, 'input').waitFor();
  await saveSettings({
    privacy: { consent_text: 'Questions are [stored](https://example.org/).' },
  });
  await ask(page, 'Hello');
  await part(page, 'consent').waitFor();
  await picture(page, 'consent');
  await expectAccessible(page, 'itih-chat');
  expect(await part(page, 'input').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.locator('itih-chat [data-role="assistant"][data-status="done"]').waitFor();
  expect(await part(page, 'consent').count()).toBe(0);
  expect(await part(page, 'input').isVisible()).toBe(true);
  await saveSettings({ privacy: { consent_text: '' } });
});

test('the owner gets the conversation as plain text, and a reply goes to the visitor', async () => {
  page = await visit();
  await ask(page, 'How many zebras live in the harbour?');
  await part(page, 'mail-offer').waitFor();
  await page.reload();
  await part(page, 'mail-offer').click();
  await part(page, 'mail-email').fill('ada');
  await part(page, 'mail-send').click();
  expect(await part(page, 'mail-email').evaluate((node) => node.matches(':invalid'))).toBe(true);
  await part(page, 'mail-email').fill('ada@example.org');
  await part(page, 'mail-note').fill('Please <b>call</b> me.\nBcc: all@example.org');
  await picture(page, 'mail-form');
  await expectAccessible(page, 'itih-chat');
  await part(page, 'mail-send').click();
  await page.getByText('Sent. The answer comes by e-mail.').waitFor();
  const [mail] = await caughtMails();
  expect(mail).toMatchObject({
    to: 'desk@example.org',
    headers: ['Reply-To: ada@example.org'],
    type: 'text/plain',
  });
  const texts = mail!.message.split('\n\n');
  expect(texts).toEqual(
    expect.arrayContaining([
      'Message:\nPlease <b>call</b> me.\nBcc: all@example.org',
      `Page: ${stack().url}/`,
      'Visitor: How many zebras live in the harbour?',
    ]),
  );
  expect(texts.some((text) => text.startsWith('Chat: '))).toBe(true);
});

test('closed for today, it says until when, and whom to ask, in the language of the site', async () => {
  await runPhp("delete_option( 'caught_mails' );");
  await saveSettings({
    llm: {
      provider: 'openai',
      fallback: '',
      openai: { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' },
    },
    chat: { contact: 'Call us at [the desk](https://example.org/desk), 555 0100.' },
    limits: { daily_tokens: 100 },
  });
  page = await visit();
  await ask(page, 'When do you open?');
  const note = () => page.locator('itih-chat [data-code="budget_exhausted"]');
  const text = await note().textContent();
  expect(text).toContain('The chat has reached its limit for today.');
  expect(text).toMatch(/You can ask again from \d/);
  expect(text).toContain('Call us at the desk');
  await expectAccessible(page, 'itih-chat');
  await picture(page, 'closed');
  await page.context().close();
  await setLocale('ar');
  page = await visit({ viewport: phone });
  await ask(page, 'When do you open?');
  expect(await note().textContent()).toContain('بلغت المحادثة حدها الأقصى لهذا اليوم.');
  await picture(page, 'closed-rtl');
  await setLocale('');
});

test('the owner is mailed once, with the way to the limits, and with more tokens it answers', async () => {
  await until('the mail', async () => (await caughtMails()).length > 0);
  const sent = await caughtMails();
  expect(sent).toHaveLength(1);
  const [{ to, subject, message }] = sent as [Mail];
  expect(to).toBe(await runPhp("return get_option( 'admin_email' );"));
  expect(subject).toMatch(/^\[.+\] The chat has almost used today's tokens$/);
  expect(message).toContain('of the 100 tokens that you allow it in a day');
  expect(message).toContain('/wp-admin/admin.php?page=itih-rag-chat-settings&tab=limits');
  await saveSettings({ limits: { daily_tokens: 1_000_000 } });
  page = await visit();
  await ask(page, 'When do you open?');
  await page.locator('itih-chat [data-role=assistant][data-status=done]').waitFor();
});

test('without the sidecar: one sentence, and one click sends the question when it is back', async () => {
  const question = 'When does the harbour museum open?';
  await saveSettings({ llm: { provider: 'builtin' } });
  page = await visit();
  await part(page, 'input').waitFor();
  await page.clock.install();
  // The installed clock knows no timing of the page, of which a script of WordPress asks.
  expectProblem(/domContentLoadedEventStart/);
  await sidecar.kill('SIGKILL');
  await ask(page, question);
  await part(page, 'error').waitFor();
  expect(await part(page, 'error').locator('p').allTextContents()).toEqual([
    'The chat is not available right now.',
    expect.stringContaining('Call us at the desk'),
  ]);
  expect(await page.locator('itih-chat [data-role=user]').textContent()).toContain(question);
  await expectAccessible(page, 'itih-chat');
  await picture(page, 'off');
  sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
  // The site looks at most every 15 s, for all visitors together.
  await runPhp("delete_transient( 'itih_probe' );");
  const session = () => anonymous<{ available: boolean }>('GET', '/itih/v1/session');
  await until('the site to notice', async () => (await session()).body.available, 30_000);
  await page.clock.runFor(70_000);
  await part(page, 'note').getByText('The chat is available again.').waitFor();
  await part(page, 'retry').click();
  await page.locator('itih-chat [data-role=assistant][data-status=done]').waitFor();
  expect(await part(page, 'error').count()).toBe(0);

  await sidecar.kill('SIGKILL');
  await ask(page, question);
  await part(page, 'search').click();
  await page.waitForURL(/\?s=/);
  expect(new URL(page.url()).searchParams.get('s')).toBe(question);
  expect(page.context().pages()).toHaveLength(1);
});
