import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChatReply } from '../../../server/contract/chat.ts';
import {
  anonymous,
  createPost,
  pluginComplaints,
  rest,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { visitorNonce } from '../wordpress/visitor.ts';
import { openAdminPage, whenRead, type AdminPage } from './admin-page.ts';

let sidecar: Sidecar;
let admin: AdminPage;
let editor: AdminPage | undefined;
let post: Post;

/** A spreadsheet would run it. */
const formula = '=HYPERLINK("http://evil.test")';
const readers = "WPMU_PLUGIN_DIR . '/readers.php'";

const rows = () => admin.page.locator('#itih-chats tbody tr');
const field = (name: string) => admin.page.locator(`#itih-chats [name="${name}"]`);
const open = (query = '') =>
  admin.page.goto(`${admin.page.url().split('?')[0]}?page=itih-rag-chat-chats${query}`);

/** A notice says so; WordPress repeats it for screen readers. */
const told = (sentence: string) =>
  admin.page.locator('.itih-notice', { hasText: sentence }).waitFor();

interface Session {
  id: string;
  secret: string;
}

/** Asks as a visitor of a page, and rates the answer. */
async function ask(
  message: string,
  { session, down }: { session?: Session; down?: string } = {},
): Promise<Session> {
  const nonce = { 'x-wp-nonce': await visitorNonce() };
  const { status, body } = await anonymous<ChatReply>(
    'POST',
    '/itih/v1/chat/sync',
    { message, page_url: `${stack().url}/clocks/`, ...(session && { session_id: session.id }) },
    { ...nonce, ...(session && { 'x-itih-secret': session.secret }) },
  );
  if (status !== 200) throw new Error(`The chat answers ${status}`);
  const asked = session ?? { id: body.session_id, secret: body.session_secret ?? '' };
  if (down !== undefined) {
    const rating = { message_id: body.message_id, session_id: asked.id, feedback: 'down' };
    await anonymous(
      'POST',
      '/itih/v1/feedback',
      { ...rating, comment: down },
      { ...nonce, 'x-itih-secret': asked.secret },
    );
  }
  return asked;
}

async function download(): Promise<string> {
  const [file] = await Promise.all([
    admin.page.waitForEvent('download'),
    admin.page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  return text(await file.createReadStream());
}

beforeAll(async () => {
  sidecar = await startSidecar({ settings: { indexing: { auto_index: true } } });
  post = await createPost({
    title: 'Clocks of the east wing',
    content: '<h2>Opening</h2><p>The east wing shows clocks, and opens at ten on Sundays.</p>',
  });
  await rest('POST', '/itih/v1/posts/index', {});
  await whenRead(1);
  admin = await openAdminPage('-chats');
});
afterAll(async () => {
  await editor?.close();
  await runPhp(`@unlink( ${readers} ); return true;`);
  await admin.close();
  // Another file has one that says the same.
  await trashPost(post.id);
  await sidecar.stop();
});

test('before the first question it says what will be here', async () => {
  await admin.page.getByText('Nobody has asked anything yet.').waitFor();
  await admin.picture('chats-empty');
  await admin.expectNoAxeViolations();
});

test('conversations are listed, searched and filtered, and the address remembers it', async () => {
  const session = await ask('When does the east wing open on Sundays?', { down: formula });
  await ask('What does the east wing show?', { session });
  await ask('Who won the zebra race of 1893 in Zanzibar?');
  await admin.page.reload();
  await rows().nth(1).waitFor();
  expect(await rows().nth(1).textContent()).toContain('When does the east wing open on Sundays?');
  expect(await rows().nth(1).textContent()).toContain('Not helpful: 1');
  expect(await rows().nth(1).textContent()).toContain('/clocks');
  // The values of the filters come by a call of their own.
  await field('asked_on').locator('option', { hasText: '/clocks/' }).waitFor({ state: 'attached' });
  await admin.picture('chats');
  await admin.expectNoAxeViolations();

  await field('s').fill('zebra');
  await admin.page.getByText('1 conversation', { exact: true }).waitFor();
  expect(await rows().textContent()).toContain('Zanzibar');
  await admin.page.reload();
  await admin.page.getByText('1 conversation', { exact: true }).waitFor();
  expect(await field('s').inputValue()).toBe('zebra');

  await open('&feedback=down');
  await admin.page.getByText('1 conversation', { exact: true }).waitFor();
  expect(await rows().textContent()).toContain('east wing');
  await field('outcome').selectOption('failed');
  await admin.page.getByText('No conversation fits these filters.').waitFor();
  await admin.page.goBack();
  await rows().first().waitFor();
});

test('a conversation is shown with its sources, and survives a reload', async () => {
  await open();
  await admin.page.getByRole('link', { name: 'When does the east wing open on Sundays?' }).click();
  const turns = admin.page.locator('#itih-chat-turns');
  await turns.getByText('The visitor found this not helpful.').waitFor();
  await admin.page.reload();
  await turns.getByText('The visitor found this not helpful.').waitFor();
  expect(await turns.locator('.itih-markdown').first().textContent()).toContain('ten on Sundays');
  await turns
    .getByText(/^Sources \(/)
    .first()
    .click();
  await turns.getByText('Clocks of the east wing').first().waitFor();
  expect(await turns.textContent()).toContain(formula);
  expect(await turns.locator('.itih-request').first().textContent()).toMatch(
    /^Request [\da-f-]{36}$/,
  );
  await admin.picture('chat');
  await admin.expectNoAxeViolations();
  await admin.page.getByRole('link', { name: 'Previous conversation' }).click();
  await turns.getByText('Zanzibar').waitFor();
});

test('what the filter lets through is downloaded, and no cell is a formula', async () => {
  await open();
  await rows().first().waitFor();
  const all = await download();
  expect(all.trim().split('\r\n')).toHaveLength(4);
  expect(all).toContain('Zanzibar');
  expect(all).not.toMatch(/(^|,)"?=/m);
  await open('&s=zebra');
  await admin.page.getByText('1 conversation', { exact: true }).waitFor();
  const few = await download();
  expect(few.trim().split('\r\n')).toHaveLength(2);
  expect(few).not.toContain('east wing');
});

test('the figures of the dashboard lead to the lists behind them', async () => {
  await admin.page.goto(`${admin.page.url().split('?')[0]}?page=itih-rag-chat`);
  await admin.page.locator('.itih-plot').first().waitFor();
  await admin.picture('dashboard-asked');
  await admin.page.locator('#itih-questions').getByRole('link', { name: '1 not helpful' }).click();
  await admin.page.getByText('1 conversation', { exact: true }).waitFor();
  expect(await rows().textContent()).toContain('east wing');
});

test('who may read sees conversations and figures, and changes nothing', async () => {
  const code = `<?php add_filter( 'itih_read_chats_capability', static fn() => 'edit_others_posts' );`;
  const encoded = Buffer.from(code).toString('base64');
  await runPhp(
    `wp_mkdir_p( WPMU_PLUGIN_DIR ); return file_put_contents( ${readers}, base64_decode( '${encoded}' ) );`,
  );
  editor = await openAdminPage('-chats', 'editor');
  await editor.page.getByText('2 conversations', { exact: true }).waitFor();
  expect(await editor.page.locator('#itih-admin [type="checkbox"]').count()).toBe(0);
  expect(await editor.page.getByRole('button', { name: /Delete/ }).count()).toBe(0);
  await editor.page.locator('#itih-chats tbody a').first().click();
  await editor.page.locator('.itih-exchange').first().waitFor();
  expect(await editor.page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await editor.picture('chat-reader');
  await editor.page.goto(`${editor.page.url().split('?')[0]}?page=itih-rag-chat`);
  await editor.page.locator('.itih-plot').first().waitFor();
  await editor.picture('dashboard-reader');
  await editor.expectNoAxeViolations();
  expect(editor.consoleErrors).toEqual([]);
});

test('from right to left and on a phone nothing is wider than the screen', async () => {
  await open();
  await rows().first().waitFor();
  await admin.turnRightToLeft();
  await admin.picture('chats-rtl');
  await admin.becomePhone();
  for (const query of ['', `&chat=${await sessionOf('east wing')}`]) {
    await open(query);
    await admin.page
      .locator(query ? '.itih-exchange' : '#itih-chats tbody tr')
      .first()
      .waitFor();
    await admin.picture(query ? 'chat-phone' : 'chats-phone');
    expect(await admin.overflow()).toBeLessThanOrEqual(0);
    await admin.expectNoAxeViolations();
  }
  await admin.page.setViewportSize({ width: 1280, height: 900 });
});

test('the console shows no error while the sidecar runs', () => {
  expect(admin.consoleErrors).toEqual([]);
});

test('without the sidecar it says so, and is there again by itself', async () => {
  await open();
  await rows().first().waitFor();
  await sidecar.kill('SIGKILL');
  await admin.page.reload();
  await admin.page.getByText('The sidecar is not running').waitFor();
  await admin.picture('chats-down');
  sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
  await rows().first().waitFor();
});

test('one conversation is deleted, then all that fit a filter', async () => {
  await open('&s=zebra');
  await rows().first().waitFor();
  await admin.page.getByLabel('Select all conversations of this page').check();
  await admin.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await admin.page.getByText('Delete 1 conversation?').waitFor();
  await admin.picture('chats-delete');
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await told('1 conversation was deleted.');
  await open('&feedback=down');
  await admin.page.getByRole('button', { name: 'Delete all that fit (1)' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await told('1 conversation was deleted.');
  await open();
  await admin.page.getByText('Nobody has asked anything yet.').waitFor();
});

test('no page threw an error, and PHP complained of nothing', () => {
  expect(admin.problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});

/** The session of the conversation whose first question has these words. */
async function sessionOf(words: string): Promise<string> {
  const { body } = await rest<{ session: string; first_question: string }[]>(
    'GET',
    '/itih/v1/chats',
  );
  return body.find(({ first_question }) => first_question.includes(words))?.session ?? '';
}
