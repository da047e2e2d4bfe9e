import { createServer } from 'node:net';

/** Below the range that the kernel hands out for outgoing connections, so that none gets in the way. */
const ranges = {
  now: { from: 20_000, to: 32_000 },
  /** Apart from the others: those take what nobody listens on, another run's tests too. */
  later: { from: 14_000, to: 20_000 },
};

async function bindable(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}

/** A loopback port that nobody listens on, for a server that starts now or `later`. */
export async function freePort(start: keyof typeof ranges = 'now'): Promise<number> {
  const { from, to } = ranges[start];
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = from + Math.floor(Math.random() * (to - from));
    if (await bindable(port)) return port;
  }
  throw new Error('No free port on 127.0.0.1');
}
