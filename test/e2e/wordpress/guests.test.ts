/** Pages that the site keeps from guests, in the ways of membership plugins: the chat tells nothing of them. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { StatusReply } from '../../../server/contract/admin.ts';
import type { DocumentView } from '../../../server/contract/knowledge.ts';
import { until } from '../../fakes/wait.ts';
import { login, rest, runPhp, startSidecar, type Sidecar } from '../../stack.ts';
import { ask, indexed } from './visitor.ts';

jest.setTimeout(120_000);

const plugin = `<?php
const MEMBERS_NOTICE = '<p>This content is for <b>Gold</b> members only. <a href="/join">Join now</a>.</p>';
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
  return 'notice everywhere' === $how || ( 'notice' === $how && is_singular() ) ? MEMBERS_NOTICE : $content;
}, 20 );
add_action( 'template_redirect', function () {
  if ( get_option( 'members_only_site' ) && ! is_user_logged_in() ) { auth_redirect(); }
}, 1 );
`;

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

const encoded = (value: unknown) =>
  `json_decode( base64_decode( '${Buffer.from(JSON.stringify(value)).toString('base64')}' ), true )`;

const ids = new Map<How, number>();
async function publish(how: How, members: string = how): Promise<void> {
  const [post_title, content] = pages[how];
  const post = {
    post_type: 'page',
    post_status: 'publish',
    post_title,
    post_content: `<p>${content}</p>`,
    meta_input: { members },
  };
  ids.set(how, await runPhp<number>(`return wp_insert_post( ${encoded(post)} );`));
}

const documentOf = async (how: How) => {
  const { body } = await rest<DocumentView[]>('GET', '/itih/v1/documents?per_page=100');
  return body.find(({ post_id }) => post_id === ids.get(how));
};
const told = async (how: How) => {
  const [, , question, secret] = pages[how];
  const search = { query: question, top_k: 50, min_score: 0 };
  const found = (await rest('POST', '/itih/v1/search', search)).body;
  const { events } = await ask(question);
  return {
    answers: JSON.stringify(events).includes(secret),
    finds: JSON.stringify(found).includes(secret),
  };
};
const setMembers = (how: How, members: string) =>
  runPhp(`update_post_meta( ${ids.get(how)}, 'members', '${members}' );
    wp_update_post( array( 'ID' => ${ids.get(how)} ) );`);

let sidecar: Sidecar;
beforeAll(async () => {
  await runPhp(
    `file_put_contents( WPMU_PLUGIN_DIR . '/members.php', base64_decode( '${Buffer.from(plugin).toString('base64')}' ) );`,
  );
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: { indexing: { post_types: ['page'] } },
  });
  for (const how of Object.keys(pages) as How[]) await publish(how);
  await indexed();
});
afterAll(async () => {
  await sidecar.stop();
  await runPhp(`unlink( WPMU_PLUGIN_DIR . '/members.php' );
    delete_option( 'members_only_site' );
    foreach ( get_posts( array( 'post_type' => 'page', 'numberposts' => -1 ) ) as $post ) { wp_delete_post( $post->ID, true ); }`);
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
    expect(await documentOf(how)).toMatchObject({
      status: 'failed',
      title: pages[how][0],
      chunk_count: 0,
      error: { code: 'rest_forbidden', message: expect.stringContaining(why) },
    });
  },
);

test('a page is told when it is opened, and no more when it is closed', async () => {
  await setMembers('redirect', '');
  await indexed();
  expect((await told('redirect')).finds).toBe(true);
  await runPhp('sleep( 2 );');
  await setMembers('redirect', 'redirect');
  await indexed();
  expect((await told('redirect')).finds).toBe(false);
});

test('a site that is closed to guests answers none of them, and its members', async () => {
  await runPhp("update_option( 'members_only_site', 1 );");
  const { databaseUrl } = sidecar;
  await sidecar.stop();
  sidecar = await startSidecar({ databaseUrl });
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
