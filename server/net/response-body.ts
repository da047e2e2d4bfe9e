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

/**
 * Reads the body of a response of `node:http`. Bytes that arrived before an error are returned before it
 * is thrown. A slow reader slows the sender down.
 *
 * @param maxBytes More bytes are an error with code `ERR_TOO_LARGE`.
 */
export function incomingBody(incoming: IncomingMessage, maxBytes: number): Body {
  let bytes = 0;
  let isOver = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const end = () => {
    isOver = true;
    wake?.();
  };
  incoming.on('readable', () => wake?.());
  incoming.on('end', end);
  incoming.on('error', (error) => {
    failure ??= error;
    wake?.();
  });

  return {
    async read() {
      for (;;) {
        const chunk = isOver ? null : (incoming.read() as Buffer | null);
        bytes += chunk?.length ?? 0;
        if (bytes > maxBytes) incoming.destroy((failure = tooLarge()));
        else if (chunk) return chunk;
        if (failure) throw failure;
        if (isOver) return undefined;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    async pause(until) {
      if (isOver) return;
      incoming.socket.pause();
      await until;
      // After the end the socket belongs to another request.
      if (!isOver) incoming.socket.resume();
    },
    cancel() {
      if (isOver) return;
      end();
      incoming.removeAllListeners('readable').resume();
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
