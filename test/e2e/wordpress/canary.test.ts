/** Posts that are, or become, nobody's business: no visitor, owner, table or log has a word of them. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { DashboardReply } from '../../../server/contract/admin.ts';
import type { DocumentView } from '../../../server/contract/knowledge.ts';
import { until } from '../../fakes/wait.ts';
import { sampleOf } from '../../full-runs.ts';
import { anonymous, rest, runPhp, startSidecar, type Sidecar } from '../../stack.ts';
import { php, sitePlugin } from './on-site.ts';
import { Secrets, siteLogs, storedRows } from './secrets.ts';
import { ask, indexed, saveSettings, visitorNonce } from './visitor.ts';

// Some hundred answers of a real site.
jest.setTimeout(180_000);

sitePlugin(
  'canary',
  `add_action( 'init', function () {
  register_post_type( 'internal', array( 'public' => false ) );
} );
add_filter( 'itih_post_fields', function ( $fields, $post ) {
  $fields[] = array( 'label' => 'Word', 'value' => get_post_meta( $post->ID, 'word', true ) );
  return $fields;
}, 10, 2 );
add_shortcode( 'for_editors', function ( $attributes ) {
  return current_user_can( 'read_private_posts' ) ? $attributes['word'] : '';
} );
add_shortcode( 'for_members', function ( $attributes, $content ) {
  if ( ! is_user_logged_in() ) { wp_redirect( wp_login_url() ); exit; }
  return $content;
} );
add_filter( 'the_content', function ( $content ) {
  return is_user_logged_in() ? $content : preg_replace( '/<!--members-->.*/s', '', $content );
} );
add_filter( 'rest_pre_dispatch', function ( $result, $server, $request ) {
  $comparing = '/itih/v1/bridge/digest' === $request->get_route() && null === $request['ids'];
  return $comparing && get_option( 'canary_no_digest' ) ? new WP_Error( 'down', 'down', array( 'status' => 500 ) ) : $result;
}, 10, 3 );`,
);

/** A plugin of the site whose type of post only exists while it is active. */
const vault = `<?php
/* Plugin Name: The site's vault */
add_action( 'init', function () {
  register_post_type( 'vault', array( 'public' => true, 'supports' => array( 'title', 'editor', 'excerpt', 'comments' ), 'taxonomies' => array( 'post_tag' ) ) );
} );`;
const activateVault =
  "require_once ABSPATH . 'wp-admin/includes/admin.php'; activate_plugin( 'sites-vault.php' );";

type Fields = Record<string, string>;
type Change = (id: number) => string;

/** By the site's owner: WordPress is told. */
const update =
  (fields: Fields): Change =>
  (id) =>
    `wp_update_post( array( 'ID' => ${id}, 'edit_date' => true ) + ${php(fields)} );`;
const bulkEdit =
  (status: string): Change =>
  (id) =>
    `wp_set_current_user( 1 ); bulk_edit_posts( array( 'post' => array( ${id} ), 'post_type' => 'post', '_status' => '${status}' ) );`;
/** Past WordPress, as an import, a migration or another program on the database does it. */
const inTable =
  (fields: Fields): Change =>
  (id) =>
    `$wpdb->update( $wpdb->posts, ${php(fields)}, array( 'ID' => ${id} ) );`;
const exclude =
  (store: string): Change =>
  (id) =>
    `$settings = get_option( 'itih_settings' ); $settings['indexing']['exclude_ids'][] = ${id}; ${store}( 'itih_settings', $settings );`;

interface State {
  name: string;
  /** Fields of a post that has never been public, and of one that was, until it changes. */
  never: Fields;
  before?: Fields;
  announced: Change;
  unseen: Change;
}
const stateOf = (fields: Fields, announced = update(fields)): Omit<State, 'name'> => ({
  never: fields,
  announced,
  unseen: inTable(fields),
});
const draft = { post_status: 'draft' };
const later = '2099-01-01 00:00:00';
const states: State[] = [
  { name: 'draft', ...stateOf(draft) },
  { name: 'pending', ...stateOf({ post_status: 'pending' }, bulkEdit('pending')) },
  {
    name: 'future',
    ...stateOf({ post_status: 'future', post_date: later, post_date_gmt: later }),
  },
  { name: 'private', ...stateOf({ post_status: 'private' }, bulkEdit('private')) },
  { name: 'password', ...stateOf({ post_password: 'sesame' }) },
  { name: 'trash', ...stateOf({ post_status: 'trash' }, (id) => `wp_trash_post( ${id} );`) },
  { name: 'auto-draft', ...stateOf({ post_status: 'auto-draft' }) },
  {
    name: 'deleted',
    never: draft,
    announced: (id) => `wp_delete_post( ${id}, true );`,
    unseen: (id) => `$wpdb->delete( $wpdb->posts, array( 'ID' => ${id} ) );`,
  },
  {
    name: 'excluded',
    never: draft,
    announced: exclude('update_option'),
    unseen: exclude('$option'),
  },
  {
    name: 'a type that nobody can view',
    never: { post_type: 'internal' },
    before: { post_type: 'vault' },
    announced: () => "deactivate_plugins( 'sites-vault.php' );",
    unseen: () => "$option( 'active_plugins', array( 'itih-rag-chat/itih-rag-chat.php' ) );",
  },
];
/** One for each post, so that a question means one post alone. */
const places =
  `quiet lagoon, granite chapel, copper windmill, velvet theatre, marble fountain, willow bridge,
  crystal cavern, iron foundry, amber orchard, silver observatory, sunken harbour, wooden belfry, painted pavilion,
  hollow tower, frozen aqueduct, narrow gatehouse, golden apiary, crooked sawmill, buried vault, scarlet brewery,
  silent quarry, gentle smithy, broken almshouse, distant citadel, dusty granary, tilted dovecote, lonely toll house,
  mossy ice house, locked armoury, empty customs house`.split(/,\s+/);

interface SecretPost {
  id: number;
  question: string;
  word: string;
}

/** Writes posts that say their word wherever a post can say something. */
async function writePosts(
  planned: { place: string; word: string; fields?: Fields }[],
): Promise<SecretPost[]> {
  const posts = planned.map(({ place, word, fields }) => ({
    post_type: 'post',
    post_status: 'publish',
    post_title: `The password of the ${place} ${word}`,
    post_name: `password-${word}`,
    post_content: `<p>The password of the ${place} is ${word}.</p>`,
    post_excerpt: `Ask the ${place} for ${word}.`,
    tags_input: [word],
    meta_input: { word },
    ...fields,
  }));
  const ids = await runPhp<number[]>(`
    return array_map( function ( $post ) {
      $id = wp_insert_post( $post, true );
      if ( is_wp_error( $id ) ) { throw new Exception( $id->get_error_message() ); }
      $comment = array( 'comment_post_ID' => $id, 'comment_content' => $post['meta_input']['word'], 'comment_approved' => 1 );
      wp_insert_comment( $comment );
      return $id;
    }, ${php(posts)} );`);
  return planned.map(({ place, word }, index) => ({
    id: ids[index] ?? 0,
    question: `What is the password of the ${place}?`,
    word,
  }));
}

const admin = async (path: string, method = 'GET', body?: unknown) =>
  (await rest<unknown>(method, `/itih/v1${path}`, body)).body;
const search = (query: string) => admin('/search', 'POST', { query, top_k: 50, min_score: 0 });

/** All that a visitor is told about a post, and what the owner's search shows. */
async function saidOf({ id, question }: SecretPost): Promise<Record<string, unknown>> {
  const { frames, session } = await ask(question);
  if (!session) throw new Error('no session');
  const owner = { 'x-wp-nonce': await visitorNonce(), 'x-itih-secret': session.secret };
  const path = `/itih/v1/history?session_id=${session.id}`;
  return {
    [`the stream of ${id}`]: frames,
    [`the search of ${id}`]: await search(question),
    [`the history of ${id}`]: (await anonymous('GET', path, undefined, owner)).body,
  };
}

/** A few visitors at a time: the site has few PHP workers, and each answer keeps one. */
async function said(posts: readonly SecretPost[]): Promise<Record<string, unknown>> {
  const texts = {};
  for (let start = 0; start < posts.length; start += 2) {
    Object.assign(texts, ...(await Promise.all(posts.slice(start, start + 2).map(saidOf))));
  }
  return texts;
}

async function shownToTheOwner(): Promise<Record<string, unknown>> {
  const texts: Record<string, unknown> = {};
  const documents = (await admin('/documents?per_page=100')) as DocumentView[];
  texts['the documents'] = documents;
  for (const { id } of documents) texts[`document ${id}`] = await admin(`/documents/${id}`);
  for (const path of ['/dashboard', '/status', '/settings']) texts[path] = await admin(path);
  return texts;
}

describe.each(sampleOf(['mariadb', 'sqlite'] as const))('with a sidecar on %s', (database) => {
  const secrets = new Secrets();
  const open = new Secrets();
  const unused = [...places];
  let sidecar: Sidecar;
  let control: SecretPost;
  const stored = () => storedRows(sidecar.databaseUrl);

  /** Writes a post for each state, public or not. */
  const write = (how: string, fieldsOf: (state: State) => Fields | undefined) =>
    writePosts(
      states.map((state) => ({
        place: unused.shift() ?? '',
        word: secrets.make(`${how}, ${state.name}`),
        fields: fieldsOf(state) ?? {},
      })),
    );
  /** Writes public posts, and waits until each can be found. */
  async function publish(how: string): Promise<SecretPost[]> {
    const posts = await write(how, ({ before }) => before);
    await indexed();
    for (const { question, word } of posts) {
      expect([question, JSON.stringify(await search(question))]).toEqual([
        question,
        expect.stringContaining(word),
      ]);
    }
    return posts;
  }
  const changeAll = (posts: SecretPost[], change: (state: State) => Change) =>
    runPhp(`global $wpdb;
      require_once ABSPATH . 'wp-admin/includes/admin.php';
      $option = function ( $name, $value ) use ( $wpdb ) {
        $wpdb->update( $wpdb->options, array( 'option_value' => serialize( $value ) ), array( 'option_name' => $name ) );
      };
      ${states.map((state, n) => change(state)(posts[n]?.id ?? 0)).join('\n')}`);

  beforeAll(async () => {
    await runPhp(`file_put_contents( WP_PLUGIN_DIR . '/sites-vault.php', ${php(vault)} );
      ${activateVault}`);
    // The addresses of its type, which the request that switches it on does not know yet.
    await runPhp('flush_rewrite_rules( false );');
    sidecar = await startSidecar({
      database,
      settings: {
        limits: { per_ip_max: 0, answers_relayed: 4 },
        indexing: { post_types: ['post', 'page', 'vault', 'internal'] },
      },
    });
    await saveSettings({ general: { debug_logging: true } });
    const [written] = await writePosts([{ place: 'open meadow', word: open.make('public') }]);
    control = written as SecretPost;
  });
  afterAll(async () => {
    await sidecar.stop();
    await runPhp(`
      foreach ( get_posts( array( 'post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) { wp_delete_post( $post->ID, true ); }
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      deactivate_plugins( 'sites-vault.php' );
      unlink( WP_PLUGIN_DIR . '/sites-vault.php' );
      delete_option( 'canary_no_digest' );
      update_option( 'itih_settings', array(), false );`);
  });

  test('what never was public is never known', async () => {
    const posts = await write('never public', ({ never }) => never);
    await changeAll(posts, ({ name, announced }) => {
      if (name === 'deleted') return announced;
      return (id) => (name === 'excluded' ? `${announced(id)} wp_publish_post( ${id} );` : '');
    });
    await indexed();
    expect(secrets.leaks(await said(posts))).toEqual([]);
    expect(secrets.leaks(await shownToTheOwner())).toEqual([]);
    expect(secrets.leaks(await stored())).toEqual([]);
  });

  test('parts of public posts that guests are not shown are not known', async () => {
    const part = (place: string, of: string, content: (word: string) => string) => ({
      post_title: place,
      post_content: content(secrets.make(of)),
      post_status: 'publish',
      // Not on the front page: a redirect of that closes the site to guests.
      post_date: '2020-01-01 00:00:00',
    });
    const posts = [
      part(
        'Rusty ferry',
        'shown to editors',
        (word) => `The rusty ferry has a password. [for_editors word=${word}]`,
      ),
      part(
        'Spiral staircase',
        'shown to members',
        (word) => `The spiral staircase has a password. <!--members-->It is ${word}.`,
      ),
      part(
        'Stone circle',
        'behind a redirect',
        (word) => `The stone circle has a password: ${word} [for_members]${word}[/for_members]`,
      ),
    ];
    const [word, later] = [secrets.make('in a revision'), secrets.make('in an autosave')];
    await runPhp(`require_once ABSPATH . 'wp-admin/includes/post.php';
      array_map( 'wp_insert_post', ${php(posts)} );
      wp_set_current_user( 1 );
      _wp_put_post_revision( array_merge( get_post( ${control.id}, ARRAY_A ), array( 'post_content' => 'The password of the open meadow is ${word}.' ) ) );
      return wp_create_post_autosave( array( 'post_ID' => ${control.id}, 'post_type' => 'post', 'post_title' => 'x', 'post_content' => 'The password of the open meadow is ${later}.' ) );`);
    await indexed();
    const asked = ['rusty ferry', 'spiral staircase', 'stone circle', 'open meadow'].map(
      (place, id) => ({ ...control, id, question: `What is the password of the ${place}?` }),
    );
    const texts = await said(asked);
    expect(secrets.leaks(texts)).toEqual([]);
    // They are known, but for the secret.
    expect(JSON.stringify(texts)).toContain('The rusty ferry has a password');
    expect(JSON.stringify(texts)).toContain('The spiral staircase has a password');
  });

  test('what is public is found: this suite can fail', async () => {
    expect((await ask(control.question)).text).toContain(control.word);
    const leaks = [
      ...open.leaks(await said([control])),
      ...open.leaks(await shownToTheOwner()),
      ...open.leaks(await stored()),
    ];
    const where = ['stream', 'search', 'history'].map((name) => `the ${name} of ${control.id}`);
    for (const place of [...where, 'the documents', 'wp_rag_chunks'])
      expect(leaks).toContain(`public in ${place}`);
  });

  test('what stops being public is forgotten', async () => {
    const posts = await publish('no longer public');
    await changeAll(posts, ({ announced }) => announced);
    await indexed();
    expect(secrets.leaks(await said(posts))).toEqual([]);
    await until('the comparison', async () => secrets.leaks(await stored()).length === 0);
    expect(secrets.leaks(await shownToTheOwner())).toEqual([]);
    await runPhp(activateVault);
  });

  test('nobody is told, even before the comparison that follows a missed change', async () => {
    const posts = await publish('changed unseen');
    await sidecar.kill('SIGKILL');
    await runPhp("update_option( 'canary_no_digest', 1 );");
    await changeAll(posts, ({ unseen }) => unseen);
    sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
    expect(secrets.leaks(await stored())).toContain('changed unseen, draft in wp_rag_chunks');
    expect(secrets.leaks(await said(posts))).toEqual([]);
    expect((await ask(control.question)).text).toContain(control.word);
  });

  test('after the comparison it is as if they had never been', async () => {
    await runPhp("delete_option( 'canary_no_digest' );");
    await sidecar.stop();
    sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
    await until('the comparison', async () => secrets.leaks(await stored()).length === 0);
    expect(secrets.leaks(await shownToTheOwner())).toEqual([]);
    const { documents } = (await admin('/dashboard')) as DashboardReply;
    expect(documents.total).toBe((await stored())['wp_rag_documents']?.length);
    expect(secrets.leaks({ ...siteLogs(), 'the sidecar’s log': sidecar.log() })).toEqual([]);
  });
});
