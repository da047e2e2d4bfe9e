import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Services } from '../composition/services.ts';

/**
 * Serves metrics on their own port: the gateway and proxies that visitors or WordPress use have no
 * path to it. Returns null without a port.
 *
 * @throws when the port is taken
 */
export async function listenForMetrics({
  config,
  metrics,
  log,
}: Pick<Services, 'config' | 'metrics' | 'log'>): Promise<Server | null> {
  if (config.metricsPort === null) return null;
  await metrics.open();
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      return void response.writeHead(404).end();
    }
    metrics.text().then(
      ({ type, body }) => response.writeHead(200, { 'Content-Type': type }).end(body),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  server.listen(config.metricsPort, config.metricsHost);
  await once(server, 'listening');
  // Open connections must not keep the process alive.
  server.unref();
  log.info({ host: config.metricsHost, port: config.metricsPort }, 'metrics at /metrics');
  return server;
}
