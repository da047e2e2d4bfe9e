import type { IncomingMessage } from 'node:http';

/** The body of a response. Each read returns everything that arrived since the last one. */
export interface Body {
  /** Returns `undefined` at the end, and after `cancel`. @throws the transport's error */
  read(): Promise<Uint8Array | undefined>;
  /** Leaves arriving bytes in the socket's buffer until `until` resolves, so that one read takes them all. */
  pause(until: Promise<void>): Promise<void>;
  /** Ends a pending read and drops the rest. */
  cancel(): void;
}

/** Milliseconds for a cancelled body to end by itself, so that its connection can be used again. */
const drainMs = 1000;

const tooLarge = () =>
  Object.assign(new Error('The response is too large.'), { code: 'ERR_TOO_LARGE' });

/** Bytes that wait for a slow reader before the sender is slowed down. */
const readAhead = 16_384;

/**
 * Reads the body of a response of `node:http`. Bytes that arrived before an error are returned before it is
 * thrown. The stream flows, so that its end frees the connection before the reader knows of it: an abort in
 * between would be an error of a socket that has no listener.
 *
 * @param maxBytes More bytes are an error with code `ERR_TOO_LARGE`.
 */
export function incomingBody(incoming: IncomingMessage, maxBytes: number): Body {
  let total = 0;
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;

  const end = (error?: Error) => {
    isOver = true;
    failure ??= error;
    wake?.();
  };
  incoming.on('end', end);
  incoming.on('error', end);
  incoming.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (total > maxBytes) return void incoming.destroy(tooLarge());
    if (isOver) return;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > readAhead) incoming.pause();
    wake?.();
  });

  return {
    async read() {
      if (bytes === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      if (bytes === 0 && failure) throw failure;
      if (bytes === 0) return undefined;
      if (bytes > readAhead) incoming.resume();
      const [chunk] = chunks;
      const read = chunks.length === 1 && chunk ? chunk : Buffer.concat(chunks);
      chunks = [];
      bytes = 0;
      return read;
    },
    async pause(until) {
      if (!isOver) incoming.socket.pause();
      await until;
      // After the end the socket serves another request.
      if (!isOver) incoming.socket.resume();
    },
    cancel() {
      if (isOver) return;
      end();
      chunks = [];
      bytes = 0;
      incoming.resume();
      const timer = setTimeout(() => incoming.destroy(), drainMs).unref();
      incoming.once('close', () => clearTimeout(timer));
    },
  };
}

/**
 * Passes chunks on, up to a size.
 *
 * @throws Error with code `ERR_TOO_LARGE`; errors of `source`
 */
export async function* limitBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
}

/** Reads a whole body. @throws as `limitBytes` */
export async function readBounded(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitBytes(source, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
