import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Services } from '../composition/services.ts';
import { isSameSecret } from '../secrets/secrets.ts';

/**
 * Serves metrics on their own port: proxies that visitors or WordPress use have no
 * path to it. Returns null without a port.
 *
 * @throws when the port is taken
 */
export async function listenForMetrics({
  config,
  metrics,
  log,
}: Pick<Services, 'config' | 'metrics' | 'log'>): Promise<Server | null> {
  if (config.metrics === null) return null;
  const { host, port, token } = config.metrics;
  await metrics.open();
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      return void response.writeHead(404).end();
    }
    if (token && !isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) {
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
    }
    metrics.text().then(
      ({ type, body }) => response.writeHead(200, { 'Content-Type': type }).end(body),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  // Open connections must not keep the process alive.
  server.unref();
  log.info({ host, port }, 'metrics at /metrics');
  return server;
}
