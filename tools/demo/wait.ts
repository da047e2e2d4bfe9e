import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Patience {
  /** Name of the condition, for the error. */
  what: string;
  timeoutMs: number;
  everyMs?: number;
}

/** Asks `check` until it gives a value. */
export async function waitFor<T>(
  { what, timeoutMs, everyMs = 250 }: Patience,
  check: () => Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (Date.now() > end) {
      throw new Error(`${what} did not happen within ${Math.round(timeoutMs / 1000)} s.`);
    }
    await delay(everyMs);
  }
}

/** Binds `port` on 127.0.0.1 for a moment; gives the port, or undefined if somebody has it. */
function tryPort(port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const bound = (server.address() as AddressInfo).port;
      server.close(() => resolve(bound));
    });
  });
}

export async function freePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === undefined) throw new Error('No free port on 127.0.0.1.');
  return port;
}

/** The port asked for, and no other; else the first free one of ten from `usual`. */
export async function choosePort(asked: number | undefined, usual: number): Promise<number> {
  const candidates =
    asked === undefined ? Array.from({ length: 10 }, (_, n) => usual + n) : [asked];
  for (const port of candidates) if ((await tryPort(port)) !== undefined) return port;
  throw new Error(`Port ${candidates.join(', ')} is in use. Choose another with --port.`);
}
