/** Core's privacy tools, the retention without a sidecar, and the first activation, on the real site. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  anonymous,
  login,
  pluginComplaints,
  runPhp,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { visitorNonce } from './visitor.ts';

let sidecar: Sidecar | undefined;
const down = async () => {
  await sidecar?.stop();
  sidecar = undefined;
};
beforeAll(async () => {
  sidecar = await startSidecar({ database: 'mariadb' });
  const visitor = await login('subscriber');
  for (const message of ['Where is my parcel with the red ribbon?', 'And <b>the other</b> one?']) {
    expect((await visitor.rest('POST', '/itih/v1/chat/sync', { message })).status).toBe(200);
  }
  await anonymous(
    'POST',
    '/itih/v1/chat/sync',
    { message: 'Where is the pier?' },
    { 'x-wp-nonce': await visitorNonce() },
  );
});
afterAll(down);

const subscriber = "get_user_by( 'login', 'subscriber' )->user_email";

/** Runs the exporter as core's screen does, and gives what core would write into the file. */
const exported = (email = subscriber) =>
  runPhp<Record<string, { group_label: string; items: Record<string, { value: string }[]> }>>(`
    require_once ABSPATH . 'wp-admin/includes/admin.php';
    add_filter( 'wp_privacy_personal_data_exporters', fn( $all ) => array_intersect_key( $all, array( 'itih-rag-chat' => 1 ) ), 99 );
    remove_all_actions( 'wp_privacy_personal_data_export_file' );
    $grouped = null;
    add_action( 'wp_privacy_personal_data_export_file', function ( $id ) use ( &$grouped ) { $grouped = get_post_meta( $id, '_export_data_grouped', true ); } );
    $email = ${email};
    $request = wp_create_user_request( $email, 'export_personal_data' );
    $exporter = apply_filters( 'wp_privacy_personal_data_exporters', array() )['itih-rag-chat'];
    for ( $page = 1; ; $page++ ) {
      $response = call_user_func( $exporter['callback'], $email, $page );
      $response = wp_privacy_process_personal_data_export_page( $response, 1, $email, $page, $request, false, 'itih-rag-chat' );
      if ( $response['done'] ) { break; }
    }
    wp_delete_post( $request, true );
    return $grouped;`);

/** Runs the eraser as core's screen does. */
const erased = () =>
  runPhp<{ items_removed: boolean; items_retained: boolean; done: boolean }>(`
    require_once ABSPATH . 'wp-admin/includes/admin.php';
    $eraser = apply_filters( 'wp_privacy_personal_data_erasers', array() )['itih-rag-chat'];
    $response = call_user_func( $eraser['callback'], ${subscriber}, 1 );
    $request = wp_create_user_request( ${subscriber}, 'remove_personal_data' );
    $response = wp_privacy_process_personal_data_erasure_page( $response, 1, ${subscriber}, 1, $request );
    wp_delete_post( $request, true );
    return $response;`);

const sessions = () =>
  runPhp<number>(
    'global $wpdb; return (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}rag_chat_sessions" );',
  );

test('the exporter gives a logged-in visitor their questions and the answers, and nobody else’s', async () => {
  const group = (await exported())['itih-rag-chat'];
  expect(group?.group_label).toBe('Conversations with the chat');
  const text = JSON.stringify(group?.items);
  expect(text).toContain('Where is my parcel with the red ribbon?');
  expect(text).toContain('&lt;b&gt;the other&lt;/b&gt;');
  expect(text).not.toContain('Where is the pier?');
  expect(Object.keys(group?.items ?? {})).toHaveLength(4);
});

test('an address without an account, or without a question, has nothing', async () => {
  expect(await exported("'nobody@example.test'")).toEqual([]);
  expect(await exported("get_user_by( 'login', 'editor' )->user_email")).toEqual([]);
});

test('the eraser deletes them, and leaves the others', async () => {
  expect(await sessions()).toBe(3);
  expect(await erased()).toMatchObject({ items_removed: true, items_retained: false, done: true });
  expect(await sessions()).toBe(1);
  expect(await exported()).toEqual([]);
  expect(await erased()).toMatchObject({ items_removed: false, done: true });
});

test('without the sidecar both fail with a sentence, and do not say that there is nothing', async () => {
  await down();
  for (const tool of ['export', 'erase']) {
    const message = await runPhp<string>(`
      $result = \\Itih\\RagChat\\${tool}_personal_data( ${subscriber}, 1 );
      return is_wp_error( $result ) ? $result->get_error_message() : 'no error';`);
    expect(message).toContain('Start it and try again');
  }
});

const policy = (settings: object) =>
  runPhp<string>(`
    update_option( 'itih_settings', json_decode( '${JSON.stringify(settings)}', true ), false );
    $text = implode( ' ', array_merge( ...\\Itih\\RagChat\\policy_sentences() ) );
    update_option( 'itih_settings', array(), false );
    return $text;`);

test.each<[object, string[], string[]]>([
  [{}, ['90 days', 'hash of your network address', 'nothing that you write'], ['sent to']],
  [
    {
      llm: { provider: 'openai', fallback: 'groq' },
      embeddings: { provider: 'openai' },
      privacy: { retention_days: 0, store_ip: 'none' },
      mcp: { enabled: true },
    },
    [
      'passages of this site are sent to OpenAI, Groq.',
      'your question is sent to OpenAI.',
      'do not store your network address',
      'until you or we delete',
      'connected services',
    ],
    ['nothing that you write', 'hash of your network address'],
  ],
  [
    {
      llm: {
        provider: 'openai_compatible',
        openai_compatible: { base_url: 'https://ai.example.test/v1' },
      },
    },
    ['are sent to ai.example.test.'],
    ['nothing that you write'],
  ],
  [
    { embeddings: { provider: 'voyage' }, rerank: { provider: 'cohere' } },
    ['your question is sent to Voyage AI.', 'these passages are sent to Cohere.'],
    ['nothing that you write'],
  ],
  [
    {
      rerank: { provider: 'compatible', compatible: { base_url: 'http://127.0.0.1:8080/v1' } },
    },
    ['nothing that you write'],
    ['sent to'],
  ],
  [{ llm: { provider: 'ollama' } }, ['nothing that you write'], ['sent to']],
])('the policy text says what these settings do: %j', async (settings, said, unsaid) => {
  const text = await policy(settings);
  for (const part of said) expect(text).toContain(part);
  for (const part of unsaid) expect(text).not.toContain(part);
});

test('core shows the text in the policy guide', async () => {
  const { cookie } = await login();
  const page = await fetch(`${stack().url}/wp-admin/options-privacy.php?tab=policyguide`, {
    headers: { cookie },
  });
  expect(await page.text()).toContain('When you ask the chat of this site');
});

/** Inserts conversations whose last question is so many days old, with a turn each. */
const addOld = (count: number, days: number) =>
  runPhp(`global $wpdb;
    for ( $n = 0; $n < ${count}; $n++ ) {
      $at = 1000 * ( time() - ${days} * DAY_IN_SECONDS );
      $wpdb->insert( $wpdb->prefix . 'rag_chat_sessions', array( 'public_id' => wp_generate_uuid4(), 'secret_hash' => 'x', 'created_at' => $at, 'last_at' => $at ) );
      $wpdb->insert( $wpdb->prefix . 'rag_chats', array( 'session_id' => $wpdb->insert_id, 'role' => 'user', 'content' => 'Old?', 'created_at' => $at ) );
    }`);
const turns = () =>
  runPhp<number>(
    'global $wpdb; return (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}rag_chats" );',
  );
const runCron = (before = '') =>
  runPhp<number>(`${before}; return \\Itih\\RagChat\\delete_old_chats();`);

test('without a sidecar WP-Cron deletes what is older than the retention, in batches', async () => {
  const before = await turns();
  await addOld(450, 91);
  await addOld(3, 89);
  expect(await runCron()).toBe(450);
  expect([await sessions(), await turns()]).toEqual([4, before + 3]);
  await addOld(2, 400);
  expect(
    await runCron(
      "update_option( 'itih_settings', array( 'privacy' => array( 'retention_days' => 0 ) ), false )",
    ),
  ).toBe(0);
  expect(await runCron("update_option( 'itih_settings', array(), false )")).toBe(2);
});

test('where the sidecar has a database of its own, it does nothing', async () => {
  expect(await runCron("$GLOBALS['wpdb']->set_prefix( 'other_' )")).toBe(0);
});

test('the event is scheduled once a day, and goes when the plugin is deactivated', async () => {
  const event = `wp_get_scheduled_event( 'itih_retention' )->schedule ?? ''`;
  expect(await runPhp(`return ${event};`)).toBe('daily');
  const after = await runPhp(`
    do_action( 'deactivate_' . plugin_basename( \\Itih\\RagChat\\PLUGIN_FILE ), false );
    return ${event};`);
  expect(after).toBe('');
});

/** The address of a link on the list of plugins, and where following it ends. */
async function follow(action: 'activate' | 'deactivate', cookie: string): Promise<string> {
  const admin = `${stack().url}/wp-admin/`;
  const html = await (await fetch(`${admin}plugins.php`, { headers: { cookie } })).text();
  const link = new RegExp(`href="(plugins\\.php\\?action=${action}&amp;plugin=itih[^"]+)"`).exec(
    html,
  );
  let url = admin + (link?.[1] ?? '').replaceAll('&amp;', '&');
  for (let hops = 0; hops < 5; hops++) {
    const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    const next = answer.headers.get('location');
    if (!next) break;
    url = new URL(next, url).href;
  }
  return url;
}

let cookie: string;
beforeEach(async () => {
  ({ cookie } = await login());
});

test('the first activation opens the first steps, once; a later one does not', async () => {
  await runPhp("delete_option( 'itih_contact' );");
  await follow('deactivate', cookie);
  expect(await follow('activate', cookie)).toContain('admin.php?page=itih-rag-chat-setup');
  const dashboard = await fetch(`${stack().url}/wp-admin/`, {
    headers: { cookie },
    redirect: 'manual',
  });
  expect(dashboard.status).toBe(200);
  await runPhp("update_option( 'itih_contact', array( 'at' => time() ), true );");
  await follow('deactivate', cookie);
  expect(await follow('activate', cookie)).toContain('plugins.php');
});

test('nothing of ours has complained under WP_DEBUG', () => {
  expect(pluginComplaints()).toEqual([]);
});
