import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { PostInChat } from '../../../server/contract/posts.ts';
import { until } from '../../fakes/wait.ts';
import {
  createPost,
  rest,
  stack,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { ask } from '../wordpress/visitor.ts';
import { expectAccessible, look, openPage, picture } from './pages.ts';

let sidecar: Sidecar;
let page: Page;
let heron: Post;
const posts: number[] = [];
const pages: number[] = [];

const stateOf = async (id: number) =>
  (await rest<PostInChat>('GET', `/itih/v1/posts/${id}/chat`)).body.state;
const answer = async () => (await ask('Which bird guards the lighthouse of Ambleport?')).text;

/** Opens the editor without its dialogs for new users and new pages. */
async function openEditor(address: string): Promise<void> {
  await page.goto(`${stack().url}/wp-admin/${address}`);
  await page.waitForFunction(
    'window.wp?.data?.select("core/editor")?.getCurrentPostId?.() && !wp.data.select("core/editor").isSavingPost()',
  );
  await page.evaluate(`
    for (const scope of ['core/edit-post', 'core']) {
      wp.data.dispatch('core/preferences').set(scope, 'welcomeGuide', false);
      wp.data.dispatch('core/preferences').set(scope, 'fullscreenMode', false);
      wp.data.dispatch('core/preferences').set(scope, 'enableChoosePatternModal', false);
    }`);
}

/** The panel in the settings of the post, open. */
async function openPanel() {
  const open = 'wp.data.dispatch("core/edit-post").openGeneralSidebar("edit-post/document")';
  await page.evaluate(open);
  const toggle = page.locator('.components-panel__body-toggle', { hasText: /^Chat$/ });
  await toggle.waitFor();
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  return page.locator('.components-panel__body', { has: toggle });
}

const save = () => page.evaluate('wp.data.dispatch("core/editor").savePost()');

/** Where blocks are: a frame since WordPress 6.3, where all of them can live in one. */
const canvas = async () =>
  (await page.locator('iframe[name="editor-canvas"]').count()) > 0
    ? page.frameLocator('iframe[name="editor-canvas"]')
    : page;

const expectReadable = async (selector: string) => {
  // A button of WordPress' panels changes its colour under the mouse, for a moment without reduced motion.
  await page.mouse.move(0, 0);
  await expectAccessible(page, selector);
};

beforeAll(async () => {
  sidecar = await startSidecar({ settings: { limits: { per_ip_max: 0 } } });
  heron = await createPost({
    title: 'The lighthouse of Ambleport',
    content:
      '<!-- wp:paragraph --><p>A grey heron called Ottoline guards the lighthouse of Ambleport.</p><!-- /wp:paragraph -->',
  });
  posts.push(heron.id);
  await until('it is read', async () => (await stateOf(heron.id)) === 'in', 30_000);
  page = await openPage({ account: 'admin', reducedMotion: 'reduce' });
});
afterAll(async () => {
  for (const id of posts) await trashPost(id);
  for (const id of pages) await trashPost(id, 'pages');
  await sidecar.stop();
});

describe('the panel of a post', () => {
  test('says that it is in the chat, and leads to what the chat reads', async () => {
    await openEditor(`post.php?post=${heron.id}&action=edit`);
    const panel = await openPanel();
    await panel.getByText('In the chat').waitFor();
    await panel.getByText(/^Since /).waitFor();
    await picture(page, 'editor-panel');
    await expectReadable('.components-panel__body:has([role="status"])');
    const link = panel.getByRole('link', { name: /See what the chat reads/ });
    const [screen] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await screen.getByText('A grey heron called Ottoline').first().waitFor();
    await screen.close();
  });

  test('excluding takes the post out of the answers, and is undone', async () => {
    expect(await answer()).toContain('heron');
    const panel = await openPanel();
    await panel.getByRole('button', { name: 'Exclude from the chat' }).click();
    await panel.getByText('It is excluded.').waitFor();
    await picture(page, 'editor-panel-excluded');
    expect(await answer()).not.toContain('heron');
    await page.locator('.components-snackbar').getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('In the chat', { exact: true }).waitFor();
    await panel.getByText(/^Since /).waitFor();
    expect(await answer()).toContain('heron');
  });

  test('it follows a save until the change has been read, without a reload', async () => {
    const panel = await openPanel();
    await page.evaluate(`
      const [block] = wp.data.select('core/block-editor').getBlocks();
      const content = 'A white swan called Bertram guards the lighthouse of Ambleport.';
      wp.data.dispatch('core/block-editor').updateBlockAttributes(block.clientId, { content });`);
    await save();
    await panel.getByText(/^Since /).waitFor();
    await until('the change is known', async () => (await answer()).includes('swan'));
  });
});

describe('the block', () => {
  let address: string;

  test('shows in the editor what visitors will see', async () => {
    await openEditor('post-new.php?post_type=page');
    await page.evaluate(`
      wp.data.dispatch('core/editor').editPost({ title: 'Ask us' });
      const block = wp.blocks.createBlock('itih/rag-chat');
      wp.data.dispatch('core/block-editor').insertBlock(block);
      wp.data.dispatch('core/block-editor').selectBlock(block.clientId);
      wp.data.dispatch('core/edit-post').openGeneralSidebar('edit-post/block');`);
    const frame = (await canvas()).locator('.itih-preview iframe');
    const preview = frame.contentFrame();
    await preview.getByText('Chat with us').first().waitFor();
    const sidebar = page.locator('.block-editor-block-inspector');
    await sidebar.locator('[name="title"]').fill('Tickets desk');
    await sidebar.locator('[name="starters"]').fill('What is a ticket?\nIs there a lift?\n');
    await sidebar.locator('[name="theme"]').selectOption('sunset');
    await sidebar.locator('[name="height"]').fill('460');
    await preview.getByText('Tickets desk').first().waitFor();
    await preview.getByText('Is there a lift?').first().waitFor();
    expect((await frame.boundingBox())?.height).toBe(460);
    const colour = (node: Element) => getComputedStyle(node).backgroundColor;
    expect(await preview.locator('.header').evaluate(colour)).toBe('rgb(255, 250, 246)');
    await picture(page, 'editor-block');
    await expectReadable('.block-editor-block-inspector');
  });

  test('published, visitors see the title, the starters, the theme and the height', async () => {
    await page.evaluate(`
      const second = wp.blocks.createBlock('core/shortcode', { text: '[rag_chat title="Shop" starters="Do you ship?" theme="dark" height="400"]' });
      wp.data.dispatch('core/block-editor').insertBlock(second);
      wp.data.dispatch('core/editor').editPost({ status: 'publish' });`);
    await save();
    pages.push(await page.evaluate<number>('wp.data.select("core/editor").getCurrentPostId()'));
    address = await page.evaluate<string>('wp.data.select("core/editor").getPermalink()');
    const visitor = await openPage();
    await visitor.goto(address);
    const [first, second] = [0, 1].map((n) => visitor.locator('itih-chat').nth(n));
    await first!.getByRole('heading', { name: 'Tickets desk' }).waitFor();
    // The panel of a chat is built when it comes into view.
    await second!.scrollIntoViewIfNeeded();
    await second!.getByRole('heading', { name: 'Shop' }).waitFor();
    expect(await first!.locator('.starter').allTextContents()).toEqual([
      'What is a ticket?',
      'Is there a lift?',
    ]);
    expect(await second!.locator('.starter').allTextContents()).toEqual(['Do you ship?']);
    const looks = async (chat: typeof first) => [
      (await chat!.locator('.panel').boundingBox())?.height,
      await chat!.locator('.header').evaluate((node) => getComputedStyle(node).backgroundColor),
    ];
    expect(await looks(first)).toEqual([460, 'rgb(255, 250, 246)']);
    expect(await looks(second)).toEqual([400, 'rgb(18, 21, 31)']);
    await picture(visitor, 'editor-block-visitor');
    // Both show one conversation; a starter asks.
    await first!.locator('.starter').first().click();
    await first!.locator('.user .bubble').getByText('What is a ticket?').waitFor();
    await visitor.context().close();
  });

  test('a block that an older version saved is still valid', async () => {
    const old = await createPost(
      { title: 'Old', content: '<!-- wp:itih/rag-chat {"align":"wide"} /-->' },
      'pages',
    );
    pages.push(old.id);
    await openEditor(`post.php?post=${old.id}&action=edit`);
    await (await canvas()).locator('.itih-preview').waitFor();
    const valid = await page.evaluate(
      'wp.data.select("core/block-editor").getBlocks().map(({ name, isValid }) => [name, isValid])',
    );
    expect(valid).toEqual([['itih/rag-chat', true]]);
  });
});

describe('the list of posts', () => {
  test('has the state of each, and a bulk action with its undo', async () => {
    await page.goto(`${stack().url}/wp-admin/edit.php`);
    const row = page.locator(`#post-${heron.id}`);
    await row.getByText('In the chat').waitFor();
    await row.locator('input[type="checkbox"]').check();
    await page.selectOption('#bulk-action-selector-top', 'itih_exclude');
    await page.click('#doaction');
    await page.getByText('1 entry was excluded from the chat.').waitFor();
    await row.getByText('It is excluded.').waitFor();
    await picture(page, 'editor-list-excluded');
    await page.getByRole('link', { name: 'Undo' }).click();
    await page.getByText('1 entry is no longer excluded from the chat.').waitFor();
    // Core's script opens the row, and the text is there before it.
    await page.waitForLoadState();
    await look(page, 'editor-list', '.column-itih_chat');
  });
});
