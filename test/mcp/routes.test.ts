import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mcpServerView } from '../../server/contract/mcp.ts';
import { Secrets } from '../../server/secrets/secrets.ts';
import { startMcpServer, type FakeMcpServer } from '../fakes/mcp-server.ts';
import { secret, startApp } from '../http/app-server.ts';

const authHeader = 'Bearer of bad news';
let server: FakeMcpServer;
let app: Awaited<ReturnType<typeof startApp>>;
beforeEach(async () => {
  server = await startMcpServer({ authorization: authHeader });
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1' });
});
afterEach(async () => {
  await app.services.mcp.connections.close();
  await app.close();
  await server.close();
});

const admin = (method: string, path: string, body?: unknown) =>
  app.shim.call(method, `/mcp/servers${path}`, {
    role: 'admin',
    ...(body !== undefined && { body }),
  });
const add = async (fields = {}) => {
  const body = { name: 'Shop', url: server.url, auth_header: authHeader, ...fields };
  return admin('POST', '', body);
};

test('adds, lists, changes and removes', async () => {
  const { status, body } = await add();
  expect(status).toBe(201);
  const view = mcpServerView.parse(body);
  expect(view).toEqual({
    id: view.id,
    name: 'Shop',
    url: server.url,
    auth_header_set: true,
    oauth_client_id: '',
    oauth_client_secret_set: false,
    sign_in: 'none',
    enabled: true,
    allowed_tools: null,
    tools: [],
    discovered_at: null,
  });
  expect((await admin('GET', '')).body).toEqual([view]);

  const changed = await admin('POST', `/${view.id}`, { allowed_tools: ['sum'], enabled: false });
  expect(changed.body).toEqual({ ...view, allowed_tools: ['sum'], enabled: false });
  const cleared = await admin('POST', `/${view.id}`, { auth_header: '', allowed_tools: null });
  expect(cleared.body).toEqual({ ...view, auth_header_set: false, enabled: false });

  expect((await admin('DELETE', `/${view.id}`)).body).toEqual({ deleted: true });
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', ''],
    ['POST', '/discover'],
  ] as const) {
    expect((await admin(method, `/${view.id}${path}`)).status).toBe(404);
  }
});

test('keeps the header to itself, encrypted', async () => {
  const { body } = await add();
  expect(JSON.stringify([body, (await admin('GET', '')).body])).not.toContain(authHeader);
  const [row] = await app.services.database.query.selectFrom('mcp_servers').selectAll().execute();
  expect(row?.auth_header).toMatch(/^enc:2:/);
  expect(JSON.stringify(row)).not.toContain('news');
});

describe('the header belongs to the address that it was entered for:', () => {
  const elsewhere = 'https://collector.example/mcp';
  const stored = async () => {
    const { query } = app.services.database;
    return query.selectFrom('mcp_servers').selectAll().executeTakeFirstOrThrow();
  };

  test('another one does not get it', async () => {
    const { id } = mcpServerView.parse((await add()).body);
    const refused = await admin('POST', `/${id}`, { url: elsewhere });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', data: { fields: { auth_header: expect.any(String) } } },
    });
    expect(await stored()).toMatchObject({ url: server.url });
    const moved = await admin('POST', `/${id}`, { url: elsewhere, auth_header: '' });
    expect(moved).toMatchObject({ status: 200, body: { url: elsewhere, auth_header_set: false } });
    const again = await admin('POST', `/${id}`, { url: server.url, auth_header: authHeader });
    expect(again).toMatchObject({ status: 200, body: { auth_header_set: true } });
  });

  test('another path of the same server keeps it', async () => {
    const { id } = mcpServerView.parse((await add()).body);
    await admin('POST', `/${id}`, { url: `${server.url}/other` });
    expect((await app.services.mcpServers.get(id)).authHeader).toBe(authHeader);
  });

  test('beside another address in the database it does not open', async () => {
    const { id } = mcpServerView.parse((await add()).body);
    await app.services.database.query
      .updateTable('mcp_servers')
      .set({ url: elsewhere })
      .where('id', '=', id)
      .execute();
    expect((await app.services.mcpServers.get(id)).authHeader).toBe('');
  });
});

test('a header under former key material is read, and stored under the present key', async () => {
  await app.close();
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1', ITIH_ENCRYPTION_KEY: 'e'.repeat(32) });
  const { id } = mcpServerView.parse((await add()).body);
  const auth_header = new Secrets(secret).seal(authHeader, new URL(server.url).origin);
  const { query } = app.services.database;
  await query.updateTable('mcp_servers').set({ auth_header }).execute();
  expect((await app.services.mcpServers.get(id)).authHeader).toBe(authHeader);
  const row = await query.selectFrom('mcp_servers').selectAll().executeTakeFirstOrThrow();
  expect(row.auth_header).toMatch(/^enc:2:/);
  expect(row.auth_header).not.toBe(auth_header);
  expect((await app.services.mcpServers.get(id)).authHeader).toBe(authHeader);
});

test('discovers, and says which tools are offered', async () => {
  server.tools['wipe'] = {
    definition: {
      title: 'Wipe all',
      description: 'Wipes.',
      annotations: { destructiveHint: true },
    },
  };
  const vast = { type: 'object', description: 'x'.repeat(20_000) };
  server.tools['vast'] = { definition: { inputSchema: vast } };
  server.tools['later'] = { definition: { execution: { taskSupport: 'required' } } };
  server.tools['unsure'] = {};
  const { id } = mcpServerView.parse((await add()).body);
  const { status, body } = await admin('POST', `/${id}/discover`);
  expect(status).toBe(200);
  const tools = [
    { name: 'sum', title: '', description: 'Adds two numbers.', enabled: true },
    {
      name: 'wipe',
      title: 'Wipe all',
      description: 'Wipes.',
      enabled: false,
      never: 'destructive',
    },
    { name: 'vast', title: '', description: '', enabled: false, never: 'unusable' },
    { name: 'later', title: '', description: '', enabled: false, never: 'unusable' },
    { name: 'unsure', title: '', description: '', enabled: false },
  ];
  expect(body).toEqual({ tools });

  const allowed = { allowed_tools: ['wipe', 'vast', 'later', 'unsure'] };
  const view = mcpServerView.parse((await admin('POST', `/${id}`, allowed)).body);
  expect(view.tools.map(({ enabled }) => enabled)).toEqual([false, false, false, false, true]);
  expect(Date.parse(view.discovered_at ?? '')).toBeGreaterThan(0);

  const moved = await admin('POST', `/${id}`, { url: `${server.url}/other` });
  expect(moved.body).toMatchObject({ tools: [], discovered_at: null });
});

test.each([
  [{ url: 'http://10.0.0.1/mcp' }, 422, 'blocked_address'],
  [{ url: 'https://mcp.example:22/' }, 422, 'blocked_address'],
  [{ url: 'ftp://mcp.example/' }, 400, 'invalid_request'],
  [{ url: 'https://me:word@mcp.example/' }, 400, 'invalid_request'],
  [{ auth_header: 'two\r\nlines' }, 400, 'invalid_request'],
  [{ auth_header: 'Bearer ✓' }, 400, 'invalid_request'],
  [{ name: ' ' }, 400, 'invalid_request'],
])('refuses %j, for a new server and for a known one', async (fields, status, code) => {
  expect(await add(fields)).toMatchObject({ status, body: { code } });
  const { id } = mcpServerView.parse((await add()).body);
  expect(await admin('POST', `/${id}`, fields)).toMatchObject({ status, body: { code } });
});

test('a name that nobody knows yet can be saved; it is checked whenever it is connected to', async () => {
  expect((await add({ url: 'https://not-yet.invalid/mcp' })).status).toBe(201);
});
