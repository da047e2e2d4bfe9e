import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { DashboardReply } from '../../../server/contract/admin.ts';
import type { DocumentView } from '../../../server/contract/knowledge.ts';
import { until } from '../../fakes/wait.ts';
import { anonymous, rest, runPhp, startSidecar, updatePost, type Sidecar } from '../../stack.ts';
import {
  installPlugins,
  removePlugins,
  Secrets,
  siteLogs,
  storedRows,
  writePosts,
  type Planned,
  type SecretPost,
} from './canary-site.ts';
import { ask, indexed, saveSettings, visitorNonce } from './visitor.ts';
import { isFull } from '../../full-runs.ts';

// Some hundred answers of a real site.
jest.setTimeout(180_000);

const types = ['post', 'page', 'vault', 'internal'];
const literal = (fields: Record<string, string>) =>
  `json_decode( '${JSON.stringify(fields)}', true )`;

/** Each of the ten states, reached from the beginning. The post's id comes last, for `excluded`. */
const never: [string, string, Record<string, string>][] = [
  ['draft', 'quiet lagoon', { post_status: 'draft' }],
  ['pending', 'granite chapel', { post_status: 'pending' }],
  ['future', 'copper windmill', { post_status: 'future', post_date: '2099-01-01 00:00:00' }],
  ['private', 'velvet theatre', { post_status: 'private' }],
  ['password', 'marble fountain', { post_password: 'sesame' }],
  ['trash', 'willow bridge', { post_status: 'trash' }],
  ['auto-draft', 'crystal cavern', { post_status: 'auto-draft' }],
  ['a type that nobody can view', 'iron foundry', { post_type: 'internal' }],
  ['deleted', 'amber orchard', { post_status: 'draft' }],
  ['excluded', 'silver observatory', { post_status: 'draft' }],
];

type Change = (id: number) => Promise<unknown>;
const php =
  (code: (id: number) => string): Change =>
  (id) =>
    runPhp(`require_once ABSPATH . 'wp-admin/includes/admin.php'; ${code(id)}`);
const bulkEdit = (status: string) =>
  php(
    (id) =>
      `wp_set_current_user( 1 ); return bulk_edit_posts( array( 'post' => array( ${id} ), 'post_type' => 'post', '_status' => '${status}' ) );`,
  );

let excluded: number[] = [];
const exclude: Change = (id) => {
  excluded = [...excluded, id];
  return saveSettings({ indexing: { exclude_ids: excluded } });
};
/** By the site's owner: everything that WordPress is told of. */
const announced: [string, string, Change, Record<string, string>?][] = [
  ['draft', 'sunken harbour', (id) => updatePost(id, { status: 'draft' })],
  ['pending', 'wooden belfry', bulkEdit('pending')],
  [
    'future',
    'painted pavilion',
    (id) => updatePost(id, { status: 'future', date: '2099-01-01T00:00:00' }),
  ],
  ['private', 'hollow tower', bulkEdit('private')],
  ['password', 'frozen aqueduct', (id) => updatePost(id, { password: 'sesame' })],
  ['trash', 'narrow gatehouse', php((id) => `wp_trash_post( ${id} );`)],
  ['deleted', 'golden apiary', php((id) => `wp_delete_post( ${id}, true );`)],
  [
    'auto-draft',
    'crooked sawmill',
    php((id) => `wp_update_post( array( 'ID' => ${id}, 'post_status' => 'auto-draft' ) );`),
  ],
  [
    'a type that is gone',
    'buried vault',
    php(() => "deactivate_plugins( 'sites-vault.php' );"),
    { post_type: 'vault' },
  ],
  ['excluded', 'scarlet brewery', exclude],
];
/** Past WordPress, as an import, a migration or another program on the database does it. */
const inTable = (fields: Record<string, string>) => (id: number) =>
  `$wpdb->update( $wpdb->posts, ${literal(fields)}, array( 'ID' => ${id} ) );`;
const unannounced: [string, string, (id: number) => string, Record<string, string>?][] = [
  ['draft', 'silent quarry', inTable({ post_status: 'draft' })],
  ['pending', 'gentle smithy', inTable({ post_status: 'pending' })],
  ['future', 'broken almshouse', inTable({ post_status: 'future' })],
  ['private', 'distant citadel', inTable({ post_status: 'private' })],
  ['password', 'dusty granary', inTable({ post_password: 'sesame' })],
  ['trash', 'tilted dovecote', inTable({ post_status: 'trash' })],
  [
    'deleted',
    'lonely toll house',
    (id) => `$wpdb->delete( $wpdb->posts, array( 'ID' => ${id} ) );`,
  ],
  ['auto-draft', 'mossy ice house', inTable({ post_status: 'auto-draft' })],
  [
    'a type that is gone',
    'locked armoury',
    () => "$option( 'active_plugins', array( 'itih-rag-chat/itih-rag-chat.php' ) );",
    { post_type: 'vault' },
  ],
  [
    'excluded',
    'empty customs house',
    (id) => `$settings = get_option( 'itih_settings' );
      $settings['indexing']['exclude_ids'][] = ${id};
      $option( 'itih_settings', $settings );`,
  ],
];
const changeUnseen = (code: string) =>
  runPhp(`global $wpdb;
    $option = function ( $name, $value ) use ( $wpdb ) {
      $wpdb->update( $wpdb->options, array( 'option_value' => serialize( $value ) ), array( 'option_name' => $name ) );
    };
    ${code}`);

const admin = async (path: string, method = 'GET', body?: unknown) =>
  (await rest<unknown>(method, `/itih/v1${path}`, body)).body;

/** All that anybody, the owner included, is told about a post. */
async function saidOf({ id, question }: SecretPost): Promise<Record<string, unknown>> {
  const { frames, session } = await ask(question);
  if (!session) throw new Error('no session');
  const visitor = { 'x-wp-nonce': await visitorNonce() };
  const owner = { ...visitor, 'x-itih-secret': session.secret };
  const search = { query: question, top_k: 50, min_score: 0 };
  const body = { message: question };
  const path = `/itih/v1/history?session_id=${session.id}`;
  return {
    [`the stream of ${id}`]: frames,
    [`the answer of ${id}`]: (await anonymous('POST', '/itih/v1/chat/sync', body, visitor)).body,
    [`the search of ${id}`]: await admin('/search', 'POST', search),
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

const found = async ({ question, word }: SecretPost) =>
  JSON.stringify(
    await admin('/search', 'POST', { query: question, top_k: 50, min_score: 0 }),
  ).includes(word);

/** On SQLite only in full runs: the suites of `database` compare the two databases. */
const databases = isFull ? (['mariadb', 'sqlite'] as const) : (['mariadb'] as const);

describe.each(databases)('with a sidecar on %s', (database) => {
  const secrets = new Secrets();
  const open = new Secrets();
  const posts = new Map<string, SecretPost>();
  let sidecar: Sidecar;
  let control: SecretPost;
  const everything = () => [...posts.values()];
  type Cases = readonly (readonly [string, string, ...unknown[]])[];
  async function write(how: string, cases: Cases, fieldsOf: (index: number) => Planned['fields']) {
    const planned = cases.map(([state, place], index) => ({
      place,
      word: secrets.make(`${how}, ${state}`),
      fields: fieldsOf(index),
    }));
    const written = await writePosts(planned);
    planned.forEach(({ place }, index) => posts.set(place, written[index] as SecretPost));
  }
  const of = (place: string) => {
    const post = posts.get(place);
    if (!post) throw new Error(place);
    return post;
  };

  async function expectFound(cases: Cases): Promise<void> {
    for (const [, place] of cases) expect([place, await found(of(place))]).toEqual([place, true]);
  }

  beforeAll(async () => {
    excluded = [];
    await installPlugins();
    sidecar = await startSidecar({
      database,
      settings: {
        limits: { per_ip_max: 0, answers_relayed: 4 },
        indexing: { post_types: types },
      },
    });
    await saveSettings({ general: { debug_logging: true } });
    const [written] = await writePosts([{ place: 'open meadow', word: open.make('public') }]);
    control = written as SecretPost;
  });
  afterAll(async () => {
    await sidecar.stop();
    await runPhp(
      `foreach ( get_posts( array( 'post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) { wp_delete_post( $post->ID, true ); }`,
    );
    await removePlugins();
  });

  test('what never was public is never known', async () => {
    await write('never public', never, (index) => never[index]?.[2]);
    await exclude(of('silver observatory').id);
    await runPhp(`wp_delete_post( ${of('amber orchard').id}, true );
      wp_publish_post( ${of('silver observatory').id} );`);
    await indexed();
    expect(secrets.leaks(await said(everything()))).toEqual([]);
  });

  test('what visitors do not see in a public post is not known either', async () => {
    const part = (place: string, of: string, content: (word: string) => string) => {
      const word = secrets.make(of);
      const fields = {
        post_title: place,
        post_name: '',
        post_excerpt: '',
        post_content: content(word),
      };
      return runPhp(
        `return wp_insert_post( array_merge( array( 'post_status' => 'publish' ), ${literal(fields)} ) );`,
      );
    };
    await part(
      'Rusty ferry',
      'shown to editors',
      (word) => `The rusty ferry has a password. [for_editors word=${word}]`,
    );
    await part(
      'Spiral staircase',
      'shown to members',
      (word) => `The spiral staircase has a password. <!--members-->It is ${word}.`,
    );
    await part(
      'Stone circle',
      'behind a redirect',
      (word) => `The stone circle has a password: ${word} [for_members]${word}[/for_members]`,
    );
    const word = secrets.make('in a revision');
    const later = secrets.make('in an autosave');
    await runPhp(`require_once ABSPATH . 'wp-admin/includes/post.php';
      wp_set_current_user( 1 );
      _wp_put_post_revision( array_merge( get_post( ${control.id}, ARRAY_A ), array( 'post_content' => 'The password of the open meadow is ${word}.' ) ) );
      return wp_create_post_autosave( array( 'post_ID' => ${control.id}, 'post_type' => 'post', 'post_title' => 'x', 'post_content' => 'The password of the open meadow is ${later}.' ) );`);
    await indexed();
    const questions = ['rusty ferry', 'spiral staircase', 'stone circle', 'open meadow'];
    const asked = questions.map((place) => ({
      ...control,
      question: `What is the password of the ${place}?`,
    }));
    const texts = await said(asked);
    expect(secrets.leaks(texts)).toEqual([]);
    // They are known, but for the secret.
    expect(JSON.stringify(texts)).toContain('The rusty ferry has a password');
    expect(JSON.stringify(texts)).toContain('The spiral staircase has a password');
  });

  test('what is public is found: this suite can fail', async () => {
    expect((await ask(control.question)).text).toContain(control.word);
    const leaks = open.leaks(await said([control]));
    for (const where of ['stream', 'answer', 'search', 'history']) {
      expect(leaks).toContain(`public in the ${where} of ${control.id}`);
    }
    const shown = [
      ...open.leaks(await shownToTheOwner()),
      ...open.leaks(await storedRows(sidecar.databaseUrl)),
    ];
    expect(shown).toContain('public in the documents');
    expect(shown).toContain('public in wp_rag_chunks');
  });

  test('what stops being public is forgotten', async () => {
    await write('no longer public', announced, (index) => announced[index]?.[3]);
    await indexed();
    await expectFound(announced);
    for (const [, place, change] of announced) await change(of(place).id);
    await indexed();
    expect(secrets.leaks(await said(everything()))).toEqual([]);
    await until('the comparison', async () => secrets.leaks(await shownToTheOwner()).length === 0);
    expect(secrets.leaks(await storedRows(sidecar.databaseUrl))).toEqual([]);
    await runPhp(
      "require_once ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin( 'sites-vault.php' );",
    );
  });

  test('nobody is told, even before the comparison that follows a missed change', async () => {
    await write('changed unseen', unannounced, (index) => unannounced[index]?.[3]);
    await indexed();
    await expectFound(unannounced);
    await sidecar.kill('SIGKILL');
    await runPhp("update_option( 'canary_no_digest', 1 );");
    await changeUnseen(unannounced.map(([, place, change]) => change(of(place).id)).join('\n'));
    const { databaseUrl } = sidecar;
    sidecar = await startSidecar({ databaseUrl });
    expect(secrets.leaks(await storedRows(databaseUrl))).toContain(
      'changed unseen, draft in wp_rag_chunks',
    );
    expect(secrets.leaks(await said(everything()))).toEqual([]);
    expect((await ask(control.question)).text).toContain(control.word);
  });

  test('after the comparison it is as if they had never been', async () => {
    await runPhp("delete_option( 'canary_no_digest' );");
    const { databaseUrl } = sidecar;
    await sidecar.stop();
    sidecar = await startSidecar({ databaseUrl });
    await until('the comparison', async () => secrets.leaks(await shownToTheOwner()).length === 0);
    expect(secrets.leaks(await storedRows(databaseUrl))).toEqual([]);
    const { documents } = (await admin('/dashboard')) as DashboardReply;
    const rows = (await storedRows(databaseUrl))['wp_rag_documents'];
    expect(documents.total).toBe(rows?.length);
    expect(secrets.leaks(siteLogs())).toEqual([]);
    expect(secrets.leaks({ 'the sidecar’s log': sidecar.log() })).toEqual([]);
  });
});
