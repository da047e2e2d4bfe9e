/** `wp itih import`, from tables as "ItihRag AI Chatbot" 1.1 makes and fills them. */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChatDetail, ChatSummary } from '../../../server/contract/chats.ts';
import type { DocumentView } from '../../../server/contract/knowledge.ts';
import { until } from '../../fakes/wait.ts';
import { createPost, login, rest, runPhp, stack, type Post } from '../../stack.ts';
import { notice, page, useSidecar } from './on-site.ts';
import { wp } from './wp-cli.ts';

let post: Post;
const key = 'sk-imported-0123456789';

/** Columns that are read, of the types that it gives them. */
const tables = `
  $wpdb->query( "CREATE TABLE {$wpdb->prefix}openrag_documents ( id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    type VARCHAR(20) NOT NULL DEFAULT 'post', title VARCHAR(500) NOT NULL DEFAULT '', source_url TEXT NULL,
    file_path VARCHAR(500) NULL, post_id BIGINT UNSIGNED NULL, PRIMARY KEY (id) )" );
  $wpdb->query( "CREATE TABLE {$wpdb->prefix}openrag_chats ( id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    session_id CHAR(64) NOT NULL, role VARCHAR(20) NOT NULL, content MEDIUMTEXT NULL, citations LONGTEXT NULL,
    reasoning MEDIUMTEXT NULL, tool_calls LONGTEXT NULL, model VARCHAR(200) NULL, prompt_tokens INT UNSIGNED NULL,
    completion_tokens INT UNSIGNED NULL, response_time_ms INT UNSIGNED NULL, feedback VARCHAR(10) NULL,
    feedback_comment TEXT NULL, user_ip VARCHAR(45) NULL, created_at DATETIME NOT NULL, PRIMARY KEY (id),
    KEY session_id (session_id) )" );`;
const dropped = `global $wpdb;
  $wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}openrag_documents, {$wpdb->prefix}openrag_chats" );
  array_map( 'delete_option', array( 'itih_chat', 'itih_providers', 'itih_appearance', 'itih_general', 'itih_import' ) );`;

useSidecar({
  database: 'mariadb',
  settings: { general: { widget_enabled: false }, indexing: { auto_index: false } },
});
beforeAll(async () => {
  post = await createPost({ title: 'Ferry times', content: '<p>The ferry leaves at eight.</p>' });
  await runPhp(`${dropped} ${tables}
    $uploads = wp_upload_dir();
    $file = $uploads['path'] . '/imported-guide.txt';
    file_put_contents( $file, 'The lighthouse was built in 1882.' );
    foreach ( array(
      array( 'title' => 'Guide', 'file_path' => $file ),
      array( 'title' => 'Lost file', 'file_path' => '/tmp/elsewhere.pdf' ),
      array( 'title' => 'Nothing' ),
      array( 'title' => 'Ferry times', 'post_id' => ${post.id} ),
    ) as $row ) { $wpdb->insert( $wpdb->prefix . 'openrag_documents', $row ); }
    $turn = fn( $session, $role, $content, $days, $more = array() ) => $wpdb->insert( $wpdb->prefix . 'openrag_chats', $more + array(
      'session_id' => str_pad( $session, 64, '0' ), 'role' => $role, 'content' => $content,
      'created_at' => wp_date( 'Y-m-d H:i:s', time() - $days * DAY_IN_SECONDS ) ) );
    $turn( 'a', 'user', 'When was the lighthouse built?', 3 );
    $turn( 'a', 'assistant', 'In 1882 [1].', 3, array( 'model' => 'gpt-4o-mini', 'prompt_tokens' => 120,
      'completion_tokens' => 9, 'feedback' => 'up',
      'citations' => wp_json_encode( array( array( 'title' => 'Guide', 'url' => 'https://example.com/guide' ) ) ) ) );
    $turn( 'a', 'user', 'By whom?', 3 );
    $turn( 'b', 'user', 'Is there anybody?', 400 );
    $turn( 'b', 'assistant', 'Yes.', 400 );
    update_option( 'itih_chat', array( 'bot_name' => 'Keeper', 'temperature' => '0.7', 'citations' => '1', 'top_k' => '9', 'rate_limit_max' => '20' ) );
    update_option( 'itih_appearance', array( 'theme' => 'no-such-theme' ) );
    update_option( 'itih_providers', array( 'llm_provider' => 'openai', 'openai_api_key' => '${key}',
      'openai_base_url' => 'https://api.openai.com/v1', 'openai_model' => 'gpt-4o-mini' ) );`);
});
afterAll(() => runPhp(dropped));

const chats = async (query = '') =>
  (await rest<ChatSummary[]>('GET', `/itih/v1/chats${query}`)).body;
const documents = async () => (await rest<DocumentView[]>('GET', '/itih/v1/documents')).body;
type Stored = Record<string, Record<string, unknown>>;
const settings = () => runPhp<Stored>("return get_option( 'itih_settings' );");

test('a dry run says what would come, and changes nothing', async () => {
  const before = await settings();
  const { code, stdout, stderr } = await wp(['itih', 'import', '--dry-run']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /Documents: 1 posts, 1 files and addresses\.\nConversations: 2,.*\nSuccess: Nothing was changed\./,
  );
  expect(stdout).toContain('llm: provider, openai');
  expect(stdout + stderr).not.toContain(key);
  for (const [what, why] of [
    ['"Lost file"', 'its file is not in the folder of uploads'],
    ['"Nothing"', ''],
    ['settings "appearance"', ''],
  ]) {
    expect(stderr).toContain(`${what} cannot be taken over`);
    expect(stderr).toContain(why);
  }
  expect([await chats(), await settings()]).toEqual([[], before]);
  expect((await documents()).map(({ title }) => title)).not.toContain('Guide');
});

test('documents are read again, conversations kept and found, settings mapped, and nothing comes twice', async () => {
  const { code, stdout } = await wp(['itih', 'import']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Conversations: 1, besides 0 that were here already and 1 that are older/);
  const known = async () =>
    (await documents())
      .filter(({ status }) => status === 'completed')
      .map(({ title }) => title)
      .toSorted();
  await until('all is read', async () => (await known()).join() === 'Ferry times,Guide');
  const [chat] = await chats();
  const { body } = await rest<ChatDetail>('GET', `/itih/v1/chats/${chat?.session}`);
  expect(body.turns.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'When was the lighthouse built?'],
    ['assistant', 'In 1882 [1].'],
    ['user', 'By whom?'],
  ]);
  expect(body.turns[1]).toMatchObject({
    model: 'gpt-4o-mini',
    feedback: 'up',
    citations: [{ n: 1, title: 'Guide', url: 'https://example.com/guide' }],
  });
  expect(await chats('?search=lighthouse')).toHaveLength(1);
  const { chat: mapped, llm, limits, general } = await settings();
  expect(mapped).toMatchObject({ temperature: 0.7, top_k: 9 });
  expect(limits).toMatchObject({ per_ip_max: 20 });
  expect(llm).toMatchObject({ provider: 'openai', openai: { model: 'gpt-4o-mini' } });
  expect(JSON.stringify(llm)).not.toContain(key);
  expect(general?.['widget_enabled']).toBe(false);
  const again = await wp(['itih', 'import']);
  expect(again.stdout).toMatch(/Conversations: 0, besides 1 that were here already/);
  expect(await chats()).toHaveLength(1);
  expect((await documents()).filter(({ title }) => title === 'Guide')).toHaveLength(1);
});

describe('while that plugin is active', () => {
  const files = ['itih-ai-chatbot/itih-ai-chatbot.php', 'itih-rag-chat/itih-rag-chat.php'];
  const folder = () => join(stack().wpDir, 'wp-content/plugins/itih-ai-chatbot');
  const activate = (plugins: string[]) =>
    runPhp(`update_option( 'active_plugins', ${JSON.stringify(plugins)} );`);
  const theirs = () =>
    runPhp<string>(`global $wpdb;
      return md5( serialize( array(
        array_map( 'get_option', array( 'itih_chat', 'itih_providers', 'itih_appearance', 'itih_general' ) ),
        $wpdb->get_results( "SELECT * FROM {$wpdb->prefix}openrag_documents" ),
        $wpdb->get_results( "SELECT * FROM {$wpdb->prefix}openrag_chats" ) ) ) );`);
  let cookie: string;

  beforeAll(async () => {
    mkdirSync(folder());
    const older = join(import.meta.dirname, 'older-plugin.php');
    copyFileSync(older, join(folder(), 'itih-ai-chatbot.php'));
    await runPhp("update_option( 'itih_general', array( 'enabled' => '1' ) );");
    await rest('PUT', '/itih/v1/settings', { general: { widget_enabled: true } });
    ({ cookie } = await login());
  });
  afterAll(async () => {
    await activate(files.slice(1));
    rmSync(folder(), { recursive: true });
  });

  test.each([
    ['first', files],
    ['after this one', files.toReversed()],
  ])('and read %s, its chat alone shows and answers', async (_when, order) => {
    await activate(order);
    const html = await page('/');
    expect(html).toContain('data-older-plugin');
    expect(html).not.toContain('<itih-chat');
    for (const [method, path] of [
      ['POST', '/chat'],
      ['GET', '/history'],
      ['GET', '/documents'],
    ] as const) {
      const { body } = await rest<{ answered_by?: string }>(method, `/itih/v1${path}`);
      expect(body.answered_by).toBe('ItihRag AI Chatbot');
    }
  });

  test('the owner is told on the dashboard, on the screens of the chat and in Site Health', async () => {
    for (const path of ['index.php', 'admin.php?page=itih-rag-chat-setup']) {
      const html = await page(`/wp-admin/${path}`, cookie);
      expect(html).toContain('the plugin &quot;ItihRag AI Chatbot&quot; is active, too');
      expect(html).toContain('action=deactivate&#038;plugin=itih-ai-chatbot%2Fitih-ai-chatbot.php');
    }
    expect(await page('/wp-admin/options-general.php', cookie)).not.toContain('active, too');
    const { code, stdout } = await wp(['itih', 'doctor']);
    expect(code).toBe(1);
    expect(stdout).toContain('The plugin "ItihRag AI Chatbot" is active, too');
  });

  test('a button takes over what it knows, and changes none of it', async () => {
    const before = await theirs();
    const form = /name="action" value="itih_import">.*?name="_wpnonce" value="(\w+)"/s;
    const nonce = form.exec(await page('/wp-admin/', cookie))?.[1] ?? '';
    const post = (_wpnonce: string) =>
      fetch(`${stack().url}/wp-admin/admin-post.php`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
        body: new URLSearchParams({ action: 'itih_import', _wpnonce }),
      });
    expect((await post('forged')).status).toBe(403);
    const { status, headers } = await post(nonce);
    expect(status).toBe(302);
    const report = await page(headers.get('location') ?? '', cookie);
    expect(report).toMatch(/Conversations: 0, besides 1 that were here already/);
    expect(report).toContain('&quot;Lost file&quot; cannot be taken over');
    expect(report).not.toContain(key);
    expect(await theirs()).toBe(before);
  });

  test('deactivated, this chat shows; what was taken over is not offered again', async () => {
    await activate(files.slice(1));
    const html = await page('/');
    expect(html).not.toContain('data-older-plugin');
    expect(html).toContain('<itih-chat mode="floating"');
    expect(await notice(cookie)).not.toContain('ItihRag AI Chatbot');
    // A key that is refused would be told first.
    await runPhp("delete_option( 'itih_import' ); delete_option( 'itih_vendor_failure' );");
    expect(await notice(cookie)).toContain(
      'can take over what &quot;ItihRag AI Chatbot&quot; knows',
    );
  });
});

test('a site without those tables is told', async () => {
  await runPhp(dropped);
  const { code, stderr } = await wp(['itih', 'import']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('There are no tables')]);
});
