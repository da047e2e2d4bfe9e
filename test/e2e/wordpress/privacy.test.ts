/** Core's privacy tools, and the retention without a sidecar, on the real site. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChatReply } from '../../../server/contract/chat.ts';
import { until } from '../../fakes/wait.ts';
import {
  anonymous,
  createPost,
  login,
  mariadbUrl,
  runPhp,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { page, php } from './on-site.ts';
import { erase, exportedData, siteLogs, storedRows } from './secrets.ts';
import { ask, indexed, visitorNonce } from './visitor.ts';

let sidecar: Sidecar | undefined;
const down = async () => {
  await sidecar?.stop();
  sidecar = undefined;
};
/** Asks as a visitor; returns the session. */
const say = async (message: string) => {
  const headers = { 'x-wp-nonce': await visitorNonce() };
  const asked = await anonymous<ChatReply>('POST', '/itih/v1/chat/sync', { message }, headers);
  return asked.body.session_id;
};
beforeAll(async () => {
  sidecar = await startSidecar({ database: 'mariadb' });
  const visitor = await login('subscriber');
  await (await login('editor')).rest('POST', '/itih/v1/chat/sync', { message: 'A lantern?' });
  for (const message of ['Where is my parcel with the red ribbon?', 'And <b>the other</b> one?']) {
    expect((await visitor.rest('POST', '/itih/v1/chat/sync', { message })).status).toBe(200);
  }
  await say('Where is the pier?');
});
afterAll(down);

const rows = () => storedRows(mariadbUrl());
const count = async (table: string) => (await rows())[`wp_rag_${table}`]?.length;
const subscriber = 'subscriber@example.test';

/** Tables of the sidecar that hold a text. */
const holding = async (text: string) =>
  Object.entries(await rows())
    .filter(([, found]) => JSON.stringify(found).toLowerCase().includes(text))
    .map(([table]) => table)
    .toSorted();

test('the archive has a logged-in visitor’s questions and answers, and nobody else’s', async () => {
  const { 'itih-rag-chat': turns, ...others } = await exportedData(subscriber);
  expect(turns?.map(({ group_label }) => group_label)).toEqual(
    Array(4).fill('Conversations with the chat'),
  );
  const text = JSON.stringify(turns);
  expect(text).toContain('Where is my parcel with the red ribbon?');
  expect(text).toContain('&lt;b&gt;the other&lt;/b&gt;');
  expect(text + JSON.stringify(others)).not.toMatch(/Where is the pier|lantern/);
  // One who has asked nothing has none.
  expect((await exportedData('admin@example.test'))['itih-rag-chat']).toEqual([]);
});

test('the eraser leaves no word of them anywhere, the others’ and the figures of days', async () => {
  await until('the gap', async () => (await holding('ribbon')).includes('wp_rag_gaps'));
  expect(await holding('ribbon')).toEqual(['wp_rag_chat_terms', 'wp_rag_chats', 'wp_rag_gaps']);
  const figures = (await rows())['wp_rag_chat_figures'];
  expect(await erase(subscriber)).toEqual({ removed: true, retained: false });
  expect(await holding('ribbon')).toEqual([]);
  expect(await count('chat_sessions')).toBe(2);
  expect((await rows())['wp_rag_chat_figures']).toEqual(figures);
  expect(await holding('lantern')).not.toEqual([]);
  expect(await erase(subscriber)).toMatchObject({ removed: false });
});

test('without the sidecar both fail with a sentence, and do not say that there is nothing', async () => {
  await down();
  const messages = await runPhp<string[]>(`
    return array_map( function ( $tool ) {
      $result = call_user_func( "Itih\\\\RagChat\\\\{$tool}_personal_data", '${subscriber}', 1 );
      return is_wp_error( $result ) ? $result->get_error_message() : 'no error';
    }, array( 'export', 'erase' ) );`);
  expect(messages).toEqual(Array(2).fill(expect.stringContaining('Start it and try again')));
});

const hash = 'hash of your network address';
const nothing = 'nothing that you write';
test.each<[object, string[], string[]]>([
  [{}, ['90 days', hash, nothing], ['sent to']],
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
    [nothing, hash],
  ],
  [
    { privacy: { store_chats: false } },
    ['memory of our server for an hour', 'We do not store them', nothing],
    ['we store your question', '90 days', 'number of your account', 'changes every day'],
  ],
  [{ llm: { provider: 'ollama' } }, [nothing], ['sent to']],
])('the policy text says what these settings do: %j', async (settings, said, unsaid) => {
  const text = await runPhp<string>(`
    update_option( 'itih_settings', ${php(settings)}, false );
    $text = implode( ' ', array_merge( ...\\Itih\\RagChat\\policy_sentences() ) );
    update_option( 'itih_settings', array(), false );
    return $text;`);
  for (const part of said) expect(text).toContain(part);
  for (const part of unsaid) expect(text).not.toContain(part);
});

test('core shows the text in the policy guide', async () => {
  const { cookie } = await login();
  const html = await page('/wp-admin/options-privacy.php?tab=policyguide', cookie);
  expect(html).toContain('When you ask the chat of this site');
});

const runCron = (before = '') =>
  runPhp<number>(`${before}; return \\Itih\\RagChat\\delete_old_chats();`);

test('while the sidecar is away WP-Cron deletes an old conversation to its last word', async () => {
  sidecar = await startSidecar({ database: 'mariadb' });
  const old = await say('Who sells violet umbrellas?');
  await until('the gap', async () => (await count('gaps')) === 1);
  // The other question belongs to the same gap, which has its name then.
  await say('Who sells violet umbrellas?');
  const last = await say('Which otter juggles?');
  await until('the other gap', async () => (await count('gaps')) === 2);
  await down();
  const figures = (await rows())['wp_rag_chat_figures'];
  await runPhp(`global $wpdb;
    $p    = $wpdb->prefix . 'rag_';
    $old  = 1000 * ( time() - 91 * DAY_IN_SECONDS );
    $ids  = "SELECT id FROM {$p}chat_sessions WHERE public_id IN ( '${old}', '${last}' )";
    $wpdb->query( "UPDATE {$p}chats SET created_at = $old WHERE session_id IN ( $ids )" );
    $wpdb->query( "UPDATE {$p}chat_sessions SET last_at = $old WHERE public_id IN ( '${old}', '${last}' )" );
    $wpdb->query( "UPDATE {$p}gaps SET last_at = $old WHERE NOT EXISTS ( SELECT 1 FROM {$p}chats chats WHERE chats.gap_id = {$p}gaps.id AND chats.created_at > $old )" );
    $wpdb->insert( "{$p}state", array( 'name' => 'rate:60:1:old', 'number' => 1, 'expires_at' => 1000 * ( time() - 60 ) ) );
    wp_clear_scheduled_hook( 'itih_retention' );
    wp_schedule_event( time() - 60, 'daily', 'itih_retention' );
    delete_transient( 'doing_cron' );`);
  // As a visit of the site lets it run.
  await page('/wp-cron.php?doing_wp_cron');
  await until('the deletion', async () => (await count('chat_sessions')) === 1);
  const after = await rows();
  expect(JSON.stringify(after)).not.toContain('otter');
  expect(JSON.stringify(after)).not.toContain('rate:60:1:old');
  expect(after['wp_rag_gaps']).toHaveLength(1);
  const [gap] = after['wp_rag_gaps'] as { question_id: string }[];
  const turns = after['wp_rag_chats'] as { id: string }[];
  expect(turns.map(({ id }) => id)).toContain(gap?.question_id);
  expect(after['wp_rag_chat_figures']).toEqual(figures);
});

test('without a sidecar WP-Cron deletes what is older than the retention, in batches', async () => {
  /** Inserts conversations whose last question is so many days old, with a turn each. */
  const addOld = (sessions: number, days: number) =>
    runPhp(`global $wpdb;
      for ( $n = 0; $n < ${sessions}; $n++ ) {
        $at = 1000 * ( time() - ${days} * DAY_IN_SECONDS );
        $wpdb->insert( $wpdb->prefix . 'rag_chat_sessions', array( 'public_id' => wp_generate_uuid4(), 'secret_hash' => 'x', 'created_at' => $at, 'last_at' => $at ) );
        $wpdb->insert( $wpdb->prefix . 'rag_chats', array( 'session_id' => $wpdb->insert_id, 'role' => 'user', 'content' => 'Old?', 'created_at' => $at ) );
      }`);
  const before = (await count('chats')) ?? 0;
  await addOld(450, 91);
  await addOld(3, 89);
  expect(await runCron()).toBe(450);
  expect([await count('chat_sessions'), await count('chats')]).toEqual([4, before + 3]);
  await addOld(2, 400);
  const forever = "array( 'privacy' => array( 'retention_days' => 0 ) )";
  expect(await runCron(`update_option( 'itih_settings', ${forever}, false )`)).toBe(0);
  expect(await runCron("update_option( 'itih_settings', array(), false )")).toBe(2);
  // Where the sidecar has a database of its own, it does nothing.
  expect(await runCron("$GLOBALS['wpdb']->set_prefix( 'other_' )")).toBe(0);
  const event = `wp_get_scheduled_event( 'itih_retention' )->schedule ?? ''`;
  const scheduled = await runPhp(`
    $before = ${event};
    do_action( 'deactivate_' . plugin_basename( \\Itih\\RagChat\\PLUGIN_FILE ), false );
    return array( $before, ${event} );`);
  expect(scheduled).toEqual(['daily', '']);
});

test('a site that stores nothing has no word of a conversation in any table, file or log', async () => {
  const { log } = (sidecar = await startSidecar({
    database: 'mariadb',
    settings: { privacy: { store_chats: false }, indexing: { post_types: ['page'] } },
    env: { ITIH_LOG_LEVEL: 'trace' },
  }));
  const post = await createPost(
    { title: 'Songbirds', content: '<p>A canary sings in the tower.</p>' },
    'pages',
  );
  await indexed();
  // Without leases, signatures of calls and counters.
  const kept = async () => ({ ...(await rows()), wp_rag_state: [] });
  const before = await kept();
  const question = `Which canary${randomBytes(6).toString('hex')} sings?`;
  const { session, events, frames } = await ask(question);
  const headers = { 'x-wp-nonce': await visitorNonce(), 'x-itih-secret': session?.secret ?? '' };
  const at = `session_id=${session?.id}`;
  const call = (method: string, path: string, body?: unknown) =>
    anonymous<{ turns?: unknown[] }>(method, `/itih/v1${path}`, body, headers);
  const [meta, done] = [events[0], events.at(-1)];
  if (meta?.type !== 'meta' || done?.type !== 'done') throw new Error(JSON.stringify(frames));
  const rated = { session_id: session?.id, message_id: done.message_id, feedback: 'down' };
  expect((await call('POST', '/feedback', rated)).body).toEqual({ updated: 1 });
  expect((await call('GET', `/chat/${meta.message_id}/events?${at}`)).status).toBe(200);
  expect((await ask('And at night?', session)).session?.id).toBe(session?.id);
  expect((await call('GET', `/history?${at}`)).body.turns).toHaveLength(4);
  expect(await kept()).toEqual(before);
  const word = /canary\w+/.exec(question)?.[0] ?? '';
  const everything = await runPhp<string>(`global $wpdb;
    $found = array();
    foreach ( $wpdb->get_col( 'SHOW TABLES' ) as $table ) {
      if ( str_contains( (string) wp_json_encode( $wpdb->get_results( "SELECT * FROM \`$table\`" ) ), '${word}' ) ) { $found[] = $table; }
    }
    return implode( ' ', $found );`);
  expect(everything).toBe('');
  expect(JSON.stringify([log(), siteLogs()])).not.toContain(word);
  expect((await call('DELETE', `/history?${at}`)).status).toBe(200);
  expect((await call('GET', `/history?${at}`)).status).toBe(403);
  await down();
  await runPhp(
    `wp_delete_post( ${post.id}, true ); update_option( 'itih_settings', array(), false );`,
  );
});
