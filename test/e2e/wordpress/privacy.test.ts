/** Core's privacy tools, the retention without a sidecar, and the first activation, on the real site. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ChatReply } from '../../../server/contract/chat.ts';
import { until } from '../../fakes/wait.ts';
import {
  anonymous,
  createPost,
  login,
  pluginComplaints,
  runPhp,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { siteLogs, storedRows } from './canary-site.ts';
import { erase, exportArchive } from './privacy-tools.ts';
import { ask, indexed, visitorNonce } from './visitor.ts';

let sidecar: Sidecar | undefined;
const down = async () => {
  await sidecar?.stop();
  sidecar = undefined;
};
beforeAll(async () => {
  sidecar = await startSidecar({ database: 'mariadb' });
  const visitor = await login('subscriber');
  await (await login('editor')).rest('POST', '/itih/v1/chat/sync', { message: 'A lantern?' });
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

const sessions = () =>
  runPhp<number>(
    'global $wpdb; return (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}rag_chat_sessions" );',
  );

const subscriber = 'subscriber@example.test';

/** Conversations in the archive that core makes for a person. */
const exported = async (email = subscriber) => {
  const files = await exportArchive(email);
  return JSON.parse(files['export.json'] ?? '{}') as Record<
    string,
    Record<string, { group_label: string; items: Record<string, unknown> }>
  >;
};
const groupOf = (archive: Awaited<ReturnType<typeof exported>>) =>
  Object.values(archive)[0]?.['itih-rag-chat'];

/** Rows of the sidecar's tables that hold a text. */
const holding = async (text: string) =>
  Object.entries(await storedRows(sidecar?.databaseUrl ?? ''))
    .filter(([, rows]) => JSON.stringify(rows).toLowerCase().includes(text))
    .map(([table]) => table);

test('the archive has a logged-in visitor’s questions and answers, and nobody else’s', async () => {
  const archive = await exported();
  const group = groupOf(archive);
  expect(group?.group_label).toBe('Conversations with the chat');
  const text = JSON.stringify(archive);
  expect(text).toContain('Where is my parcel with the red ribbon?');
  expect(text).toContain('&lt;b&gt;the other&lt;/b&gt;');
  expect(text).not.toContain('Where is the pier?');
  expect(text).not.toContain('lantern');
  expect(Object.keys(group?.items ?? {})).toHaveLength(4);
});

test('an address without an account, or without a question, has nothing', async () => {
  expect(groupOf(await exported('nobody@example.test'))).toBeUndefined();
  expect(groupOf(await exported('admin@example.test'))).toBeUndefined();
});

test('the eraser leaves no word of them anywhere, the others’ and the figures of days', async () => {
  await until('the gap', async () => (await holding('ribbon')).includes('wp_rag_gaps'));
  expect((await holding('ribbon')).toSorted()).toEqual([
    'wp_rag_chat_terms',
    'wp_rag_chats',
    'wp_rag_gaps',
  ]);
  const figures = (await storedRows(sidecar?.databaseUrl ?? ''))['wp_rag_chat_figures'];
  expect(await erase(subscriber)).toEqual({ removed: true, retained: false });
  expect(await holding('ribbon')).toEqual([]);
  expect(await sessions()).toBe(2);
  expect((await storedRows(sidecar?.databaseUrl ?? ''))['wp_rag_chat_figures']).toEqual(figures);
  expect(await holding('lantern')).not.toEqual([]);
  expect(groupOf(await exported())).toBeUndefined();
  expect(await erase(subscriber)).toMatchObject({ removed: false });
});

test('without the sidecar both fail with a sentence, and do not say that there is nothing', async () => {
  await down();
  for (const tool of ['export', 'erase']) {
    const message = await runPhp<string>(`
      $result = \\Itih\\RagChat\\${tool}_personal_data( '${subscriber}', 1 );
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
  [
    { privacy: { store_chats: false } },
    ['memory of our server for an hour', 'We do not store them', 'nothing that you write'],
    ['we store your question', '90 days', 'number of your account', 'changes every day'],
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

/** Lets WP-Cron run the event as a visit of the site would. */
async function visitCron(): Promise<void> {
  await runPhp(
    "wp_clear_scheduled_hook( 'itih_retention' ); wp_schedule_event( time() - 60, 'daily', 'itih_retention' ); delete_transient( 'doing_cron' );",
  );
  await fetch(`${stack().url}/wp-cron.php?doing_wp_cron`);
}

test('while the sidecar is away WP-Cron deletes an old conversation to its last word', async () => {
  const { databaseUrl } = (sidecar = await startSidecar({ database: 'mariadb' }));
  const rows = () => storedRows(databaseUrl);
  const said = async (message: string) =>
    (
      await anonymous<ChatReply>(
        'POST',
        '/itih/v1/chat/sync',
        { message },
        { 'x-wp-nonce': await visitorNonce() },
      )
    ).body.session_id;
  const old = await said('Who sells violet umbrellas?');
  await until('the gap', async () => (await rows())['wp_rag_gaps']?.length === 1);
  // The other question belongs to the same gap, which has its name then.
  await said('Who sells violet umbrellas?');
  await said('Which otter juggles?');
  await until('the other gap', async () => (await rows())['wp_rag_gaps']?.length === 2);
  await down();
  const figures = (await rows())['wp_rag_chat_figures'];
  const age = (session: string) =>
    runPhp(`global $wpdb;
      $old = 1000 * ( time() - 91 * DAY_IN_SECONDS );
      $id = (int) $wpdb->get_var( $wpdb->prepare( "SELECT id FROM {$wpdb->prefix}rag_chat_sessions WHERE public_id = %s", '${session}' ) );
      $gaps = $wpdb->get_col( "SELECT gap_id FROM {$wpdb->prefix}rag_chats WHERE gap_id IS NOT NULL AND session_id = $id" );
      $wpdb->query( "UPDATE {$wpdb->prefix}rag_chat_sessions SET last_at = $old WHERE id = $id" );
      $wpdb->query( "UPDATE {$wpdb->prefix}rag_chats SET created_at = $old WHERE session_id = $id" );
      $wpdb->query( "UPDATE {$wpdb->prefix}rag_gaps SET last_at = $old WHERE NOT EXISTS ( SELECT 1 FROM {$wpdb->prefix}rag_chats chats WHERE chats.gap_id = {$wpdb->prefix}rag_gaps.id AND chats.created_at > $old )" );
      $wpdb->insert( $wpdb->prefix . 'rag_state', array( 'name' => 'rate:60:1:old', 'number' => 1, 'expires_at' => 1000 * ( time() - 60 ) ) );`);
  const last = await runPhp<string>(
    `global $wpdb; return $wpdb->get_var( "SELECT s.public_id FROM {$wpdb->prefix}rag_chat_sessions s JOIN {$wpdb->prefix}rag_chats c ON c.session_id = s.id WHERE c.content LIKE '%otter juggles%'" );`,
  );
  await age(old);
  await age(last);
  await visitCron();
  await until('the deletion', async () => (await sessions()) === 1);
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

test('a site that stores nothing has no word of a conversation in any table, file or log', async () => {
  const { databaseUrl, log } = (sidecar = await startSidecar({
    database: 'mariadb',
    settings: { privacy: { store_chats: false } },
    env: { ITIH_LOG_LEVEL: 'trace' },
  }));
  // Other suites delete all posts.
  await createPost({ title: 'Songbirds', content: '<p>A canary sings in the tower.</p>' });
  // Without leases, signatures of calls and counters.
  const rows = async (): Promise<Record<string, unknown[]>> => ({
    ...(await storedRows(databaseUrl)),
    wp_rag_state: [],
  });
  // A post that another suite has left may be tried again later.
  await until(
    'the posts are read',
    async () => {
      const documents = (await rows())['wp_rag_documents'] as {
        status: string;
        attempts: string;
      }[];
      const waits = ({ status, attempts }: (typeof documents)[number]) =>
        status === 'processing' || (status === 'queued' && Number(attempts) === 0);
      return documents.length > 0 && !documents.some(waits);
    },
    // As many as the suites before it have left.
    180_000,
  );
  await indexed();
  const before = await rows();
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
  expect(await rows()).toEqual(before);
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
  await runPhp("update_option( 'itih_settings', array(), false );");
}, 240_000);

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
  await runPhp("update_option( 'itih_contact', array( 'at' => time() ), false );");
  await follow('deactivate', cookie);
  expect(await follow('activate', cookie)).toContain('plugins.php');
});

test('nothing of ours has complained under WP_DEBUG', () => {
  expect(pluginComplaints()).toEqual([]);
});
