import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { PostInChat } from '../../../server/contract/posts.ts';
import { until } from '../../fakes/wait.ts';
import {
  anonymous,
  createPost,
  login,
  pluginComplaints,
  rest,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  updatePost,
  type Login,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { ask } from './visitor.ts';

jest.setTimeout(120_000);

const inChat = (id: number, as: Pick<Login, 'rest'> = { rest }) =>
  as.rest<PostInChat & { code?: string }>('GET', `/itih/v1/posts/${id}/chat`);
const change = (id: number, body: object, as: Pick<Login, 'rest'> = { rest }) =>
  as.rest<PostInChat & { code?: string }>('POST', `/itih/v1/posts/${id}/chat`, body);
const stateOf = async (id: number) => {
  const { state, label, sentence } = (await inChat(id)).body;
  return [state, label, sentence];
};
const setIndexing = (values: string) =>
  runPhp(`$settings = get_option( 'itih_settings' );
    $settings['indexing'] = array_merge( $settings['indexing'] ?? array(), ${values} );
    update_option( 'itih_settings', $settings );`);
const answer = async () => (await ask('Which bird guards the lighthouse of Ambleport?')).text;

let sidecar: Sidecar;
let heron: Post;
let editor: Login;
let subscriber: Login;
beforeAll(async () => {
  sidecar = await startSidecar({ settings: { limits: { per_ip_max: 0 } } });
  heron = await createPost({
    title: 'The lighthouse of Ambleport',
    content: 'A grey heron called Ottoline guards the lighthouse of Ambleport.',
  });
  editor = await login('editor');
  subscriber = await login('subscriber');
  await until('it is read', async () => (await stateOf(heron.id))[0] === 'in', 30_000);
});
afterAll(async () => {
  await trashPost(heron.id);
  await sidecar.stop();
});

describe('the state of a post', () => {
  test('says since when, and how many answers cited it', async () => {
    const { body } = await inChat(heron.id);
    expect(body).toMatchObject({
      state: 'in',
      label: 'In the chat',
      can_read: true,
      excluded: false,
      can_exclude: true,
      answers: 0,
      told: true,
    });
    expect(body.sentence).toMatch(/^Since \w+ \d+, \d{4}\.$/);
    expect(body.document_url).toMatch(/page=itih-rag-chat-knowledge&document=\d+$/);
    expect(await answer()).toContain('heron');
    expect((await inChat(heron.id)).body.answers).toBe(1);
  });

  test('names the reason why it is not in the chat', async () => {
    const reasons = [
      [{ status: 'draft' }, 'It is not published.'],
      [{ status: 'private' }, 'It is private.'],
      [{ password: 'tide' }, 'It is protected by a password.'],
    ] as const;
    for (const [fields, sentence] of reasons) {
      const post = await createPost({ title: 'x', content: 'y', ...fields });
      expect(await stateOf(post.id)).toEqual(['absent', 'Not in the chat', sentence]);
      await trashPost(post.id);
    }
    await setIndexing("array( 'post_types' => array( 'page' ) )");
    expect((await stateOf(heron.id))[2]).toBe('Content of this type is not selected for the chat.');
    await setIndexing("array( 'post_types' => array( 'post', 'page' ) )");
    await until('it is back', async () => (await stateOf(heron.id))[0] === 'in', 30_000);
  });

  test('says what a failed post lacks', async () => {
    const empty = await createPost({ title: '', content: '<!-- wp:separator /-->', slug: 'empty' });
    await until('it has failed', async () => (await stateOf(empty.id))[0] === 'failed');
    expect(await stateOf(empty.id)).toEqual([
      'failed',
      'Could not be read',
      'It has no text that the chat could use. Add some, or exclude it.',
    ]);
    await trashPost(empty.id);
  });

  test('follows a change, and what is not read by itself is read when asked', async () => {
    const seen = new Set<string>();
    await updatePost(heron.id, {
      content: 'A grey heron called Ottoline guards the lighthouse of Ambleport by day.',
    });
    await until('the change is read', async () => {
      const [state = ''] = await stateOf(heron.id);
      seen.add(state);
      return state === 'in';
    });
    expect([...seen]).not.toContain('absent');
    await setIndexing("array( 'auto_index' => false )");
    const late = await createPost({ title: 'A late note', content: 'The kiosk closes at nine.' });
    expect((await stateOf(late.id)).slice(0, 2)).toEqual(['unread', 'Not read yet']);
    expect((await change(late.id, { reindex: true })).body.state).not.toBe('unread');
    await until('it is read', async () => (await stateOf(late.id))[0] === 'in');
    await setIndexing("array( 'auto_index' => true )");
    await trashPost(late.id);
  });
});

describe('excluding', () => {
  test('an editor excludes a post, the chat forgets it at once, and takes it in again', async () => {
    const excluded = await change(heron.id, { excluded: true }, editor);
    expect(excluded.status).toBe(200);
    expect(excluded.body).toMatchObject({
      state: 'absent',
      sentence: 'It is excluded.',
      excluded: true,
      can_read: false,
      document_url: '',
      told: true,
    });
    expect(await answer()).not.toContain('heron');
    const included = await change(heron.id, { excluded: false }, editor);
    expect(included.body).toMatchObject({ excluded: false });
    await until('it answers again', async () => (await answer()).includes('heron'));
    expect((await inChat(heron.id, editor)).body.document_url).toBe('');
  });

  test('only those may ask who may edit the post', async () => {
    for (const [method, body] of [['GET'], ['POST', { excluded: true }]] as const) {
      const path = `/itih/v1/posts/${heron.id}/chat`;
      const replies = [
        await anonymous<{ code: string }>(method, path, body),
        await subscriber.rest<{ code: string }>(method, path, body),
        await editor.rest<{ code: string }>(method, '/itih/v1/posts/999999/chat', body),
      ];
      expect(replies.map((reply) => [reply.status, reply.body.code])).toEqual(
        Array(3).fill([403, 'rest_forbidden']),
      );
    }
    // A cookie without the nonce is not enough.
    const forged = await fetch(`${stack().url}/wp-json/itih/v1/posts/${heron.id}/chat`, {
      method: 'POST',
      headers: { cookie: editor.cookie, 'content-type': 'application/json' },
      body: '{"excluded":true}',
    });
    expect(forged.status).toBe(403);
    expect((await inChat(heron.id)).body.excluded).toBe(false);
  });

  test('anything else is refused', async () => {
    for (const body of [{}, { excluded: 'yes' }, { excluded: true, reindex: true }, [1]]) {
      const { status, body: reply } = await change(heron.id, body);
      expect([status, reply.code]).toEqual([400, 'invalid_request']);
    }
    // Only the plugin itself asks for many.
    expect((await rest('POST', '/itih/v1/posts/chat', { ids: [heron.id] })).status).toBe(404);
  });

  test('the owner can keep it to administrators', async () => {
    const plugin = "<?php add_filter( 'itih_exclude_capability', fn() => 'manage_options' );";
    await runPhp(
      `file_put_contents( WPMU_PLUGIN_DIR . '/keep.php', base64_decode( '${btoa(plugin)}' ) );`,
    );
    try {
      expect((await inChat(heron.id, editor)).body.can_exclude).toBe(false);
      expect((await change(heron.id, { excluded: true }, editor)).status).toBe(403);
      expect((await inChat(heron.id)).body.can_exclude).toBe(true);
    } finally {
      await runPhp("unlink( WPMU_PLUGIN_DIR . '/keep.php' );");
    }
  });
});

describe('the list of posts', () => {
  const list = async (query = '') => {
    const { cookie, url } = { ...editor, url: stack().url };
    const response = await fetch(`${url}/wp-admin/edit.php${query}`, { headers: { cookie } });
    return response.text();
  };
  const cell = (html: string, id: number) => {
    const row = html.split(`id="post-${id}"`)[1]?.split('</tr>')[0] ?? '';
    const text = /data-colname="Chat">(.*?)<\/td>/s.exec(row)?.[1] ?? '';
    return text
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  };
  const act = async (action: string, ids: number[]) => {
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(await list())?.[1] ?? '';
    const query = new URLSearchParams({ action, _wpnonce: nonce, post_type: 'post' });
    for (const id of ids) query.append('post[]', String(id));
    return list(`?${query}`);
  };
  const notice = (html: string) =>
    /<div class="notice notice-(?:success|warning) is-dismissible"><p>(.*?)<\/p>/s.exec(html)?.[1];
  const undo = async (html: string) => {
    const link = /<a href="([^"]+action=itih_posts[^"]+)"/.exec(html)?.[1] ?? '';
    const address = link.replaceAll('&#038;', '&').replaceAll('&amp;', '&');
    const response = await fetch(address, {
      headers: { cookie: editor.cookie, referer: `${stack().url}/wp-admin/edit.php` },
    });
    return response.text();
  };

  test('has a column with the state of each', async () => {
    expect(cell(await list(), heron.id)).toMatch(/^In the chat Since \w+ \d+, \d{4}\.$/);
  });

  test('posts are excluded, and that is undone', async () => {
    const done = await act('itih_exclude', [heron.id]);
    expect(notice(done)).toMatch(/^1 entry was excluded from the chat\. <a /);
    expect(cell(done, heron.id)).toBe('Not in the chat It is excluded.');
    expect(await answer()).not.toContain('heron');
    const again = await act('itih_exclude', [heron.id]);
    expect(notice(again)).toBe('Nothing had to be changed. ');
    const undone = await undo(done);
    expect(notice(undone)).toMatch(/^1 entry is no longer excluded from the chat\./);
    await until('it answers again', async () => (await answer()).includes('heron'));
  });

  test('posts are read again', async () => {
    expect(notice(await act('itih_read', [heron.id]))).toMatch(/^1 entry is read again for the/);
    await until('it is read', async () => (await stateOf(heron.id))[0] === 'in');
  });

  test('without a sidecar there is a dash, the list is as fast, and a change is kept', async () => {
    await sidecar.stop();
    const before = Date.now();
    expect(cell(await list(), heron.id)).toMatch(/^– Unknown\. The sidecar of the chat/);
    expect(Date.now() - before).toBeLessThan(5000);
    expect((await inChat(heron.id)).body).toMatchObject({ state: 'unknown', can_read: false });
    expect(notice(await act('itih_read', [heron.id]))).toMatch(/^Nothing was read, because/);
    const { body } = await change(heron.id, { excluded: true });
    expect(body).toMatchObject({ excluded: true, told: false });
    await change(heron.id, { excluded: false });
  });
});

test('PHP complained of nothing', () => {
  expect(pluginComplaints()).toEqual([]);
});
