import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard, Checked } from '../../net/address-guard.ts';
import { limitBytes, readBounded } from '../../net/response-body.ts';
import { sendRequest } from '../../net/send-request.ts';
import type { SiteAuth } from '../../net/site-auth.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import { failure } from '../failures.ts';
import { parseAddress } from './web-address.ts';

export interface WebAnswer {
  /** Final address, after all redirects. */
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  /** Decompressed; empty unless the status is 200. */
  body: Uint8Array;
}

export interface FetchOptions {
  signal: AbortSignal;
  headers?: Record<string, string>;
  /** Limit of the body, compressed and decompressed. */
  maxBytes?: number;
  /** Refuses an address by throwing; asked for each redirect too. */
  admit?: (url: URL) => Promise<void>;
  /** Refuses an answer by its headers by throwing, before its body is read. */
  accept?: (headers: IncomingHttpHeaders) => void;
}

export type SafeFetch = (url: URL, options: FetchOptions) => Promise<WebAnswer>;

export interface FetchLimits {
  /** Milliseconds from the lookup of the name to the last byte. */
  totalMs: number;
  connectMs: number;
  maxBytes: number;
}

const defaults: FetchLimits = { totalMs: 30_000, connectMs: 10_000, maxBytes: 20 * 1024 * 1024 };
const maxRedirects = 5;
export const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxCodings = 2;

/** Content codings of RFC 9110, 8.4.1. Zstandard is in Node from 22.15 on. */
export const decoders = new Map<string, () => Transform>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['br', () => zlib.createBrotliDecompress()],
  ...('createZstdDecompress' in zlib
    ? ([['zstd', () => zlib.createZstdDecompress()]] as const)
    : []),
]);

/**
 * Reads and decompresses a body. The limit holds for the bytes from the network and for those after each
 * decompression, whatever the headers say: a compressed megabyte can hold a gigabyte.
 *
 * @throws AppError `too_large`, `unsupported_type`; errors of the connection or of a broken body
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw failure('page_too_large');
  const codings = (incoming.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '' && name !== 'identity');
  let source: AsyncIterable<Uint8Array> = limitBytes(incoming, maxBytes);
  for (const coding of codings.reverse()) {
    const decoder = decoders.get(coding);
    if (!decoder || codings.length > maxCodings) throw failure('unknown_encoding');
    // The reader of the pipeline's end receives its errors.
    source = pipeline(source, decoder(), () => undefined);
  }
  return readBounded(source, maxBytes);
}

/** Node decodes headers as Latin-1, but addresses that are not ASCII are usually UTF-8. */
export function utf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString();
  return text.includes('\ufffd') ? header : text;
}

/** Codes of Node and OpenSSL for a certificate that does not prove the host's identity. */
const badCertificate = /^(CERT_|ERR_TLS_CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

export function toAppError(cause: unknown, signal: AbortSignal, overdue: AbortSignal): unknown {
  if (cause instanceof AppError) return cause;
  if (signal.aborted) return signal.reason;
  const code = (cause as { code?: string }).code ?? '';
  if (overdue.aborted || code === 'ETIMEDOUT') return failure('site_timeout', { cause });
  if (code === 'ERR_TOO_LARGE') return failure('page_too_large', { cause });
  if (badCertificate.test(code)) return failure('bad_certificate', { cause });
  return failure(code === 'ENOTFOUND' ? 'site_unknown' : 'incomplete', { cause });
}

/**
 * Fetches a public address over http or https: from IP addresses that the guard admits, over a new
 * connection, within limits of time and size. Each redirect is checked like the first address.
 * `auth` gives the headers of the own site's password, for an address of the site.
 *
 * @throws AppError `blocked_address`, `invalid_request`, `too_large`, `unsupported_type`,
 *   `provider_error`, `provider_timeout`; the reason of `signal`; errors of `admit` and `accept`
 */
export function createSafeFetch(
  guard: AddressGuard,
  userAgent: string,
  { auth = () => ({}), ...limits }: Partial<FetchLimits> & { auth?: SiteAuth } = {},
): SafeFetch {
  const { totalMs, connectMs, ...sizes } = { ...defaults, ...limits };

  async function follow(start: URL, options: FetchOptions, signal: AbortSignal) {
    const { maxBytes = sizes.maxBytes } = options;
    const headers = {
      accept: 'text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9, */*;q=0.5',
      'accept-encoding': [...decoders.keys()].join(', '),
      'user-agent': userAgent,
      ...options.headers,
    };
    let url = start;
    // A private host may redirect to private hosts; a public host may not.
    let inside = false;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const named: boolean = inside || url.host === start.host;
      const checked: Checked = await unlessAborted(guard.addressesOf(url, named), signal);
      const { addresses } = checked;
      inside = checked.inside;
      await options.admit?.(url);
      const incoming = await sendRequest(url, {
        headers: { ...headers, ...auth(url) },
        addresses,
        connectMs,
        signal,
        agent: false,
      });
      try {
        const status = incoming.statusCode ?? 0;
        const { location } = incoming.headers;
        if (!redirects.has(status) || location === undefined) {
          if (status === 200) options.accept?.(incoming.headers);
          const body = status === 200 ? await readBody(incoming, maxBytes) : new Uint8Array();
          return { url, status, headers: incoming.headers, body };
        }
        url = parseAddress(URL.parse(utf8(location), url)?.href ?? location);
      } finally {
        incoming.destroy();
      }
    }
    throw failure('too_many_redirects');
  }

  return async (url, options) => {
    const overdue = AbortSignal.timeout(totalMs);
    try {
      return await follow(url, options, AbortSignal.any([options.signal, overdue]));
    } catch (error) {
      throw toAppError(error, options.signal, overdue);
    }
  };
}
