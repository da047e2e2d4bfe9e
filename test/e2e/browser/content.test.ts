/** An owner's work on what the chat knows and what visitors asked, as far as only a browser shows it. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ChatReply } from '../../../server/contract/chat.ts';
import type { Gap } from '../../../server/contract/gaps.ts';
import type { Settings } from '../../../server/contract/settings.ts';
import { until } from '../../fakes/wait.ts';
import {
  anonymous,
  createPost,
  rest,
  runPhp,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { ask, visitorNonce } from '../wordpress/visitor.ts';
import {
  adminUrl,
  expectAccessible,
  expectProblem,
  look,
  openPage,
  openScreen,
  picture,
  whenRead,
} from './pages.ts';

let sidecar: Sidecar;
let page: Page;
let post: Post;

/** A spreadsheet would run it. */
const formula = '=HYPERLINK("http://evil.test")';
const readers = "WPMU_PLUGIN_DIR . '/readers.php'";

const rows = () => page.locator('.itih-table tbody tr');
const field = (name: string) => page.locator(`#itih-admin [name="${name}"]`);
const press = (name: string) =>
  page.locator('#itih-admin').getByRole('button', { name, exact: true }).click();
const follow = (name: string) =>
  page.locator('#itih-admin').getByRole('link', { name, exact: true }).click();
const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
const noted = (sentence: string) =>
  page.locator('.components-notice', { hasText: sentence }).first().waitFor();

/** On a bed that is kept, an earlier run has left its own. */
const removeFiles = () =>
  runPhp(`foreach ( array( 'opening-hours.txt', 'lost-and-found' ) as $title ) {
    foreach ( get_posts( array( 'title' => $title, 'post_type' => 'attachment', 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) {
      wp_delete_post( $post->ID, true );
    }
  }`);

beforeAll(async () => {
  await removeFiles();
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: { indexing: { auto_index: true }, limits: { per_ip_max: 0 } },
  });
  post = await createPost({
    title: 'Clocks of the east wing',
    content: '<h2>Opening</h2><p>The east wing shows clocks, and opens at ten on Sundays.</p>',
  });
  await rest('POST', '/itih/v1/posts/index', {});
  await whenRead(1);
  page = await openPage({ account: 'admin' });
});
afterAll(async () => {
  await runPhp(`@unlink( ${readers} ); return true;`);
  // Another file has one that says the same.
  await trashPost(post.id);
  await sidecar.stop();
  await removeFiles();
});

describe('the knowledge base', () => {
  const row = (title: string) =>
    rows().filter({ has: page.getByRole('link', { name: title, exact: true }) });
  const ready = (title: string) => row(title).getByText('Ready').waitFor();

  test('takes a file that is chosen from the media library', async () => {
    await runPhp(`$file = wp_upload_bits( 'opening-hours.txt', null, 'The museum opens at nine.' );
      return wp_insert_attachment( array( 'post_mime_type' => 'text/plain',
        'post_title' => 'opening-hours.txt', 'post_status' => 'inherit' ), $file['file'] );`);
    await page.goto(adminUrl('-knowledge'));
    await press('Add sources');
    await page.getByRole('tab', { name: 'Files' }).click();
    await press('Choose from the media library');
    const frame = page.locator('.media-modal:visible');
    const library = frame.getByRole('tab', { name: 'Media Library' });
    if (await library.isVisible()) await library.click();
    await frame.locator('.attachment[aria-label^="opening-hours"]').click();
    await frame.getByRole('button', { name: 'Let the chat read it' }).click();
    await page.getByText('1 document was added.').first().waitFor();
    await ready('opening-hours.txt');
  });

  test('offers the files that pages link', async () => {
    const linking = await createPost({
      title: 'Ferries',
      content: '<p>All ferries of the year: <a href="/ferries.pdf">timetable</a>.</p>',
    });
    await rest('POST', '/itih/v1/posts/index', { ids: [linking.id] });
    await page.goto(adminUrl('-knowledge'));
    await ready('Ferries');
    await press('Add sources');
    await page.getByRole('tab', { name: 'Files' }).click();
    await press('Find the files that your pages link');
    await page.getByRole('checkbox', { name: 'ferries.pdf' }).waitFor();
    await look(page, 'linked-files');
    await trashPost(linking.id);
    await row('Ferries').waitFor({ state: 'detached' });
  });

  test('takes files of the computer, and says which cannot be read', async () => {
    const file = (name: string, content: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(content),
    });
    await field('files').setInputFiles([
      file('lost-and-found.txt', 'Lost umbrellas are kept for a month.'),
      file('photo.png', 'no picture'),
    ]);
    await page.getByText('1 of 2 files added, 1 not.').waitFor();
    await page.getByText('Files of this type cannot be read.').waitFor();
    await picture(page, 'knowledge-upload');
    await expectAccessible(page);
    await ready('lost-and-found');
  });

  test('keeps its place behind a document, and deletes what is chosen', async () => {
    const link = row('lost-and-found').getByRole('link', { name: 'lost-and-found', exact: true });
    await link.click();
    await page.locator('.itih-chunks').getByText('kept for a month').waitFor();
    await page.goBack();
    await link.waitFor();
    expect(await link.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.getByRole('checkbox', { name: 'Select lost-and-found' }).check();
    await page.locator('.itih-selection').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('Delete “lost-and-found”?').waitFor();
    await picture(page, 'knowledge-delete');
    await expectAccessible(page, '[role=dialog]');
    await confirm();
    await row('lost-and-found').waitFor({ state: 'detached' });
  });
});

test.each([
  { status: 'draft' },
  { status: 'private' },
  { status: 'future', date: '2099-01-01T00:00:00' },
  { password: 'harbour' },
])('nothing is read to the owner of a post that is %j', async (fields) => {
  const kept = await createPost({ title: 'Kept', content: '<p>A hidden treasure.</p>', ...fields });
  const { status, body } = await rest<{ state: string }>(
    'GET',
    `/itih/v1/posts/${kept.id}/reading`,
  );
  expect([status, body.state]).toEqual([200, 'not_public']);
  expect(JSON.stringify(body)).not.toContain('treasure');
  await rest('DELETE', `/wp/v2/posts/${kept.id}?force=true`);
});

/** Asks as a visitor of a page, and rates the answer. */
async function askAndRate(message: string, comment: string): Promise<void> {
  const nonce = { 'x-wp-nonce': await visitorNonce() };
  const { body } = await anonymous<ChatReply>('POST', '/itih/v1/chat/sync', { message }, nonce);
  const { session_id, session_secret = '', message_id } = body;
  const rating = { message_id, session_id, feedback: 'down', comment };
  const secret = { 'x-itih-secret': session_secret };
  await anonymous('POST', '/itih/v1/feedback', rating, { ...nonce, ...secret });
}

async function download(): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  return text(await file.createReadStream());
}

describe('conversations', () => {
  test('are searched, read, and remembered by the address', async () => {
    await askAndRate('When does the east wing open on Sundays?', formula);
    await ask('Who won the zebra race of 1893 in Zanzibar?');
    await page.goto(adminUrl('-chats'));
    await rows().nth(1).waitFor();
    await field('s').fill('wing');
    await page.getByText('1 conversation', { exact: true }).waitFor();
    await follow('When does the east wing open on Sundays?');
    const turns = page.locator('#itih-chat-turns');
    await turns.getByText('The visitor found this not helpful.').waitFor();
    await page.reload();
    await turns.getByText('ten on Sundays').first().waitFor();
    expect(await turns.textContent()).toContain(formula);
    await page.goBack();
    await page.getByText('1 conversation', { exact: true }).waitFor();
    expect(await field('s').inputValue()).toBe('wing');
  });

  test('are downloaded as the filter lets them through, and no cell is a formula', async () => {
    await page.goto(adminUrl('-chats'));
    await rows().nth(1).waitFor();
    const all = await download();
    expect(all).toContain('Zanzibar');
    expect(all).not.toMatch(/(^|,)"?=/m);
    await page.goto(adminUrl('-chats&s=zebra'));
    await page.getByText('1 conversation', { exact: true }).waitFor();
    const few = await download();
    expect(few.trim().split('\r\n')).toHaveLength(2);
    expect(few).not.toContain('east wing');
  });

  test('are read, and not changed, by editors whom the owner lets', async () => {
    const code = `<?php add_filter( 'itih_read_chats_capability', static fn() => 'edit_others_posts' );`;
    await runPhp(`wp_mkdir_p( WPMU_PLUGIN_DIR );
      return file_put_contents( ${readers}, base64_decode( '${Buffer.from(code).toString('base64')}' ) );`);
    const editor = await openScreen('-chats', 'editor');
    await editor.getByText('2 conversations', { exact: true }).waitFor();
    expect(await editor.locator('#itih-admin [type="checkbox"]').count()).toBe(0);
    await editor.locator('#itih-chats tbody a').first().click();
    await editor.locator('.itih-exchange').first().waitFor();
    expect(await editor.getByRole('button', { name: /Delete/ }).count()).toBe(0);
    await editor.goto(adminUrl(''));
    await editor.locator('.itih-plot').first().waitFor();
    await picture(editor, 'dashboard-reader');
    await expectAccessible(editor);
    await editor.context().close();
  });

  test('are deleted, all that fit a filter', async () => {
    await page.goto(adminUrl('-chats&feedback=down'));
    await press('Delete all that fit (1)');
    await confirm();
    await noted('1 conversation was deleted.');
  });
});

describe('gaps', () => {
  const gaps = async (state = 'open') =>
    (await rest<Gap[]>('GET', `/itih/v1/gaps?state=${state}`)).body;
  const stored = async () =>
    (await rest<{ settings: Settings }>('GET', '/itih/v1/settings')).body.settings.chat;
  const open = async (question: string) => {
    await until('the gap', async () => (await gaps()).some((gap) => gap.question === question));
    await page.goto(adminUrl('-gaps'));
    await follow(question);
  };

  test('are closed by an answer, which is seen, and only then saved and in use', async () => {
    await ask('Is there a swimming pool?');
    await open('Is there a swimming pool?');
    await press('Write the answer');
    await field('answer').fill('There is **no pool**, but a beach behind the pier.');
    await press('Show the new answer');
    const answer = page.locator('#itih-new-answer');
    await answer.getByText('but a beach behind the pier').waitFor();
    expect((await stored()).curated).toEqual([]);
    await picture(page, 'gap-preview');
    await expectAccessible(page);
    await press('Save, and mark as done');
    await noted('Saved and in use.');
    expect((await ask('is there a swimming pool')).text).toContain('a beach behind the pier');
    expect((await gaps('done')).map(({ action }) => action)).toEqual(['answer']);
  });

  test('become drafts, which begin with the question', async () => {
    await ask('Do you exhibit dinosaurs?');
    await open('Do you exhibit dinosaurs?');
    const opened = page.context().waitForEvent('page');
    await follow('Draft a post (opens in a new tab)');
    const editor = await opened;
    await editor.waitForFunction(
      `window.wp?.data?.select('core/editor')?.getEditedPostAttribute?.('title') === 'Do you exhibit dinosaurs?'`,
    );
    await editor.close();
    await noted('is done');
  });
});

test('without the sidecar a screen says so, and is there again by itself', async () => {
  expectProblem(/status of 503/);
  await sidecar.kill('SIGKILL');
  await page.goto(adminUrl('-chats'));
  await page.getByText('The answer service is not running').waitFor();
  sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
  await rows().first().waitFor();
});
