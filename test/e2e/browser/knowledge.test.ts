import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  createPost,
  launchBrowser,
  pluginComplaints,
  rest,
  runPhp,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { turnRightToLeft } from './admin-page.ts';
import { login } from './login.ts';

let sidecar: Sidecar;
let browser: Browser;
let page: Page;
const problems: string[] = [];

const knowledgeUrl = () => `${stack().url}/wp-admin/admin.php?page=itih-rag-chat-knowledge`;

async function picture(name: string): Promise<void> {
  const folder = process.env['ITIH_SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function expectNoAxeViolations() {
  const { violations } = await new AxeBuilder({ page }).include('#itih-admin').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

const row = (title: string) =>
  page.locator('.itih-table tbody tr', {
    has: page.getByRole('link', { name: title, exact: true }),
  });

const ready = (title: string) => row(title).getByText('Ready').waitFor();

/** A file in the media library, as an upload leaves it. */
const uploadText = (name: string, text: string) =>
  runPhp<number>(`
    require_once ABSPATH . 'wp-admin/includes/image.php';
    $file = wp_upload_bits( '${name}', null, ${JSON.stringify(text)} );
    return wp_insert_attachment(
      array( 'post_mime_type' => 'text/plain', 'post_title' => '${name}', 'post_status' => 'inherit' ),
      $file['file']
    );`);

/** On a bed that is kept, an earlier run has left its own. */
const removePosts = () =>
  runPhp(`
    foreach ( array( 'Harbour tours', 'opening-hours.txt', 'lost-and-found' ) as $title ) {
      $types = array( 'post', 'attachment' );
      foreach ( get_posts( array( 'title' => $title, 'post_type' => $types, 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) {
        wp_delete_post( $post->ID, true );
      }
    }`);

beforeAll(async () => {
  await removePosts();
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: { indexing: { auto_index: false } },
  });
  await createPost({ title: 'Harbour tours', content: '<p>Tours start at ten.</p>' });
  await uploadText('opening-hours.txt', 'The museum opens at nine and closes at six.');
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => problems.push(error.message));
  await login(page);
});
afterAll(async () => {
  await browser.close();
  await sidecar.stop();
  await removePosts();
});

test('the menu leads to it, and it says how to begin', async () => {
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat`);
  const menu = page.locator('#toplevel_page_itih-rag-chat .wp-submenu');
  expect(await menu.locator('a').allTextContents()).toEqual([
    'Dashboard',
    'Chats',
    'Gaps',
    'Knowledge base',
    'Answers',
    'Try the search',
    'Settings',
  ]);
  await menu.getByRole('link', { name: 'Knowledge base' }).click();
  await page.getByRole('heading', { level: 1, name: 'Knowledge base' }).waitFor();
  await page.getByText('Nothing is known yet.').waitFor();
  await picture('knowledge-empty');
  await expectNoAxeViolations();
});

test('all posts are read at the press of a button', async () => {
  await page.locator('#itih-documents .itih-index-all').click();
  await page.getByText('Indexing has finished').first().waitFor();
  await ready('Harbour tours');
});

test('a text is added, and is ready without a reload', async () => {
  await page.getByRole('button', { name: 'Add sources' }).click();
  await page.getByRole('tab', { name: 'Text', exact: true }).click();
  await page.locator('[name=title]').fill('Group visits');
  await page
    .locator('[name=content]')
    .fill('# Prices\n\nGroups of ten pay half.\n\n# Booking\n\nPlease book a week before.');
  await picture('knowledge-add-text');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('1 document was added.').first().waitFor();
  await ready('Group visits');
});

test('a file is chosen from the media library', async () => {
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('button', { name: 'Choose from the media library' }).click();
  const frame = page.locator('.media-modal:visible');
  const library = frame.getByRole('tab', { name: 'Media Library' });
  if (await library.isVisible()) await library.click();
  await frame.locator('.attachment[aria-label^="opening-hours"]').click();
  await picture('knowledge-media');
  await frame.getByRole('button', { name: 'Add to the knowledge base' }).click();
  await page.getByText('1 document was added.').first().waitFor();
  await ready('opening-hours.txt');
});

test('files of the computer are sent to the library, and one that cannot be read is not', async () => {
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  await page
    .locator('input[name=files]')
    .setInputFiles([
      file('lost-and-found.txt', 'Lost umbrellas are kept for a month.'),
      file('photo.png', 'no picture'),
    ]);
  await page.getByText('1 of 2 files added, 1 not.').waitFor();
  await page.getByText('Files of this type cannot be read.').waitFor();
  await picture('knowledge-upload');
  await expectNoAxeViolations();
  await ready('lost-and-found');
});

test('a bad line of a list is shown with its reason, and stays to be put right', async () => {
  await page.getByRole('tab', { name: 'List of addresses' }).click();
  const list = page.locator('[name=urls]');
  await list.fill(`Front page,${stack().url}/\nftp://files.example.org/list.txt\n`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const rejected = page.locator('.itih-rejected tbody tr');
  await rejected.waitFor();
  expect(await rejected.count()).toBe(1);
  expect(await rejected.textContent()).toContain('ftp://files.example.org/list.txt');
  expect(await list.inputValue()).toBe('ftp://files.example.org/list.txt');
  await page.getByText('1 document was added.').first().waitFor();
  await picture('knowledge-rejected');
  await expectNoAxeViolations();
  await page.locator('#itih-add .itih-section__header').getByRole('button').click();
});

test('the list is searched, filtered and sorted', async () => {
  await page.locator('[name=s]').fill('group');
  await page.locator('.itih-selection').getByText('1 document', { exact: true }).waitFor();
  expect(await page.locator('.itih-table tbody tr').count()).toBe(1);
  await page.locator('[name=s]').fill('');
  await row('Harbour tours').waitFor();
  await page.locator('[name=kind]').selectOption('txt');
  await row('Harbour tours').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Title' }).click();
  await page.locator('[aria-sort=ascending]').waitFor();
  await page.locator('.itih-table tbody tr').first().getByText('Group visits').waitFor();
  await page.reload();
  await row('opening-hours.txt').waitFor();
  expect(await page.locator('.itih-table tbody tr').count()).toBe(3);
  await page.goto(knowledgeUrl());
  await row('Harbour tours').waitFor();
  await page.locator('.itih-header').getByText('Connected').waitFor();
  await picture('knowledge-list');
  await turnRightToLeft(page);
  await picture('knowledge-list-rtl');
  await turnRightToLeft(page, false);
  await expectNoAxeViolations();
});

test('a document shows its chunks, and the way back keeps the place', async () => {
  const link = row('Group visits').getByRole('link', { name: 'Group visits', exact: true });
  await link.click();
  const chunks = page.locator('.itih-chunks');
  await chunks.getByText('Groups of ten pay half.').waitFor();
  await picture('knowledge-document');
  await expectNoAxeViolations();
  await page.goBack();
  await link.waitFor();
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('what is read of a post is shown, also while it is excluded', async () => {
  await page.getByRole('link', { name: 'What is read of a post' }).click();
  await page.locator('[name=post]').fill('Harbour tou');
  await picture('knowledge-choose-post');
  await page.locator('.itih-found').getByRole('link', { name: 'Harbour tours' }).click();
  await page.locator('.itih-text').getByText('Tours start at ten.').waitFor();
  await page.getByText('The chat answers from this text.').waitFor();
  await picture('knowledge-reading');
  await expectNoAxeViolations();
  await page.reload();
  await page.locator('.itih-text').getByText('Tours start at ten.').waitFor();
  const id = Number(new URL(page.url()).searchParams.get('post'));
  await rest('PUT', '/itih/v1/settings', { indexing: { exclude_ids: [id] } });
  await page.reload();
  await page.getByText('You have excluded it').waitFor();
  await page.locator('.itih-text').getByText('Tours start at ten.').waitFor();
  await picture('knowledge-reading-excluded');
  await page.getByRole('button', { name: 'Let the chat use it' }).click();
  await page.getByText('The chat answers from this text.').waitFor();
  await page.getByRole('link', { name: 'Documents' }).click();
  await ready('Harbour tours');
});

test.each([
  ['a draft', { status: 'draft' }],
  ['a private post', { status: 'private' }],
  ['a scheduled post', { status: 'future', date: '2099-01-01T00:00:00' }],
  ['a post with a password', { password: 'harbour' }],
])('nothing is shown of %s', async (_name, fields) => {
  const post = await createPost({ title: 'Kept', content: '<p>A hidden treasure.</p>', ...fields });
  const { status, body } = await rest<{ state: string }>(
    'GET',
    `/itih/v1/posts/${post.id}/reading`,
  );
  expect([status, body.state]).toEqual([200, 'not_public']);
  expect(JSON.stringify(body)).not.toContain('treasure');
  await rest('DELETE', `/wp/v2/posts/${post.id}?force=true`);
});

test('a failed document says why, and what helps', async () => {
  const address = `${stack().url}/no-such-page-at-all/`;
  await rest('POST', '/itih/v1/documents', { url: address });
  await page.goto(`${knowledgeUrl()}&status=failed`);
  await page.getByText('There is no page at this address.').waitFor();
  await page.getByText('The page has moved or is gone.').waitFor();
  expect(
    await page.getByRole('link', { name: 'Open the page', exact: true }).getAttribute('href'),
  ).toBe(address);
  await picture('knowledge-failed');
  await expectNoAxeViolations();
});

test('all pages of a filter are chosen and deleted at once', async () => {
  for (let n = 1; n <= 22; n++) {
    const content = `Leaflet ${n} is about room ${n}.`;
    await rest('POST', '/itih/v1/documents', { title: `Leaflet ${n}`, content });
  }
  await page.goto(`${knowledgeUrl()}&s=Leaflet`);
  await page.getByRole('checkbox', { name: 'Select all documents of this page' }).check();
  await page.getByRole('button', { name: 'Select all 22 documents' }).click();
  await page.getByText('22 documents selected').waitFor();
  await picture('knowledge-bulk');
  await expectNoAxeViolations();
  await page.locator('.itih-selection').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Delete 22 documents?').waitFor();
  await picture('knowledge-bulk-delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('22 documents were deleted.').first().waitFor();
  await page.getByText('No document fits these filters.').waitFor();
  await page.goto(knowledgeUrl());
  await row('Harbour tours').waitFor();
});

test('paused, nothing is begun; resumed, what waited is done', async () => {
  await page.getByRole('button', { name: 'Pause indexing' }).click();
  await page.getByText('Indexing is paused.').first().waitFor();
  await row('Group visits')
    .getByRole('button', { name: /^Process again/ })
    .click();
  await row('Group visits').getByText('Waiting').waitFor();
  await picture('knowledge-paused');
  await page.getByRole('button', { name: 'Resume indexing' }).click();
  await ready('Group visits');
});

test('documents are chosen and deleted, and an excluded post stays away', async () => {
  await page.getByRole('checkbox', { name: 'Select Group visits' }).check();
  await page.getByRole('checkbox', { name: 'Select Harbour tours' }).check();
  await page.locator('.itih-selection').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Delete 2 documents?').waitFor();
  await picture('knowledge-delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 documents were deleted.').first().waitFor();
  await row('Harbour tours').waitFor({ state: 'detached' });
  expect(await row('Group visits').count()).toBe(0);
  const { body } = await rest<{ settings: { indexing: { exclude_ids: number[] } } }>(
    'GET',
    '/itih/v1/settings',
  );
  const id = await runPhp<number>(
    "return get_posts( array( 'title' => 'Harbour tours' ) )[0]->ID;",
  );
  expect(body.settings.indexing.exclude_ids).toContain(id);
});

test('the choice of posts is saved and followed', async () => {
  await page.getByRole('link', { name: 'Settings of indexing' }).click();
  await page.getByRole('checkbox', { name: 'Pages' }).uncheck();
  await page.getByRole('checkbox', { name: 'Follow changes' }).check();
  await page
    .getByRole('button', { name: /^Remove “/ })
    .first()
    .click();
  await picture('knowledge-indexing');
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. The knowledge base follows').first().waitFor();
  await page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat-knowledge`);
  await ready('Harbour tours');
});

test('on a phone the rows are cards, and nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await wider()).toBeLessThanOrEqual(0);
  await picture('knowledge-phone-list');
  await page.getByRole('button', { name: 'Add sources' }).click();
  await page.locator('#itih-add').waitFor();
  expect(await wider()).toBeLessThanOrEqual(0);
  await picture('knowledge-phone-add');
  await row('Harbour tours').getByRole('link', { name: 'Harbour tours', exact: true }).click();
  await page.locator('.itih-chunks').waitFor();
  expect(await wider()).toBeLessThanOrEqual(0);
  await picture('knowledge-phone-document');
  await expectNoAxeViolations();
  await page.getByRole('link', { name: 'What is read of it' }).click();
  await page.locator('.itih-text').waitFor();
  expect(await wider()).toBeLessThanOrEqual(0);
  await picture('knowledge-phone-reading');
});

test('no page threw an error, and PHP complained of nothing', () => {
  expect(problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
