/** Settings that the plugin answers for: who changed them in the meantime, where the chat shows, and the preview. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OwnedSettingsReply } from '../../../server/contract/settings.ts';
import {
  createPost,
  login,
  pluginComplaints,
  rest,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  type Login,
  type Post,
  type Sidecar,
} from '../../stack.ts';

interface Refused {
  code: string;
  data: { status: number; fields: Record<string, string> };
}

let sidecar: Sidecar;
let admin: Login;
let article: Post;
let about: Post;
/** The category of posts that name none. */
let categoryId: number;

const get = async () => (await rest<OwnedSettingsReply>('GET', '/itih/v1/settings')).body;
const put = <T = OwnedSettingsReply>(patch: object, query = '') =>
  rest<T>('PUT', `/itih/v1/settings${query}`, patch);
const at = (revision: string) => `?revision=${encodeURIComponent(revision)}`;
const page = async (url: string, cookie = '') => (await fetch(url, { headers: { cookie } })).text();
const shows = async (url: string, cookie = '') =>
  (await page(url, cookie)).includes('<itih-chat mode="floating"');

beforeAll(async () => {
  sidecar = await startSidecar();
  await rest('GET', '/itih/v1/status');
  admin = await login();
  article = await createPost({ title: 'The winter timetable', content: '<p>Ferries.</p>' });
  // The bed's rules know posts and pages only.
  categoryId = Number(
    await runPhp("flush_rewrite_rules( false ); return get_option( 'default_category' );"),
  );
  about = await createPost({ title: 'About the harbour', content: '<p>Us.</p>' }, 'pages');
});
afterAll(async () => {
  await trashPost(article.id);
  await trashPost(about.id, 'pages');
  await runPhp("update_option( 'itih_settings', array(), false );");
  await sidecar.stop();
});

describe.each([
  ['while the sidecar runs', true],
  ['while it is stopped', false],
])('two administrators, %s', (_case, runs) => {
  beforeAll(async () => {
    if (!runs) await sidecar.stop();
    await runPhp("update_option( 'itih_settings', array(), false );");
  });
  afterAll(async () => {
    if (!runs) sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
  });

  test('the later one is told what the other has changed, and nothing is overwritten', async () => {
    const { revision } = await get();
    const first = await put(
      { appearance: { bot_name: 'Ada', colors: { bg: '#fafafa' } } },
      at(revision),
    );
    expect(first.status).toBe(200);
    const second = await put<Refused>(
      { appearance: { bot_name: 'Bea', welcome: 'Hello' } },
      at(revision),
    );
    expect(second.status).toBe(409);
    expect(second.body.code).toBe('conflict');
    expect(Object.keys(second.body.data.fields)).toEqual(['appearance.bot_name']);
    const now = await get();
    expect(now.settings.appearance).toMatchObject({ bot_name: 'Ada', welcome: '' });
    const again = await put({ appearance: { bot_name: 'Bea' } }, at(now.revision));
    expect(again.body.settings.appearance.bot_name).toBe('Bea');
  });

  test('a change of something else is no conflict', async () => {
    const { revision } = await get();
    await put({ general: { hide_ids: [4] } }, at(revision));
    const { status, body } = await put({ appearance: { offset_x: 40 } }, at(revision));
    expect(status).toBe(200);
    expect(body.settings.general.hide_ids).toEqual([4]);
  });

  test('a patch is checked without being stored', async () => {
    const wrong = await put<Refused>({ appearance: { offset_x: 900 } }, '?check=1');
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body.data.fields)).toEqual(['appearance.offset_x']);
    expect((await put({ appearance: { offset_x: 77 } }, '?check=1')).status).toBe(200);
    expect((await get()).settings.appearance.offset_x).toBe(40);
  });
});

test('settings of both kinds are compared by the sidecar', async () => {
  const { revision } = await get();
  await put({ chat: { tone: 'warm' } }, at(revision));
  const mixed = await put<Refused>(
    { chat: { tone: 'dry' }, appearance: { welcome: 'Hi' } },
    at(revision),
  );
  expect(mixed.status).toBe(409);
  expect(Object.keys(mixed.body.data.fields)).toEqual(['chat.tone']);
  expect((await put({ chat: { tone: 'dry' } }, at((await get()).revision))).status).toBe(200);
});

describe('the floating chat', () => {
  const home = () => `${stack().url}/`;
  const category = () => `${stack().url}/?cat=${categoryId}`;
  const search = () => `${stack().url}/?s=ferries`;
  const where = async (general: object) => {
    const defaults = { show: 'everywhere', show_types: [], show_ids: [], hide_ids: [] };
    await put({
      general: { widget_enabled: true, ...defaults, audience: 'everyone', ...general },
    });
    return Promise.all(
      [home(), category(), search(), article.link, about.link].map((url) => shows(url)),
    );
  };

  test('shows everywhere, but not on the pages that are named', async () => {
    expect(await where({})).toEqual([true, true, true, true, true]);
    expect(await where({ hide_ids: [about.id] })).toEqual([true, true, true, true, false]);
  });

  test('shows only on chosen types, with their archives', async () => {
    expect(await where({ show: 'selected' })).toEqual([false, false, false, false, false]);
    expect(await where({ show: 'selected', show_types: ['post'] })).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    expect(await where({ show: 'selected', show_types: ['page'], hide_ids: [about.id] })).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('shows on single pages; the number of a category is not that of a post', async () => {
    const only = { show: 'selected', show_ids: [about.id, categoryId] };
    expect(await where(only)).toEqual([false, false, false, false, true]);
  });

  test('a page that is the front page or that of the blog counts as itself', async () => {
    await runPhp(`update_option( 'show_on_front', 'page' );
      update_option( 'page_on_front', ${about.id} );`);
    try {
      const [front, , , single] = await where({ show: 'selected', show_ids: [about.id] });
      expect([front, single]).toEqual([true, false]);
    } finally {
      await runPhp("update_option( 'show_on_front', 'posts' ); delete_option( 'page_on_front' );");
    }
  });

  test('shows for those who are logged in, or for those who are not', async () => {
    const both = async () => [await shows(home()), await shows(home(), admin.cookie)];
    await where({ audience: 'logged_in' });
    expect(await both()).toEqual([false, true]);
    await where({ audience: 'logged_out' });
    expect(await both()).toEqual([true, false]);
  });

  test('an inline chat shows wherever it stands, to those whom it is for', async () => {
    await where({ show: 'selected' });
    const inline = await createPost({ title: 'Ask us', content: '[rag_chat]' });
    const shown = '<itih-chat mode="inline"';
    expect(await page(inline.link)).toContain(shown);
    await where({ audience: 'logged_in' });
    expect(await page(inline.link)).not.toContain(shown);
    expect(await page(inline.link, admin.cookie)).toContain(shown);
    await trashPost(inline.id);
  });

  test('is decided within a millisecond, without a query', async () => {
    await where({ show: 'selected', show_types: ['page'], show_ids: [about.id] });
    const [queries, ms] = await runPhp<[number, number]>(`global $wpdb;
      $GLOBALS['wp']->main( 'p=${article.id}' );
      $where = \\Itih\\RagChat\\public_settings()['where'];
      $before = $wpdb->num_queries;
      $start = hrtime( true );
      for ( $n = 0; $n < 1000; $n++ ) { \\Itih\\RagChat\\floats_here( $where ); }
      return array( $wpdb->num_queries - $before, ( hrtime( true ) - $start ) / 1e9 );`);
    expect(queries).toBe(0);
    expect(ms).toBeLessThan(1);
  });
});

describe('the preview', () => {
  const url = async () => {
    const html = await page(
      `${stack().url}/wp-admin/admin.php?page=itih-rag-chat-settings`,
      admin.cookie,
    );
    const found = /data-preview-url="([^"]+)"/.exec(html)?.[1] ?? '';
    return found.replaceAll('&amp;', '&').replaceAll('&#038;', '&');
  };

  test('is a page with the chat for administrators, in a frame of the own site alone', async () => {
    await put({ general: { show: 'everywhere', audience: 'everyone', widget_enabled: false } });
    const response = await fetch(await url(), { headers: { cookie: admin.cookie } });
    const html = await response.text();
    expect(html).toContain('<itih-chat mode="floating"');
    expect(html).toContain('preview.js');
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(response.headers.get('cache-control')).toContain('no-store');
  });

  test('is the front page for everybody else, and with another nonce', async () => {
    const address = await url();
    expect(await page(address)).not.toContain('preview.js');
    const forged = address.replace(/_wpnonce=\w+/, '_wpnonce=0123456789');
    expect(await page(forged, admin.cookie)).not.toContain('preview.js');
    const editor = await login('editor');
    expect(await page(address, editor.cookie)).not.toContain('preview.js');
  });
});

test('the answer has what the sidecar stored, although somebody made the option an autoloaded one', async () => {
  // Without the second option the plugin reads the first one before it asks the sidecar.
  await runPhp(
    "delete_option( 'itih_public' ); delete_option( 'itih_settings' ); update_option( 'itih_settings', array( 'general' => array( 'widget_enabled' => true ) ), true );",
  );
  const reply = await put({ appearance: { theme: 'ocean' }, chat: { starters: ['When?'] } });
  expect(reply.body.settings).toMatchObject({
    appearance: { theme: 'ocean' },
    chat: { starters: ['When?'] },
  });
});

test('an old bookmark of the tools leads to their tab', async () => {
  const response = await fetch(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat-tools`, {
    headers: { cookie: admin.cookie },
    redirect: 'manual',
  });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toMatch(/page=itih-rag-chat-settings&tab=mcp$/);
});

test('the page knows the titles of chosen posts', async () => {
  await put({ general: { hide_ids: [about.id] } });
  const html = await page(
    `${stack().url}/wp-admin/admin.php?page=itih-rag-chat-settings`,
    admin.cookie,
  );
  expect(html).toContain(`&quot;${about.id}&quot;:&quot;About the harbour&quot;`);
});

test('nothing of ours has complained under WP_DEBUG', () => {
  expect(pluginComplaints()).toEqual([]);
});

test('a new site has a budget, one that was there before keeps what it has', async () => {
  const installed = (before: string) =>
    runPhp<object>(
      `${before} \\Itih\\RagChat\\install_site(); return get_option( 'itih_settings' );`,
    );
  expect(await installed("delete_option( 'itih_settings' );")).toEqual({
    limits: { daily_tokens: 500_000 },
  });
  for (const stored of ['array()', "array( 'limits' => array( 'daily_tokens' => 0 ) )"]) {
    const kept = await installed(`update_option( 'itih_settings', ${stored} );`);
    expect(kept).toEqual(stored === 'array()' ? [] : { limits: { daily_tokens: 0 } });
  }
});
