import http, { type IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import type { LookupAddress } from 'node:dns';
import https from 'node:https';
import { AppError } from '../../errors/app-error.ts';
import { pinnedLookup } from '../../net/pinned-lookup.ts';

/** RFC 9110, 8.4.1. Zstandard is in Node from 22.15 on. */
const decoders = new Map<string, () => Transform>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['br', () => zlib.createBrotliDecompress()],
  ...('createZstdDecompress' in zlib
    ? ([['zstd', () => zlib.createZstdDecompress()]] as const)
    : []),
]);

/** For the header `Accept-Encoding`. */
export const acceptedEncodings = [...decoders.keys()].join(', ');

const tooLarge = () =>
  new AppError('too_large', { message: 'What is at this address is too large.' });

async function* upTo(maxBytes: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of source) {
    size += part.byteLength;
    if (size > maxBytes) throw tooLarge();
    yield part;
  }
}

/**
 * A response's body without its content codings. Not more than `maxBytes` are taken from the network
 * nor unpacked from it, whatever the headers say: a megabyte can hold a gigabyte.
 *
 * @throws AppError `too_large`, `unsupported_type`; errors of the connection or of a broken body
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const codings = (incoming.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '' && name !== 'identity');
  let source: AsyncIterable<Buffer> = upTo(maxBytes, incoming);
  for (const coding of codings.reverse()) {
    const unpack = decoders.get(coding);
    // More than two codings are nobody's mistake.
    if (!unpack || codings.length > 2) {
      const message = 'The server packs this page in a way that cannot be read.';
      throw new AppError('unsupported_type', { message });
    }
    // An error goes on to what reads.
    source = pipeline(source, unpack(), () => undefined);
  }
  const parts: Buffer[] = [];
  for await (const part of upTo(maxBytes, source)) parts.push(part);
  return Buffer.concat(parts);
}

export interface Connection {
  addresses: LookupAddress[];
  /** Milliseconds until it stands, with TLS. */
  connectMs: number;
  signal: AbortSignal;
}

/**
 * One GET request and its answer's head, over a new connection to one of the addresses; the name is
 * still what the certificate is checked against. Redirects are answers. The caller reads the body or
 * destroys it.
 */
export function requestOnce(
  url: URL,
  headers: Record<string, string>,
  { addresses, connectMs, signal }: Connection,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request, connected } =
      url.protocol === 'http:'
        ? { request: http.request, connected: 'connect' }
        : { request: https.request, connected: 'secureConnect' };
    const sent = request(url, { agent: false, lookup: pinnedLookup(addresses), headers, signal });
    const late = () =>
      sent.destroy(Object.assign(new Error('The connection timed out.'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(late, connectMs);
    sent.on('socket', (socket) => socket.once(connected, () => clearTimeout(timer)));
    sent.on('close', () => clearTimeout(timer));
    sent.on('error', reject);
    sent.on('response', resolve);
    sent.end();
  });
}
