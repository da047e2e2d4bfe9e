/** Every screen of the plugin, as it is when it holds something: on a desktop, a phone, and from right to left. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../fakes/wait.ts';
import {
  createPost,
  rest,
  runPhp,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { ask } from '../wordpress/visitor.ts';
import { adminUrl, look, openPage, picture, whenRead } from './pages.ts';

let sidecar: Sidecar;
let page: Page;
let post: Post;

const first = async (path: string) =>
  (await rest<{ id: number; session: string }[]>('GET', `/itih/v1/${path}`)).body[0]!;

beforeAll(async () => {
  sidecar = await startSidecar({
    settings: {
      indexing: { auto_index: true },
      limits: { per_ip_max: 0 },
      chat: {
        curated: [{ questions: ['Can I bring my dog?'], answer: 'On a **lead**.', url: '' }],
        synonyms: ['entry fee, admission'],
      },
      business: {
        name: 'Clock House',
        address: 'Mill Lane 5\n12345 Exampletown',
        monday: 'closed',
      },
    },
  });
  post = await createPost({
    title: 'Clocks of the east wing',
    content: '<h2>Opening</h2><p>The east wing shows clocks, and opens at ten on Sundays.</p>',
  });
  await rest('POST', '/itih/v1/posts/index', {});
  await whenRead(1);
  for (const question of ['When does the east wing open?', 'Who won the zebra race of 1893?']) {
    await ask(question);
  }
  await until('the gap', async () => Boolean(await first('gaps')));
  page = await openPage({ account: 'admin' });
});
afterAll(async () => {
  await trashPost(post.id);
  await sidecar.stop();
});

type Address = string | (() => Promise<string>);

/** Where each is, and what it shows when all has come. */
const screens: Record<string, [Address, string]> = {
  dashboard: ['&days=7', '.itih-plot'],
  chats: ['-chats', '#itih-chats tbody tr'],
  chat: [async () => `-chats&chat=${(await first('chats')).session}`, '.itih-exchange'],
  gaps: ['-gaps', '.itih-table tbody tr'],
  gap: [async () => `-gaps&gap=${(await first('gaps')).id}`, '#itih-wordings a'],
  knowledge: ['-knowledge', '.itih-table tbody tr'],
  document: [async () => `-knowledge&document=${(await first('documents')).id}`, '.itih-chunks'],
  reading: [() => Promise.resolve(`-knowledge&tab=reading&post=${post.id}`), '.itih-text'],
  answers: ['-answers', '.itih-table tbody tr'],
  answer: ['-answers&edit=Can+I+bring+my+dog?', '[name=answer]'],
  synonyms: ['-answers&tab=synonyms', '[name=synonyms]'],
  search: ['-search&q=When+does+the+east+wing+open?', '#itih-search-answer .itih-markdown'],
  ...Object.fromEntries(
    [
      '',
      'chat',
      'models',
      'indexing',
      'limits',
      'privacy',
      'advanced',
      'embeddings',
      'passages',
      'store',
      'mcp',
    ].map((tab) => [`settings ${tab}`, [`-settings&tab=${tab}`, '.nav-tab-active']]),
  ),
  'settings reading': [
    () => Promise.resolve(`-settings&tab=indexing&post=${post.id}`),
    '.itih-text',
  ],
  'settings appearance': ['-settings&tab=appearance', '.itih-preview iframe'],
  ...Object.fromEntries(
    ['where', 'how', 'content', 'ask', 'look', 'on'].map((step) => [
      `setup ${step}`,
      [`-setup&step=${step}`, '.itih-path [aria-current=step]'],
    ]),
  ),
  // The step has asked them.
  'dashboard with questions': ['', '#itih-common-questions .itih-verdicts'],
};

test.each(Object.keys(screens))('%s', async (name) => {
  const [address, shown] = screens[name]!;
  await page.goto(adminUrl(typeof address === 'string' ? address : await address()));
  await page.locator(shown).first().waitFor();
  await page.locator('.itih-skeleton').first().waitFor({ state: 'detached' });
  await page.locator('.itih-header').getByText('Connected').waitFor();
  await look(page, name.replaceAll(' ', '-'));
});

test('the menu leads to each', async () => {
  const menu = page.locator('#toplevel_page_itih-rag-chat .wp-submenu a');
  expect(await menu.allTextContents()).toEqual(
    'Dashboard,Conversations,Unanswered questions,What it has read,Your answers,Try it,Settings'.split(
      ',',
    ),
  );
});

test.each([
  ['de_DE', 'Erste Schritte', 'Unbeantwortete Fragen'],
  ['ar', 'الخطوات الأولى', 'الأسئلة التي بلا إجابة'],
])('an owner who reads %s is shown it', async (locale, steps, gaps) => {
  const speak = (language: string) =>
    runPhp(`update_user_meta( get_user_by( 'login', 'admin' )->ID, 'locale', '${language}' );`);
  await speak(locale);
  try {
    await page.goto(adminUrl('-setup&step=how'));
    const heading = page.getByRole('heading', { level: 1 });
    await heading.filter({ hasText: steps }).waitFor();
    await picture(page, `setup-${locale}`, true);
    await page.goto(adminUrl('-gaps'));
    await heading.filter({ hasText: gaps }).waitFor();
    await picture(page, `gaps-${locale}`, true);
  } finally {
    await speak('');
  }
});
