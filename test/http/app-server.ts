import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../server/config/config.ts';
import type { Express } from 'express';
import { createApp, createPublicApp } from '../../server/http/app.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createServices } from '../../server/composition/services.ts';
import { shimFor } from '../fakes/shim.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

export const secret = 's'.repeat(32);

/** The whole HTTP side on a database in memory and a fake site, without background work. */
export async function startApp(
  env: Record<string, string> = {},
  ready = () => true,
  log = createLog('silent'),
) {
  const site = await startWordPressSite(secret);
  const config = readConfig({
    ITIH_SECRET: secret,
    ITIH_SITE_URL: site.url,
    ITIH_NONCE_KEY: 'key one',
    ITIH_NONCE_SALT: 'salt one',
    ...env,
  });
  const database = await memoryDatabase();
  const services = createServices(config, database, log);
  const servers: Server[] = [];
  async function listen(app: Express): Promise<string> {
    const server = app.listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const url = await listen(createApp(services, ready));
  const { edge } = config;
  return {
    /** Address for the plugin's calls. */
    url,
    /** Address to which a web server leads visitors; empty without `ITIH_PUBLIC_PORT`. */
    publicUrl: edge ? await listen(createPublicApp(services, ready, edge.proxies)) : '',
    site,
    services,
    shim: shimFor(url, secret),
    async close(): Promise<void> {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      const { worker, indexBuilder, vectorize } = services;
      await Promise.all([worker.stop(), indexBuilder.stop(), vectorize.sync.stop()]);
      await services.reader.close();
      await services.localModels.close();
      await services.mcp.connections.close();
      await database.close();
      await site.close();
    },
  };
}
