import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DashboardReply } from '../../../server/contract/admin.ts';
import type { HistoryReply } from '../../../server/contract/chat.ts';
import type { ChunkView, DocumentView } from '../../../server/contract/knowledge.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import {
  anonymous,
  createPost,
  pluginComplaints,
  rest,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  updatePost,
  type Sidecar,
} from '../../stack.ts';
import { ask, embedded, indexed, saveSettings, visitorNonce } from './visitor.ts';

jest.setTimeout(120_000);

/** The site's plugins: a shop, translations, and shortcodes that misbehave. */
const plugin = `<?php
add_action( 'init', function () {
  register_post_type( 'product', array( 'public' => true, 'show_in_rest' => true, 'label' => 'Products', 'supports' => array( 'title', 'editor', 'excerpt', 'custom-fields' ) ) );
  register_taxonomy( 'colour', 'product', array( 'public' => true, 'label' => 'Colours' ) );
  register_taxonomy( 'supplier', 'product', array( 'public' => false, 'label' => 'Suppliers' ) );
} );
add_filter( 'itih_post_fields', function ( $fields, $post ) {
  $price = get_post_meta( $post->ID, 'price', true );
  return $price ? array_merge( $fields, array( array( 'label' => 'Price', 'value' => $price ), 'nonsense' ) ) : $fields;
}, 10, 2 );
add_filter( 'itih_post_is_public', fn( $public, $post ) => $public && ! get_post_meta( $post->ID, 'kept_back', true ), 10, 2 );
function pll_get_post_language( $id, $field ) { return get_post_meta( $id, 'locale', true ); }
add_shortcode( 'hours', fn() => 'ten to six' );
add_shortcode( 'throwing', function () { throw new Error( 'A mistake in a shortcode.' ); } );
add_shortcode( 'printing', function () { echo '{"broken":'; return 'a printed notice'; } );
add_shortcode( 'ending', function () { exit( 'The end.' ); } );
add_shortcode( 'dying', function () { wp_die( 'No.' ); } );
add_shortcode( 'leaving', function () { wp_redirect( home_url( '/elsewhere/' ) ); exit; } );
`;

let sidecar: Sidecar;
let openai: OpenAiServer;

beforeAll(async () => {
  await runPhp(
    `file_put_contents( WPMU_PLUGIN_DIR . '/shop.php', base64_decode( '${Buffer.from(plugin).toString('base64')}' ) );`,
  );
  await runPhp('flush_rewrite_rules( false );');
  openai = await startOpenAiServer();
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: { limits: { per_ip_max: 0 }, indexing: { post_types: ['post', 'page', 'product'] } },
  });
  const connection = { api_key: fakeApiKey, base_url: openai.url };
  await saveSettings({
    llm: { openai: { ...connection, model: 'gpt-4o-mini' } },
    embeddings: {
      provider: 'openai',
      openai: { ...connection, model: 'text-embedding-3-small' },
    },
  });
});
beforeEach(() => indexed());
afterAll(async () => {
  await sidecar.stop();
  await openai.close();
  await runPhp(`unlink( WPMU_PLUGIN_DIR . '/shop.php' );
    $GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' );
    flush_rewrite_rules( false );
    $any = array( 'post_type' => array( 'post', 'page', 'wp_block', 'product' ), 'post_status' => 'any', 'numberposts' => -1 );
    foreach ( get_posts( $any ) as $post ) { wp_delete_post( $post->ID, true ); }`);
});

const documents = async () =>
  (await rest<DocumentView[]>('GET', '/itih/v1/documents?per_page=100&kind=post')).body;
const documentOf = async (postId: number) =>
  (await documents()).find(({ post_id }) => post_id === postId);
/** All text that is stored of a post, with its headings; empty when it is not known. */
async function textOf(postId: number): Promise<string> {
  const document = await documentOf(postId);
  if (!document) return '';
  const { body } = await rest<{ chunks: ChunkView[] }>(
    'GET',
    `/itih/v1/documents/${document.id}?per_page=100`,
  );
  return body.chunks.map(({ heading_path, content }) => `${heading_path}\n${content}`).join('\n');
}
const embeddings = () => openai.requests.filter(({ path }) => path.endsWith('/embeddings')).length;
const urlOf = async (postId: number) =>
  (await documentOf(postId))?.source_url.replace(stack().url, '');
const insert = (fields: string) =>
  runPhp<number>(`return wp_insert_post( array( 'post_status' => 'publish', ${fields} ) );`);

test('a product: excerpt, what its theme shows of it, content, language and address', async () => {
  const id =
    await insert(`'post_type' => 'product', 'post_title' => 'Brass lantern', 'post_name' => 'lantern',
    'post_content' => '<!-- wp:heading --><h2>Care</h2><!-- /wp:heading --><!-- wp:paragraph --><p>Wipe with a dry cloth.</p><!-- /wp:paragraph -->',
    'post_excerpt' => 'Lights a whole room.', 'meta_input' => array( 'price' => '40 crowns', 'locale' => 'pt_BR' )`);
  await runPhp(`wp_set_object_terms( ${id}, array( 'Golden', 'Matt' ), 'colour' );
    wp_set_object_terms( ${id}, array( 'Secret supplier' ), 'supplier' );`);
  await indexed();
  expect(await documentOf(id)).toMatchObject({
    status: 'completed',
    title: 'Brass lantern',
    language: 'pt-BR',
    source_url: `${stack().url}/product/lantern/`,
  });
  const text = await textOf(id);
  for (const said of [
    'Lights a whole room.',
    'Colours: Golden, Matt',
    'Price: 40 crowns',
    'Care',
    'Wipe with a dry cloth.',
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toContain('supplier');
});

test('terms that are set without saving the post are known', async () => {
  const id = await insert(
    "'post_type' => 'product', 'post_title' => 'Tin lantern', 'post_content' => 'Small.'",
  );
  await indexed();
  await runPhp(`wp_set_object_terms( ${id}, array( 'Silvery' ), 'colour' );`);
  await indexed();
  expect(await textOf(id)).toContain('Silvery');
});

test('a post that the filter keeps back is not known, and a public one that it takes away is forgotten', async () => {
  const fields = "'post_title' => 'Attic', 'post_content' => 'The attic holds old sails.'";
  const kept = await insert(`${fields}, 'meta_input' => array( 'kept_back' => '1' )`);
  const taken = await insert(fields);
  await indexed();
  expect([await documentOf(kept), (await documentOf(taken))?.status]).toEqual([
    undefined,
    'completed',
  ]);
  await runPhp(
    `update_post_meta( ${taken}, 'kept_back', '1' ); wp_update_post( array( 'ID' => ${taken} ) );`,
  );
  await indexed();
  expect(await documentOf(taken)).toBeUndefined();
});

test('posts whose shortcodes misbehave keep what they can, and take no other with them', async () => {
  const write = (name: string) => {
    const text = `The shop opens [hours]. [${name}]\n\nBring a coin of ${name}.`;
    // Blocks change what happens to the text of others while they are rendered.
    const content =
      name === 'leaving' ? `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->` : text;
    return insert(`'post_title' => 'Shop hours ${name}', 'post_content' => '${content}'`);
  };
  // Queued together, so that they are read together.
  await rest('PUT', '/itih/v1/queue', { paused: true });
  const ids: Record<string, number> = {};
  for (const name of ['leaving', 'hours', 'throwing', 'printing', 'dying', 'rag_chat', 'ending'])
    ids[name] = await write(name);
  await rest('PUT', '/itih/v1/queue', { paused: false });
  const stateOf = async (name: string) => (await documentOf(ids[name] ?? 0))?.status;
  const good = ['hours', 'printing', 'rag_chat'];
  await until(
    'the good ones',
    async () => {
      const states = await Promise.all(good.map(stateOf));
      return states.every((state) => state === 'completed');
    },
    60_000,
  );
  for (const name of good) {
    const text = await textOf(ids[name] ?? 0);
    expect(text).toContain('The shop opens ten to six.');
    expect(text).toMatch(new RegExp(`^Bring a coin of ${name}\\.`, 'm'));
    expect(text).not.toContain('itih-chat');
  }
  expect(await textOf(ids['printing'] ?? 0)).toContain('a printed notice');
  // Visitors cannot read these: nothing of them is known.
  for (const name of ['ending', 'dying', 'leaving']) expect(await textOf(ids[name] ?? 0)).toBe('');
  // Its page is an error, which may pass.
  expect(await documentOf(ids['throwing'] ?? 0)).toMatchObject({
    status: 'queued',
    error: { message: 'The page could not be read: its server answered 500.' },
  });
  await runPhp(
    `foreach ( array( ${Object.values(ids).join()} ) as $id ) { wp_delete_post( $id, true ); }`,
  );
});

test('a post of two megabytes is known to its end', async () => {
  const id = await runPhp<number>(`
    $content = '';
    for ( $n = 0; strlen( $content ) < 2e6; $n++ ) { $content .= "<p>Ledger line $n says that the barge number $n paid its toll in full.</p>\\n"; }
    return wp_insert_post( array( 'post_status' => 'publish', 'post_title' => 'Toll ledger', 'post_content' => $content . '<p>The last line names the heron.</p>' ) );`);
  await until('the ledger', async () => (await documentOf(id))?.status === 'completed', 90_000);
  const document = await documentOf(id);
  const pages = Math.ceil((document?.chunk_count ?? 0) / 100);
  const { body } = await rest<{ chunks: ChunkView[] }>(
    'GET',
    `/itih/v1/documents/${document?.id}?per_page=100&page=${pages}`,
  );
  expect(body.chunks.at(-1)?.content).toContain('The last line names the heron.');
  await trashPost(id);
});

describe('an address that changes is cited anew without embedding anything:', () => {
  test('a new slug', async () => {
    const { id } = await createPost({
      title: 'The old mill',
      slug: 'old-mill',
      content: 'It grinds rye.',
    });
    await embedded();
    const before = embeddings();
    await updatePost(id, { slug: 'rye-mill' });
    await embedded();
    expect([await urlOf(id), embeddings()]).toEqual(['/rye-mill/', before]);
    expect((await ask('What does the old mill grind?')).sources.map(({ url }) => url)).toContain(
      `${stack().url}/rye-mill/`,
    );
  });

  test('of a page below one with a new slug, and of all with other permalinks', async () => {
    const parent = await createPost(
      { title: 'Barns', slug: 'barns', content: 'There are two.' },
      'pages',
    );
    const child = await createPost(
      { title: 'Red barn', slug: 'red', parent: parent.id, content: 'It holds hay.' },
      'pages',
    );
    await embedded();
    expect(await urlOf(child.id)).toBe('/barns/red/');
    const before = embeddings();
    await updatePost(parent.id, { slug: 'sheds' }, 'pages');
    await embedded();
    await runPhp(
      "$GLOBALS['wp_rewrite']->set_permalink_structure( '/archive/%postname%/' ); flush_rewrite_rules( false );",
    );
    const { id } = await createPost({ title: 'Blue barn', slug: 'blue', content: 'It is empty.' });
    await until('the comparison', async () => (await urlOf(child.id)) === '/sheds/red/');
    const mill = (await documents()).find(({ title }) => title === 'The old mill');
    expect(mill?.source_url).toBe(`${stack().url}/archive/rye-mill/`);
    await embedded();
    expect([await urlOf(id), embeddings()]).toEqual(['/archive/blue/', before + 1]);
    await runPhp(
      "$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' ); flush_rewrite_rules( false );",
    );
  });
});

describe('what shows something of others', () => {
  test('a synced pattern that changes is read again wherever it is', async () => {
    const pattern = await insert(
      "'post_type' => 'wp_block', 'post_title' => 'Notice', 'post_content' => '<p>The ferry leaves at noon.</p>'",
    );
    const outer = await insert(
      `'post_type' => 'wp_block', 'post_title' => 'Outer', 'post_content' => '<!-- wp:block {"ref":${pattern}} /-->'`,
    );
    const id = await insert(
      `'post_title' => 'Ferry', 'post_content' => '<!-- wp:block {"ref":${outer}} /-->'`,
    );
    await indexed();
    expect(await textOf(id)).toContain('The ferry leaves at noon.');
    await runPhp(
      `wp_update_post( array( 'ID' => ${pattern}, 'post_content' => '<p>The ferry leaves at dusk.</p>' ) );`,
    );
    await indexed();
    expect(await textOf(id)).toContain('The ferry leaves at dusk.');
  });

  test('a list forgets the title of a post that is no longer public', async () => {
    const { id } = await createPost({ title: 'A walled garden', content: 'It has a gate.' });
    const list = await insert(
      "'post_type' => 'page', 'post_title' => 'News', 'post_content' => '<!-- wp:latest-posts {\"postsToShow\":20} /-->'",
    );
    await indexed();
    expect(await textOf(list)).toContain('A walled garden');
    await updatePost(id, { status: 'private' });
    await indexed();
    expect(await textOf(list)).not.toContain('A walled garden');
  });
});

describe('a conversation about a post that is no longer public', () => {
  test('names the source, quotes it no more, and the model is not reminded of it', async () => {
    await saveSettings({ llm: { provider: 'openai' } });
    const { id, link } = await createPost({
      title: 'The clock room',
      content: 'The clock room opens with the key called marigold.',
    });
    await indexed();
    const first = await ask('Which key opens the clock room?');
    expect(first.text).toContain('marigold');
    if (!first.session) throw new Error('no session');
    await updatePost(id, { status: 'private' });
    await indexed();
    const asked = openai.requests.length;
    await ask('And what was the key called?', first.session);
    expect(JSON.stringify(openai.requests.slice(asked).map(({ body }) => body))).not.toContain(
      'marigold',
    );
    const owner = { 'x-wp-nonce': await visitorNonce(), 'x-itih-secret': first.session.secret };
    const path = `/itih/v1/history?session_id=${first.session.id}`;
    const { turns } = (await anonymous<HistoryReply>('GET', path, undefined, owner)).body;
    expect(turns[1]?.citations).toEqual([
      { n: 1, title: 'The clock room', url: link, kind: 'post', excerpt: '' },
    ]);
    await saveSettings({ llm: { provider: 'builtin' } });
  });
});

test('a file that was deleted past WordPress is forgotten by the next comparison, a private one is not taken', async () => {
  const file = (status: string) =>
    runPhp<number>(`
      $file = wp_upload_bits( 'rules.txt', null, 'The lantern room is closed on Mondays.' );
      return wp_insert_attachment( array( 'post_title' => 'Rules', 'post_mime_type' => 'text/plain', 'post_status' => '${status}' ), $file['file'] );`);
  const add = (attachment_id: number) =>
    rest<{ documents: DocumentView[] }>('POST', '/itih/v1/documents', {
      attachment_id,
      mode: 'now',
    });
  expect((await add(await file('private'))).status).toBe(404);
  const id = await file('inherit');
  const document = (await add(id)).body.documents[0]?.id;
  await runPhp(`global $wpdb; $wpdb->delete( $wpdb->posts, array( 'ID' => ${id} ) );`);
  const { chunks } = (
    await rest<{ chunks: unknown[] }>('POST', '/itih/v1/search', {
      query: 'When is the lantern room closed?',
      min_score: 0,
    })
  ).body;
  expect(JSON.stringify(chunks)).not.toContain('closed on Mondays');
  await saveSettings({});
  await until(
    'the comparison',
    async () => (await rest('GET', `/itih/v1/documents/${document}`)).status === 404,
  );
});

test('WP-CLI says how it is, and takes posts up', async () => {
  const said = await runPhp<string[]>(`
    define( 'WP_CLI', true );
    final class WP_CLI {
      public static array $said = array();
      public static function add_command( $name, $class ) { self::$said[] = $name; }
      public static function line( $text ) { self::$said[] = $text; }
      public static function success( $text ) { self::$said[] = 'Success: ' . $text; }
      public static function error( $text ) { throw new Exception( $text ); }
    }
    require WP_PLUGIN_DIR . '/itih-rag-chat/includes/cli.php';
    $cli = new Itih\\RagChat\\Cli();
    $cli->status( array(), array( 'format' => 'json' ) );
    $cli->status( array(), array() );
    $cli->index( array(), array( 'post_type' => 'product' ) );
    $cli->index( array(), array( 'force' => true ) );
    return WP_CLI::$said;`);
  const commands = said.filter((line) => /^itih\b/.test(line));
  const [json = '', ...lines] = said.slice(commands.length);
  expect(commands).toContain('itih');
  expect(JSON.parse(json)).toMatchObject({ ok: true, database: { engine: 'MariaDB' } });
  expect(lines).toContain('database ok: true');
  expect(lines).toContain('queue failed: 0');
  expect(lines).toContain('vector_store engine: relational');
  expect(lines.filter((line) => line.endsWith(': Array'))).toEqual([]);
  const products = (await documents()).filter(({ source_url }) => source_url.includes('/product/'));
  expect(lines).toContain(`Success: ${products.length} posts are being indexed.`);
});

test('any number of posts is taken up, and a deselected type forgotten', async () => {
  const known = async () =>
    (await rest<DashboardReply>('GET', '/itih/v1/dashboard')).body.documents;
  const before = (await known()).total;
  await rest('PUT', '/itih/v1/queue', { paused: true });
  await runPhp(`global $wpdb;
    for ( $page = 0; $page < 12; $page++ ) {
      $rows = array();
      for ( $n = 0; $n < 100; $n++ ) { $rows[] = "('product', 'publish', 'Crate $page $n', 'crate-$page-$n', 'Oil.', '', '', '', '', NOW(), UTC_TIMESTAMP(), NOW(), UTC_TIMESTAMP())"; }
      $wpdb->query( "INSERT INTO $wpdb->posts (post_type, post_status, post_title, post_name, post_content, post_excerpt, to_ping, pinged, post_content_filtered, post_date, post_date_gmt, post_modified, post_modified_gmt) VALUES " . implode( ',', $rows ) );
    }`);
  const { body } = await rest<{ queued: number; total: number }>('POST', '/itih/v1/posts/index', {
    post_types: ['product'],
  });
  expect(body.total).toBeGreaterThanOrEqual(1200);
  await until('all pages', async () => (await known()).total >= before + 1200, 60_000);
  expect((await known()).total).toBe(before + 1200);
  await saveSettings({ indexing: { post_types: ['post', 'page'] } });
  await until('the removal', async () => (await known()).total < before, 60_000);
  await rest('PUT', '/itih/v1/queue', { paused: false });
  await runPhp(
    'global $wpdb; $wpdb->query( "DELETE FROM $wpdb->posts WHERE post_name LIKE \'crate-%\'" );',
  );
  const notSelected = await rest('POST', '/itih/v1/posts/index', { post_types: ['product'] });
  expect(notSelected.body).toEqual({ queued: 0, total: 0 });
});

test('nothing of ours has complained under WP_DEBUG', () => {
  expect(pluginComplaints()).toEqual([]);
});
