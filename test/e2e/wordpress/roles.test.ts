import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../../server/contract/routes.ts';
import {
  login,
  pluginComplaints,
  runPhp,
  stack,
  startSidecar,
  type Login,
  type Sidecar,
} from '../../stack.ts';

const plugin = "<?php add_filter( 'itih_read_chats_capability', fn() => 'edit_others_posts' );";
const all = ['', '-chats', '-gaps', '-knowledge', '-answers', '-search', '-settings', '-setup'];
const readable = ['', '-chats', '-gaps'];

let sidecar: Sidecar;
let editor: Login;
let subscriber: Login;
beforeAll(async () => {
  sidecar = await startSidecar();
  editor = await login('editor');
  subscriber = await login('subscriber');
});
afterAll(() => sidecar.stop());

const open = async (path: string, { cookie }: Login) =>
  fetch(`${stack().url}/wp-admin/${path}`, { headers: { cookie } });

/** Pages of the plugin in the menu. */
async function menuOf(user: Login): Promise<string[]> {
  const html = await (await open('profile.php', user)).text();
  const links = html.matchAll(/href=['"][^'"]*page=itih-rag-chat([\w-]*)['"]/g);
  return [...new Set([...links].map(([, page = '']) => page))];
}

const allowedScreens = async (user: Login) => {
  const found: string[] = [];
  for (const page of all) {
    const { status } = await open(`admin.php?page=itih-rag-chat${page}`, user);
    expect([200, 403]).toContain(status);
    if (status === 200) found.push(page);
  }
  return found;
};

/** Routes that do not answer 403, of those that need a role. */
async function allowedRoutes(user: Login): Promise<string[]> {
  const found: string[] = [];
  for (const { method, path, auth } of routes) {
    if (auth !== 'admin' && auth !== 'reader') continue;
    const { status } = await user.rest(method, `/itih/v1${path.replace(/<\w+>/g, '999999')}`);
    if (status !== 403) found.push(`${method} ${path}`);
  }
  return found;
}

const forReaders = routes
  .filter(({ auth }) => auth === 'reader')
  .map(({ method, path }) => `${method} ${path}`);

describe('without the filter', () => {
  test.each(['editor', 'subscriber'] as const)('an %s sees nothing of it', async (role) => {
    const user = role === 'editor' ? editor : subscriber;
    expect(await menuOf(user)).toEqual([]);
    expect(await allowedScreens(user)).toEqual([]);
  });

  test('an administrator has all screens', async () => {
    const admin = await login();
    expect(await menuOf(admin)).toEqual(all.filter((page) => page !== '-setup'));
    expect(await allowedScreens(admin)).toEqual(all);
  });
});

describe('with the filter for editors', () => {
  beforeAll(() =>
    runPhp(
      `file_put_contents( WPMU_PLUGIN_DIR . '/readers.php', base64_decode( '${btoa(plugin)}' ) );`,
    ),
  );
  afterAll(() => runPhp("unlink( WPMU_PLUGIN_DIR . '/readers.php' );"));

  test('an editor reads the dashboard, conversations and gaps, and no more', async () => {
    expect(await menuOf(editor)).toEqual(readable);
    expect(await allowedScreens(editor)).toEqual(readable);
    expect(await allowedRoutes(editor)).toEqual(forReaders);
    const dashboard = await editor.rest('GET', '/itih/v1/dashboard');
    expect(dashboard.status).toBe(200);
  });

  test('their screens do not offer what needs an administrator', async () => {
    const html = await (await open('admin.php?page=itih-rag-chat', editor)).text();
    expect(html).toContain('data-can-manage=""');
  });

  test('a subscriber still sees nothing', async () => {
    expect(await menuOf(subscriber)).toEqual([]);
    expect(await allowedScreens(subscriber)).toEqual([]);
    expect(await allowedRoutes(subscriber)).toEqual([]);
  });
});

test('a screen has its heading before scripts run, and says that it needs them', async () => {
  const html = await (await open('admin.php?page=itih-rag-chat-settings', await login())).text();
  const root = /<div id="itih-admin".*?<\/noscript><\/div>/s.exec(html)?.[0];
  expect(root).toContain('<h1>Settings</h1>');
  expect(root).toMatch(/<noscript>.*This page needs JavaScript\..*<\/noscript>/s);
});

test('PHP complained of nothing', () => {
  expect(pluginComplaints()).toEqual([]);
});
