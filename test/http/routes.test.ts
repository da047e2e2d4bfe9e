import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Identity } from '../../server/contract/bridge.ts';
import { errorBody } from '../../server/contract/errors.ts';
import { routes } from '../../server/contract/routes.ts';
import { startApp, type App } from './app-server.ts';

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
