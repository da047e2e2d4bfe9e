import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { bodyOf, boundedFetch } from './bounded-fetch.ts';
import { Readable } from 'node:stream';
import { limitBytes, readBounded } from './response-body.ts';

const opened: net.Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.close();
    if (server instanceof http.Server) server.closeAllConnections();
  }
});

async function listen<Server extends net.Server>(server: Server): Promise<string> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (handler: http.RequestListener) => listen(http.createServer(handler));
const fetch = boundedFetch({ connectMs: 1000, maxBytes: 1000 });

test('sends method, headers and body, and gives status, headers and body', async () => {
  const address = await serve((request, response) => {
    response.writeHead(201, { 'x-seen': `${request.method} ${String(request.headers['x-a'])}` });
    request.pipe(response);
  });
  const body = JSON.stringify({ text: 'Größe' });
  const response = await fetch(`http://${address}/path?q=1`, {
    method: 'POST',
    headers: new Headers({ 'x-a': 'b' }),
    body,
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('x-seen')).toBe('POST b');
  expect(await response.text()).toBe(body);
});

test('does not follow a redirect, which would carry the request elsewhere', async () => {
  const address = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  );
  expect((await fetch(`http://${address}/`)).status).toBe(302);
});

test('takes a status without a body', async () => {
  const address = await serve((_request, response) => response.writeHead(204).end());
  const response = await fetch(`http://${address}/`);
  expect([response.status, await response.text()]).toEqual([204, '']);
});

test('tells a server without TLS from one that cannot be reached', async () => {
  const silent = net.createServer((socket) => socket.on('error', () => undefined));
  const address = await listen(silent);
  const error = { code: 'ETIMEDOUT', syscall: 'tls' };
  const hurried = boundedFetch({ connectMs: 100, maxBytes: 1000 });
  await expect(hurried(`https://${address}/`)).rejects.toMatchObject(error);
});

test('waits for a server that is slow to answer', async () => {
  const hurried = boundedFetch({ connectMs: 100, maxBytes: 1000 });
  const address = await serve((_request, response) => setTimeout(() => response.end('late'), 150));
  expect(await (await hurried(`http://${address}/`)).text()).toBe('late');
});

test('tells what kept it from connecting', async () => {
  const address = await serve(() => undefined);
  opened.splice(0).forEach((server) => server.close());
  await expect(fetch(`http://${address}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('reads no more than it may', async () => {
  const address = await serve((_request, response) => {
    const more = setInterval(() => response.write('x'.repeat(400)), 1);
    response.on('close', () => clearInterval(more));
  });
  const response = await fetch(`http://${address}/`);
  await expect(response.text()).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
});

test.each(['before the headers', 'in the body'])('closes at once when aborted %s', async (when) => {
  const closed = Promise.withResolvers<void>();
  const address = await serve((_request, response) => {
    response.on('close', () => closed.resolve());
    if (when === 'in the body') response.write('x');
    setTimeout(() => controller.abort(), 30);
  });
  const controller = new AbortController();
  const reading = fetch(`http://${address}/`, { signal: controller.signal }).then((response) =>
    response.text(),
  );
  await expect(reading).rejects.toThrow();
  await closed.promise;
});

/** A body is read alike, whether of our fetch or of another. */
describe.each([
  ['our own fetch', fetch],
  ['another fetch', globalThis.fetch],
])('a body of %s', (_name, get) => {
  test('is read to its end', async () => {
    const address = await serve((_request, response) => {
      response.write('one ');
      setTimeout(() => response.end('two'), 20);
    });
    const body = bodyOf(await get(`http://${address}/`));
    const decoder = new TextDecoder();
    let text = '';
    for (let bytes = await body.read(); bytes; bytes = await body.read()) {
      text += decoder.decode(bytes, { stream: true });
    }
    expect(text).toBe('one two');
    expect(await body.read()).toBeUndefined();
  });

  test('tells that it was broken off', async () => {
    const address = await serve((_request, response) => {
      response.write('x');
      setTimeout(() => response.destroy(), 20);
    });
    const body = bodyOf(await get(`http://${address}/`));
    expect(await body.read()).toHaveLength(1);
    await expect(body.read()).rejects.toThrow();
  });

  test('ends a pending read when it is cancelled', async () => {
    const address = await serve((_request, response) => void response.write('x'));
    const body = bodyOf(await get(`http://${address}/`));
    expect(await body.read()).toHaveLength(1);
    const waiting = body.read();
    body.cancel();
    expect(await waiting).toBeUndefined();
  });
});

test('a rest that nobody wants leaves the connection for the next request when it soon ends', async () => {
  const connections = new Set<unknown>();
  const ended = Promise.withResolvers<void>();
  const address = await serve((request, response) => {
    connections.add(request.socket);
    response.on('finish', () => ended.resolve());
    response.write('x');
    setTimeout(() => response.end('y'), 20);
  });
  const body = bodyOf(await fetch(`http://${address}/`));
  await body.read();
  body.cancel();
  await ended.promise;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await (await fetch(`http://${address}/`)).text()).toBe('xy');
  expect(connections.size).toBe(1);
});

test('a body that is not read fast enough waits in the sender, not here', async () => {
  let written = 0;
  const address = await serve((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536;
    };
    response.on('drain', write);
    write();
  });
  const greedy = boundedFetch({ connectMs: 10_000, maxBytes: 1e12 });
  const controller = new AbortController();
  const body = bodyOf(await greedy(`http://${address}/`, { signal: controller.signal }));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await body.read()).toBeDefined();
  expect(written).toBeLessThan(20_000_000);
  controller.abort();
});

test('passes nothing on that exceeds the limit, and closes the source', async () => {
  const chunks = () => Readable.from([Buffer.from('one '), Buffer.from('two')]);
  expect((await readBounded(chunks(), 7)).toString()).toBe('one two');
  const source = chunks();
  const passed: string[] = [];
  const reading = async () => {
    for await (const chunk of limitBytes(source, 6)) passed.push(Buffer.from(chunk).toString());
  };
  await expect(reading()).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
  expect(passed).toEqual(['one ']);
  expect(source.destroyed).toBe(true);
});
