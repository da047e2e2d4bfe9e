import { afterEach, describe, expect, test } from '@jest/globals';
import { inspect } from 'node:util';
import { visit, testSite } from '../open-mcp.ts';
import { openBed, openSignedIn, type Bed } from './with-oauth.ts';

let bed: Bed;
afterEach(() => bed.close());

const seven = 7;
const ended = { code: 'invalid_request', message: expect.stringContaining('Begin again') };

test.each(['2025-11-25', '2026-07-28'] as const)(
  'asks for a sign-in, and finds and calls the tools after it, by protocol %s',
  async (protocol) => {
    bed = await openBed({ server: { protocol } });
    const { mcp, oauth, id } = bed;
    await expect(mcp.discover(id)).rejects.toMatchObject({
      message: 'The MCP server asks you to sign in.',
    });
    expect(await mcp.signInState(id)).toBe('needed');
    await mcp.signIn(id);
    expect(await mcp.signInState(id)).toBe('signed_in');
    await mcp.discover(id);
    expect(await bed.call()).toEqual({ ok: true, content: '42' });
    expect(oauth.refusals).toEqual([]);
    expect(oauth.forms('/token').map((form) => form.get('grant_type'))).toEqual([
      'authorization_code',
    ]);
    oauth.expireAccess();
    expect(await bed.call()).toEqual({ ok: true, content: '42' });
    expect(oauth.refusals).toEqual([]);
  },
);

test('introduces itself as the site', async () => {
  bed = await openBed();
  const page = new URL(await bed.mcp.oauth.begin(bed.id, seven));
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    redirect_uri: testSite.redirectUrl,
    resource: bed.server.url,
    code_challenge_method: 'S256',
  });
  const [client] = bed.oauth.clients.values();
  expect(client?.redirectUris).toEqual([testSite.redirectUrl]);
});

test('is its own document’s address where the authorization server reads such', async () => {
  const clientUrl = 'https://site.example/wp-json/itih/v1/mcp/client';
  bed = await openBed({
    clientUrl,
    behaviour: { metadata: { client_id_metadata_document_supported: true } },
  });
  bed.oauth.addClient(clientUrl, testSite.redirectUrl);
  await bed.mcp.signIn(bed.id);
  expect(bed.oauth.forms('/register')).toEqual([]);
  expect(bed.oauth.forms('/token')[0]?.get('client_id')).toBe(clientUrl);
  expect(bed.oauth.refusals).toEqual([]);
});

test('stores tokens sealed, and gives none away', async () => {
  bed = await openSignedIn();
  const { mcp, oauth, id } = bed;
  const server = await mcp.mcpServers.get(id);
  expect(server.oauth).toMatch(/^enc:2:/);
  const [grant] = oauth.grants;
  const words = [grant?.access, grant?.refresh, grant?.client.secret];
  for (const word of words) {
    expect(inspect([server, mcp.oauth.view(server)], { depth: 9 })).not.toContain(word);
  }
  // Sealed for the server's origin: with another one it is lost.
  expect(mcp.oauth.view({ ...server, url: 'https://other.example/mcp' }).state).toBe('needed');
});

test('sends no token anywhere but to the server', async () => {
  bed = await openSignedIn();
  await bed.call();
  const [grant] = bed.oauth.grants;
  const seen = bed.oauth.requests.map(({ headers }) => headers.authorization ?? '');
  expect(seen.join()).not.toContain(grant?.access);
  const bearers = bed.server.requests.map(({ headers }) => headers.authorization);
  expect(bearers).toContain(`Bearer ${grant?.access}`);
});

test('a header that the owner has entered is used in place of OAuth', async () => {
  bed = await openBed();
  const { mcp, server, id } = bed;
  await mcp.mcpServers.update(await mcp.mcpServers.get(id), { authHeader: 'Bearer of news' });
  await expect(mcp.discover(id)).rejects.toMatchObject({
    message: 'The MCP server needs a valid Authorization header.',
  });
  expect(await mcp.signInState(id)).toBe('none');
  expect(server.requests.every(({ headers }) => headers.authorization === 'Bearer of news')).toBe(
    true,
  );
});

describe('a sign-in that has begun', () => {
  test('is ended only by the user who began it, and not spoilt by another one', async () => {
    bed = await openBed();
    const { oauth, finish } = { oauth: bed.oauth, finish: bed.mcp.oauth.finish };
    const answer = await visit(await bed.mcp.oauth.begin(bed.id, seven));
    await expect(finish(answer, 8)).rejects.toMatchObject(ended);
    await expect(finish({ ...answer, state: `${bed.id}.wrong` }, seven)).rejects.toMatchObject(
      ended,
    );
    expect(oauth.forms('/token')).toEqual([]);
    expect(await finish(answer, seven)).toBe(bed.id);
  });

  test('is ended once, also by two browsers at a time', async () => {
    bed = await openBed();
    const answer = await visit(await bed.mcp.oauth.begin(bed.id, seven));
    const both = await Promise.allSettled([1, 2].map(() => bed.mcp.oauth.finish(answer, seven)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(bed.mcp.oauth.finish(answer, seven)).rejects.toMatchObject(ended);
    expect(bed.oauth.forms('/token')).toHaveLength(1);
  });

  test('ends after ten minutes', async () => {
    bed = await openBed();
    const answer = await visit(await bed.mcp.oauth.begin(bed.id, seven));
    bed.ahead = 10 * 60_000 + 1000;
    await expect(bed.mcp.oauth.finish(answer, seven)).rejects.toMatchObject(ended);
    expect(bed.oauth.forms('/token')).toEqual([]);
  });

  test('of nothing is none', async () => {
    bed = await openBed();
    for (const state of ['', 'x', `${bed.id}.`, `${bed.id}.undefined`]) {
      await expect(bed.mcp.oauth.finish({ state, code: 'c' }, seven)).rejects.toMatchObject(ended);
    }
  });

  test('is lost when the server moves meanwhile: its tokens are for one address', async () => {
    bed = await openBed();
    const { mcp, oauth, server, id } = bed;
    const answer = await visit(await mcp.oauth.begin(id, seven));
    oauth.behaviour.answer = (path) => {
      if (path === '/token') {
        const move = { url: `${server.url}/moved`, oauth: null };
        moving = mcp.mcpServers.get(id).then((before) => mcp.mcpServers.update(before, move));
      }
      return false;
    };
    let moving: Promise<void> | undefined;
    // The server's answer takes longer than the change.
    await Promise.allSettled([mcp.oauth.finish(answer, seven)]);
    await moving;
    expect(oauth.forms('/token')).toHaveLength(1);
    expect(await mcp.signInState(id)).toBe('none');
  });

  test('leaves the earlier tokens in use until it succeeds', async () => {
    bed = await openSignedIn();
    bed.oauth.behaviour.decision = 'deny';
    await expect(bed.mcp.signIn(bed.id)).rejects.toThrow('access was denied');
    expect(await bed.mcp.signInState(bed.id)).toBe('signed_in');
    expect(await bed.call()).toEqual({ ok: true, content: '42' });
  });
});

describe('the issuer', () => {
  test.each([
    ['is another one', 'https://evil.example'],
    ['is missing, though the server names it always', null],
  ])('of an answer that %s spends no code and shows no word of it', async (_what, iss) => {
    bed = await openBed({ behaviour: { iss } });
    const error = await bed.mcp.signIn(bed.id).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ message: expect.stringContaining('Another authorization') });
    expect(bed.oauth.forms('/token')).toEqual([]);
    bed.oauth.behaviour.decision = 'deny';
    await expect(bed.mcp.signIn(bed.id)).rejects.toThrow('Another authorization');
  });

  test('of the metadata has to be the one that was asked', async () => {
    bed = await openBed({ behaviour: { metadata: { issuer: 'https://evil.example' } } });
    await expect(bed.mcp.signIn(bed.id)).rejects.toThrow('Another authorization');
    expect(bed.oauth.forms('/register')).toEqual([]);
  });
});

describe('a client that the owner has registered', () => {
  const give = (clientId: string, clientSecret?: string) =>
    bed.mcp.oauth.changeClient(bed.id, { clientId, clientSecret });
  const noRegistration = { metadata: { registration_endpoint: undefined } };

  test('is asked for, with the address to register, where there is no registration', async () => {
    bed = await openBed({ behaviour: noRegistration });
    await expect(bed.mcp.signIn(bed.id)).rejects.toThrow(
      `registers no clients. Register one there with the redirect address ${testSite.redirectUrl}`,
    );
  });

  test('is used', async () => {
    bed = await openBed({ behaviour: noRegistration });
    bed.oauth.addClient('shop', testSite.redirectUrl, 'not-a-secret');
    await give('shop', 'not-a-secret');
    await bed.mcp.signIn(bed.id);
    await bed.mcp.discover(bed.id);
    expect(bed.oauth.refusals).toEqual([]);
    expect(bed.mcp.oauth.view(await bed.mcp.mcpServers.get(bed.id))).toEqual({
      state: 'signed_in',
      clientId: 'shop',
      hasSecret: true,
    });
  });

  test('says so when its secret is wrong', async () => {
    bed = await openBed({ behaviour: noRegistration });
    bed.oauth.addClient('shop', testSite.redirectUrl, 'not-a-secret');
    await give('shop', 'another');
    await expect(bed.mcp.signIn(bed.id)).rejects.toThrow('does not know this client');
  });

  test('is not sent to another authorization server', async () => {
    bed = await openBed({ behaviour: noRegistration });
    bed.oauth.addClient('shop', testSite.redirectUrl, 'not-a-secret');
    await give('shop', 'not-a-secret');
    await bed.mcp.signIn(bed.id);
    const other = await openBed({ behaviour: noRegistration });
    bed.server.intercept((request, response) => {
      if (!request.url?.startsWith('/.well-known/')) return false;
      const metadata = { resource: bed.server.url, authorization_servers: [other.oauth.url] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(metadata));
      return true;
    });
    await expect(bed.mcp.signIn(bed.id)).rejects.toThrow('Another authorization server');
    expect(other.oauth.forms('/authorize')).toEqual([]);
    await other.close();
  });
});
