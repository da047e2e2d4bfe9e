/** How posts are read, followed and kept back: types, terms, addresses, others' content, and pages for members alone. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { DashboardReply, StatusReply } from '../../../server/contract/admin.ts';
import type { HistoryReply } from '../../../server/contract/chat.ts';
import type {
  ChunkView,
  DocumentView,
  LinkedFilesReply,
} from '../../../server/contract/knowledge.ts';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import {
  anonymous,
  createPost,
  login,
  type Reply,
  rest,
  runPhp,
  stack,
  updatePost,
} from '../../stack.ts';
import { openAi, php, sitePlugin, useSidecar } from './on-site.ts';
import { ask, embedded, indexed, saveSettings, visitorNonce } from './visitor.ts';

jest.setTimeout(120_000);

sitePlugin(
  'shop',
  `add_action( 'init', function () {
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
add_shortcode( 'leaving', function () { wp_redirect( home_url( '/elsewhere/' ) ); exit; } );`,
);

/** In the ways of membership plugins, by a post's field \`members\`. */
sitePlugin(
  'members',
  `const MEMBERS_NOTICE = '<p>This content is for <b>Gold</b> members only. <a href="/join">Join now</a>.</p>';
add_action( 'template_redirect', function () {
  if ( is_user_logged_in() || ! is_singular() ) { return; }
  switch ( get_post_meta( get_queried_object_id(), 'members', true ) ) {
    case 'redirect':
      wp_safe_redirect( wp_login_url( get_permalink() ) );
      exit;
    case 'login':
      echo '<!doctype html><title>Log in</title>';
      wp_login_form();
      exit;
    case 'refusal':
      wp_die( 'Members only.', '', 403 );
  }
} );
add_filter( 'the_content', function ( $content ) {
  $how = is_user_logged_in() ? '' : get_post_meta( get_the_ID(), 'members', true );
  return 'notice' === $how && is_singular() ? MEMBERS_NOTICE : $content;
}, 20 );
add_action( 'template_redirect', function () {
  if ( get_option( 'members_only_site' ) && ! is_user_logged_in() ) { auth_redirect(); }
}, 1 );`,
);

let openai: OpenAiServer;
const sidecar = useSidecar({
  database: 'mariadb',
  settings: { limits: { per_ip_max: 0 }, indexing: { post_types: ['post', 'page', 'product'] } },
});
const setPermalinks = (structure: string) =>
  runPhp(
    `$GLOBALS['wp_rewrite']->set_permalink_structure( '${structure}' ); flush_rewrite_rules( false );`,
  );

beforeAll(async () => {
  await runPhp('flush_rewrite_rules( false );');
  openai = await startOpenAiServer();
  const { provider: _builtin, ...llm } = openAi(openai);
  const { api_key, base_url } = llm.openai;
  await saveSettings({
    llm,
    embeddings: {
      provider: 'openai',
      openai: { api_key, base_url, model: 'text-embedding-3-small' },
    },
  });
});
afterAll(async () => {
  await openai.close();
  await setPermalinks('/%postname%/');
  await runPhp(`delete_option( 'members_only_site' );
    $any = array( 'post_type' => array( 'post', 'page', 'wp_block', 'product' ), 'post_status' => 'any', 'numberposts' => -1 );
    foreach ( get_posts( $any ) as $post ) { wp_delete_post( $post->ID, true ); }`);
});

const documents = async () =>
  (await rest<DocumentView[]>('GET', '/itih/v1/documents?per_page=100&kind=post')).body;
const documentOf = async (postId: number) =>
  (await documents()).find(({ post_id }) => post_id === postId);
const chunksOf = async (document: DocumentView | undefined, page = 1) =>
  (
    await rest<{ chunks: ChunkView[] }>(
      'GET',
      `/itih/v1/documents/${document?.id}?per_page=100&page=${page}`,
    )
  ).body.chunks;
/** All text that is stored of a post, with its headings; empty when it is not known. */
async function textOf(postId: number): Promise<string> {
  const document = await documentOf(postId);
  const chunks = document ? await chunksOf(document) : [];
  return chunks.map(({ heading_path, content }) => `${heading_path}\n${content}`).join('\n');
}
const urlOf = async (postId: number) =>
  (await documentOf(postId))?.source_url.replace(stack().url, '');
const insert = (fields: object) =>
  runPhp<number>(`return wp_insert_post( ${php({ post_status: 'publish', ...fields })} );`);
const found = async (query: string) => {
  const { body } = await rest('POST', '/itih/v1/search', { query, top_k: 50, min_score: 0 });
  return JSON.stringify(body);
};

test('a product: excerpt, what its theme shows of it, content, language, address, and later terms', async () => {
  const id = await insert({
    post_type: 'product',
    post_title: 'Brass lantern',
    post_name: 'lantern',
    post_content:
      '<!-- wp:heading --><h2>Care</h2><!-- /wp:heading --><!-- wp:paragraph --><p>Wipe with a dry cloth.</p><!-- /wp:paragraph -->',
    post_excerpt: 'Lights a whole room.',
    meta_input: { price: '40 crowns', locale: 'pt_BR' },
  });
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
  // Set without saving the post.
  await runPhp(`wp_set_object_terms( ${id}, array( 'Silvery' ), 'colour' );`);
  await indexed();
  expect(await textOf(id)).toContain('Silvery');
});

test('a post that the filter keeps back is not known, and a public one that it takes away is forgotten', async () => {
  const fields = { post_title: 'Attic', post_content: 'The attic holds old sails.' };
  const kept = await insert({ ...fields, meta_input: { kept_back: '1' } });
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
    const post_content =
      name === 'leaving' ? `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->` : text;
    return insert({ post_title: `Shop hours ${name}`, post_content });
  };
  // Queued together, so that they are read together.
  await rest('PUT', '/itih/v1/queue', { paused: true });
  const ids: Record<string, number> = {};
  for (const name of ['leaving', 'hours', 'throwing', 'printing', 'dying', 'rag_chat', 'ending'])
    ids[name] = await write(name);
  await rest('PUT', '/itih/v1/queue', { paused: false });
  const good = ['hours', 'printing', 'rag_chat'];
  await until(
    'the good ones',
    async () => {
      const known = await documents();
      const stateOf = (name: string) => known.find(({ post_id }) => post_id === ids[name])?.status;
      return good.every((name) => stateOf(name) === 'completed');
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
  const throwing = () => documentOf(ids['throwing'] ?? 0);
  await until('it waits for another try', async () => (await throwing())?.status === 'queued');
  expect(await throwing()).toMatchObject({
    error: { message: 'The page could not be read: its server answered 500.' },
  });
  await runPhp(
    `foreach ( array( ${Object.values(ids).join()} ) as $id ) { wp_delete_post( $id, true ); }`,
  );
});

test('an address that changes is cited anew without embedding anything: of a post, a page below another, and of all', async () => {
  const mill = await createPost({
    title: 'The old mill',
    slug: 'old-mill',
    content: 'It grinds rye.',
  });
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
  const timesEmbedded = () => {
    const all = openai.requests.flatMap(({ body }) => (body as { input?: string[] }).input ?? []);
    const titles = ['The old mill', 'Barns', 'Red barn', 'Blue barn'];
    return titles.map((title) => all.filter((text) => text.startsWith(`${title}\n`)).length);
  };
  await updatePost(mill.id, { slug: 'rye-mill' });
  await updatePost(parent.id, { slug: 'sheds' }, 'pages');
  await embedded();
  expect(await urlOf(mill.id)).toBe('/rye-mill/');
  expect((await ask('What does the old mill grind?')).sources.map(({ url }) => url)).toContain(
    `${stack().url}/rye-mill/`,
  );
  await setPermalinks('/archive/%postname%/');
  const { id } = await createPost({ title: 'Blue barn', slug: 'blue', content: 'It is empty.' });
  await until('the comparison', async () => (await urlOf(child.id)) === '/sheds/red/');
  expect(await urlOf(mill.id)).toBe('/archive/rye-mill/');
  await embedded();
  expect([await urlOf(id), timesEmbedded()]).toEqual(['/archive/blue/', [1, 1, 1, 1]]);
  await setPermalinks('/%postname%/');
});

describe('what shows something of others', () => {
  test('a synced pattern that changes is read again wherever it is', async () => {
    const pattern = await insert({
      post_type: 'wp_block',
      post_title: 'Notice',
      post_content: '<p>The ferry leaves at noon.</p>',
    });
    const reference = (ref: number) => `<!-- wp:block {"ref":${ref}} /-->`;
    const outer = await insert({
      post_type: 'wp_block',
      post_title: 'Outer',
      post_content: reference(pattern),
    });
    const id = await insert({ post_title: 'Ferry', post_content: reference(outer) });
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
    const list = await insert({
      post_type: 'page',
      post_title: 'News',
      post_content: '<!-- wp:latest-posts {"postsToShow":20} /-->',
    });
    await indexed();
    expect(await textOf(list)).toContain('A walled garden');
    await updatePost(id, { status: 'private' });
    await indexed();
    expect(await textOf(list)).not.toContain('A walled garden');
  });
});

test('a conversation about a post that is no longer public names the source, quotes it no more, and the model is not reminded of it', async () => {
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

test('a file of the media library is read, and forgotten when it is deleted, also past WordPress; a private one is not taken', async () => {
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
  const question = 'When is the lantern room closed?';
  const taken = async () => {
    const id = await file('inherit');
    const { status, body } = await add(id);
    expect([status, body.documents[0]?.status]).toEqual([201, 'completed']);
    expect(await found(question)).toContain('closed on Mondays');
    return [id, body.documents[0]?.id];
  };
  const untilForgotten = (document: number | undefined) =>
    until(
      'it is forgotten',
      async () => (await rest('GET', `/itih/v1/documents/${document}`)).status === 404,
    );
  const [announced, first] = await taken();
  await runPhp(`wp_delete_attachment( ${announced}, true );`);
  await untilForgotten(first);
  const [unseen, second] = await taken();
  await runPhp(`global $wpdb; $wpdb->delete( $wpdb->posts, array( 'ID' => ${unseen} ) );`);
  expect(await found(question)).not.toContain('closed on Mondays');
  await saveSettings({});
  await untilForgotten(second);
});

test('a file that a page links is offered, read from the site, and then not offered again', async () => {
  const url = await runPhp<string>(
    "return wp_upload_bits( 'ferry.csv', null, \"Day,Ferry\\nMonday,seven past nine\\n\" )['url'];",
  );
  const { link } = await createPost({
    title: 'Ferries',
    content: `<a href="${url}">All ferries</a>`,
  });
  await indexed();
  const offered = async () => {
    const files: LinkedFilesReply['files'] = [];
    for (let after: number | null = 0; after !== null;) {
      const path: string = `/itih/v1/linked-files?after=${after}`;
      const { body }: Reply<LinkedFilesReply> = await rest('GET', path);
      files.push(...body.files);
      ({ after } = body);
    }
    return files;
  };
  expect(await offered()).toEqual([{ url, page: { title: 'Ferries', url: link } }]);
  await rest('POST', '/itih/v1/documents', { urls: url, mode: 'now' });
  expect(await found('When does the ferry leave on Monday?')).toContain('seven past nine');
  expect(await offered()).toEqual([]);
});

test('any number of posts is taken up, and a deselected type forgotten', async () => {
  const known = async () =>
    (await rest<DashboardReply>('GET', '/itih/v1/dashboard')).body.documents;
  const before = (await known()).total;
  await rest('PUT', '/itih/v1/queue', { paused: true });
  await runPhp(`global $wpdb;
    for ( $page = 0; $page < 6; $page++ ) {
      $rows = array();
      for ( $n = 0; $n < 100; $n++ ) { $rows[] = "('product', 'publish', 'Crate $page $n', 'crate-$page-$n', 'Oil.', '', '', '', '', NOW(), UTC_TIMESTAMP(), NOW(), UTC_TIMESTAMP())"; }
      $wpdb->query( "INSERT INTO $wpdb->posts (post_type, post_status, post_title, post_name, post_content, post_excerpt, to_ping, pinged, post_content_filtered, post_date, post_date_gmt, post_modified, post_modified_gmt) VALUES " . implode( ',', $rows ) );
    }`);
  const { body } = await rest<{ queued: number; total: number }>('POST', '/itih/v1/posts/index', {
    post_types: ['product'],
  });
  expect(body.total).toBeGreaterThanOrEqual(600);
  await until('all pages', async () => (await known()).total >= before + 600, 60_000);
  expect((await known()).total).toBe(before + 600);
  await saveSettings({ indexing: { post_types: ['post', 'page'] } });
  await until('the removal', async () => (await known()).total < before, 60_000);
  await rest('PUT', '/itih/v1/queue', { paused: false });
  await runPhp(
    'global $wpdb; $wpdb->query( "DELETE FROM $wpdb->posts WHERE post_name LIKE \'crate-%\'" );',
  );
  const notSelected = await rest('POST', '/itih/v1/posts/index', { post_types: ['product'] });
  expect(notSelected.body).toEqual({ queued: 0, total: 0 });
});

describe('pages that the site keeps from guests', () => {
  /** Each with a fact of its own, and a question about it. */
  const pages = {
    open: ['Boat hire', 'A canoe costs twelve euros an hour.', 'What does a canoe cost?', 'twelve'],
    redirect: [
      'Minutes of the trustees',
      'The trustees will sell the harbour crane to the brewery.',
      'To whom will the trustees sell the harbour crane?',
      'brewery',
    ],
    login: [
      'Treasure map',
      'The treasure lies below the chapel by the lighthouse.',
      'Where does the treasure lie?',
      'chapel',
    ],
    refusal: [
      'Alarm code',
      'The alarm of the museum is switched off by the word tangerine.',
      'What switches off the alarm of the museum?',
      'tangerine',
    ],
    notice: [
      'Smoked eel',
      'The smoked eel needs three hours in the oven.',
      'How long does the smoked eel need in the oven?',
      'three hours',
    ],
  } as const;
  type How = keyof typeof pages;

  const ids = new Map<How, number>();
  const told = async (how: How) => {
    const [, , question, secret] = pages[how];
    const { events } = await ask(question);
    return {
      answers: JSON.stringify(events).includes(secret),
      finds: (await found(question)).includes(secret),
    };
  };
  beforeAll(async () => {
    for (const [how, [post_title, content]] of Object.entries(pages) as [
      How,
      readonly string[],
    ][]) {
      const post_content = `<p>${content}</p>`;
      const meta_input = { members: how };
      ids.set(how, await insert({ post_type: 'page', post_title, post_content, meta_input }));
    }
    await indexed();
  });

  test('a page that guests are shown is told: this suite can fail', async () => {
    expect(await told('open')).toEqual({ answers: true, finds: true });
  });

  test.each([
    ['redirect', 'sent to another page'],
    ['login', 'a login form'],
    ['refusal', 'may not see this page (403)'],
    ['notice', 'do not see the text'],
  ] as const)(
    'a page kept from guests by a %s is not told, and the owner reads why',
    async (how, why) => {
      expect(await told(how)).toEqual({ answers: false, finds: false });
      expect(await documentOf(ids.get(how) ?? 0)).toMatchObject({
        status: 'failed',
        title: pages[how][0],
        chunk_count: 0,
        error: { code: 'rest_forbidden', message: expect.stringContaining(why) },
      });
    },
  );

  test('a page is told when it is opened, and no more when it is closed', async () => {
    const [id, question, secret] = [ids.get('redirect'), pages.redirect[2], pages.redirect[3]];
    const setMembers = (members: string) =>
      runPhp(`update_post_meta( ${id}, 'members', '${members}' );
        wp_update_post( array( 'ID' => ${id} ) );`);
    await setMembers('');
    await indexed();
    expect(await found(question)).toContain(secret);
    // A change has another second than the one before it.
    await runPhp('sleep( 2 );');
    await setMembers('redirect');
    await indexed();
    expect(await found(question)).not.toContain(secret);
  });

  test('a site that is closed to guests answers none of them, and its members', async () => {
    await runPhp("update_option( 'members_only_site', 1 );");
    await sidecar.restart();
    const access = async () =>
      (await rest<StatusReply>('GET', '/itih/v1/status')).body.guests?.access;
    await until('the front page is looked at', async () => (await access()) === 'closed');
    const [, , question, fact] = pages.open;
    await expect(ask(question)).rejects.toThrow(/^The chat answers 403: .*chat_disabled/);
    const member = await login('editor');
    const { status, body } = await member.rest('POST', '/itih/v1/chat/sync', { message: question });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain(fact);
  });
});
