import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { until } from '../../fakes/wait.ts';
import {
  createPost,
  pluginComplaints,
  runPhp,
  startSidecar,
  updatePost,
  type Sidecar,
} from '../../stack.ts';
import { indexed } from './visitor.ts';

jest.setTimeout(120_000);

/** A theme with one place for a menu. */
const plugin = `<?php
add_action( 'after_setup_theme', fn() => register_nav_menu( 'header', 'Header' ) );
`;

interface Row {
  prominent: number;
  published_at: number;
  chunk: number;
}

let sidecar: Sidecar;
let tower: number;
let café: number;
let lamp: number;
let wasBlockTheme: boolean;
beforeAll(async () => {
  await runPhp(
    `file_put_contents( WPMU_PLUGIN_DIR . '/menu.php', base64_decode( '${Buffer.from(plugin).toString('base64')}' ) );`,
  );
  // WordPress makes a menu of all pages when a block theme shows the site, also to us, without one.
  await runPhp(
    `foreach ( get_posts( array( 'post_type' => 'wp_navigation', 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) { wp_delete_post( $post->ID, true ); }
    wp_insert_post( array( 'post_type' => 'wp_navigation', 'post_status' => 'publish', 'post_title' => 'Elsewhere', 'post_content' => '<!-- wp:navigation-link {"label":"Elsewhere","url":"https://elsewhere.example/","kind":"custom"} /-->' ) );`,
  );
  wasBlockTheme = await runPhp<boolean>('return wp_is_block_theme();');
  sidecar = await startSidecar({ database: 'mariadb' });
  const page = async (title: string) =>
    (await createPost({ title, content: `All about the ${title}.` }, 'pages')).id;
  tower = await page('tower');
  café = await page('café');
  lamp = await page('lamp');
});
beforeEach(() => indexed());
afterAll(async () => {
  await sidecar.stop();
  await runPhp(`unlink( WPMU_PLUGIN_DIR . '/menu.php' );
    foreach ( array( 'show_on_front' => 'posts', 'page_on_front' => 0, 'page_for_posts' => 0, 'timezone_string' => '' ) as $name => $value ) { update_option( $name, $value ); }
    remove_theme_mod( 'nav_menu_locations' );
    foreach ( wp_get_nav_menus() as $menu ) { wp_delete_nav_menu( $menu ); }
    foreach ( get_posts( array( 'post_type' => array( 'page', 'wp_navigation' ), 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) { wp_delete_post( $post->ID, true ); }`);
});

const rowOf = async (postId: number): Promise<Row | undefined> => {
  const row = await runPhp<Record<keyof Row, string> | null>(`global $wpdb;
    return $wpdb->get_row( "SELECT d.prominent, d.published_at, MAX(c.id) AS chunk FROM {$wpdb->prefix}rag_documents d JOIN {$wpdb->prefix}rag_chunks c ON c.document_id = d.id WHERE d.post_id = ${postId}" );`);
  if (row?.prominent == null) return undefined;
  const { prominent, published_at, chunk } = row;
  return {
    prominent: Number(prominent),
    published_at: Number(published_at),
    chunk: Number(chunk),
  };
};

const untilProminent = (ids: readonly number[]) =>
  until(`prominent: ${ids.join()}`, async () => {
    const rows = await Promise.all([tower, café, lamp].map(rowOf));
    const found = [tower, café, lamp].filter((_id, index) => rows[index]?.prominent === 1);
    return String(found) === String([...ids].sort((a, b) => a - b));
  });

test('the front page is prominent as soon as it is chosen, and the page of posts, whose text nobody sees, is not known', async () => {
  await untilProminent([]);
  const before = await rowOf(tower);
  await runPhp(`update_option( 'page_on_front', ${tower} );
    update_option( 'page_for_posts', ${café} );
    update_option( 'show_on_front', 'page' );`);
  await untilProminent([tower]);
  await until('the page of posts is forgotten', async () => (await rowOf(café)) === undefined);
  // Nothing was read or embedded again.
  expect((await rowOf(tower))?.chunk).toBe(before?.chunk);
  await runPhp("update_option( 'show_on_front', 'posts' );");
  await until('the page is known again', async () => (await rowOf(café)) !== undefined);
  await untilProminent([]);
});

test('a page in a menu counts while the theme shows the menu', async () => {
  const menu = await runPhp<number>(`$menu = wp_create_nav_menu( 'Main' );
    wp_update_nav_menu_item( $menu, 0, array( 'menu-item-object-id' => ${café}, 'menu-item-object' => 'page', 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish' ) );
    wp_update_nav_menu_item( $menu, 0, array( 'menu-item-title' => 'Elsewhere', 'menu-item-url' => 'https://elsewhere.example/', 'menu-item-type' => 'custom', 'menu-item-status' => 'publish' ) );
    return $menu;`);
  await indexed();
  await untilProminent([]);
  await runPhp(`set_theme_mod( 'nav_menu_locations', array( 'header' => ${menu} ) );`);
  await untilProminent([café]);
  await runPhp(
    `wp_update_nav_menu_item( ${menu}, 0, array( 'menu-item-object-id' => ${lamp}, 'menu-item-object' => 'page', 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish' ) );`,
  );
  await untilProminent([café, lamp]);
  await runPhp(`wp_delete_nav_menu( ${menu} );`);
  await untilProminent([]);
});

test('the navigation of a block theme counts, with its pages of the first level', async () => {
  const content = (links: string) => Buffer.from(links).toString('base64');
  const link = (id: number) =>
    `<!-- wp:navigation-submenu {"label":"More"} --><!-- wp:navigation-link {"label":"Page","type":"page","id":${id},"kind":"post-type"} /--><!-- /wp:navigation-submenu --><!-- wp:navigation-link {"label":"Topic","type":"category","id":${tower},"kind":"taxonomy"} /-->`;
  const ids = (text: string) =>
    runPhp<number[]>(
      `return Itih\\RagChat\\ids_in_navigation( parse_blocks( base64_decode( '${content(text)}' ) ) );`,
    );
  expect((await ids(link(lamp))).filter(Boolean)).toEqual([lamp]);
  await updatePost(lamp, { parent: tower }, 'pages');
  expect(await ids('<!-- wp:page-list /-->')).toEqual(expect.arrayContaining([tower, café]));
  expect(await ids('<!-- wp:page-list /-->')).not.toContain(lamp);
  await runPhp(
    `wp_insert_post( array( 'post_type' => 'wp_navigation', 'post_status' => 'publish', 'post_title' => 'Navigation', 'post_content' => wp_slash( base64_decode( '${content(link(lamp))}' ) ) ) );`,
  );
  await untilProminent(wasBlockTheme ? [lamp] : []);
});

test('the time of publication and the time zone of the site are told', async () => {
  const { id } = await createPost({
    title: 'An old notice',
    content: 'The pier was painted.',
    date_gmt: '2019-05-04T06:30:00',
  });
  await indexed();
  expect((await rowOf(id))?.published_at).toBe(Date.UTC(2019, 4, 4, 6, 30));
  await runPhp(`wp_delete_post( ${id}, true ); update_option( 'timezone_string', 'Asia/Tokyo' );`);
  expect(
    await runPhp<string>(
      "return Itih\\RagChat\\bridge_get_settings()->get_data()['site']['time_zone'];",
    ),
  ).toBe('Asia/Tokyo');
});

test('nothing of ours has complained under WP_DEBUG', () => {
  expect(pluginComplaints()).toEqual([]);
});
