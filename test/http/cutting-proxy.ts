import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Says which requests a proxy cuts: the next one whose beginning matches. */
export interface Cut {
  request: RegExp;
  /** Bytes of the response that pass from its first event on. Undefined: none of the response passes. */
  bytes: number | undefined;
}

/** A line that breaks, as a phone's does: connections are destroyed on both sides. One cut after the other. */
export async function startCuttingProxy(target: string, plan: Cut[]) {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const cuts = [...plan];
  let made = 0;

  function join(client: Socket): void {
    const server = connect(Number(port), hostname);
    let cut: Cut | undefined;
    let left: number | undefined;
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      open.add(socket);
      socket.setNoDelay();
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => {
      if (!cut && cuts[0]?.request.test(chunk.toString('latin1'))) cut = cuts.shift();
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (!cut) return void client.write(chunk);
      const first = chunk.indexOf('data: ');
      if (left === undefined && first >= 0) {
        const firstEvent = chunk.indexOf('\n\n', first) + 2;
        left = firstEvent + (cut.bytes ?? 0);
      }
      const passing = chunk.subarray(0, cut.bytes === undefined ? 0 : left);
      if (left !== undefined) left -= chunk.length;
      if (cut.bytes !== undefined && (left === undefined || left > 0)) {
        return void client.write(passing);
      }
      made++;
      client.write(passing, end);
    });
  }

  const proxy = createServer(join).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cuts: () => made,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
