import { setTimeout as wait } from 'node:timers/promises';
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
import { parseAddress } from './addresses.ts';

/** Concurrent requests per host. */
const maxRunning = 2;

/** Share of an answer's time for which the next request waits, and the most milliseconds. */
const rest = { share: 0.5, most: 20_000 };

interface Lane {
  running: number;
  /** Earliest start of the next request, in milliseconds. */
  next: number;
  waiting: (() => void)[];
}

/** Limits the requests per host, so that crawling does not slow a site's visitors down. */
export class HostGate {
  readonly #clock: () => number;
  readonly #sleep: typeof wait;
  readonly #lanes = new Map<string, Lane>();

  constructor(clock: () => number, sleep = wait) {
    this.#clock = clock;
    this.#sleep = sleep;
  }

  /** Calls `work` in its turn. @param gap Milliseconds from the start of one request to that of the next. */
  async pass<T>(
    host: string,
    gap: number,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const lane = this.#lanes.get(host) ?? { running: 0, next: 0, waiting: [] };
    this.#lanes.set(host, lane);
    await this.#enter(lane, signal);
    try {
      const now = this.#clock();
      const at = Math.max(now, lane.next);
      lane.next = at + gap;
      if (at > now) await this.#sleep(at - now, undefined, { signal });
      return await this.#timed(lane, work);
    } finally {
      this.#leave(host, lane);
    }
  }

  /** Has the next request wait half as long as this one took: a slow site is asked less. */
  async #timed<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    const started = this.#clock();
    try {
      return await work();
    } finally {
      const now = this.#clock();
      lane.next = Math.max(lane.next, now + Math.min(rest.share * (now - started), rest.most));
    }
  }

  async #enter(lane: Lane, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (lane.running < maxRunning) {
      lane.running++;
      return;
    }
    // `#leave` hands its place over: `running` stays the same.
    const { promise, resolve } = Promise.withResolvers<void>();
    lane.waiting.push(resolve);
    await unlessAborted(promise, signal).catch((error: unknown) => {
      lane.waiting = lane.waiting.filter((other) => other !== resolve);
      throw error;
    });
  }

  #leave(host: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next) return next();
    lane.running--;
    if (lane.running === 0 && lane.next <= this.#clock()) this.#lanes.delete(host);
  }
}

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

export interface FetchLimits {
  /** Milliseconds from the lookup of the name to the last byte. */
  totalMs: number;
  connectMs: number;
  maxBytes: number;
}

const defaults: FetchLimits = { totalMs: 30_000, connectMs: 10_000, maxBytes: 20 * 1024 * 1024 };
const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxCodings = 2;

/** Content codings of RFC 9110, 8.4.1. Zstandard is in Node from 22.15 on. */
const decoders = new Map<string, () => Transform>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['br', () => zlib.createBrotliDecompress()],
  ...('createZstdDecompress' in zlib
    ? ([['zstd', () => zlib.createZstdDecompress()]] as const)
    : []),
]);

export const acceptedEncodings = [...decoders.keys()].join(', ');

/**
 * Reads and decompresses the body of an answer with status 200; others have none. The limit holds for the bytes from the network and for those after each
 * decompression, whatever the headers say: a compressed megabyte can hold a gigabyte.
 *
 * @throws AppError `too_large`, `unsupported_type`; errors of the connection or of a broken body
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (incoming.statusCode !== 200) return new Uint8Array();
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
function utf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString();
  return text.includes('\ufffd') ? header : text;
}

/** Returns the address to which an answer redirects; null for others. @throws AppError `invalid_request` */
export function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | null {
  const { location } = headers;
  if (!redirects.has(statusCode) || location === undefined) return null;
  return parseAddress(URL.parse(utf8(location), url)?.href ?? location);
}

/** Codes of Node and OpenSSL for a certificate that does not prove the host's identity. */
const badCertificate = /^(CERT_|ERR_TLS_CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function toAppError(cause: unknown, signal: AbortSignal, overdue: AbortSignal): unknown {
  if (cause instanceof AppError) return cause;
  if (signal.aborted) return signal.reason;
  const code = (cause as { code?: string }).code ?? '';
  if (overdue.aborted || code === 'ETIMEDOUT') return failure('site_timeout', { cause });
  if (code === 'ERR_TOO_LARGE') return failure('page_too_large', { cause });
  if (badCertificate.test(code)) return failure('bad_certificate', { cause });
  return failure(code === 'ENOTFOUND' ? 'site_unknown' : 'incomplete', { cause });
}

/** Calls `work`, which may take `ms` milliseconds. @throws AppError; the reason of `signal` */
export async function inTime<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const overdue = AbortSignal.timeout(ms);
  try {
    return await work(AbortSignal.any([signal, overdue]));
  } catch (error) {
    throw toAppError(error, signal, overdue);
  }
}

/** Fetches public addresses over http and https. */
export class SafeFetch {
  readonly #guard: AddressGuard;
  readonly #userAgent: string;
  readonly #auth: SiteAuth;
  readonly #limits: FetchLimits;

  /** @param auth Gives the headers of the own site's password, for an address of the site. */
  constructor(
    guard: AddressGuard,
    userAgent: string,
    { auth = () => ({}), ...limits }: Partial<FetchLimits> & { auth?: SiteAuth } = {},
  ) {
    this.#guard = guard;
    this.#userAgent = userAgent;
    this.#auth = auth;
    this.#limits = { ...defaults, ...limits };
  }

  /**
   * Gets a page: from IP addresses that the guard admits, over a new connection, within limits of time and size. Each
   * redirect is checked like the first address.
   *
   * @throws AppError `blocked_address`, `invalid_request`, `too_large`, `unsupported_type`,
   *   `provider_error`, `provider_timeout`; the reason of `signal`; errors of `admit` and `accept`
   */
  get(url: URL, options: FetchOptions): Promise<WebAnswer> {
    const { totalMs } = this.#limits;
    return inTime(totalMs, options.signal, (signal) => this.#follow(url, options, signal));
  }

  async #follow(start: URL, options: FetchOptions, signal: AbortSignal): Promise<WebAnswer> {
    const { maxBytes = this.#limits.maxBytes } = options;
    const headers = {
      accept: 'text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9, */*;q=0.5',
      'accept-encoding': acceptedEncodings,
      'user-agent': this.#userAgent,
      ...options.headers,
    };
    let url = start;
    // A private host may redirect to private hosts; a public host may not.
    let inside = false;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const named: boolean = inside || url.host === start.host;
      const checked: Checked = await unlessAborted(this.#guard.addressesOf(url, named), signal);
      const { addresses } = checked;
      inside = checked.inside;
      await options.admit?.(url);
      const incoming = await sendRequest(url, {
        headers: { ...headers, ...this.#auth(url) },
        addresses,
        connectMs: this.#limits.connectMs,
        signal,
        agent: false,
      });
      try {
        const next = redirectOf(incoming, url);
        if (!next) {
          const { statusCode: status = 0, headers } = incoming;
          if (status === 200) options.accept?.(headers);
          return { url, status, headers, body: await readBody(incoming, maxBytes) };
        }
        url = next;
      } finally {
        incoming.destroy();
      }
    }
    throw failure('too_many_redirects');
  }
}
