import { describe, expect, test } from '@jest/globals';
import {
  anonymous,
  createPost,
  pluginComplaints,
  login,
  rest,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  updatePost,
} from '../../stack.ts';

interface User {
  slug: string;
}

test('the front page answers', async () => {
  const response = await fetch(stack().url);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('</html>');
});

test('the REST API is there under its pretty address, for everybody', async () => {
  const { status, body } = await anonymous<{ url: string }>('GET', '/');
  expect(status).toBe(200);
  expect(body.url).toBe(stack().url);
});

test('the plugin is active', async () => {
  const active = await runPhp<string[]>("return get_option( 'active_plugins' );");
  expect(active).toEqual(['itih-rag-chat/itih-rag-chat.php']);
});

test('the administrator gets in with the application password', async () => {
  const { body } = await rest<User>('GET', '/wp/v2/users/me');
  expect(body.slug).toBe('admin');
});

test.each(['admin', 'editor', 'subscriber'] as const)(
  '%s logs in as a browser does',
  async (who) => {
    const session = await login(who);
    const { body } = await session.rest<User>('GET', '/wp/v2/users/me');
    expect(body.slug).toBe(who);
  },
);

test('nobody in particular is not logged in', async () => {
  const { status } = await anonymous('GET', '/wp/v2/users/me');
  expect(status).toBe(401);
});

test('a post can be written, changed and put into the trash', async () => {
  const post = await createPost({ title: 'Opening hours', content: 'Open from nine to five.' });
  expect((await fetch(post.link)).status).toBe(200);
  await updatePost(post.id, { content: 'Open from ten to four.' });
  expect(await (await fetch(post.link)).text()).toContain('Open from ten to four.');
  expect(await trashPost(post.id)).toMatchObject({ status: 'trash' });
  expect((await fetch(post.link)).status).toBe(404);
});

test('WordPress and the sidecar share a secret and an address', async () => {
  const constants = await runPhp('return array( ITIH_SECRET, ITIH_SIDECAR_URL );');
  expect(constants).toEqual([stack().secret, `http://127.0.0.1:${stack().sidecarPort}`]);
});

test('a PHP snippet that fails says why', async () => {
  await expect(runPhp('itih_no_such_function();')).rejects.toThrow('itih_no_such_function');
});

test('the plugin leaves no PHP notice in debug.log', async () => {
  const { cookie } = await login();
  for (const path of ['/', '/wp-json/itih/v1', '/wp-admin/', '/wp-admin/plugins.php']) {
    const response = await fetch(stack().url + path, { headers: { cookie } });
    expect(response.status).toBe(200);
  }
  expect(pluginComplaints()).toEqual([]);
});

describe.each(['sqlite', 'mariadb'] as const)('a sidecar on %s', (database) => {
  test('answers where WordPress looks for it, logs, and ends when asked', async () => {
    const sidecar = await startSidecar({ database });
    expect(sidecar.url).toBe(`http://127.0.0.1:${stack().sidecarPort}`);
    expect((await fetch(`${sidecar.url}/healthz`)).status).toBe(200);
    expect(sidecar.log().length).toBeGreaterThan(0);
    expect(await sidecar.stop()).toBe(0);
  });

  test('can be killed and goes on with its data', async () => {
    const killed = await startSidecar({ database });
    expect(await killed.kill('SIGKILL')).toBeNull();
    const next = await startSidecar({ databaseUrl: killed.databaseUrl });
    expect(next.databaseUrl).toBe(killed.databaseUrl);
    await next.stop();
  });
});

test('a sidecar that cannot start says why', async () => {
  await expect(startSidecar({ env: { ITIH_DATABASE_URL: 'nonsense' } })).rejects.toThrow(
    'The sidecar ended',
  );
});
