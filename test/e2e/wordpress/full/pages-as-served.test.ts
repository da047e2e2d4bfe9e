/** Sites that serve their pages as caches, firewalls, proxies and plugins do: what is known afterwards, and what the owner reads. */
import { afterAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { StatusReply } from '../../../../server/contract/admin.ts';
import type { DocumentView } from '../../../../server/contract/knowledge.ts';
import { until } from '../../../fakes/wait.ts';
import { createPost, rest, runPhp, updatePost } from '../../../stack.ts';
import { php, sitePlugin, useSidecar } from '../on-site.ts';
import { ask, indexed } from '../visitor.ts';

jest.setTimeout(240_000);

const siteAuth = 'harbour:lantern';

/**
 * The option `served` names the way for each address; `*` is for all. Visitors alone are served so, as a firewall in
 * front of a site does: WordPress and its REST interface know nothing of it. Basic auth is asked for everywhere.
 */
sitePlugin(
  'served',
  `$agent = (string) ( $_SERVER['HTTP_USER_AGENT'] ?? '' );
if ( str_starts_with( $agent, 'ItihRagChat' ) && get_option( 'served_auth' ) && base64_encode( '${siteAuth}' ) !== substr( (string) ( $_SERVER['HTTP_AUTHORIZATION'] ?? '' ), 6 ) ) {
  header( 'WWW-Authenticate: Basic realm="Staging"', true, 401 );
  exit( 'Authorization required' );
}
add_action( 'template_redirect', function () {
  $served = get_option( 'served', array() );
  $path   = (string) wp_parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
  $fresh  = 'no-cache' === ( $_SERVER['HTTP_CACHE_CONTROL'] ?? '' );
  switch ( $served[ $path ] ?? $served['*'] ?? '' ) {
    case 'challenge':
      header( 'cf-mitigated: challenge' );
      wp_die( 'Just a moment...', '', 403 );
    case 'forbidden':
      wp_die( 'Forbidden', '', 403 );
    case 'down':
      header( 'Retry-After: 1' );
      wp_die( 'Briefly unavailable', '', 503 );
    case 'language':
      wp_safe_redirect( home_url( '/welcome/' ) );
      exit;
    case 'cache': // Keeps a page until it is asked for past it.
    case 'stubborn': // Keeps a page whatever is asked.
      $copies = get_option( 'served_copies', array() );
      if ( isset( $copies[ $path ] ) && ( ! $fresh || 'stubborn' === ( $served[ $path ] ?? '' ) ) ) { exit( $copies[ $path ] ); }
      ob_start( function ( $html ) use ( $path ) {
        update_option( 'served_copies', array( $path => $html ) + get_option( 'served_copies', array() ) );
        return $html;
      } );
  }
}, 0 );`,
);
const sidecar = useSidecar({ database: 'mariadb', settings: { limits: { per_ip_max: 0 } } });

const serve = (ways: Record<string, string>) => runPhp(`update_option( 'served', ${php(ways)} );`);
const clear = () =>
  runPhp(
    "foreach ( array( 'served', 'served_auth', 'served_copies' ) as $name ) { delete_option( $name ); }",
  );
beforeEach(clear);
afterAll(async () => {
  await clear();
  await runPhp(
    "foreach ( get_posts( array( 'post_type' => array( 'post', 'page' ), 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) { wp_delete_post( $post->ID, true ); }",
  );
});

const documentOf = async (id: number) =>
  (await rest<DocumentView[]>('GET', '/itih/v1/documents?per_page=100&kind=post')).body.find(
    ({ post_id }) => post_id === id,
  );
const guests = async () => (await rest<StatusReply>('GET', '/itih/v1/status')).body.guests;
const isRead = (id: number) =>
  until('it is read', async () => (await documentOf(id))?.status === 'completed', 100_000);
/** All that a visitor is sent: the answer, sources, and the nearest pages. */
const said = async (question: string) => JSON.stringify((await ask(question)).events);
/** The second of a post's last change decides whether it is read again. */
const nextSecond = () => runPhp('sleep( 2 );');

const fact = (name: string, price: string) =>
  `<p>The ${name} crosses the harbour every half hour from the north quay, and a crossing costs ${price} for everybody.</p>`;

test('a cache in front of the site does not bring back what was changed', async () => {
  await serve({ '/ferry/': 'cache' });
  const { id } = await createPost(
    { title: 'Ferry', slug: 'ferry', content: fact('ferry', '£4') },
    'pages',
  );
  await indexed();
  expect(await said('What does a crossing with the ferry cost?')).toContain('£4');
  await nextSecond();
  await updatePost(id, { content: fact('ferry', '£7') }, 'pages');
  await indexed();
  const answer = await said('What does a crossing with the ferry cost?');
  expect(answer).toContain('£7');
  expect(answer).not.toContain('£4');
});

test('a cache that cannot be passed: the text of WordPress is told', async () => {
  await serve({ '/barge/': 'stubborn' });
  const { id } = await createPost(
    { title: 'Barge', slug: 'barge', content: fact('barge', '£4') },
    'pages',
  );
  await indexed();
  await nextSecond();
  await updatePost(id, { content: fact('barge', '£7') }, 'pages');
  await indexed();
  const answer = await said('What does a crossing with the barge cost?');
  expect(answer).toContain('£7');
  expect(answer).not.toContain('£4');
});

test.each([
  ['a firewall that asks for a browser', 'challenge', 'kayak', '£3', 'prove that it is a browser'],
  ['a server that answers 503 in the middle', 'down', 'skiff', '£5', 'answered 503'],
])(
  '%s: others are read meanwhile, and the page later',
  async (_what, way, boat, price, sentence) => {
    await serve({ [`/${boat}/`]: way });
    const create = (slug: string, content: string) =>
      createPost({ title: slug, slug, content }, 'pages');
    const one = await create(boat, fact(boat, price));
    const other = await create(`after-${boat}`, fact('raft', '£2'));
    await isRead(other.id);
    await until('the owner reads why', async () =>
      ((await documentOf(one.id))?.error?.message ?? '').includes(sentence),
    );
    const question = `What does a crossing with the ${boat} cost?`;
    expect(await said(question)).not.toContain(price);
    await serve({});
    await isRead(one.id);
    expect(await said(question)).toContain(price);
  },
);

test('a front page that leads to a language is open', async () => {
  await createPost(
    { title: 'Welcome', slug: 'welcome', content: '<p>Choose a language.</p>' },
    'pages',
  );
  await serve({ '/': 'language' });
  await sidecar.restart();
  const { id } = await createPost(
    { title: 'Tug', slug: 'tug', content: fact('tug', '£9') },
    'pages',
  );
  await isRead(id);
  expect(await guests()).toMatchObject({ access: 'open' });
  expect(await said('What does a crossing with the tug cost?')).toContain('£9');
});

test('a site behind a password of its web server is read with it', async () => {
  await runPhp("update_option( 'served_auth', 1 );");
  await sidecar.restart({ ITIH_SITE_AUTH: siteAuth });
  const { id } = await createPost(
    { title: 'Sloop', slug: 'sloop', content: fact('sloop', '£8') },
    'pages',
  );
  await isRead(id);
  expect(await guests()).toMatchObject({ access: 'open' });
  expect(await said('What does a crossing with the sloop cost?')).toContain('£8');
});

test('a fifth of the pages that are suddenly refused: nothing is forgotten, and the owner is told', async () => {
  await sidecar.restart();
  const pages = Array.from({ length: 30 }, (_, at) => `jetty-${at}`);
  const ids: number[] = [];
  for (const slug of pages)
    ids.push(
      (await createPost({ title: slug, slug, content: fact(slug, `£${slug.slice(6)}1`) }, 'pages'))
        .id,
    );
  for (const id of ids) await isRead(id);
  const refused = pages.filter((_, at) => at % 5 === 0);
  await serve(Object.fromEntries(refused.map((slug) => [`/${slug}/`, 'forbidden'])));
  // All are due, as after six days.
  const sixDaysAgo = Date.now() - 6 * 86_400_000;
  await runPhp(
    `$GLOBALS['wpdb']->query( "UPDATE wp_rag_documents SET checked_at = ${sixDaysAgo}" );`,
  );
  // An answer that cites a refused page lets all that are due be looked at.
  await ask('What does a crossing with the jetty-5 cost?');
  await until('the run has ended', async () => (await guests())?.stopped !== null, 200_000);
  const { stopped } = (await guests())!;
  expect(stopped!.looks).toBeGreaterThanOrEqual(30);
  expect(stopped!.turned).toBe(refused.length);
  const known = await Promise.all(ids.map(async (id) => (await documentOf(id))?.status));
  expect(new Set(known)).toEqual(new Set(['completed']));
});
