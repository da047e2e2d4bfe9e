import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorBody } from '../../server/contract/errors.ts';
import { routes } from '../../server/contract/routes.ts';
import { startApp } from './app-server.ts';

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const sidecars = routes.filter(({ server }) => server === 'sidecar');
const call = (method: string, path: string, role: 'visitor' | 'reader' | 'admin' | 'system') =>
  app.shim.call(method, path.replace(/<\w+>/g, '1'), { role });

test('every route of the contract is mounted', async () => {
  const missing = [];
  for (const { method, path } of sidecars) {
    // A visitor is refused before anything is looked for, or lacks a body.
    const { status } = await call(method, path, 'visitor');
    if (status === 404) missing.push(`${method} ${path}`);
  }
  expect(missing).toEqual([]);
});

describe('who may call', () => {
  const guarded = sidecars.filter(({ auth }) => ['admin', 'reader', 'system'].includes(auth));
  const others = {
    admin: ['visitor', 'reader', 'system'],
    reader: ['visitor', 'system'],
    system: ['visitor', 'reader', 'admin'],
  } as const;

  test.each(guarded)('$method $path: $auth only', async ({ method, path, auth }) => {
    for (const role of others[auth as 'admin' | 'reader' | 'system']) {
      const { status, body } = await call(method, path, role);
      expect([status, body['code']]).toEqual([403, 'rest_forbidden']);
    }
  });

  test.each(sidecars)('$method $path: nobody without a signature', async ({ method, path }) => {
    const response = await fetch(`${app.url}/itih/v1${path.replace(/<\w+>/g, '1')}`, { method });
    expect(response.status).toBe(401);
    expect(errorBody.parse(await response.json()).code).toBe('invalid_signature');
  });
});

test('no answer may be kept by anybody, and each has the id that is in both logs', async () => {
  const { headers } = await app.shim.admin('GET', '/status');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

test('the shim’s own routes are not the sidecar’s', async () => {
  for (const { method, path } of routes.filter(({ server }) => server === 'shim')) {
    expect((await call(method, path, 'system')).status).toBe(404);
  }
});

test('until the tables are there the sidecar says that it is not ready', async () => {
  let ready = false;
  const starting = await startApp({}, () => ready);
  try {
    expect((await fetch(`${starting.url}/healthz`)).status).toBe(503);
    const early = await starting.shim.admin('GET', '/documents');
    expect([early.status, early.body['code']]).toEqual([503, 'sidecar_unavailable']);
    ready = true;
    expect((await fetch(`${starting.url}/healthz`)).status).toBe(200);
    expect((await starting.shim.admin('GET', '/documents')).status).toBe(200);
  } finally {
    await starting.close();
  }
});
