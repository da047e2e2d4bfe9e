import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard, Checked } from '../../net/address-guard.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import { acceptedEncodings, readBody, requestOnce } from './request-once.ts';
import { parseAddress } from './web-address.ts';

export interface WebAnswer {
  /** Where it came from, after all redirects. */
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  /** Without content codings; empty unless the status is 200. */
  body: Uint8Array;
}

export interface FetchOptions {
  signal: AbortSignal;
  headers?: Record<string, string>;
  /** Of the body, packed and unpacked. */
  maxBytes?: number;
  /** May refuse an address, also one that a redirect leads to, by throwing. */
  admit?: (url: URL) => Promise<void>;
  /** May refuse an answer by its head by throwing, before its body is read. */
  accept?: (headers: IncomingHttpHeaders) => void;
}

export type SafeFetch = (url: URL, options: FetchOptions) => Promise<WebAnswer>;

export interface FetchLimits {
  /** Milliseconds, for everything from the name to the last byte. */
  totalMs: number;
  connectMs: number;
  maxBytes: number;
}

const defaults: FetchLimits = { totalMs: 30_000, connectMs: 10_000, maxBytes: 20 * 1024 * 1024 };
const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Node reads headers as Latin-1; an address that is not ASCII is rather UTF-8. */
function utf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString();
  return text.includes('\ufffd') ? header : text;
}

/** Node's and OpenSSL's names for a certificate that does not prove whose it is. */
const badCertificate = /^(CERT_|ERR_TLS_CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function toAppError(error: unknown, signal: AbortSignal, overdue: AbortSignal): unknown {
  if (error instanceof AppError) return error;
  if (signal.aborted) return signal.reason;
  const code = (error as { code?: string }).code ?? '';
  if (overdue.aborted || code === 'ETIMEDOUT') {
    const message = 'The page took too long to answer.';
    return new AppError('provider_timeout', { message, cause: error });
  }
  if (badCertificate.test(code)) {
    const message = 'The certificate of this site is not valid.';
    return new AppError('provider_error', { message, cause: error, retryable: false });
  }
  const message =
    code === 'ENOTFOUND'
      ? 'There is no site of this name.'
      : 'The page could not be fetched completely.';
  return new AppError('provider_error', { message, cause: error });
}

/**
 * Fetches what anybody on the Internet may: over http or https, from addresses that the guard lets
 * pass, within limits of time and size. Each redirect is a new address.
 *
 * @throws AppError `blocked_address`, `invalid_request`, `too_large`, `unsupported_type`,
 *   `provider_error`, `provider_timeout`; the reason of `signal`; what `admit` and `accept` throw
 */
export function createSafeFetch(
  guard: AddressGuard,
  userAgent: string,
  limits: Partial<FetchLimits> = {},
): SafeFetch {
  const { totalMs, connectMs, ...sizes } = { ...defaults, ...limits };

  async function follow(start: URL, options: FetchOptions, signal: AbortSignal) {
    const { maxBytes = sizes.maxBytes } = options;
    const headers = {
      accept: 'text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9, */*;q=0.5',
      'accept-encoding': acceptedEncodings,
      'user-agent': userAgent,
      ...options.headers,
    };
    let url = start;
    let inside = false;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const named: boolean = inside || url.host === start.host;
      const checked: Checked = await unlessAborted(guard.addressesOf(url, named), signal);
      const { addresses } = checked;
      // What is not of the Internet may lead to what is not.
      inside = checked.inside;
      await options.admit?.(url);
      const incoming = await requestOnce(url, headers, { addresses, connectMs, signal });
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
    throw new AppError('provider_error', {
      message: 'This address leads from one to another without end.',
      retryable: false,
    });
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
