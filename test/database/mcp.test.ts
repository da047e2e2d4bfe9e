import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chatEvent, type ChatReply } from '../../server/contract/chat.ts';
import { mcpServerView } from '../../server/contract/mcp.ts';
import { startMcpServer, type FakeMcpServer } from '../fakes/mcp-server.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

const authHeader = 'Bearer of bad news';

describe.each(oneDatabase)('tools of MCP servers on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;
  let shop: FakeMcpServer;
  let id: number;
  const admin = (method: string, path: string, body?: unknown) =>
    sidecar.shim.admin(method, path, body === undefined ? {} : { body });

  beforeAll(async () => {
    shop = await startMcpServer({ authorization: authHeader });
    shop.tools['wipe'] = { definition: { annotations: { destructiveHint: true } } };
    sidecar = await startSidecar(databaseUrl(), { ITIH_FETCH_ALLOW: '127.0.0.1' });
    await sidecar.useOpenAi();
    const settings = { mcp: { enabled: true }, limits: { per_ip_max: 0 } };
    await admin('PUT', '/settings', settings);
    const fields = { name: 'Shop', url: shop.url, auth_header: authHeader };
    id = mcpServerView.parse((await admin('POST', '/mcp/servers', fields)).body).id;
    await admin('POST', `/mcp/servers/${id}/discover`);
    await sidecar.publish(1, 'Visit us', '<p>The shop is behind the harbour hall.</p>');
  });
  afterAll(async () => {
    await sidecar.stop();
    await shop.close();
  });

  const question = 'What do they cost together? [[fake:tool sum {"a":2,"b":40}]]';

  test('are listed, and found again', async () => {
    const { body } = await admin('GET', '/mcp/servers');
    expect(body).toEqual([
      {
        id,
        name: 'Shop',
        url: shop.url,
        auth_header_set: true,
        oauth_client_id: '',
        oauth_client_secret_set: false,
        sign_in: 'none',
        enabled: true,
        allowed_tools: null,
        tools: [
          { name: 'sum', description: 'Adds two numbers.', enabled: true },
          { name: 'wipe', description: '', enabled: false, never: 'destructive' },
        ],
        discovered_at: expect.any(String),
      },
    ]);
  });

  test('are called while the visitor sees only that', async () => {
    const { frames, text } = await sidecar.shim.chat(question);
    const events = frames.map(({ data }) => chatEvent.parse(data));
    const tools = events.filter(({ type }) => type === 'tool');
    expect(tools).toEqual([
      { type: 'tool', id: expect.any(String), name: 'sum', label: 'sum', state: 'start' },
      { type: 'tool', id: expect.any(String), name: 'sum', label: 'sum', state: 'end', ok: true },
    ]);
    expect(text).toContain('42');
    expect(events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
    const call = shop.requests.findLast(({ message }) => message.method === 'tools/call');
    expect(call?.message.params).toMatchObject({ name: 'sum', arguments: { a: 2, b: 40 } });
    expect(call?.headers.authorization).toBe(authHeader);
  });

  test('are called for a whole answer too, over the same session', async () => {
    const body = { message: question };
    const reply = await sidecar.shim.call<ChatReply>('POST', '/chat/sync', { body });
    expect(reply.body.reply).toContain('42');
    expect(shop.methods().filter((method) => method === 'initialize')).toHaveLength(1);
  });

  test('are offered only if they destroy nothing, and only while they are switched on', async () => {
    const offered = () =>
      (
        sidecar.openai.requests.at(-1)?.body['tools'] as
          { function: { name: string } }[] | undefined
      )?.map((tool) => tool.function.name);
    await sidecar.shim.chat('Where is the shop?');
    expect(offered()).toEqual(['sum']);
    await admin('POST', `/mcp/servers/${id}`, { enabled: false });
    await sidecar.shim.chat('Where is the shop?');
    expect(offered()).toBeUndefined();
    expect(shop.sessions.size).toBe(0);
    await admin('POST', `/mcp/servers/${id}`, { enabled: true });
  });

  test('that cannot be reached cost the visitor no answer', async () => {
    await shop.close();
    const { frames, text } = await sidecar.shim.chat(question);
    const events = frames.map(({ data }) => chatEvent.parse(data));
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool', ok: false }));
    // Words with neither a source nor a tool behind them are no answer.
    expect(text).not.toBe('');
    expect(events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'refusal' });
  });
});
