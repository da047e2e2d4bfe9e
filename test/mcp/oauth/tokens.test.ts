import { afterEach, describe, expect, test } from '@jest/globals';
import { openMcp, patient, withMcp } from '../open-mcp.ts';
import { openSignedIn, type Bed } from './with-oauth.ts';

let bed: Bed;
afterEach(() => bed.close());

const refreshes = () =>
  bed.oauth.forms('/token').filter((form) => form.get('grant_type') === 'refresh_token').length;
const fine = { ok: true, content: '42' };
const offered = async () => (await bed.mcp.tools.offered(withMcp, patient)).length;

describe('a refresh', () => {
  test('comes before the token expires, once for calls at the same time', async () => {
    bed = await openSignedIn();
    bed.ahead = 3600_000 - 30_000;
    const results = await Promise.all(Array.from({ length: 8 }, () => bed.call()));
    expect(results).toEqual(results.map(() => fine));
    expect(refreshes()).toBe(1);
    await bed.call();
    expect(refreshes()).toBe(1);
    expect(bed.oauth.refusals).toEqual([]);
  });

  test('comes after a refusal, once for calls at the same time', async () => {
    bed = await openSignedIn();
    bed.oauth.expireAccess();
    const results = await Promise.all(Array.from({ length: 8 }, () => bed.call()));
    expect(results).toEqual(results.map(() => fine));
    expect(refreshes()).toBe(1);
    expect(bed.oauth.refusals).toEqual([]);
  });

  test('is for the resource as the server writes it', async () => {
    bed = await openSignedIn({ isWholeOrigin: true });
    bed.oauth.expireAccess();
    expect(await bed.call()).toEqual(fine);
    expect(bed.oauth.refusals).toEqual([]);
  });

  test('loses no rotated token among several sidecars', async () => {
    bed = await openSignedIn();
    const clock = () => Date.now() + bed.ahead;
    const others = await Promise.all(
      [1, 2, 3].map(() => openMcp({ database: bed.mcp.database, clock })),
    );
    for (let round = 1; round <= 3; round++) {
      bed.ahead += 3600_000;
      const all = [bed.mcp, ...others].flatMap((mcp) => [mcp, mcp]);
      const results = await Promise.all(
        all.map(async (mcp) =>
          (await mcp.offered('sum')).call({ a: 40, b: 2 }, { signal: patient }),
        ),
      );
      expect(results).toEqual(results.map(() => fine));
      expect(refreshes()).toBe(round);
    }
    expect(bed.oauth.refusals).toEqual([]);
    await Promise.all(others.map(({ connections }) => connections.close()));
  });

  test('goes on when the visitor who caused it leaves', async () => {
    bed = await openSignedIn();
    bed.ahead = 3600_000;
    let reached = 0;
    bed.oauth.behaviour.answer = (path) => (path === '/token' && reached++, false);
    const controller = new AbortController();
    const sum = await bed.mcp.offered('sum');
    const calling = sum.call({ a: 1, b: 1 }, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('The visitor has left.')), 5);
    await calling.catch(() => undefined);
    expect(await bed.call()).toEqual(fine);
    expect(reached).toBe(1);
    expect(bed.oauth.refusals).toEqual([]);
  });

  test('that fails for now keeps the tokens', async () => {
    bed = await openSignedIn();
    bed.ahead = 3600_000 + 1000;
    bed.oauth.behaviour.answer = (path, response) => {
      if (path !== '/token') return false;
      response.writeHead(503).end();
      return true;
    };
    expect((await bed.call()).ok).toBe(false);
    expect(await bed.mcp.signInState(bed.id)).toBe('signed_in');
    delete bed.oauth.behaviour.answer;
    expect(await bed.call()).toEqual(fine);
  });

  test('that is refused for good says so, and the chat goes on without these tools', async () => {
    bed = await openSignedIn();
    for (const grant of bed.oauth.grants) grant.isOver = true;
    expect(await bed.call()).toEqual({
      ok: false,
      content: expect.stringContaining('has expired or was revoked'),
    });
    expect(await bed.mcp.signInState(bed.id)).toBe('expired');
    expect(await offered()).toBe(0);
    await bed.mcp.signIn(bed.id);
    expect(await offered()).toBe(1);
    expect(await bed.call()).toEqual(fine);
  });

  test('is not tried without a refresh token', async () => {
    bed = await openSignedIn({ behaviour: { noRefreshTokens: true } });
    bed.ahead = 3600_000;
    bed.oauth.expireAccess();
    expect((await bed.call()).ok).toBe(false);
    expect(refreshes()).toBe(0);
    expect(await bed.mcp.signInState(bed.id)).toBe('expired');
  });
});

test('a server that refuses new tokens, too, asks for a sign-in and is not asked for ever', async () => {
  bed = await openSignedIn();
  const before = bed.server.requests.length;
  bed.server.intercept((_request, response) => {
    response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
    return true;
  });
  expect((await bed.call()).ok).toBe(false);
  expect(bed.server.requests.length - before).toBeLessThan(5);
  expect(await bed.mcp.signInState(bed.id)).toBe('expired');
});

test('a tool that needs more rights says so; the next sign-in asks for them and for the old ones', async () => {
  const says = {
    definition: { annotations: { readOnlyHint: true } },
    call: () => ({ content: [{ type: 'text', text: '42' }] }),
  };
  bed = await openSignedIn({
    server: { tools: { sum: says, book: says } },
    protection: { scope: 'read', toolScopes: { book: 'write' } },
  });
  expect(bed.oauth.grants[0]?.scope).toBe('read');
  expect(await bed.call('book')).toEqual({
    ok: false,
    content: expect.stringContaining('asks for more rights'),
  });
  expect(await bed.mcp.signInState(bed.id)).toBe('more_rights');
  // The others are used meanwhile.
  expect(await bed.call('sum')).toEqual(fine);
  await bed.mcp.signIn(bed.id);
  expect(bed.oauth.grants[1]?.scope.split(' ').sort()).toEqual(['read', 'write']);
  expect(await bed.call('book')).toEqual(fine);
});

describe('signing out', () => {
  test('revokes both tokens and deletes them', async () => {
    bed = await openSignedIn();
    expect(await bed.mcp.oauth.signOut(bed.id)).toBe(true);
    const kinds = bed.oauth.forms('/revoke').map((form) => form.get('token_type_hint'));
    expect(kinds).toEqual(['refresh_token', 'access_token']);
    expect(bed.oauth.grants[0]?.isOver).toBe(true);
    expect(bed.oauth.refusals).toEqual([]);
    expect(await bed.mcp.signInState(bed.id)).toBe('needed');
    expect(await offered()).toBe(0);
  });

  test('deletes them also when the authorization server cannot be told', async () => {
    bed = await openSignedIn();
    await bed.oauth.close();
    expect(await bed.mcp.oauth.signOut(bed.id)).toBe(false);
    expect(await bed.mcp.signInState(bed.id)).toBe('needed');
  });

  test('counts for other sidecars at once', async () => {
    bed = await openSignedIn();
    const other = await openMcp({ database: bed.mcp.database });
    const sum = await other.offered('sum');
    await bed.mcp.oauth.signOut(bed.id);
    expect((await sum.call({ a: 1, b: 1 }, { signal: patient })).ok).toBe(false);
    await other.connections.close();
  });
});

test('tokens do not follow a server to another address; a secret has to be entered again', async () => {
  bed = await openSignedIn();
  const { mcp, id, server } = bed;
  const view = async (changes = {}) =>
    mcp.oauth.view({ ...(await mcp.mcpServers.get(id)), ...changes });
  await mcp.oauth.changeClient(id, { clientId: 'shop', clientSecret: 'not-a-secret' });
  expect(await view()).toEqual({ state: 'signed_in', clientId: 'shop', hasSecret: true });
  const before = await mcp.mcpServers.get(id);
  const nearby = `${server.url}/v2`;
  expect(await view({ oauth: mcp.oauth.clientFor(before, nearby, {}) })).toEqual({
    state: 'none',
    clientId: 'shop',
    hasSecret: true,
  });
  const url = 'https://other.example/mcp';
  expect(() => mcp.oauth.clientFor(before, url, {})).toThrow(
    expect.objectContaining({ fields: { oauth_client_secret: expect.stringContaining('again') } }),
  );
  const oauth = mcp.oauth.clientFor(before, url, { clientSecret: 'other' });
  expect(await view({ url, oauth })).toMatchObject({ state: 'none', clientId: 'shop' });
});

test('a client that is entered during a refresh loses no token', async () => {
  bed = await openSignedIn();
  bed.ahead = 3600_000;
  const [result] = await Promise.all([
    bed.call(),
    ...Array.from({ length: 3 }, (_, n) =>
      bed.mcp.oauth.changeClient(bed.id, { clientId: `shop-${n}` }),
    ),
  ]);
  expect(result).toEqual(fine);
  bed.ahead += 3600_000;
  expect(await bed.call()).toEqual(fine);
  expect(bed.oauth.refusals).toEqual([]);
});
