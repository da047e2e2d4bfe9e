import { afterEach, expect, test } from '@jest/globals';
import { createAddressGuard, parseAllowed } from '../../../server/net/address-guard.ts';
import { createAuthorizationFetch } from '../../../server/mcp/oauth/authorization-fetch.ts';
import { mcpLimits } from '../../../server/mcp/limits.ts';
import { openBed, type Bed } from './with-oauth.ts';

let bed: Bed | undefined;
afterEach(async () => {
  await bed?.close();
  bed = undefined;
});

type Options = Parameters<typeof openBed>[0];
type Answer = NonNullable<NonNullable<NonNullable<Options>['behaviour']>['answer']>;

const at =
  (where: string, then: (response: Parameters<Answer>[1]) => unknown): Answer =>
  (path, response) => {
    if (!path.startsWith(where)) return false;
    then(response);
    return true;
  };
const page =
  (status: number, body = '<h1>Hello</h1>', type = 'text/html') =>
  (response: Parameters<Answer>[1]) =>
    response.writeHead(status, { 'content-type': type }).end(body);
const json = (status: number, body: object) =>
  page(status, JSON.stringify(body), 'application/json');
const metadata = '/.well-known/';
const described = (authorizationServer: string) => ({
  protection: { description: { authorization_servers: [authorizationServer] } },
});

test.each<[string, Options, string]>([
  [
    'has no PKCE',
    { behaviour: { metadata: { code_challenge_methods_supported: undefined } } },
    'PKCE',
  ],
  [
    'has only plain PKCE',
    { behaviour: { metadata: { code_challenge_methods_supported: ['plain'] } } },
    'PKCE',
  ],
  ['is described without HTTPS', described('http://auth.example'), 'HTTPS'],
  [
    'has a page without HTTPS',
    { behaviour: { metadata: { authorization_endpoint: 'http://auth.example/authorize' } } },
    'HTTPS',
  ],
  [
    'has a registration without HTTPS',
    { behaviour: { metadata: { registration_endpoint: 'http://auth.example/register' } } },
    'HTTPS',
  ],
  ['is inside', described('https://10.0.0.1'), 'not on the public Internet'],
  ['is the cloud’s own', described('https://169.254.169.254'), 'not on the public Internet'],
  [
    'registers inside',
    { behaviour: { metadata: { registration_endpoint: 'https://192.168.0.1/register' } } },
    'not on the public Internet',
  ],
  [
    'takes the codes inside',
    { behaviour: { metadata: { token_endpoint: 'https://[fd00::1]/token' } } },
    'not on the public Internet',
  ],
  [
    'never ends its metadata',
    { behaviour: { answer: at(metadata, page(200, ' '.repeat(300_000), 'application/json')) } },
    'too large',
  ],
  [
    'is silent about itself',
    { limits: { authorizationMs: 200 }, behaviour: { answer: at(metadata, () => undefined) } },
    'took too long',
  ],
  [
    'hangs up',
    { behaviour: { answer: at(metadata, (response) => response.destroy()) } },
    'reached',
  ],
  ['is a web page', { behaviour: { answer: at(metadata, page(200)) } }, 'as OAuth demands'],
  [
    'sends elsewhere',
    {
      behaviour: {
        answer: at(metadata, (response) =>
          response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
        ),
      },
    },
    'does not describe itself',
  ],
  ['fails', { behaviour: { answer: at(metadata, page(500)) } }, '500'],
  [
    'refuses to register',
    { behaviour: { answer: at('/register', json(400, { error: 'invalid_redirect_uri' })) } },
    'refused to register a client',
  ],
  [
    'is for another resource',
    { protection: { description: { resource: 'https://evil.example/mcp' } } },
    'does not match',
  ],
  [
    'refuses the code',
    { behaviour: { answer: at('/token', json(400, { error: 'invalid_grant' })) } },
    'no longer accepts',
  ],
  [
    'fails at the token',
    { behaviour: { answer: at('/token', page(500)) } },
    'authorization server refused',
  ],
  [
    'is silent at the token',
    { limits: { authorizationMs: 300 }, behaviour: { answer: at('/token', () => undefined) } },
    'took too long',
  ],
  [
    'never ends its token',
    { behaviour: { answer: at('/token', page(200, ' '.repeat(300_000), 'application/json')) } },
    'too large',
  ],
  ['gives no token', { behaviour: { answer: at('/token', json(200, {})) } }, 'as OAuth demands'],
])('an authorization server that %s', async (_what, options, words) => {
  bed = await openBed(options);
  await bed.mcp.discover(bed.id).catch(() => undefined);
  const error = await bed.mcp.signIn(bed.id).catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    code: expect.stringMatching(/^(provider_error|provider_timeout|blocked_address)$/),
    message: expect.stringContaining(words),
  });
  expect(await bed.mcp.signInState(bed.id)).toBe('needed');
});

test('a description that the server names has to be there', async () => {
  bed = await openBed();
  await bed.mcp.discover(bed.id).catch(() => undefined);
  bed.server.intercept((_request, response) => {
    response.writeHead(404).end();
    return true;
  });
  await expect(bed.mcp.signIn(bed.id)).rejects.toThrow('description of its sign-in');
});

test('a server of the Internet leads to no private host, not even to an allowed one', async () => {
  const names: Record<string, string> = {
    'mcp.example': '203.0.114.7',
    'inside.example': '10.0.0.7',
  };
  const guard = createAddressGuard(parseAllowed('inside.example,10.0.0.0/8'), (name) =>
    Promise.resolve([{ address: names[name] ?? '10.0.0.7', family: 4 }]),
  );
  const limits = { ...mcpLimits, connectMs: 50 };
  const fromOutside = await createAuthorizationFetch('https://mcp.example/mcp', { guard, limits });
  for (const url of ['https://inside.example/', 'https://10.0.0.9/']) {
    await expect(fromOutside(url)).rejects.toMatchObject({ code: 'blocked_address' });
  }
  const fromInside = await createAuthorizationFetch('https://inside.example/mcp', {
    guard,
    limits,
  });
  await expect(fromInside('https://10.0.0.9/')).rejects.toMatchObject({
    code: expect.stringMatching(/^provider_/),
  });
});
