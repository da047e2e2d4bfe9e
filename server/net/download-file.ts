import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors/app-error.ts';
import type { AddressGuard, Checked } from './address-guard.ts';
import { limitBytes } from './response-body.ts';
import { sendRequest } from './send-request.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface DownloadLimits {
  maxBytes: number;
  connectMs: number;
  /** Milliseconds without a byte after which the download fails. */
  stallMs: number;
}

export interface Download {
  url: URL;
  /** Where the file is written. */
  path: string;
  limits: DownloadLimits;
  signal: AbortSignal;
  /** Called with the bytes so far and, if the server says it, of all. */
  onProgress: (bytes: number, total: number | null) => void;
}

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const failed = (message: string, cause?: unknown) =>
  new AppError('provider_error', { retryable: false, message, cause });

const silent = () => Object.assign(new Error('No bytes came.'), { code: 'ETIMEDOUT' });

/** Sends a request whose response has to begin in time. */
async function begin(
  url: URL,
  addresses: LookupAddress[],
  { limits, signal }: Download,
): Promise<IncomingMessage> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(silent()), limits.stallMs);
  try {
    return await sendRequest(url, {
      // Compressed, the size of a file would not be known.
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'itih-rag-chat' },
      addresses,
      connectMs: limits.connectMs,
      signal: AbortSignal.any([signal, late.signal]),
      agent: false,
    });
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Asks for a file at addresses that the guard admits; each redirect is checked like the first address. */
async function request(guard: AddressGuard, download: Download): Promise<IncomingMessage> {
  const { url: start, signal } = download;
  let url = start;
  // A private host may redirect to private hosts; a public host may not.
  let inside = false;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const named: boolean = inside || url.host === start.host;
    const checked: Checked = await unlessAborted(guard.addressesOf(url, named), signal);
    inside = checked.inside;
    const incoming = await begin(url, checked.addresses, download);
    const { location } = incoming.headers;
    if (!redirects.has(incoming.statusCode ?? 0) || location === undefined) return incoming;
    incoming.destroy();
    const next = URL.parse(location, url);
    if (!next || !/^https?:$/.test(next.protocol)) throw failed('The server redirects elsewhere.');
    url = next;
  }
  throw failed('The server redirects too often.');
}

async function* watched(
  incoming: IncomingMessage,
  { limits, onProgress }: Download,
): AsyncGenerator<Uint8Array> {
  const total = Number(incoming.headers['content-length'] ?? NaN);
  let bytes = 0;
  incoming.setTimeout(limits.stallMs, () => incoming.destroy(silent()));
  for await (const chunk of limitBytes(incoming, limits.maxBytes)) {
    bytes += chunk.byteLength;
    onProgress(bytes, Number.isSafeInteger(total) ? total : null);
    yield chunk;
  }
}

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof AppError) return error;
  const { code } = error as { code?: string };
  if (code === 'ERR_TOO_LARGE') return new AppError('too_large', { cause: error });
  if (code === 'ETIMEDOUT') return new AppError('provider_timeout', { cause: error });
  return failed('The download was cut off, or the server cannot be reached.', error);
}

/**
 * Downloads a file over http or https to a path, from addresses that the guard admits.
 *
 * @returns false if the server does not have it
 * @throws AppError `blocked_address`, `too_large`, `provider_error`, `provider_timeout`; the signal's reason
 */
export async function downloadFile(guard: AddressGuard, download: Download): Promise<boolean> {
  const { path, limits, signal } = download;
  try {
    const incoming = await request(guard, download);
    try {
      const status = incoming.statusCode ?? 0;
      if (status === 404 || status === 410) return false;
      if (status !== 200) throw failed(`The server answers with the status ${status}.`);
      if (Number(incoming.headers['content-length'] ?? 0) > limits.maxBytes) {
        throw new AppError('too_large');
      }
      await pipeline(watched(incoming, download), createWriteStream(path), { signal });
      return true;
    } finally {
      incoming.destroy();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw failureOf(error, signal);
  }
}
