import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { AppError } from '../../errors/app-error.ts';

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
