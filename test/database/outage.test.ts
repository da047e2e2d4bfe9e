import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite, type WordPressSite } from '../fakes/wordpress-site.ts';
import { databaseStack } from '../stack.ts';
import { freePort, spawnSidecar } from './process.ts';
import { mariadb, secret } from './sidecar.ts';

/** The way to MariaDB, which can be cut and mended. */
async function startWay(port: number) {
  const { dbHost, dbPort } = databaseStack();
  const sockets = new Set<Socket>();
  const open = async () => {
    const server = createServer((inner) => {
      const outer = connect(dbPort, dbHost);
      for (const socket of [inner, outer]) {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      }
      inner.pipe(outer).pipe(inner);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await open();
  const cut = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  return {
    cut,
    mend: async () => {
      server = await open();
    },
  };
}

let site: WordPressSite;
let sidecar: Awaited<ReturnType<typeof spawnSidecar>>;
let way: Awaited<ReturnType<typeof startWay>>;

beforeAll(async () => {
  site = await startWordPressSite(secret);
  site.put({ id: 1, title: 'Swans', html: '<p>The swans are fed at noon.</p>' });
  const wayPort = await freePort();
  way = await startWay(wayPort);
  const url = new URL(mariadb());
  url.host = `127.0.0.1:${wayPort}`;
  sidecar = await spawnSidecar({
    ITIH_PORT: String(await freePort()),
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: url.href,
  });
});
afterAll(async () => {
  sidecar.child.kill('SIGTERM');
  await once(sidecar.child, 'exit');
  await way.cut();
  await site.close();
});

test('with the database gone the chat says so, the log says why, and all is well when it is back', async () => {
  const shim = shimFor(sidecar.url, secret);
  const ask = () => shim.chat('When are the swans fed?').then(({ text }) => text);
  await until('the first answer', async () => (await ask()).includes('noon'));

  await way.cut();
  for (const path of ['/chat', '/chat/sync']) {
    const { status, body } = await shim.call('POST', path, { body: { message: 'Hello' } });
    expect([status, body['code']]).toEqual([503, 'sidecar_unavailable']);
  }
  const { status } = await shim.admin('GET', '/dashboard');
  expect(status).toBe(503);
  expect(sidecar.log()).toContain('ECONNREFUSED');
  expect(sidecar.child.exitCode).toBeNull();

  await way.mend();
  await until('an answer', async () => (await ask()).includes('noon'));
});
