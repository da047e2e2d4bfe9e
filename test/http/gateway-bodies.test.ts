import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { startApp } from './app-server.ts';

/** Sends a request and then nonsense, at which Node closes the connection before the request is begun. */
async function disturb(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const head = ['POST /wp-json/itih/v1/documents HTTP/1.1', 'Host: a', 'Content-Length: 3'];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"title":"more than 3"}`);
  socket.resume();
  await once(socket, 'close');
}

test('requests that are broken off hold no connection to WordPress', async () => {
  const upstream = createServer((request, response) => {
    request.resume().on('error', () => response.destroy());
    response.end('[]');
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const { port } = upstream.address() as AddressInfo;
  const app = await startApp({ ITIH_GATEWAY_UPSTREAM: `http://127.0.0.1:${port}` });
  const gateway = Number(new URL(app.gatewayUrl).port);
  // The proxy has 256 connections.
  for (let n = 0; n < 300; n += 50)
    await Promise.all(Array.from({ length: 50 }, () => disturb(gateway)));
  const answer = await fetch(`${app.gatewayUrl}/`, { signal: AbortSignal.timeout(3000) });
  expect(answer.status).toBe(200);
  upstream.closeAllConnections();
  upstream.close();
  await app.close();
});
