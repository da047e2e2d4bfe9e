import { afterEach, describe, expect, test } from '@jest/globals';
import { inspect } from 'node:util';
import { authorizationFetch } from './authorization-fetch.ts';
import { mcpLimits } from '../context.ts';
import { AddressGuard, parseAllowed } from '../../net/address-guard.ts';
import { Secrets } from '../../secrets/secrets.ts';
import { openMcp, patient, testSite, visit, withMcp } from '../../../test/mcp/open-mcp.ts';
import { openBed, openSignedIn, type Bed } from '../../../test/mcp/with-oauth.ts';

let bed: Bed;
afterEach(() => bed.close());

const seven = 7;
const fine = { ok: true, content: '42' };
const ended = { code: 'invalid_request', message: expect.stringContaining('Begin again') };
const refreshes = () =>
  bed.oauth.forms('/token').filter((form) => form.get('grant_type') === 'refresh_token').length;
const offered = async () => (await bed.mcp.tools.offered(withMcp)).length;

describe('a sign-in', () => {
  test.each(['2025-11-25', '2026-07-28'] as const)(
    'is demanded, and finds and calls the tools, by protocol %s',
    async (protocol) => {
      bed = await openBed({ server: { protocol } });
      const { mcp, oauth, server, id } = bed;
      await expect(mcp.discover(id)).rejects.toMatchObject({
        message: 'The MCP server asks you to sign in.',
      });
      expect(await mcp.signInState(id)).toBe('needed');
      await mcp.signIn(id);
      expect(await mcp.signInState(id)).toBe('signed_in');
      await mcp.discover(id);
      expect(await bed.call()).toEqual(fine);
      const [client] = oauth.clients.values();
      expect(client?.redirectUris).toEqual([testSite.redirectUrl]);
      expect(oauth.refusals).toEqual([]);
      // The token goes to the server, and nowhere else.
      const [grant] = oauth.grants;
      const bearers = server.requests.map(({ headers }) => headers.authorization);
      expect(bearers).toContain(`Bearer ${grant?.access}`);
      expect(inspect(oauth.requests.map(({ headers }) => headers))).not.toContain(grant?.access);
    },
  );

  test('names the site’s own document where the authorization server reads such', async () => {
    const clientUrl = 'https://site.example/wp-json/itih/v1/mcp/client';
    const behaviour = { metadata: { client_id_metadata_document_supported: true } };
    bed = await openBed({ clientUrl, behaviour });
    bed.oauth.addClient(clientUrl, testSite.redirectUrl);
    await bed.mcp.signIn(bed.id);
    expect(bed.oauth.forms('/register')).toEqual([]);
    expect(bed.oauth.forms('/token')[0]?.get('client_id')).toBe(clientUrl);
  });

  test('stores tokens sealed for the server’s origin', async () => {
    bed = await openSignedIn();
    const { mcp, oauth, id } = bed;
    const server = await mcp.mcpServers.get(id);
    expect(server.oauth).toMatch(/^enc:2:/);
    const [grant] = oauth.grants;
    for (const word of [grant?.access, grant?.refresh, grant?.client.secret]) {
      expect(inspect([server, mcp.oauth.view(server)], { depth: 9 })).not.toContain(word);
    }
    expect(mcp.oauth.view({ ...server, url: 'https://other.example/mcp' }).state).toBe('needed');
  });

  test('of an earlier version goes on: its tokens are sent, refreshed and revoked', async () => {
    bed = await openSignedIn();
    const { mcp, oauth, server, id } = bed;
    const secrets = new Secrets('m'.repeat(32));
    const { origin } = new URL(server.url);
    const { oauth: sealed } = await mcp.mcpServers.get(id);
    const { grant } = JSON.parse(secrets.open(sealed ?? '', origin).secret) as { grant: object };
    // As version 53a3281b has written it.
    const old = { grant: { ...grant, resource: server.url, expiresAt: Date.now() + 3600_000 } };
    const row = secrets.seal(JSON.stringify(old), origin);
    await mcp.mcpServers.replaceOauth(id, sealed, row);
    expect(await mcp.signInState(id)).toBe('signed_in');
    oauth.expireAccess();
    expect(await bed.call()).toEqual(fine);
    expect(await mcp.oauth.signOut(id)).toBe(true);
    expect(oauth.refusals).toEqual([]);
  });

  test('is not used beside a header that the owner has entered', async () => {
    bed = await openBed();
    const { mcp, server, id } = bed;
    await mcp.mcpServers.update(await mcp.mcpServers.get(id), { authHeader: 'Bearer of news' });
    await expect(mcp.discover(id)).rejects.toMatchObject({
      message: 'The MCP server needs a valid Authorization header.',
    });
    expect(await mcp.signInState(id)).toBe('none');
    const sent = server.requests.map(({ headers }) => headers.authorization);
    expect(new Set(sent)).toEqual(new Set(['Bearer of news']));
  });

  test('is ended once, by the user who began it, with its own state, within ten minutes', async () => {
    bed = await openBed();
    const { oauth } = bed.mcp;
    const late = await visit(await oauth.begin(bed.id, seven));
    bed.ahead = 10 * 60_000 + 1000;
    await expect(oauth.finish(late, seven)).rejects.toMatchObject(ended);
    const answer = await visit(await oauth.begin(bed.id, seven));
    await expect(oauth.finish(answer, 8)).rejects.toMatchObject(ended);
    const foreign = answer.state.replace(/.$/, 'é');
    for (const state of ['', 'x', `${bed.id}.`, `${bed.id}.wrong`, `${answer.state}x`, foreign]) {
      await expect(oauth.finish({ ...answer, state }, seven)).rejects.toMatchObject(ended);
    }
    expect(bed.oauth.forms('/token')).toEqual([]);
    const both = await Promise.allSettled([1, 2].map(() => oauth.finish(answer, seven)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(oauth.finish(answer, seven)).rejects.toMatchObject(ended);
    expect(bed.oauth.forms('/token')).toHaveLength(1);
  });

  test('sends a code once that is refused', async () => {
    bed = await openBed();
    const answer = await visit(await bed.mcp.oauth.begin(bed.id, seven));
    const forged = { ...answer, code: 'another' };
    await expect(bed.mcp.oauth.finish(forged, seven)).rejects.toThrow('no longer accepts');
    expect(bed.oauth.forms('/token')).toHaveLength(1);
  });

  test('is lost when the server moves meanwhile: its tokens are for one address', async () => {
    bed = await openBed();
    const { mcp, oauth, server, id } = bed;
    const answer = await visit(await mcp.oauth.begin(id, seven));
    let moving: Promise<void> | undefined;
    oauth.behaviour.answer = (path) => {
      if (path === '/token') {
        const move = { url: `${server.url}/moved`, oauth: null };
        moving = mcp.mcpServers.get(id).then((before) => mcp.mcpServers.update(before, move));
      }
      return false;
    };
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
    expect(await bed.call()).toEqual(fine);
  });

  test.each([
    ['is another one', 'https://evil.example'],
    ['is missing, though the server names it always', null],
  ])('spends no code on an answer whose issuer %s', async (_what, iss) => {
    bed = await openBed({ behaviour: { iss } });
    await expect(bed.mcp.signIn(bed.id)).rejects.toThrow('Another authorization server');
    expect(bed.oauth.forms('/token')).toEqual([]);
    bed.oauth.behaviour.decision = 'deny';
    await expect(bed.mcp.signIn(bed.id)).rejects.toThrow('Another authorization server');
  });
});

type Options = NonNullable<Parameters<typeof openBed>[0]>;
type Behaviour = NonNullable<Options['behaviour']>;
type Answer = NonNullable<Behaviour['answer']>;

const answering = (where: string, then: (response: Parameters<Answer>[1]) => unknown) => ({
  answer: ((path, response) => {
    if (!path.startsWith(where)) return false;
    then(response);
    return true;
  }) satisfies Answer,
});
const page =
  (status: number, body: string, type = 'application/json') =>
  (response: Parameters<Answer>[1]) =>
    response.writeHead(status, { 'content-type': type }).end(body);
const naming = (fields: Record<string, unknown>): Options => ({ behaviour: { metadata: fields } });
const described = (description: object): Options => ({
  protection: { description: { ...description } },
});

const outside = 'not on the public Internet';
const failures: [string, Options, string][] = [
  ['has no PKCE', naming({ code_challenge_methods_supported: undefined }), 'PKCE'],
  ['has no HTTPS', described({ authorization_servers: ['http://auth.example'] }), 'HTTPS'],
  ['asks without HTTPS', naming({ authorization_endpoint: 'http://auth.example/a' }), 'HTTPS'],
  ['is inside', described({ authorization_servers: ['https://10.0.0.1'] }), outside],
  ['takes the codes inside', naming({ token_endpoint: 'https://[fd00::1]/token' }), outside],
  [
    'never ends its metadata',
    { behaviour: answering('/.well-known/', page(200, ' '.repeat(300_000))) },
    'too large',
  ],
  [
    'is silent at the token',
    { limits: { authorizationMs: 300 }, behaviour: answering('/token', () => undefined) },
    'took too long',
  ],
  [
    'is a web page',
    { behaviour: answering('/.well-known/', page(200, '<h1>Hello</h1>', 'text/html')) },
    'as OAuth demands',
  ],
  [
    'registers no clients',
    naming({ registration_endpoint: undefined }),
    `registers no clients. Register one there with the redirect address ${testSite.redirectUrl}`,
  ],
];

test.each(failures)('an authorization server that %s', async (_what, options, words) => {
  bed = await openBed(options);
  await bed.mcp.discover(bed.id).catch(() => undefined);
  const error = await bed.mcp.signIn(bed.id).catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    code: expect.stringMatching(/^(provider_error|provider_timeout|blocked_address)$/),
    message: expect.stringContaining(words),
  });
  expect(await bed.mcp.signInState(bed.id)).toBe('needed');
});

test('a server of the Internet leads to no private host, not even to an allowed one', async () => {
  bed = await openBed();
  const names: Record<string, string> = { 'mcp.example': '203.0.114.7' };
  const guard = new AddressGuard(parseAllowed('inside.example,10.0.0.0/8'), (name) =>
    Promise.resolve([{ address: names[name] ?? '10.0.0.7', family: 4 }]),
  );
  const limits = { ...mcpLimits, connectMs: 50 };
  const outsider = await authorizationFetch('https://mcp.example/mcp', { guard, limits });
  for (const url of ['https://inside.example/', 'https://10.0.0.9/']) {
    await expect(outsider(url)).rejects.toMatchObject({ code: 'blocked_address' });
  }
  const insider = await authorizationFetch('https://inside.example/', { guard, limits });
  await expect(insider('https://10.0.0.9/')).rejects.toMatchObject({
    code: expect.stringMatching(/^provider_/),
  });
});

describe('a client that the owner has registered', () => {
  const noRegistration = naming({ registration_endpoint: undefined });
  const give = (clientId: string, clientSecret?: string) =>
    bed.mcp.oauth.changeClient(bed.id, { clientId, clientSecret });
  const open = async () => {
    bed = await openBed(noRegistration);
    bed.oauth.addClient('shop', testSite.redirectUrl, 'not-a-secret');
  };

  test('is used, and its secret is checked', async () => {
    await open();
    await give('shop', 'another');
    await expect(bed.mcp.signIn(bed.id)).rejects.toThrow('does not know this client');
    await give('shop', 'not-a-secret');
    await bed.mcp.signIn(bed.id);
    expect(bed.mcp.oauth.view(await bed.mcp.mcpServers.get(bed.id))).toEqual({
      state: 'signed_in',
      clientId: 'shop',
      hasSecret: true,
    });
  });

  test('is not sent to another authorization server', async () => {
    await open();
    await give('shop', 'not-a-secret');
    await bed.mcp.signIn(bed.id);
    const other = await openBed(noRegistration);
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

  test('does not follow the server to another origin; its secret has to be entered again', async () => {
    bed = await openSignedIn();
    const { mcp, id, server } = bed;
    const view = async (changes = {}) =>
      mcp.oauth.view({ ...(await mcp.mcpServers.get(id)), ...changes });
    await give('shop', 'not-a-secret');
    expect(await view()).toEqual({ state: 'signed_in', clientId: 'shop', hasSecret: true });
    const before = await mcp.mcpServers.get(id);
    const nearby = mcp.oauth.clientFor(before, `${server.url}/v2`, {});
    expect(await view({ oauth: nearby })).toMatchObject({ state: 'none', hasSecret: true });
    const url = 'https://other.example/mcp';
    const fields = { oauth_client_secret: expect.stringContaining('again') };
    expect(() => mcp.oauth.clientFor(before, url, {})).toThrow(expect.objectContaining({ fields }));
    const oauth = mcp.oauth.clientFor(before, url, { clientSecret: 'other' });
    expect(await view({ url, oauth })).toMatchObject({ state: 'none', clientId: 'shop' });
  });
});

describe('a refresh', () => {
  test('comes after a refusal, once for calls at the same time', async () => {
    // Tokens are for the whole origin, which has no slash at its end.
    bed = await openSignedIn({ isWholeOrigin: true });
    bed.oauth.expireAccess();
    const results = await Promise.all(Array.from({ length: 8 }, () => bed.call()));
    expect(results).toEqual(results.map(() => fine));
    expect(refreshes()).toBe(1);
    expect(bed.oauth.refusals).toEqual([]);
  });

  test('goes on when the visitor who caused it leaves', async () => {
    bed = await openSignedIn();
    bed.oauth.expireAccess();
    const controller = new AbortController();
    bed.oauth.behaviour.answer = (path) => {
      if (path === '/token') controller.abort(new Error('The visitor has left.'));
      return false;
    };
    const sum = await bed.mcp.offered('sum');
    await sum.call({ a: 1, b: 1 }, { signal: controller.signal }).catch(() => undefined);
    expect(await bed.call()).toEqual(fine);
    expect(refreshes()).toBe(1);
    expect(bed.oauth.refusals).toEqual([]);
  });

  test('that fails for now keeps the tokens', async () => {
    bed = await openSignedIn();
    bed.oauth.expireAccess();
    Object.assign(bed.oauth.behaviour, answering('/token', page(503, '')));
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
    bed.oauth.expireAccess();
    expect((await bed.call()).ok).toBe(false);
    expect(refreshes()).toBe(0);
    expect(await bed.mcp.signInState(bed.id)).toBe('expired');
  });

  test('that does not help is not repeated for ever', async () => {
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

  test('loses nothing to a client that is entered meanwhile', async () => {
    bed = await openSignedIn();
    bed.oauth.expireAccess();
    const changes = [0, 1, 2].map((n) =>
      bed.mcp.oauth.changeClient(bed.id, { clientId: `shop-${n}` }),
    );
    const [result] = await Promise.all([bed.call(), ...changes]);
    expect(result).toEqual(fine);
    bed.oauth.expireAccess();
    expect(await bed.call()).toEqual(fine);
    expect(bed.oauth.refusals).toEqual([]);
  });
});

test('a tool that needs more rights says so; the next sign-in requests them beside the old ones', async () => {
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
  test('revokes both tokens and deletes them, for other sidecars, too', async () => {
    bed = await openSignedIn();
    const other = await openMcp({ database: bed.mcp.database });
    const sum = await other.offered('sum');
    expect(await bed.mcp.oauth.signOut(bed.id)).toBe(true);
    const kinds = bed.oauth.forms('/revoke').map((form) => form.get('token_type_hint'));
    expect(kinds).toEqual(['refresh_token', 'access_token']);
    expect(bed.oauth.grants[0]?.isOver).toBe(true);
    expect(bed.oauth.refusals).toEqual([]);
    expect(await bed.mcp.signInState(bed.id)).toBe('needed');
    expect(await offered()).toBe(0);
    expect((await sum.call({ a: 1, b: 1 }, { signal: patient })).ok).toBe(false);
    await other.connections.close();
  });

  test('deletes them also when the authorization server cannot be told', async () => {
    bed = await openSignedIn();
    await bed.oauth.close();
    expect(await bed.mcp.oauth.signOut(bed.id)).toBe(false);
    expect(await bed.mcp.signInState(bed.id)).toBe('needed');
  });
});
