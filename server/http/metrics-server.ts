import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Services } from '../composition/services.ts';

/**
 * Figures on a port of their own: what visitors or WordPress reach, through the gateway or a proxy, has no
 * path that leads here. Null when no figures are wanted.
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
        log.error({ err: error }, 'figures could not be read');
        response.writeHead(503).end();
      },
    );
  });
  server.listen(config.metricsPort, config.metricsHost);
  await once(server, 'listening');
  // Nothing waits for whoever looks.
  server.unref();
  log.info({ host: config.metricsHost, port: config.metricsPort }, 'figures at /metrics');
  return server;
}
