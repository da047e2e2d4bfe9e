import { execFile } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { DocumentView } from '../../../server/contract/knowledge.ts';
import { droppedTables } from '../../../server/storage/migrate.ts';
import { until } from '../../fakes/wait.ts';
import { program } from '../../program.ts';
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
import { uninstall } from './uninstall.ts';
import { ask, indexed, visitorNonce } from './visitor.ts';

let sidecar: Sidecar;
const question = 'Which animal guards the harbour gate?';
const heron = '<p>The harbour gate is guarded by a stone heron.</p>';

beforeAll(async () => {
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: { limits: { per_ip_max: 0 } },
  });
});
afterEach(async () => {
  // Each test leaves no knowledge of its own behind.
  const { body } = await rest<{ id: number }[]>('GET', '/wp/v2/posts?per_page=100&search=harbour');
  for (const { id } of body) await trashPost(id);
});
afterAll(async () => sidecar.stop());

const answerNow = async () => {
  await indexed();
  return (await ask(question)).text;
};

test('an edit is the next answer; trash removes it; restoring brings it back', async () => {
  const { id } = await createPost({ title: 'The harbour gate', content: heron });
  expect(await answerNow()).toContain('stone heron');
  await updatePost(id, { content: heron.replace('heron', 'otter') });
  const edited = await answerNow();
  expect(edited).toContain('stone otter');
  expect(edited).not.toContain('heron');
  await trashPost(id);
  expect(await answerNow()).not.toContain('stone otter');
  await runPhp(`wp_untrash_post( ${id} ); wp_publish_post( ${id} );`);
  expect(await answerNow()).toContain('stone otter');
});

test.each([
  ['a draft', { status: 'draft' }],
  ['a private post', { status: 'private' }],
  ['a post with a password', { password: 'sesame' }],
  ['a post of the future', { status: 'future', date: '2099-01-01T00:00:00' }],
])('a published post that becomes %s is forgotten at once', async (_case, change) => {
  const { id } = await createPost({ title: 'The harbour gate', content: heron });
  expect(await answerNow()).toContain('stone heron');
  await updatePost(id, change);
  expect(await answerNow()).not.toContain('heron');
  const { body } = await rest<DocumentView[]>('GET', '/itih/v1/documents?kind=post&per_page=100');
  expect(body.map(({ post_id }) => post_id)).not.toContain(id);
});

test('a deleted post is forgotten; a new slug is the new source', async () => {
  const { id } = await createPost({ title: 'The harbour gate', content: heron });
  await indexed();
  await updatePost(id, { slug: 'moved-gate' });
  await indexed();
  expect((await ask(question)).sources.map(({ url }) => url)).toEqual([
    `${stack().url}/moved-gate/`,
  ]);
  await runPhp(`wp_delete_post( ${id}, true );`);
  expect(await answerNow()).not.toContain('heron');
});

test('with the sidecar down: 503 at once, saving is not disturbed, and nothing is lost', async () => {
  const { id } = await createPost({ title: 'The harbour gate', content: heron });
  const { id: lost } = await createPost({
    title: 'Harbour lights',
    content: '<p>The harbour lights are violet.</p>',
  });
  await indexed();
  await sidecar.kill('SIGKILL');

  const nonce = await visitorNonce();
  const started = performance.now();
  const refused = await anonymous<{ code: string }>(
    'POST',
    '/itih/v1/chat',
    { message: question },
    { 'x-wp-nonce': nonce },
  );
  expect([refused.status, refused.body.code]).toEqual([503, 'sidecar_unavailable']);
  expect(performance.now() - started).toBeLessThan(4000);
  const saving = performance.now();
  await updatePost(id, { content: heron.replace('heron', 'otter') });
  await trashPost(lost);
  expect(performance.now() - saving).toBeLessThan(4000);

  sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
  await until('the missed changes', async () => (await ask(question)).text.includes('stone otter'));
  expect((await ask('What colour are the harbour lights?')).text).not.toContain('violet');
});

test('it runs from the site’s folder alone, with database, secret and address from there', async () => {
  await sidecar.stop();
  const { wpDir } = stack();
  const port = stack().sidecarPort;
  const child = execFile(process.execPath, [program, 'serve', '--wp', wpDir], {
    env: { PATH: process.env['PATH'], ITIH_PORT: String(port) },
  });
  try {
    const health = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('health', health);
    await createPost({ title: 'The harbour gate', content: heron });
    expect(await answerNow()).toContain('stone heron');
    const { body } = await rest<{ database: { engine: string } }>('GET', '/itih/v1/status');
    expect(body.database.engine).toBe('MariaDB');
  } finally {
    child.kill('SIGTERM');
  }
  await until('the end', () => child.exitCode !== null);
  expect(child.exitCode).toBe(0);
  sidecar = await startSidecar({ databaseUrl: sidecar.databaseUrl });
});

test('every visitor gets the same page, without nonce or session', async () => {
  const { id, link } = await createPost({ title: 'Ask the harbour', content: '[rag_chat]' });
  const page = async () => (await fetch(link)).text();
  const first = await page();
  expect(first).toContain('<itih-chat');
  expect(await page()).toBe(first);
  expect(first).not.toContain(await visitorNonce());
  await trashPost(id);
});

test('a file of the media library is read through the bridge, and forgotten when it is deleted', async () => {
  const attachment = await runPhp<number>(`
    $file = wp_upload_bits( 'rules.txt', null, "House rules\\n\\nDogs may enter the harbour café on a lead." );
    return wp_insert_attachment( array( 'post_title' => 'House rules', 'post_mime_type' => 'text/plain' ), $file['file'] );`);
  const { status, body } = await rest<{ documents: DocumentView[] }>('POST', '/itih/v1/documents', {
    attachment_id: attachment,
    mode: 'now',
  });
  expect([status, body.documents[0]?.status]).toEqual([201, 'completed']);
  const { sources } = await ask('May my dog enter the harbour café?');
  expect(sources[0]?.url).toMatch(/rules.*\.txt$/);
  await runPhp(`return (bool) wp_delete_attachment( ${attachment}, true );`);
  await until('the file to be forgotten', async () => {
    const gone = await rest('GET', `/itih/v1/documents/${body.documents[0]?.id}`);
    return gone.status === 404;
  });
});

test('an administrator may upload Markdown, others as the site has it', async () => {
  const upload = (user: string) =>
    runPhp<string>(`
      wp_set_current_user( ${user} );
      $file = tempnam( get_temp_dir(), 'md' );
      file_put_contents( $file, "# Hours\\n\\nDaily from ten.\\n" );
      $type = wp_check_filetype_and_ext( $file, 'hours.md' )['type'];
      unlink( $file );
      return (string) $type;`);
  expect(await upload("get_users( array( 'role' => 'administrator' ) )[0]->ID")).toBe('text/plain');
  expect(await upload('0')).toBe('');
});

test('uninstalling keeps the data, unless the owner asked for its removal', async () => {
  await sidecar.stop();
  const left = `global $wpdb;
    return array(
      'tables' => count( $wpdb->get_col( "SHOW TABLES LIKE 'wp\\\\_rag\\\\_%'" ) ),
      'settings' => is_array( get_option( 'itih_settings' ) ),
    );`;
  expect(await uninstall(left)).toEqual({ tables: droppedTables.length, settings: true });
  const settings = "array( 'advanced' => array( 'remove_data_on_uninstall' => true ) )";
  await runPhp(`update_option( 'itih_settings', ${settings} );
    global $wpdb;
    $wpdb->query( 'RENAME TABLE wp_rag_state TO wp_state_of_sidecar' );
    $wpdb->query( 'CREATE TABLE wp_rag_state ( name VARCHAR(9), number INT, text TEXT, expires_at INT )' );`);
  // Without the row of the schema's version the tables are another plugin's.
  expect(await uninstall(left)).toEqual({ tables: droppedTables.length, settings: false });
  await runPhp(`update_option( 'itih_settings', ${settings} );
    global $wpdb;
    $wpdb->query( 'DROP TABLE wp_rag_state' );
    $wpdb->query( 'RENAME TABLE wp_state_of_sidecar TO wp_rag_state' );`);
  expect(await uninstall(left)).toEqual({ tables: 0, settings: false });
});

test('nothing of ours has complained under WP_DEBUG', () => {
  expect(pluginComplaints()).toEqual([]);
});
