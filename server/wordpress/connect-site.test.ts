import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { authorizationUrl, exchange, siteAddress } from './connect-site.ts';
import { listen } from '../../test/fakes/listen.ts';

let close = () => Promise.resolve();
afterEach(() => close());
async function site(answer: RequestListener): Promise<string> {
  const server = await listen(createServer(answer));
  ({ close } = server);
  return server.url;
}
const saying =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.statusCode = status;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const indexOf = (authorization: string) => ({
  namespaces: ['wp/v2', 'itih/v1'],
  authentication: { 'application-passwords': { endpoints: { authorization } } },
});

test.each([
  ['https://example.com/shop/', 'https://example.com/shop'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1', 'http://127.0.0.1'],
])('%s is the site %s', (text, expected) => expect(siteAddress(text)).toBe(expected));

test.each([
  ['http://example.com', /no HTTPS/],
  ['http://localhost.example.com', /no HTTPS/],
  ['example.com', /not the address/],
  ['https://user:word@example.com', /^((?!word@).)*ITIH_SITE_AUTH/],
])('%s is refused', (text, why) => expect(() => siteAddress(text)).toThrow(why));

test('the screen is the one that the site names, with nowhere to send the password', async () => {
  const base = await site(({ headers }, response) => {
    const screen = `http://${headers.host}/wp/wp-admin/authorize-application.php`;
    response.end(JSON.stringify(indexOf(screen)));
  });
  const url = new URL(await authorizationUrl(base, 'Itih on box'));
  expect(url.pathname).toBe('/wp/wp-admin/authorize-application.php');
  expect([...url.searchParams.keys()]).toEqual(['app_name', 'app_id']);
});

test.each([
  ['another program', saying('<html>'), /does not answer as WordPress/],
  [
    'a password for all',
    (_request: unknown, response: ServerResponse) =>
      void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
    /ITIH_SITE_AUTH=user:password/,
  ],
  ['no plugin', saying({ namespaces: ['wp/v2'] }), /is not active/],
  [
    'no application passwords',
    saying({ namespaces: ['itih/v1'], authentication: [] }),
    /copy the connection code/,
  ],
  [
    'a screen of another host',
    saying(indexOf('https://evil.example/')),
    /copy the connection code/,
  ],
])('%s is told', async (_case, answer, why) => {
  await expect(authorizationUrl(await site(answer), 'x')).rejects.toThrow(why);
});

test('a site at another address is told, and gets no password', async () => {
  const base = await site((_request, response) => {
    response.writeHead(301, { location: 'https://www.example.com/' }).end();
  });
  const given = { user: 'admin', password: 'abcd efgh' };
  await expect(exchange(base, given, '')).rejects.toThrow('https://www.example.com');
});

test('the password goes in a header, the address in the body, and the connection comes back', async () => {
  const seen: unknown[] = [];
  const base = await site((request, response) => {
    seen.push(request.url, request.headers.authorization);
    request.on('data', (part: Buffer) => seen.push(part.toString()));
    const reply = { connect: 'itih1.x.y', sidecar_url: 'https://chat.test' };
    request.on('end', () => response.end(JSON.stringify(reply)));
  });
  const given = { user: 'admin', password: 'abcd efgh' };
  const reply = await exchange(base, given, 'https://chat.test');
  expect(reply).toEqual({ connect: 'itih1.x.y', sidecar_url: 'https://chat.test' });
  expect(seen).toEqual([
    '/index.php?rest_route=%2Fitih%2Fv1%2Fconnect',
    `Basic ${btoa('admin:abcd efgh')}`,
    '{"sidecar_url":"https://chat.test"}',
  ]);
});

test.each([
  [
    'refused',
    saying({ code: 'rest_forbidden', message: 'No.', data: { status: 401 } }, 401),
    /has to be an administrator/,
  ],
  [
    'told why',
    saying({ code: 'invalid_request', message: 'Not that address.', data: { status: 400 } }, 400),
    /Not that address/,
  ],
  ['broken', saying('', 500), /status 500/],
  ['silent', (request) => request.socket.destroy(), /does not answer/],
])('an exchange that is %s is told', async (_case, answer, why) => {
  const given = { user: 'admin', password: 'secret-word' };
  const failed = exchange(await site(answer), given, '');
  await expect(failed).rejects.toThrow(why);
  await expect(failed).rejects.not.toThrow(/secret-word/);
});
