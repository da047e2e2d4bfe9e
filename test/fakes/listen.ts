import { once } from 'node:events';
import type http from 'node:http';
import type https from 'node:https';
import type { AddressInfo } from 'node:net';

/** Lets a server listen on a free port of this machine. Closing it ends its connections. */
export async function listen(server: http.Server | https.Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
