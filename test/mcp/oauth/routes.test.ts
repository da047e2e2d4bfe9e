import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mcpServerView, signInReply, signOutReply } from '../../../server/contract/mcp.ts';
import { startMcpServer, type FakeMcpServer } from '../../fakes/mcp-server.ts';
import { protect, startOAuthServer, type FakeOAuthServer } from '../../fakes/oauth-server.ts';
import { startApp } from '../../http/app-server.ts';
import { visit } from '../open-mcp.ts';

let server: FakeMcpServer;
let oauth: FakeOAuthServer;
let app: Awaited<ReturnType<typeof startApp>>;
let id: number;
/** Milliseconds by which the clock is ahead. */
let ahead: number;
beforeEach(async () => {
  ahead = 0;
  const realNow = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
  server = await startMcpServer();
  oauth = await startOAuthServer(() => server.url);
  protect(server, oauth);
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1' });
  const { body } = await admin('POST', '/servers', { name: 'Shop', url: server.url });
  ({ id } = mcpServerView.parse(body));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await app.close();
  await server.close();
  await oauth.close();
});

const admin = (method: string, path: string, body?: object, userId = 1) =>
  app.shim.call(method, `/mcp${path}`, { role: 'admin', userId, ...(body && { body }) });
const viewed = async () => mcpServerView.array().parse((await admin('GET', '/servers')).body)[0];

/** Begins a sign-in. @returns Parameters with which the authorization server sends the owner back */
async function begin() {
  const { body } = await admin('POST', `/servers/${id}/sign-in`);
  return visit(signInReply.parse(body).url);
}

async function signIn(): Promise<void> {
  const answer = await begin();
  expect(await admin('POST', '/sign-in', answer)).toMatchObject({
    status: 200,
    body: { id, sign_in: 'signed_in' },
  });
}

test('signs in, finds tools, and signs out', async () => {
  expect((await admin('POST', `/servers/${id}/discover`)).status).toBe(502);
  expect((await viewed())?.sign_in).toBe('needed');
  await signIn();
  expect((await admin('POST', `/servers/${id}/discover`)).status).toBe(200);
  const { body } = await admin('DELETE', `/servers/${id}/sign-in`);
  expect(signOutReply.parse(body)).toMatchObject({ revoked: true, server: { sign_in: 'needed' } });
  expect(oauth.grants.map(({ isOver }) => isOver)).toEqual([true]);
});

test('an answer counts for the user who began, and only for administrators', async () => {
  const answer = await begin();
  expect((await admin('POST', '/sign-in', answer, 2)).status).toBe(400);
  const reader = { role: 'reader', userId: 1, body: answer } as const;
  expect((await app.shim.call('POST', '/mcp/sign-in', reader)).status).toBe(403);
  expect((await admin('POST', '/sign-in', answer, 1)).status).toBe(200);
});

describe('a sign-in fails, and stores nothing,', () => {
  const ended = { status: 400, body: { message: expect.stringContaining('Begin again') } };
  const refused = (words: string) => ({
    status: 502,
    body: { code: 'provider_error', message: expect.stringContaining(words) },
  });
  afterEach(async () => {
    expect((await viewed())?.sign_in).toBe('none');
    expect((await admin('POST', `/servers/${id}/discover`)).status).toBe(502);
  });

  test('with another state, and goes on with its own', async () => {
    const answer = await begin();
    for (const state of [`${answer.state.slice(0, -1)}_`, `${id}.x`, 'x', '']) {
      expect(await admin('POST', '/sign-in', { ...answer, state })).toMatchObject(ended);
    }
    expect(oauth.forms('/token')).toEqual([]);
    oauth.behaviour.answer = (path, response) => {
      if (path === '/token') response.writeHead(400).end('{"error":"access_denied"}');
      return path === '/token';
    };
    expect(await admin('POST', '/sign-in', answer)).toMatchObject(refused('access was denied'));
  });

  test('for an answer that comes late', async () => {
    const answer = await begin();
    ahead = 10 * 60_000 + 1000;
    expect(await admin('POST', '/sign-in', answer)).toMatchObject(ended);
    expect(oauth.forms('/token')).toEqual([]);
  });

  test('for an owner who does not consent', async () => {
    oauth.behaviour.decision = 'deny';
    const answer = await begin();
    expect(await admin('POST', '/sign-in', answer)).toMatchObject(refused('access was denied'));
    expect(await admin('POST', '/sign-in', answer)).toMatchObject(ended);
  });

  test('for a code that is refused, which is sent once', async () => {
    const answer = { ...(await begin()), code: 'another' };
    expect(await admin('POST', '/sign-in', answer)).toMatchObject(refused('no longer accepts'));
    expect(oauth.forms('/token')).toHaveLength(1);
  });

  test('for a server that is not there', async () => {
    expect((await admin('POST', '/servers/99/sign-in')).status).toBe(404);
    expect((await admin('DELETE', '/servers/99/sign-in')).status).toBe(404);
  });

  test('for an answer with a field that is unknown', async () => {
    const answer = { ...(await begin()), token: 'x' };
    expect((await admin('POST', '/sign-in', answer)).status).toBe(400);
    expect(oauth.forms('/token')).toEqual([]);
  });
});

test('no answer of a route holds a token', async () => {
  await signIn();
  const [grant] = oauth.grants;
  const all = JSON.stringify([await viewed(), (await admin('POST', `/servers/${id}`, {})).body]);
  for (const secret of [grant?.access, grant?.refresh, grant?.client.secret, grant?.client.id]) {
    expect(all).not.toContain(secret);
  }
});

test('a server that is removed is signed out first', async () => {
  await signIn();
  expect((await admin('DELETE', `/servers/${id}`)).status).toBe(200);
  expect(oauth.forms('/revoke')).toHaveLength(2);
});

test('another address begins without tokens', async () => {
  await signIn();
  await admin('POST', `/servers/${id}`, { url: `${server.url}/v2` });
  expect((await viewed())?.sign_in).toBe('none');
});

test('a registered client is stored, shown without its secret, and removed', async () => {
  const client = { oauth_client_id: 'shop', oauth_client_secret: 'not-a-secret' };
  const { body } = await admin('POST', `/servers/${id}`, client);
  expect(body).toMatchObject({ oauth_client_id: 'shop', oauth_client_secret_set: true });
  expect(JSON.stringify(body)).not.toContain('not-a-secret');
  await admin('POST', `/servers/${id}`, { oauth_client_id: '' });
  expect(await viewed()).toMatchObject({ oauth_client_id: '', oauth_client_secret_set: false });
  const lonely = { oauth_client_secret: 'not-a-secret' };
  expect(await admin('POST', `/servers/${id}`, lonely)).toMatchObject({
    status: 400,
    body: { data: { fields: { oauth_client_id: expect.any(String) } } },
  });
});
