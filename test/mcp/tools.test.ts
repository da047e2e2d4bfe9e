import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { isOffered } from '../../server/mcp/tools.ts';
import type { StoredTool } from '../../server/storage/mcp-servers.ts';
import { startMcpServer, type FakeMcpServer } from '../fakes/mcp-server.ts';
import { until } from '../fakes/wait.ts';
import { openMcp, patient, withMcp, type OpenMcp } from './open-mcp.ts';

const tool = (fields: Partial<StoredTool> = {}): StoredTool => ({
  name: 'find',
  title: '',
  description: 'Finds.',
  inputSchema: { type: 'object', properties: {} },
  readOnly: true,
  destructive: null,
  ...fields,
});

describe('which tools are offered', () => {
  /** The tool's annotations; whether it is offered by default, and if the owner allows it. */
  const cases: [Partial<StoredTool>, boolean, boolean][] = [
    [{ readOnly: true, destructive: null }, true, true],
    [{ readOnly: true, destructive: false }, true, true],
    [{ readOnly: false, destructive: false }, true, true],
    [{ readOnly: null, destructive: false }, true, true],
    [{ readOnly: null, destructive: null }, false, true],
    [{ readOnly: false, destructive: null }, false, true],
    [{ readOnly: null, destructive: true }, false, false],
    [{ readOnly: true, destructive: true }, false, false],
    [{ inputSchema: null }, false, false],
  ];
  test.each(cases)('%j', (fields, unasked, allowed) => {
    expect(isOffered(tool(fields), null)).toBe(unasked);
    expect(isOffered(tool(fields), ['find'])).toBe(allowed);
    expect(isOffered(tool(fields), ['another'])).toBe(false);
    expect(isOffered(tool(fields), [])).toBe(false);
  });
});

describe('offered', () => {
  let mcp: OpenMcp;
  beforeEach(async () => {
    mcp = await openMcp();
  });
  afterEach(() => mcp.close());

  /** Nobody listens there: above what systems hand out. */
  const down = 'http://127.0.0.1:64999/mcp';
  const know = async (name: string, tools: StoredTool[], enabled = true) => {
    const fields = { name, url: down, authHeader: '', enabled, oauth: null, allowedTools: null };
    const id = await mcp.mcpServers.add(fields);
    await mcp.mcpServers.storeTools(id, down, tools);
    return id;
  };
  const offered = () => mcp.tools.offered(withMcp, patient);

  test('none unless the owner has switched tools on', async () => {
    await know('Shop', [tool()]);
    expect(await mcp.tools.offered(settingsDefaults, patient)).toEqual([]);
    expect(await offered()).toHaveLength(1);
  });

  test('of all enabled servers, each under its own name', async () => {
    await know('North', [tool()]);
    await know('South', [tool(), tool({ name: 'wipe', destructive: true })]);
    await know('Closed', [tool({ name: 'other' })], false);
    const names = (await offered()).map(({ definition }) => definition.name);
    expect(names).toEqual(['find', 'South_find']);
  });

  test('with a label for visitors, in which nothing moves the cursor', async () => {
    await know('Shop', [
      tool({ title: 'Find\u202e\n it\u0007' }),
      tool({ name: 'second' }),
      tool({ name: '\u200b', title: '\n' }),
      tool({ title: 'long '.repeat(50) }),
    ]);
    const labels = (await offered()).map(({ label }) => label);
    expect(labels.slice(0, 3)).toEqual(['Find it', 'second', expect.stringMatching(/\w/)]);
    expect(labels[3]?.length).toBeLessThanOrEqual(80);
  });

  test('no more, and no longer ones, than every vendor takes', async () => {
    const description = 'x'.repeat(4000);
    const tools = Array.from({ length: 200 }, (_, n) => tool({ name: `t${n}`, description }));
    await know('Shop', tools);
    const all = await offered();
    expect(all).toHaveLength(128);
    expect(all[0]?.definition.description).toHaveLength(960);
  });

  test('also when the server is down; a call then says so to the model', async () => {
    await know('Shop', [tool()]);
    const [one] = await offered();
    const result = await one?.call({}, { signal: patient });
    expect(result).toEqual({ ok: false, content: expect.stringContaining('cannot be reached') });
  });

  test('a call that nobody waits for any more is not made', async () => {
    await know('Shop', [tool()]);
    const [one] = await offered();
    const reason = new Error('The visitor has left.');
    const signal = AbortSignal.abort(reason);
    await expect(one?.call({}, { signal })).rejects.toBe(reason);
  });
});

describe('a server that refuses a call for want of a sign-in', () => {
  let server: FakeMcpServer;
  let mcp: OpenMcp;
  let now = 0;
  const log: { why?: unknown; msg: string }[] = [];
  let refusing = true;
  beforeEach(async () => {
    [now, refusing] = [1_000_000, true];
    log.length = 0;
    server = await startMcpServer();
    const stream = { write: (line: string) => void log.push(JSON.parse(line) as never) };
    mcp = await openMcp({ clock: () => now, log: pino({}, stream) });
    await mcp.add(server.url);
    server.intercept((request, response) => {
      const { message } = server.requests.at(-1)!;
      const isCall = message.method === 'tools/call' || message.method === 'tools/list';
      if (refusing && isCall) response.writeHead(401).end();
      return refusing && isCall;
    });
    const sum = await mcp.offered('sum');
    expect(await sum.call({ a: 1, b: 1 }, { signal: patient })).toMatchObject({ ok: false });
  });
  afterEach(async () => {
    await mcp.close();
    await server.close();
  });

  const offered = async () => (await mcp.tools.offered(withMcp, patient)).length;
  const lists = () => server.methods().filter((method) => method === 'tools/list').length;

  test('is named in the log, and used again as soon as it answers', async () => {
    expect(log.map(({ msg }) => msg)).toContain('an MCP server asks for a sign-in');
    refusing = false;
    expect(await offered()).toBe(0);
    await until('its tools are offered', async () => (await offered()) === 1);
    expect(await mcp.offered('sum')).toBeDefined();
  });

  test('is looked at once a minute', async () => {
    const before = lists();
    for (let question = 0; question < 5; question++) expect(await offered()).toBe(0);
    await until('it was asked', () => lists() > before);
    now += 59_000;
    expect(await offered()).toBe(0);
    now += 1000;
    expect(await offered()).toBe(0);
    await until('it was asked again', () => lists() > before + 1);
    expect(lists()).toBe(before + 2);
    // One that goes on refusing is no news.
    expect(log.filter(({ msg }) => msg === 'an MCP server asks for a sign-in')).toHaveLength(1);
  });
});
