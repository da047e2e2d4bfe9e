/** Settings: who may change and see them, who changed them in the meantime, where the chat shows, and the preview. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MaskedSettings } from '../../../admin/api.ts';
import type { TestReply } from '../../../server/contract/admin.ts';
import { routes } from '../../../server/contract/routes.ts';
import type { OwnedSettingsReply } from '../../../server/contract/settings.ts';
import {
  createPost,
  login,
  rest,
  runPhp,
  stack,
  trashPost,
  type Login,
  type Post,
} from '../../stack.ts';
import { switchAiOff } from '../ai-switch.ts';
import { page, sitePlugin, unescaped, useSidecar } from './on-site.ts';

interface Refused {
  code: string;
  data: { status: number; fields: Record<string, string> };
}

const sidecar = useSidecar();
let admin: Login;
let article: Post;
let about: Post;
/** The category of posts that name none. */
let categoryId: number;

const get = async () => (await rest<OwnedSettingsReply>('GET', '/itih/v1/settings')).body;
const put = <T = OwnedSettingsReply>(patch: object, query = '') =>
  rest<T>('PUT', `/itih/v1/settings${query}`, patch);
const at = (revision: string) => `?revision=${encodeURIComponent(revision)}`;
const shows = async (path: string, cookie = '') =>
  (await page(path, cookie)).includes('<itih-chat mode="floating"');
const settingsPage = '/wp-admin/admin.php?page=itih-rag-chat-settings';

beforeAll(async () => {
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
});

async function changeAtOnce(): Promise<void> {
  await runPhp("update_option( 'itih_settings', array(), false );");
  const { revision } = await get();
  const colours = { bot_name: 'Ada', colors: { bg: '#fafafa' } };
  expect((await put({ appearance: colours }, at(revision))).status).toBe(200);
  const late = await put<Refused>(
    { appearance: { bot_name: 'Bea', welcome: 'Hello' } },
    at(revision),
  );
  expect([late.status, late.body.code]).toEqual([409, 'conflict']);
  expect(Object.keys(late.body.data.fields)).toEqual(['appearance.bot_name']);
  const now = await get();
  expect(now.settings.appearance).toMatchObject({ bot_name: 'Ada', welcome: '' });
  // A change of something else is no conflict.
  await put({ general: { hide_ids: [4] } }, at(now.revision));
  const { body } = await put({ appearance: { offset_x: 40 } }, at(now.revision));
  expect(body.settings.general.hide_ids).toEqual([4]);
  // A patch is checked without being stored.
  const wrong = await put<Refused>({ appearance: { offset_x: 900 } }, '?check=1');
  expect(wrong.status).toBe(400);
  expect(Object.keys(wrong.body.data.fields)).toEqual(['appearance.offset_x']);
  expect((await put({ appearance: { offset_x: 77 } }, '?check=1')).status).toBe(200);
  expect((await get()).settings.appearance.offset_x).toBe(40);
}

describe('of two administrators', () => {
  test(
    'the later one is told what the other has changed, and nothing is overwritten',
    changeAtOnce,
  );

  test('settings of plugin and sidecar are compared by the sidecar', async () => {
    const { revision } = await get();
    await put({ chat: { tone: 'warm' } }, at(revision));
    const both = { chat: { tone: 'dry' }, appearance: { welcome: 'Hi' } };
    const mixed = await put<Refused>(both, at(revision));
    expect(mixed.status).toBe(409);
    expect(Object.keys(mixed.body.data.fields)).toEqual(['chat.tone']);
    expect((await put({ chat: { tone: 'dry' } }, at((await get()).revision))).status).toBe(200);
  });
});

describe('the floating chat', () => {
  const where = async (general: object) => {
    const defaults = { show: 'everywhere', show_types: [], show_ids: [], hide_ids: [] };
    await put({
      general: { widget_enabled: true, ...defaults, audience: 'everyone', ...general },
    });
    const paths = ['/', `/?cat=${categoryId}`, '/?s=ferries', article.link, about.link];
    return Promise.all(paths.map((path) => shows(path)));
  };
  const [on, off] = [true, false];

  test.each<[string, () => object, boolean[]]>([
    ['everywhere but on a named page', () => ({ hide_ids: [about.id] }), [on, on, on, on, off]],
    ['nowhere', () => ({ show: 'selected' }), [off, off, off, off, off]],
    [
      'on a type, with its archives',
      () => ({ show: 'selected', show_types: ['post'] }),
      [on, on, off, on, off],
    ],
    [
      'on a type, but not on a page of it that is named',
      () => ({ show: 'selected', show_types: ['page'], hide_ids: [about.id] }),
      [off, off, off, off, off],
    ],
    [
      'on a page; the number of a category is not that of a post',
      () => ({ show: 'selected', show_ids: [about.id, categoryId] }),
      [off, off, off, off, on],
    ],
  ])('shows %s', async (_where, general, expected) => {
    expect(await where(general())).toEqual(expected);
  });

  test('shows on a page that is the front page, and not on the others', async () => {
    await runPhp(`update_option( 'show_on_front', 'page' );
      update_option( 'page_on_front', ${about.id} );`);
    try {
      const [front, , , single] = await where({ show: 'selected', show_ids: [about.id] });
      expect([front, single]).toEqual([true, false]);
    } finally {
      await runPhp("update_option( 'show_on_front', 'posts' ); delete_option( 'page_on_front' );");
    }
  });

  test('shows for those whom it is for, as an inline one does wherever it stands', async () => {
    const inline = await createPost({ title: 'Ask us', content: '[rag_chat]' }, 'pages');
    const all = async () => [
      await shows('/'),
      await shows('/', admin.cookie),
      ...(await Promise.all(
        ['', admin.cookie].map(async (cookie) =>
          (await page(inline.link, cookie)).includes('<itih-chat mode="inline"'),
        ),
      )),
    ];
    await where({ show: 'selected' });
    expect(await all()).toEqual([false, false, true, true]);
    await where({ audience: 'logged_in' });
    expect(await all()).toEqual([false, true, false, true]);
    await where({ audience: 'logged_out' });
    expect(await all()).toEqual([true, false, true, false]);
    await trashPost(inline.id, 'pages');
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
    const html = await page(settingsPage, admin.cookie);
    return unescaped(/data-preview-url="([^"]+)"/.exec(html)?.[1] ?? '');
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
    const forged = address.replace(/_wpnonce=\w+/, '_wpnonce=0123456789');
    const editor = await login('editor');
    for (const [path, cookie] of [
      [address, ''],
      [forged, admin.cookie],
      [address, editor.cookie],
    ] as const) {
      expect(await page(path, cookie)).not.toContain('preview.js');
    }
  });
});

test('the screen knows the titles of chosen posts, has its heading before scripts run, and an old address of it', async () => {
  await put({ general: { hide_ids: [about.id] } });
  const html = await page(settingsPage, admin.cookie);
  expect(html).toContain(`&quot;${about.id}&quot;:&quot;About the harbour&quot;`);
  const root = /<div id="itih-admin".*?<\/noscript><\/div>/s.exec(html)?.[0];
  expect(root).toContain('<h1>Settings</h1>');
  expect(root).toMatch(/<noscript>.*This page needs JavaScript\..*<\/noscript>/s);
  const old = await fetch(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat-tools`, {
    headers: { cookie: admin.cookie },
    redirect: 'manual',
  });
  expect(old.headers.get('location')).toMatch(/page=itih-rag-chat-settings&tab=mcp$/);
});

test('the answer has what the sidecar stored, although somebody made the option an autoloaded one', async () => {
  // Without the second option the plugin reads the first one before it asks the sidecar.
  await runPhp(
    "delete_option( 'itih_public' ); delete_option( 'itih_settings' ); update_option( 'itih_settings', array( 'general' => array( 'widget_enabled' => true ) ), true );",
  );
  const patch = { appearance: { theme: 'ocean' }, chat: { starters: ['When?'] } };
  expect((await put(patch)).body.settings).toMatchObject(patch);
});

(stack().suite === 'sid' ? describe : describe.skip)('keys and the switch of WordPress 7.0', () => {
  const key = 'not-a-key-but-as-long-as-one-7001';
  const option = 'connectors_ai_openai_api_key';
  const settings = async () =>
    (await rest<{ settings: MaskedSettings }>('GET', '/itih/v1/settings')).body.settings;
  let switchOn = () => {};
  afterAll(async () => {
    switchOn();
    await runPhp(`delete_option( '${option}' );`);
  });

  test('a key of Settings → Connectors is used at once, before the plugin’s own', async () => {
    await put({ llm: { openai: { api_key: 'an-own-key-that-is-stored-0001' } } });
    expect((await settings()).llm.openai.api_key).toEqual({ set: true, last4: '0001' });
    await runPhp(`update_option( '${option}', '${key}' );`);
    const { llm, embeddings } = await settings();
    expect(llm.openai.api_key).toEqual({ set: true, last4: '7001', given: 'connectors' });
    expect(embeddings.openai.api_key).toMatchObject({ given: 'connectors' });
    expect(llm.anthropic.api_key).toEqual({ set: false, last4: '' });
  });

  test('it goes to the vendor alone, and crosses no network in clear', async () => {
    const [said = '', read] = await runPhp<string[]>(`return array(
      wp_json_encode( \\Itih\\RagChat\\bridge_get_settings() ),
      \\Itih\\RagChat\\connector_key( wp_get_connectors()['openai']['authentication'] ) );`);
    expect(JSON.parse(said)).toMatchObject({
      connectors: { openai: expect.stringMatching(/^enc:2:/) },
    });
    expect(said).not.toContain(key);
    expect(read).toBe(key);
    await put({ llm: { openai: { base_url: 'https://gateway.example/v1', api_key: '' } } });
    expect((await settings()).llm.openai.api_key).toEqual({ set: false, last4: '' });
    await put({ llm: { openai: { base_url: '' } } });
    expect((await settings()).llm.openai.api_key).toMatchObject({ given: 'connectors' });
  });

  test('without AI no vendor is asked, and the screens say why', async () => {
    await put({ llm: { provider: 'openai', openai: { model: 'gpt-6-luna' } } });
    switchOn = switchAiOff();
    await put({ embeddings: { provider: 'builtin' } });
    const { body } = await rest<TestReply>('POST', '/itih/v1/admin/test', { scope: 'llm' });
    expect(body).toMatchObject({ ok: false, code: 'not_configured' });
    expect(body).toHaveProperty('message', expect.stringContaining('AI is switched off'));
    expect((await settings()).llm.openai.api_key).toEqual({ set: false, last4: '' });
    expect(await page(`${settingsPage}&tab=models`, admin.cookie)).toContain('data-ai-off="1"');
  });
});

describe('who sees the screens', () => {
  const all = ['', '-chats', '-gaps', '-knowledge', '-answers', '-search', '-settings', '-setup'];
  const readable = ['', '-chats', '-gaps'];

  /** Pages of the plugin in the menu, and those that open. */
  async function screensOf({ cookie }: Login) {
    const html = await page('/wp-admin/profile.php', cookie);
    const links = html.matchAll(/href=['"][^'"]*page=itih-rag-chat([\w-]*)['"]/g);
    const opened = all.map(async (screen) => {
      const url = `${stack().url}/wp-admin/admin.php?page=itih-rag-chat${screen}`;
      const { status } = await fetch(url, { headers: { cookie } });
      expect([200, 403]).toContain(status);
      return status === 200 ? [screen] : [];
    });
    return {
      menu: [...new Set([...links].map(([, screen = '']) => screen))],
      open: (await Promise.all(opened)).flat(),
    };
  }
  const nothing = { menu: [], open: [] };

  test('administrators, and no editor', async () => {
    const menu = all.filter((screen) => screen !== '-setup');
    expect(await screensOf(admin)).toEqual({ menu, open: all });
    expect(await screensOf(await login('editor'))).toEqual(nothing);
  });

  describe('with the filter for editors', () => {
    sitePlugin(
      'readers',
      "add_filter( 'itih_read_chats_capability', fn() => 'edit_others_posts' );",
    );

    test('an editor reads the dashboard, conversations and gaps, and no more', async () => {
      const editor = await login('editor');
      expect(await screensOf(editor)).toEqual({ menu: readable, open: readable });
      const named = (auth: string) => routes.filter((route) => route.auth === auth);
      const answers = [...named('admin'), ...named('reader')].map(async ({ method, path }) => {
        const address = `/itih/v1${path.replace(/<\w+>/g, '999999')}`;
        const { status } = await editor.rest(method, address);
        return status === 403 ? [] : [`${method} ${path}`];
      });
      const readers = named('reader').map(({ method, path }) => `${method} ${path}`);
      expect((await Promise.all(answers)).flat()).toEqual(readers);
      expect((await editor.rest('GET', '/itih/v1/dashboard')).status).toBe(200);
      // Their screens do not offer what needs an administrator.
      const html = await page('/wp-admin/admin.php?page=itih-rag-chat', editor.cookie);
      expect(html).toContain('data-can-manage=""');
    });

    test('a subscriber still sees nothing', async () => {
      expect(await screensOf(await login('subscriber'))).toEqual(nothing);
    });
  });
});

test('a new site has a budget, one that was there before keeps what it has', async () => {
  const stored = ['array()', "array( 'limits' => array( 'daily_tokens' => 0 ) )"];
  const found = await runPhp(`
    $install = function ( $before ) {
      null === $before ? delete_option( 'itih_settings' ) : update_option( 'itih_settings', $before );
      \\Itih\\RagChat\\install_site();
      return get_option( 'itih_settings' );
    };
    return array_map( $install, array( null, ${stored.join()} ) );`);
  expect(found).toEqual([
    { limits: { daily_tokens: 500_000 } },
    [],
    { limits: { daily_tokens: 0 } },
  ]);
});

test('without the sidecar two administrators are kept apart, too', async () => {
  await sidecar.stop();
  await changeAtOnce();
});
