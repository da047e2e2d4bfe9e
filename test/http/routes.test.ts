import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Identity } from '../../server/contract/bridge.ts';
import { errorBody } from '../../server/contract/errors.ts';
import { routes } from '../../server/contract/routes.ts';
import { signatureHeaders, signedHeaders } from '../../server/wordpress/signature.ts';
import { fakeSite } from '../fakes/shim.ts';
import { secret, startApp, type App } from './app-server.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const sidecars = routes.filter(({ server }) => server === 'sidecar');
const numbered = (path: string) => path.replace(/<\w+>/g, '1');
const call = async (method: string, path: string, role: Identity['role']) => {
  const { status, body } = await app.shim.call(method, numbered(path), { role });
  return `${method} ${path}, ${role}: ${status} ${String(body['code'])}`;
};

test('every route of the contract is mounted, but for those of the shim', async () => {
  for (const { method, path, server } of routes) {
    // A visitor is refused before anything is looked for, or lacks a body.
    const isMounted = !(await call(method, path, 'visitor')).includes(': 404');
    if (server !== 'both')
      expect([method, path, isMounted]).toEqual([method, path, server === 'sidecar']);
  }
});

test('each is for its roles only, and for nobody without a signature', async () => {
  const others: Partial<Record<string, Identity['role'][]>> = {
    admin: ['visitor', 'reader', 'system'],
    reader: ['visitor', 'system'],
    system: ['visitor', 'reader', 'admin'],
  };
  for (const { method, path, auth } of sidecars) {
    for (const role of others[auth] ?? []) {
      expect(await call(method, path, role)).toMatch(/: 403 rest_forbidden$/);
    }
    const response = await fetch(`${app.url}/itih/v1${numbered(path)}`, { method });
    const { code } = errorBody.parse(await response.json());
    expect([path, response.status, code]).toEqual([path, 401, 'invalid_signature']);
  }
});

test('a signed call is taken once, as it was signed, and for a minute', async () => {
  const path = '/chat/sync';
  const call = () => app.shim.signed('POST', path, { body: { message: 'Hello' } });
  type Call = ReturnType<typeof call>;
  const statusOf = async ({ url, ...init }: Call) => (await fetch(url, init)).status;
  const once = call();
  expect([await statusOf(once), await statusOf(once)]).toEqual([200, 401]);
  const withHeaders = (headers: object) => {
    const signed = call();
    return { ...signed, headers: { ...(signed.headers as Record<string, string>), ...headers } };
  };
  const identity = { role: 'visitor', user_id: 0, ip: '192.0.2.1', locale: 'en_US' } as const;
  const body = call().body as string;
  const signed = { method: 'POST', route: `/itih/v1${path}`, identity, body };
  const site = { ...fakeSite, secret };
  const late = signedHeaders(signed, site, Date.now() - 120_000);
  expect(await statusOf(withHeaders(signedHeaders(signed, site, Date.now() - 30_000)))).toBe(200);
  const admin = 'role=admin&user_id=1&ip=&locale=';
  for (const [what, changed] of Object.entries<Call>({
    'another body': { ...call(), body: '{"message":"Bye"}' },
    'another query': { ...call(), url: `${call().url}?a=1` },
    'another method': { ...call(), method: 'PUT' },
    'another identity': withHeaders({ [signatureHeaders.identity]: admin }),
    'two minutes later': withHeaders(late),
  })) {
    expect([what, await statusOf(changed)]).toEqual([what, 401]);
  }
});

test('no answer may be kept by anybody, and each has the id that is in both logs', async () => {
  const { headers } = await app.shim.admin('GET', '/status');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

test('until the tables are there the sidecar says that it is not ready', async () => {
  let ready = false;
  const starting = await startApp({}, () => ready);
  expect((await fetch(`${starting.url}/healthz`)).status).toBe(503);
  const early = await starting.shim.admin('GET', '/documents');
  expect([early.status, early.body['code']]).toEqual([503, 'sidecar_unavailable']);
  ready = true;
  expect((await fetch(`${starting.url}/healthz`)).status).toBe(200);
  expect((await starting.shim.admin('GET', '/documents')).status).toBe(200);
  await starting.close();
});
