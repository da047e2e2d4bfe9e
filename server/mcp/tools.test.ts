import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { isOffered, nameTools, toOutcome } from './tools.ts';
import type { StoredTool } from '../storage/mcp-servers.ts';
import { type FakeMcpServer, startMcpServer } from '../../test/fakes/mcp-server.ts';
import { until } from '../../test/fakes/wait.ts';
import { openMcp, type OpenMcp, patient, withMcp } from '../../test/mcp/open-mcp.ts';
import fc from 'fast-check';
import type { CallResult } from './connections.ts';

import { toLegalSchema } from './legal-schema.ts';

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
    [{ readOnly: false, destructive: false }, true, true],
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
  const offered = () => mcp.tools.offered(withMcp);

  test('none unless the owner has switched tools on', async () => {
    await know('Shop', [tool()]);
    expect(await mcp.tools.offered(settingsDefaults)).toEqual([]);
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

  const offered = async () => (await mcp.tools.offered(withMcp)).length;
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
    // The first look may not have ended yet.
    const askAgain = async () => (await offered()) === 0 && lists() > before + 1;
    await until('it was asked again', askAgain);
    expect(lists()).toBe(before + 2);
    // One that goes on refusing is no news.
    expect(log.filter(({ msg }) => msg === 'an MCP server asks for a sign-in')).toHaveLength(1);
  });
});

fc.configureGlobal({ seed: 17 });

test('puts the server in front of a name that is taken, then a number behind', () => {
  const tools = [
    { server: 'North', tool: 'search' },
    { server: 'South shop', tool: 'search' },
    { server: 'South shop', tool: 'search' },
    { server: 'South shop', tool: 'se.arch' },
    { server: 'South shop', tool: 'se/arch' },
  ];
  expect(nameTools(tools)).toEqual([
    'search',
    'South_shop_search',
    'South_shop_search_2',
    'se_arch',
    'South_shop_se_arch',
  ]);
});

test('names are always legal, different and the same again; more tools do not change the first ones', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('a', '1', 'search', '日本', 'x'.repeat(80)));
  const tools = fc.array(fc.record({ server: text, tool: text }), { maxLength: 20 });
  fc.assert(
    fc.property(tools, tools, (some, more) => {
      const names = nameTools(some);
      for (const name of names) expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
      expect(new Set(names).size).toBe(some.length);
      expect(nameTools([...some, ...more]).slice(0, some.length)).toEqual(names);
    }),
  );
});

const text = (words: string) => ({ type: 'text', text: words }) as const;

const cases: [string, CallResult, string][] = [
  ['texts', { content: [text('One.'), text('Two.')] }, 'One.\n\nTwo.'],
  [
    'a summary beside structure',
    { content: [text('2 projects.')], structuredContent: { projects: ['Mill', 'Barn'] } },
    '2 projects.\n\n{"projects":["Mill","Barn"]}',
  ],
  [
    'structure, and the same as text',
    { content: [text('{ "b": [1], "a": 3 }')], structuredContent: { a: 3, b: [1] } },
    '{ "b": [1], "a": 3 }',
  ],
  [
    'a picture with its structure',
    {
      content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
      structuredContent: [1, 2],
    },
    '[1,2]\n\n[An image (image/png), not shown]',
  ],
  [
    'resources',
    {
      content: [
        { type: 'resource_link', name: 'menu', title: 'The menu', uri: 'shop://menu' },
        { type: 'resource', resource: { uri: 'shop://a', text: 'Soup' } },
        { type: 'resource', resource: { uri: 'shop://b', blob: 'AAAA' } },
      ],
    },
    '[A resource: The menu, shop://menu]\n\nSoup\n\n[A file: shop://b, not shown]',
  ],
  ['nothing', { content: [] }, 'The tool said nothing.'],
];

test.each(cases)('a result with %s is text for the model', (_what, result, content) => {
  expect(toOutcome(result, 1000)).toEqual({ ok: true, content });
});

test('an error is one, also without words', () => {
  expect(toOutcome({ isError: true, content: [text('No such article.')] }, 1000)).toEqual({
    ok: false,
    content: 'No such article.',
  });
  const { ok, content } = toOutcome({ isError: true, content: [] }, 1000);
  expect([ok, content]).toEqual([false, 'The tool failed and did not say why.']);
});

test('too much is cut, never within a character, and the model is told', () => {
  for (let length = 100; length < 104; length++) {
    const { content } = toOutcome({ content: [text('🦢'.repeat(500))] }, length);
    expect(content.length).toBeLessThanOrEqual(length);
    expect(content).toMatch(/^🦢+\n\n\[Cut: this is the beginning of 1000 characters\.\]$/u);
  }
});

const legal = (schema: Record<string, unknown>) => toLegalSchema(schema, 1000);

describe('a schema that a vendor would refuse', () => {
  test.each([
    ['without parameters', { type: 'object' }, { type: 'object', properties: {} }],
    [
      'of another draft',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
      {},
    ],
    [
      'with a list of nobody knows what',
      { properties: { ids: { type: ['array', 'null'] }, more: { items: { type: 'array' } } } },
      {
        properties: {
          ids: { type: ['array', 'null'], items: {} },
          more: { items: { type: 'array', items: {} } },
        },
      },
    ],
    [
      'with a tuple',
      { properties: { at: { type: 'array', items: [{ type: 'number' }] } } },
      { properties: { at: { type: 'array', items: {} } } },
    ],
    [
      'with alternatives at the top',
      {
        properties: { mode: { type: 'string' } },
        anyOf: [{ properties: { id: { type: 'number' } } }, { properties: { name: {} } }, true],
      },
      { properties: { mode: { type: 'string' }, id: { type: 'number' }, name: {} } },
    ],
  ])('is made one that none does: %s', (_what, schema, expected) => {
    expect(legal(schema)).toEqual({ type: 'object', properties: {}, ...expected });
  });

  test.each([
    ['a name that not every vendor takes', { properties: { 'filter[id]': {} } }, 'parameter'],
    ['another document', { properties: { a: { $ref: 'https://a.example/s' } } }, 'document'],
    ['too much text', { description: 'x'.repeat(1000) }, 'too large'],
    ['no end', Array.from({ length: 50 }).reduce<object>((items) => ({ items }), {}), 'too deep'],
  ])('cannot be helped: %s', (_what, schema, reason) => {
    expect(() => legal(schema as Record<string, unknown>)).toThrow(reason);
  });
});

test('keeps what is in order, and parameters that are named like keywords', () => {
  const schema = {
    type: 'object',
    properties: {
      items: { type: 'string', 'x-mcp-header': 'Items' },
      type: { enum: ['array'], default: 'array' },
      place: { oneOf: [{ $ref: '#/$defs/place' }, { type: 'null' }] },
    },
    required: ['items'],
    additionalProperties: false,
    $defs: { place: { type: 'object', properties: { 'a b': {} } } },
  };
  expect(legal(schema)).toEqual(schema);
});

test('whatever a server sends, it is legal or refused, and legal is legal', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => {
      let once: Record<string, unknown>;
      try {
        once = toLegalSchema(schema, 10_000);
      } catch (error) {
        expect(String(error)).toMatch(/it/);
        return;
      }
      expect(once).toMatchObject({ type: 'object', properties: expect.any(Object) });
      expect(toLegalSchema(once, 10_000)).toEqual(once);
    }),
  );
});
