/** Facts that posts do not show themselves: chosen fields, results of the filter, terms; and how their changes are noticed. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { BridgePost } from '../../../server/contract/bridge.ts';
import type { ChunkView, DocumentView } from '../../../server/contract/knowledge.ts';
import { rest, runPhp } from '../../stack.ts';
import { php, sitePlugin, useSidecar } from './on-site.ts';
import { indexed, saveSettings } from './visitor.ts';

jest.setTimeout(120_000);

sitePlugin(
  'facts',
  `add_action( 'init', function () {
  register_taxonomy( 'harbour', 'post', array( 'public' => true, 'label' => 'Harbours', 'default_term' => array( 'name' => 'Nowhere' ) ) );
  register_taxonomy( 'tongue', 'post', array( 'public' => false, 'publicly_queryable' => true, 'label' => 'Tongues' ) );
  register_post_meta( 'post', 'depth', array( 'type' => 'string', 'single' => true, 'description' => 'Depth at low tide' ) );
} );
if ( get_option( 'facts_filter' ) ) {
  add_filter( 'itih_post_fields', fn( $fields, $post ) => array_merge( $fields, array( array( 'label' => 'Berths', 'value' => get_post_meta( $post->ID, '_berths', true ) ) ) ), 10, 2 );
}`,
);

useSidecar({ database: 'mariadb', settings: { limits: { per_ip_max: 0 } } });

let post = 0;
beforeAll(async () => {
  post = await runPhp<number>(`$id = wp_insert_post( ${php({
    post_status: 'publish',
    post_title: 'Pier',
    post_content: 'The pier was built of oak.',
    meta_input: { depth: '3 m', _berths: '12', api_key: 'grey-heron', times: 'unused' },
  })} );
    update_post_meta( $id, 'times', array( 'ten', 'noon' ) );
    wp_set_object_terms( $id, array( 'North' ), 'harbour' );
    wp_set_object_terms( $id, array( 'English' ), 'tongue' );
    return $id;`);
});
afterAll(() => runPhp(`wp_delete_post( ${post}, true ); delete_option( 'facts_filter' );`));

const called = <T>(name: string) =>
  runPhp<T>(`\\Itih\\RagChat\\load_everything();
    $request = new WP_REST_Request();
    $request['ids'] = array( ${post} );
    return \\Itih\\RagChat\\${name}( $request );`);
const given = async () => (await called<{ posts: BridgePost[] }>('bridge_posts')).posts[0];
const digest = async () =>
  (await called<{ posts: { facts?: string }[] }>('bridge_digest')).posts[0]?.facts;

async function textOfPost(): Promise<string> {
  const { body } = await rest<DocumentView[]>('GET', '/itih/v1/documents?per_page=100&kind=post');
  const document = body.find(({ post_id }) => post_id === post);
  if (!document) return '';
  const path = `/itih/v1/documents/${document.id}?per_page=100`;
  const { chunks } = (await rest<{ chunks: ChunkView[] }>('GET', path)).body;
  return chunks.map(({ content }) => content).join('\n');
}

test('without fields and filter a post has terms that somebody has chosen, and no hash', async () => {
  const { terms, fields, facts } = (await given()) ?? {};
  expect(terms?.map(({ taxonomy, name }) => `${taxonomy}: ${name}`)).toEqual(['Harbours: North']);
  expect([fields, facts, await digest()]).toEqual([[], undefined, undefined]);
  await runPhp(`wp_set_object_terms( ${post}, array( 'Nowhere' ), 'harbour' );`);
  expect((await given())?.terms).toEqual([]);
});

test('chosen fields are told by their labels, never what is named like a secret, and a change by WordPress alone is noticed', async () => {
  await saveSettings({ indexing: { fields: ['depth', 'times', 'api_key', 'missing'] } });
  expect((await given())?.fields).toEqual([
    { label: 'Depth at low tide', value: '3 m' },
    { label: 'Times', value: 'ten, noon' },
  ]);
  await indexed();
  await runPhp(`update_post_meta( ${post}, 'depth', '4 m' );`);
  await indexed();
  expect(await textOfPost()).toContain('Depth at low tide: 4 m');
});

test('the hash is the same in both answers, and changes with what was written past WordPress', async () => {
  const before = await digest();
  expect(before).toMatch(/^[0-9a-f]{8}$/);
  expect((await given())?.facts).toBe(before);
  await runPhp(`$GLOBALS['wpdb']->update( $GLOBALS['wpdb']->postmeta, array( 'meta_value' => '5 m' ), array( 'post_id' => ${post}, 'meta_key' => 'depth' ) );
    wp_cache_flush();`);
  const after = await digest();
  expect(after).not.toBe(before);
  await runPhp(`wp_set_object_terms( ${post}, array( 'South' ), 'harbour' );`);
  expect(await digest()).not.toBe(after);
});

test('while the filter gives facts, any field that somebody changes is one of them, but what visits count is none', async () => {
  await saveSettings({ indexing: { fields: [] } });
  await runPhp(`update_option( 'facts_filter', 1 );`);
  await indexed();
  const noted = (code: string) =>
    runPhp<boolean>(`${code}
      $noted = ( new ReflectionClass( '\\\\Itih\\\\RagChat\\\\Events' ) )->getProperty( 'noted' );
      $noted->setAccessible( true );
      return isset( $noted->getValue()[ get_current_blog_id() ]['posts'][ ${post} ] );`);
  const asOwner = `wp_set_current_user( get_users( array( 'role' => 'administrator' ) )[0]->ID );`;
  expect(await noted(`${asOwner} update_post_meta( ${post}, '_berths', '14' );`)).toBe(true);
  await indexed();
  expect(await textOfPost()).toContain('Berths: 14');
  expect(await noted(`update_post_meta( ${post}, 'views', '2' );`)).toBe(false);
  expect(await noted(`${asOwner} update_post_meta( ${post}, '_edit_lock', time() );`)).toBe(false);
});

test('the owner can choose registered fields and public keys in use, with an example', async () => {
  const fields = await runPhp<{ key: string }[]>(
    `\\Itih\\RagChat\\load_everything(); return \\Itih\\RagChat\\available_fields();`,
  );
  expect(fields).toContainEqual({ key: 'depth', label: 'Depth at low tide', example: '5 m' });
  const keys = fields.map(({ key }) => key);
  expect(keys).toContain('times');
  expect(keys.filter((key) => key.startsWith('_') || key === 'api_key')).toEqual([]);
});
