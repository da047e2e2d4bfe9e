import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import http from 'node:http';
import { inspect } from 'node:util';
import { startMcpServer, type FakeMcpServer, type FakeTool } from '../../test/fakes/mcp-server.ts';
import { listen } from '../../test/fakes/listen.ts';
import { until } from '../../test/fakes/wait.ts';
import { openMcp, patient, type OpenMcp } from '../../test/mcp/open-mcp.ts';

const harmless = { annotations: { readOnlyHint: true } };
const tool = (call: FakeTool['call']): FakeTool => ({
  definition: harmless,
  ...(call && { call }),
});
const says = (text: string) => ({ content: [{ type: 'text', text }] });

let server: FakeMcpServer;
let mcp: OpenMcp;
afterEach(async () => {
  await mcp.close();
  await server.close();
});

const call = async (name: string, input: Record<string, unknown> = {}, signal = patient) =>
  (await mcp.offered(name)).call(input, { signal });
const failed = (words: string | RegExp) => ({ ok: false, content: expect.stringMatching(words) });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const stream = { 'content-type': 'text/event-stream' };

const count = (method: string) => server.methods().filter((one) => one === method).length;

describe.each(['2025-11-25', '2026-07-28'] as const)('protocol %s', (protocol) => {
  const open = async (tools?: Record<string, FakeTool>, limits = {}) => {
    server = await startMcpServer({ protocol, ...(tools && { tools }) });
    mcp = await openMcp({ limits });
    return mcp.add(server.url);
  };

  test('discovers tools and calls them over one connection, and tells who is asking', async () => {
    server = await startMcpServer({ protocol, authorization: 'Bearer of news' });
    mcp = await openMcp();
    await mcp.add(server.url, { authHeader: 'Bearer of news' });
    expect((await mcp.offered('sum')).definition.description).toBe('Adds two numbers.');
    const results = await Promise.all([1, 2, 3].map((a) => call('sum', { a, b: 10 })));
    expect(results).toEqual(['11', '12', '13'].map((content) => ({ ok: true, content })));
    expect(count('initialize') + count('server/discover')).toBeLessThanOrEqual(2);
    const told = { authorization: 'Bearer of news', 'user-agent': 'itih-rag-chat/0.0.0' };
    for (const { headers } of server.requests) expect(headers).toMatchObject(told);
  });

  test('waits for a slow call as long as it makes progress', async () => {
    const slow = tool(async ({ progress }) => {
      for (let n = 1; n <= 5; n++) {
        await pause(250);
        progress(n);
      }
      return says('Done.');
    });
    await open({ slow }, { callIdleMs: 1000 });
    const result = await call('slow');
    expect(result).toEqual({ ok: true, content: 'Done.' });
  });

  test.each([
    ['is silent', { callIdleMs: 150 }],
    ['goes on for ever', { callMs: 400, callIdleMs: 300 }],
  ])('gives up a call that %s, and tells the server', async (what, limits) => {
    const cancelled: boolean[] = [];
    const endless = tool(async ({ progress, cancelled: signal }) => {
      let n = 0;
      const timer = setInterval(() => what !== 'is silent' && progress(++n), 50);
      await once(signal, 'abort');
      clearInterval(timer);
      cancelled.push(true);
      return says('Too late.');
    });
    await open({ endless }, limits);
    const result = await call('endless');
    expect(result).toEqual({ ok: false, content: 'The MCP server took too long to answer.' });
    await until('the server has heard of it', () => cancelled.length === 1);
  });

  test('hangs up on a call that it has given up, and keeps the rest of the connection', async () => {
    const hungUp = Promise.withResolvers<unknown>();
    const deaf = tool(({ response }) => {
      response.on('close', hungUp.resolve);
      return new Promise(() => undefined);
    });
    await open({ deaf, sum: tool(() => says('42')) }, { callIdleMs: 150 });
    await call('deaf');
    await hungUp.promise;
    const result = await call('sum');
    expect(result).toEqual({ ok: true, content: '42' });
    expect(server.listeners()).toBe(1);
    expect(count('initialize') + count('subscriptions/listen')).toBe(1);
  });

  test('cancels a call when the visitor leaves', async () => {
    const started = Promise.withResolvers<unknown>();
    const cancelled = Promise.withResolvers<unknown>();
    const endless = tool(async ({ cancelled: signal }) => {
      started.resolve(null);
      await once(signal, 'abort');
      cancelled.resolve(null);
      return says('Too late.');
    });
    await open({ endless });
    const controller = new AbortController();
    const { signal } = controller;
    const calling = call('endless', {}, signal);
    await started.promise;
    const reason = new Error('The visitor has left.');
    controller.abort(reason);
    await expect(calling).rejects.toBe(reason);
    await cancelled.promise;
  });

  test('asks again when the server has other tools', async () => {
    const id = await open();
    await until('it listens', () => server.listeners() === 1);
    server.tools['other'] = { definition: harmless };
    delete server.tools['sum'];
    server.announceChange();
    await until('the new tools are known', async () =>
      (await mcp.mcpServers.get(id)).tools.some(({ name }) => name === 'other'),
    );
    await expect(mcp.offered('sum')).rejects.toThrow('not offered');
  });

  test('reads a list of several pages, but none without end', async () => {
    const tools = Object.fromEntries(
      Array.from({ length: 7 }, (_, n) => [`t${n}`, tool(undefined)]),
    );
    server = await startMcpServer({ protocol, tools, pageSize: 2 });
    mcp = await openMcp({ limits: { maxPages: 10 } });
    const id = await mcp.add(server.url);
    expect((await mcp.mcpServers.get(id)).tools).toHaveLength(7);
    await mcp.close();
    mcp = await openMcp({ limits: { maxPages: 3 } });
    await expect(mcp.add(server.url)).rejects.toMatchObject({ code: 'provider_error' });
  });

  test.each([
    ['in one piece', false],
    ['as a stream', true],
  ])('refuses an answer without end %s, and goes on with the others', async (_how, streamed) => {
    const huge = tool(({ progress }) => {
      if (streamed) progress(1);
      return says('x'.repeat(300_000));
    });
    const slow = tool(async () => {
      await pause(300);
      return says('Still here.');
    });
    await open({ huge, slow }, { maxBytes: 100_000 });
    const [first, second] = await Promise.all(['huge', 'slow'].map((name) => call(name)));
    expect(first).toEqual(failed('too large'));
    expect(second).toEqual({ ok: true, content: 'Still here.' });
    expect(server.methods().filter((method) => method === 'tools/call')).toHaveLength(2);
  });

  test.each<[string, FakeTool['call']]>([
    ['before it answers', ({ response }) => (response.destroy(), null)],
    [
      'in the middle of an answer',
      ({ response }) => {
        response.writeHead(200, stream);
        response.write('data: {"jsonrpc":"2.0","id"', () => response.destroy());
        return null;
      },
    ],
    [
      'after it has made progress',
      async ({ response, progress }) => {
        progress(1);
        await pause(50);
        response.destroy();
        return null;
      },
    ],
    [
      'politely, without an answer',
      ({ response }) => {
        response.writeHead(200, stream);
        response.end(': goodbye\n\n');
        return null;
      },
    ],
  ])('notices at once a server that dies in a call %s', async (_when, die) => {
    await open({ dies: tool(die) });
    const dies = await mcp.offered('dies');
    const began = performance.now();
    const result = await dies.call({}, { signal: patient });
    expect(performance.now() - began).toBeLessThan(1000);
    expect(result).toEqual(failed(/connection was closed|cannot be reached/));
  });

  test('gives the model the server’s own words when it refuses', async () => {
    await open();
    const sum = await mcp.offered('sum');
    delete server.tools['sum'];
    const result = await sum.call({}, { signal: patient });
    expect(result).toEqual(failed('Unknown tool: sum'));
  });

  test('closes what nobody has used for a while, and opens it again', async () => {
    await open(undefined, { idleMs: 100 });
    await until('it listens', () => server.listeners() === 1);
    await until('it no longer listens', () => server.listeners() === 0);
    const result = await call('sum', { a: 1, b: 1 });
    expect(result.content).toBe('2');
  });
});

describe('sessions', () => {
  beforeEach(async () => {
    server = await startMcpServer();
    mcp = await openMcp();
  });

  test('begins a new one silently when the server has forgotten it, once', async () => {
    await mcp.add(server.url);
    const sum = await mcp.offered('sum');
    server.forgetSessions();
    const call = (a: number) => sum.call({ a, b: 1 }, { signal: patient });
    const results = await Promise.all([call(1), call(2), call(3)]);
    expect(results.map(({ content }) => content)).toEqual(['2', '3', '4']);
    expect(count('initialize')).toBe(2);
  });

  test('tries no third time', async () => {
    await mcp.add(server.url);
    const sum = await mcp.offered('sum');
    server.intercept((request, response) => {
      if (!server.methods().at(-1)?.startsWith('tools/')) return false;
      request.resume();
      response.writeHead(404).end();
      return true;
    });
    const before = count('tools/call');
    const result = await sum.call({ a: 1, b: 1 }, { signal: patient });
    expect(result).toEqual(failed('404'));
    expect(count('tools/call') - before).toBe(2);
  });

  test('begins another one when the header has changed, and ends it when it is no longer needed', async () => {
    const id = await mcp.add(server.url);
    const authHeader = 'Bearer of good news';
    await mcp.mcpServers.update(await mcp.mcpServers.get(id), { authHeader });
    await call('sum', { a: 1, b: 1 });
    expect(server.requests.at(-1)?.headers.authorization).toBe(authHeader);
    expect(count('initialize')).toBe(2);
    await mcp.connections.drop(id);
    expect(server.sessions.size).toBe(0);
  });

  test('resumes an answer whose connection was cut', async () => {
    server.tools['cut'] = tool(({ response }) => {
      response.writeHead(200, stream);
      response.end('id: event-1\nretry: 100\ndata: \n\n');
      return null;
    });
    await mcp.add(server.url);
    let id: unknown;
    server.intercept((request, response) => {
      const { message } = server.requests.at(-1) ?? {};
      if (message?.method === 'tools/call') id = message.id;
      if (request.headers['last-event-id'] !== 'event-1') return false;
      const answer = { jsonrpc: '2.0', id, result: says('All of it.') };
      response.writeHead(200, stream);
      response.write(`id: event-2\ndata: ${JSON.stringify(answer)}\n\n`);
      return true;
    });
    const result = await call('cut');
    expect(result).toEqual({ ok: true, content: 'All of it.' });
  });
});

describe('an answer that cannot be resumed is noticed at once', () => {
  const cases: [string, (response: http.ServerResponse) => unknown][] = [
    ['the server was killed', (response) => response.destroy()],
    ['another one has taken its place', (response) => response.writeHead(404).end()],
  ];

  test.each(cases)('when %s', async (_what, resume) => {
    server = await startMcpServer();
    mcp = await openMcp();
    server.tools['cut'] = tool(({ response }) => {
      response.writeHead(200, stream);
      response.write('id: event-1\nretry: 100\ndata: \n\n');
      setTimeout(() => response.destroy(), 20);
      return null;
    });
    server.intercept((request, response) => {
      if (request.headers['last-event-id'] === undefined) return false;
      resume(response);
      return true;
    });
    await mcp.add(server.url);
    const began = performance.now();
    const result = await call('cut');
    expect(result).toEqual({ ok: false, content: 'The connection was closed.' });
    // A silent call is given up after 30 s.
    expect(performance.now() - began).toBeLessThan(10_000);
    // It was not carried out a second time.
    expect(count('tools/call')).toBe(1);
  });
});

describe('what cannot be used', () => {
  type Answer = (response: http.ServerResponse) => unknown;
  const replying = (status: number, headers: Record<string, string> = {}, body = '') =>
    ((response) => response.writeHead(status, headers).end(body)) satisfies Answer;
  const json = { 'content-type': 'application/json' };

  test.each<[string, Answer, string, string?]>([
    ['wants a login', replying(401, { 'www-authenticate': 'Bearer' }), 'Authorization header'],
    ['does not know the header', replying(403), 'Authorization header'],
    ['is a web page', replying(200, { 'content-type': 'text/html' }, '<h1>'), 'no MCP server'],
    ['is not there', replying(404, {}, 'Not found'), '404'],
    ['is silent', () => undefined, 'too long', 'provider_timeout'],
    ['speaks nonsense', replying(200, json, '{"a":1}'), 'no MCP server'],
    ['hangs up', (response) => response.destroy(), 'cannot be reached'],
  ])('a server that %s', async (_what, answer, words, code = 'provider_error') => {
    server = await startMcpServer();
    mcp = await openMcp({ limits: { connectMs: 400 } });
    server.intercept((request, response) => {
      request.resume();
      answer(response);
      return true;
    });
    const message = expect.stringContaining(words);
    const adding = mcp.add(server.url, { authHeader: 'Bearer of news' });
    await expect(adding).rejects.toMatchObject({ code, message });
  });

  test('a server that sends elsewhere is not followed', async () => {
    server = await startMcpServer();
    mcp = await openMcp();
    let elsewhere = 0;
    const other = http.createServer((_request, response) => {
      elsewhere++;
      response.end();
    });
    const { url, close } = await listen(other);
    const location = `${url}/mcp`;
    server.intercept((_request, response) => {
      response.writeHead(307, { location }).end();
      return true;
    });
    await expect(mcp.add(server.url)).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('another address'),
    });
    expect(elsewhere).toBe(0);
    await close();
  });

  test('nobody waits at the end for a server that has not answered yet', async () => {
    server = await startMcpServer();
    mcp = await openMcp({ limits: { connectMs: 60_000 } });
    const asked = Promise.withResolvers<unknown>();
    server.intercept(() => {
      asked.resolve(null);
      return true;
    });
    const adding = mcp.add(server.url);
    const ended = expect(adding).rejects.toMatchObject({ code: 'provider_error' });
    await asked.promise;
    await mcp.connections.close();
    await ended;
  });

  test('a header that the server repeats is in no message', async () => {
    server = await startMcpServer();
    mcp = await openMcp();
    server.intercept((request, response) => {
      response.writeHead(400).end(`What is ${request.headers.authorization}? Really bad-news!`);
      return true;
    });
    const authHeader = 'Bearer bad-news';
    const error = await mcp.add(server.url, { authHeader }).catch((thrown: unknown) => thrown);
    const said = inspect(error, { depth: 10 });
    expect(said).toContain('What is');
    expect(said).not.toContain('bad-news');
  });

  test('an address that is not public', async () => {
    server = await startMcpServer();
    mcp = await openMcp({ allow: '' });
    await expect(mcp.add(server.url)).rejects.toMatchObject({ code: 'blocked_address' });
    expect(server.requests).toEqual([]);
  });

  test('a name is not asked for again once its addresses are checked', async () => {
    server = await startMcpServer();
    let asked = 0;
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }].slice(asked++));
    mcp = await openMcp({ allow: 'tools.example', resolve });
    await mcp.add(server.url.replace('127.0.0.1', 'tools.example'));
    const result = await call('sum', { a: 1, b: 1 });
    expect(result.content).toBe('2');
    expect(asked).toBe(1);
  });
});
