/** A site with its sidecar: edits, files, the state of each post, prominent pages, outages and the end. */
import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { PostInChat } from '../../../server/contract/posts.ts';
import { droppedTables } from '../../../server/storage/migrate.ts';
import { until } from '../../fakes/wait.ts';
import { program } from '../../program.ts';
import {
  anonymous,
  createPost,
  login,
  mariadbUrl,
  rest,
  runPhp,
  stack,
  trashPost,
  updatePost,
  type Login,
  type Post,
} from '../../stack.ts';
import { page, php, sitePlugin, uninstall, useSidecar } from './on-site.ts';
import { storedRows } from './secrets.ts';
import { ask, indexed, visitorNonce } from './visitor.ts';

jest.setTimeout(120_000);

// A theme with one place for a menu.
sitePlugin(
  'menu',
  "add_action( 'after_setup_theme', fn() => register_nav_menu( 'header', 'Header' ) );",
);
const sidecar = useSidecar({ database: 'mariadb', settings: { limits: { per_ip_max: 0 } } });
const answer = async (question: string) => {
  await indexed();
  return (await ask(question)).text;
};

test('an edit is the next answer; trash removes it; restoring brings it back', async () => {
  const question = 'Which animal guards the harbour gate?';
  const heron = '<p>The harbour gate is guarded by a stone heron.</p>';
  const { id } = await createPost({ title: 'The harbour gate', content: heron });
  expect(await answer(question)).toContain('stone heron');
  await updatePost(id, { content: heron.replace('heron', 'otter') });
  const edited = await answer(question);
  expect(edited).toContain('stone otter');
  expect(edited).not.toContain('heron');
  await trashPost(id);
  expect(await answer(question)).not.toContain('stone otter');
  await runPhp(`wp_untrash_post( ${id} ); wp_publish_post( ${id} );`);
  expect(await answer(question)).toContain('stone otter');
  await runPhp(`wp_delete_post( ${id}, true );`);
});

test('every visitor gets the same page, without nonce or session', async () => {
  const { id, link } = await createPost({ title: 'Ask the harbour', content: '[rag_chat]' });
  const first = await page(link);
  expect(first).toContain('<itih-chat');
  expect(await page(link)).toBe(first);
  expect(first).not.toContain(await visitorNonce());
  await trashPost(id);
});

test('an administrator may upload Markdown, others as the site has it', async () => {
  const types = await runPhp<string[]>(`
    $file = tempnam( get_temp_dir(), 'md' );
    file_put_contents( $file, "# Hours\\n\\nDaily from ten.\\n" );
    $type = function ( $user ) use ( $file ) {
      wp_set_current_user( $user );
      return (string) wp_check_filetype_and_ext( $file, 'hours.md' )['type'];
    };
    $types = array( $type( get_users( array( 'role' => 'administrator' ) )[0]->ID ), $type( 0 ) );
    unlink( $file );
    return $types;`);
  expect(types).toEqual(['text/plain', '']);
});

describe('prominent pages', () => {
  let [tower, café] = [0, 0];
  type Row = Record<'post_id' | 'prominent' | 'published_at', string | null>;
  const rowOf = async (id: number) => {
    const rows = (await storedRows(mariadbUrl()))['wp_rag_documents'] as Row[];
    return rows.find(({ post_id }) => Number(post_id) === id);
  };
  const untilProminent = (id: number, isProminent: boolean) =>
    until(`${id}: ${isProminent}`, async () => {
      const row = await rowOf(id);
      return row !== undefined && (row.prominent === '1') === isProminent;
    });
  const prominent = (code: string) =>
    runPhp<number[]>(`${code} return Itih\\RagChat\\prominent_ids();`);

  beforeAll(async () => {
    // WordPress makes a menu of all pages when a block theme shows the site, also to us, without one.
    await runPhp(
      `foreach ( get_posts( array( 'post_type' => 'wp_navigation', 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) { wp_delete_post( $post->ID, true ); }
      wp_insert_post( array( 'post_type' => 'wp_navigation', 'post_status' => 'publish', 'post_title' => 'Elsewhere', 'post_content' => '<!-- wp:navigation-link {"label":"Elsewhere","url":"https://elsewhere.example/","kind":"custom"} /-->' ) );`,
    );
    const create = async (title: string) =>
      (await createPost({ title, content: `All about the ${title}.` }, 'pages')).id;
    [tower, café] = [await create('tower'), await create('café')];
    await indexed();
  });

  test('the front page is one as soon as it is chosen, and the page of posts, whose text nobody sees, is not known', async () => {
    await untilProminent(tower, false);
    await runPhp(`update_option( 'page_on_front', ${tower} );
      update_option( 'page_for_posts', ${café} );
      update_option( 'show_on_front', 'page' );`);
    await untilProminent(tower, true);
    await until('the page of posts is forgotten', async () => (await rowOf(café)) === undefined);
    await runPhp("update_option( 'show_on_front', 'posts' );");
    await untilProminent(tower, false);
    await untilProminent(café, false);
  });

  test('a page in a menu counts while the theme shows the menu', async () => {
    const item = (fields: object) =>
      `wp_update_nav_menu_item( $menu, 0, ${php({ 'menu-item-status': 'publish', ...fields })} );`;
    const page = { 'menu-item-object': 'page', 'menu-item-type': 'post_type' };
    const hidden = await prominent(`$menu = wp_create_nav_menu( 'Main' );
      ${item({ ...page, 'menu-item-object-id': café })}
      ${item({ 'menu-item-title': 'Elsewhere', 'menu-item-url': 'https://elsewhere.example/', 'menu-item-type': 'custom' })}`);
    expect(hidden).toEqual([]);
    const menu = "wp_get_nav_menu_object( 'Main' )->term_id";
    await runPhp(`set_theme_mod( 'nav_menu_locations', array( 'header' => ${menu} ) );`);
    await untilProminent(café, true);
    await runPhp(`wp_delete_nav_menu( ${menu} ); remove_theme_mod( 'nav_menu_locations' );`);
    await untilProminent(café, false);
  });

  test('the navigation of a block theme counts, with its pages of the first level', async () => {
    const parse = (links: string) =>
      `Itih\\RagChat\\ids_in_navigation( parse_blocks( ${php(links)} ) )`;
    const links = `<!-- wp:navigation-submenu {"label":"More"} --><!-- wp:navigation-link {"label":"Page","type":"page","id":${café},"kind":"post-type"} /--><!-- /wp:navigation-submenu --><!-- wp:navigation-link {"label":"Topic","type":"category","id":${tower},"kind":"taxonomy"} /-->`;
    await updatePost(café, { parent: tower }, 'pages');
    const [linked = [], listed = []] = await runPhp<number[][]>(
      `return array( ${parse(links)}, ${parse('<!-- wp:page-list /-->')} );`,
    );
    expect(linked.filter(Boolean)).toEqual([café]);
    expect([listed.includes(tower), listed.includes(café)]).toEqual([true, false]);
    const isBlockTheme = await runPhp<boolean>('return wp_is_block_theme();');
    const shown = await prominent(
      `wp_insert_post( wp_slash( ${php({ post_type: 'wp_navigation', post_status: 'publish', post_title: 'Navigation', post_content: links })} ) );`,
    );
    expect(shown).toEqual(isBlockTheme ? [café] : []);
    await runPhp(
      `foreach ( get_posts( array( 'post_type' => array( 'page', 'wp_navigation' ), 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) { wp_delete_post( $post->ID, true ); }
      foreach ( array( 'page_on_front', 'page_for_posts' ) as $name ) { update_option( $name, 0 ); }`,
    );
  });

  test('the time of publication and the time zone of the site are told', async () => {
    const fields = { title: 'An old notice', content: 'The pier was painted.' };
    const { id } = await createPost({ ...fields, date_gmt: '2019-05-04T06:30:00' });
    await indexed();
    expect(Number((await rowOf(id))?.published_at)).toBe(Date.UTC(2019, 4, 4, 6, 30));
    const zone = await runPhp<string>(`wp_delete_post( ${id}, true );
      add_filter( 'pre_option_timezone_string', fn() => 'Asia/Tokyo' );
      return Itih\\RagChat\\bridge_get_settings()['site']['time_zone'];`);
    expect(zone).toBe('Asia/Tokyo');
  });
});

describe('a post in the chat', () => {
  type Asker = Pick<Login, 'rest'>;
  const inChat = (id: number, as: Asker = { rest }) =>
    as.rest<PostInChat & { code?: string }>('GET', `/itih/v1/posts/${id}/chat`);
  const change = (id: number, body: object, as: Asker = { rest }) =>
    as.rest<PostInChat & { code?: string }>('POST', `/itih/v1/posts/${id}/chat`, body);
  const stateOf = async (id: number) => {
    const { state, label, sentence } = (await inChat(id)).body;
    return [state, label, sentence];
  };
  const isIn = async (id: number) => (await stateOf(id))[0] === 'in';
  const setIndexing = (values: string) =>
    runPhp(`$settings = get_option( 'itih_settings' );
      $settings['indexing'] = array_merge( $settings['indexing'] ?? array(), ${values} );
      update_option( 'itih_settings', $settings );`);
  const told = async () => (await ask('Which bird guards the lighthouse of Ambleport?')).text;
  const untilTold = () => until('it answers again', async () => (await told()).includes('heron'));

  let heron: Post;
  let editor: Login;
  beforeAll(async () => {
    heron = await createPost({
      title: 'The lighthouse of Ambleport',
      content: 'A grey heron called Ottoline guards the lighthouse of Ambleport.',
    });
    editor = await login('editor');
    await until('it is read', () => isIn(heron.id), 30_000);
  });

  test('says since when, and how many answers cited it', async () => {
    const { body } = await inChat(heron.id);
    expect(body).toMatchObject({
      state: 'in',
      label: 'In the chat',
      can_read: true,
      excluded: false,
      can_exclude: true,
      answers: 0,
      told: true,
    });
    expect(body.sentence).toMatch(/^Since \w+ \d+, \d{4}\.$/);
    expect(body.document_url).toMatch(/page=itih-rag-chat-knowledge&document=\d+$/);
    expect(await told()).toContain('heron');
    expect((await inChat(heron.id)).body.answers).toBe(1);
  });

  test('names the reason why it is not in the chat, and what a failed one lacks', async () => {
    const reasons = [
      [{ status: 'draft' }, 'It is not published.'],
      [{ status: 'private' }, 'It is private.'],
      [{ password: 'tide' }, 'It is protected by a password.'],
    ] as const;
    for (const [fields, sentence] of reasons) {
      const post = await createPost({ title: 'x', content: 'y', ...fields });
      expect(await stateOf(post.id)).toEqual(['absent', 'Not in the chat', sentence]);
      await trashPost(post.id);
    }
    await setIndexing("array( 'post_types' => array( 'page' ) )");
    expect((await stateOf(heron.id))[2]).toBe('Content of this type is not selected for the chat.');
    await setIndexing("array( 'post_types' => array( 'post', 'page' ) )");
    await until('it is back', () => isIn(heron.id), 30_000);
    const empty = await createPost({ title: '', content: '<!-- wp:separator /-->', slug: 'empty' });
    await until('it has failed', async () => (await stateOf(empty.id))[0] === 'failed');
    expect(await stateOf(empty.id)).toEqual([
      'failed',
      'Could not be read',
      'It has no text that the chat could use. Add some, or exclude it.',
    ]);
    await trashPost(empty.id);
  });

  test('follows a change, and what is not read by itself is read when asked', async () => {
    const seen = new Set<string>();
    await updatePost(heron.id, {
      content: 'A grey heron called Ottoline guards the lighthouse of Ambleport by day.',
    });
    await until('the change is read', async () => {
      const [state = ''] = await stateOf(heron.id);
      seen.add(state);
      return state === 'in';
    });
    expect([...seen]).not.toContain('absent');
    await setIndexing("array( 'auto_index' => false )");
    const late = await createPost({ title: 'A late note', content: 'The kiosk closes at nine.' });
    expect((await stateOf(late.id)).slice(0, 2)).toEqual(['unread', 'Not read yet']);
    expect((await change(late.id, { reindex: true })).body.state).not.toBe('unread');
    await until('it is read', () => isIn(late.id));
    await setIndexing("array( 'auto_index' => true )");
    await trashPost(late.id);
  });

  test('is excluded by an editor, and forgotten at once', async () => {
    const { status, body } = await change(heron.id, { excluded: true }, editor);
    const absent = { state: 'absent', sentence: 'It is excluded.', excluded: true };
    expect([status, body]).toMatchObject([200, { ...absent, can_read: false, told: true }]);
    expect(await told()).not.toContain('heron');
    await change(heron.id, { excluded: false }, editor);
    await untilTold();
  });

  test('is told and changed only by those who may edit it, with a nonce and in the right form', async () => {
    const subscriber = await login('subscriber');
    for (const [method, body] of [['GET'], ['POST', { excluded: true }]] as const) {
      const path = `/itih/v1/posts/${heron.id}/chat`;
      const replies = [
        await anonymous<{ code: string }>(method, path, body),
        await subscriber.rest<{ code: string }>(method, path, body),
        await editor.rest<{ code: string }>(method, '/itih/v1/posts/999999/chat', body),
      ];
      expect(replies.map((reply) => [reply.status, reply.body.code])).toEqual(
        Array(3).fill([403, 'rest_forbidden']),
      );
    }
    // A cookie without the nonce is not enough.
    const forged = await fetch(`${stack().url}/wp-json/itih/v1/posts/${heron.id}/chat`, {
      method: 'POST',
      headers: { cookie: editor.cookie, 'content-type': 'application/json' },
      body: '{"excluded":true}',
    });
    expect(forged.status).toBe(403);
    for (const body of [{}, { excluded: 'yes' }, { excluded: true, reindex: true }, [1]]) {
      const { status, body: reply } = await change(heron.id, body);
      expect([status, reply.code]).toEqual([400, 'invalid_request']);
    }
    // Only the plugin itself asks for many.
    expect((await rest('POST', '/itih/v1/posts/chat', { ids: [heron.id] })).status).toBe(404);
    expect((await inChat(heron.id)).body.excluded).toBe(false);
  });

  describe('where the owner keeps that to administrators', () => {
    sitePlugin('keep', "add_filter( 'itih_exclude_capability', fn() => 'manage_options' );");

    test('no editor excludes it', async () => {
      expect((await inChat(heron.id, editor)).body.can_exclude).toBe(false);
      expect((await change(heron.id, { excluded: true }, editor)).status).toBe(403);
      expect((await inChat(heron.id)).body.can_exclude).toBe(true);
    });
  });

  describe('in the list of posts', () => {
    const list = (query = '') => page(`/wp-admin/edit.php${query}`, editor.cookie);
    const cell = (html: string, id: number) => {
      const row = html.split(`id="post-${id}"`)[1]?.split('</tr>')[0] ?? '';
      const text = /data-colname="Chat">(.*?)<\/td>/s.exec(row)?.[1] ?? '';
      return text
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    };
    const act = async (action: string, ids: number[]) => {
      const nonce = /name="_wpnonce" value="(\w+)"/.exec(await list())?.[1] ?? '';
      const query = new URLSearchParams({ action, _wpnonce: nonce, post_type: 'post' });
      for (const id of ids) query.append('post[]', String(id));
      return list(`?${query}`);
    };
    const said = (html: string) =>
      /<div class="notice notice-(?:success|warning) is-dismissible"><p>(.*?)<\/p>/s.exec(
        html,
      )?.[1];
    test('without a sidecar there is a dash, the list is as fast, and a change is kept', async () => {
      await sidecar.stop();
      const before = Date.now();
      expect(cell(await list(), heron.id)).toMatch(/^– Unknown\. The answer service of the chat/);
      expect(Date.now() - before).toBeLessThan(5000);
      expect((await inChat(heron.id)).body).toMatchObject({ state: 'unknown', can_read: false });
      expect(said(await act('itih_read', [heron.id]))).toMatch(/^Nothing was read, because/);
      const { body } = await change(heron.id, { excluded: true });
      expect(body).toMatchObject({ excluded: true, told: false });
      await change(heron.id, { excluded: false });
      await sidecar.restart();
      await untilTold();
    });
  });
});

test('with the sidecar down: 503 at once, saving is not disturbed, and nothing is lost', async () => {
  const content = '<p>The quay is guarded by a stone heron.</p>';
  const { id } = await createPost({ title: 'The quay', content });
  const lost = await createPost({
    title: 'Lights of the quay',
    content: '<p>The lights of the quay are violet.</p>',
  });
  await indexed();
  await sidecar.now.kill('SIGKILL');

  const headers = { 'x-wp-nonce': await visitorNonce() };
  const started = performance.now();
  const message = { message: 'Which animal guards the quay?' };
  const refused = await anonymous<{ code: string }>('POST', '/itih/v1/chat', message, headers);
  expect([refused.status, refused.body.code]).toEqual([503, 'sidecar_unavailable']);
  expect(performance.now() - started).toBeLessThan(4000);
  const saving = performance.now();
  await updatePost(id, { content: content.replace('heron', 'otter') });
  await trashPost(lost.id);
  expect(performance.now() - saving).toBeLessThan(4000);

  await sidecar.restart();
  await until('the missed changes', async () =>
    (await ask(message.message)).text.includes('stone otter'),
  );
  expect((await ask('What colour are the lights of the quay?')).text).not.toContain('violet');
  await trashPost(id);
});

test('the program runs from the site’s folder alone, with database, secret and address from there', async () => {
  await sidecar.stop();
  const { wpDir, sidecarPort: port } = stack();
  const child = execFile(process.execPath, [program, 'serve', '--wp', wpDir], {
    env: { PATH: process.env['PATH'], ITIH_PORT: String(port) },
  });
  try {
    const health = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('health', health);
    await createPost({ title: 'The pier', content: '<p>The pier is guarded by a swan.</p>' });
    expect(await answer('Which animal guards the pier?')).toContain('swan');
    const { body } = await rest<{ database: { engine: string } }>('GET', '/itih/v1/status');
    expect(body.database.engine).toBe('MariaDB');
  } finally {
    child.kill('SIGTERM');
  }
  await until('the end', () => child.exitCode !== null);
  expect(child.exitCode).toBe(0);
});

test('uninstalling keeps the data, unless the owner asked for its removal', async () => {
  const left = `global $wpdb;
    return array(
      'tables' => count( $wpdb->get_col( "SHOW TABLES LIKE 'wp\\\\_rag\\\\_%'" ) ),
      'settings' => is_array( get_option( 'itih_settings' ) ),
    );`;
  expect(await uninstall(left)).toEqual({ tables: droppedTables.length, settings: true });
  const settings = "array( 'advanced' => array( 'remove_data_on_uninstall' => true ) )";
  await runPhp(`update_option( 'itih_settings', ${settings} );
    global $wpdb;
    $wpdb->query( 'RENAME TABLE wp_rag_state TO wp_state_of_sidecar' );
    $wpdb->query( 'CREATE TABLE wp_rag_state ( name VARCHAR(9), number INT, text TEXT, expires_at INT )' );`);
  // Without the row of the schema's version the tables are another plugin's.
  expect(await uninstall(left)).toEqual({ tables: droppedTables.length, settings: false });
  await runPhp(`update_option( 'itih_settings', ${settings} );
    global $wpdb;
    $wpdb->query( 'DROP TABLE wp_rag_state' );
    $wpdb->query( 'RENAME TABLE wp_state_of_sidecar TO wp_rag_state' );`);
  expect(await uninstall(left)).toEqual({ tables: 0, settings: false });
});
