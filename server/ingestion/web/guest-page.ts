import { randomUUID } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressGuard } from '../../net/address-guard.ts';
import { sendRequest } from '../../net/send-request.ts';
import type { SiteAuth } from '../../net/site-auth.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import { decodePage } from '../read/decode.ts';
import { failure } from '../failures.ts';
import type { HostGate } from './host-gate.ts';
import { decoders, readBody, redirects, toAppError, utf8 } from './safe-fetch.ts';
import { parseAddress, withoutWww } from './web-address.ts';

/** An answer of the site to somebody without an account. */
export interface GuestPage {
  /** Address after redirects that lead to the same page. */
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  /** Other page to which it redirects; null: it answers itself. */
  elsewhere: URL | null;
  /** Empty unless the status is 200. */
  html: string;
}

/** A way to the site's web server. */
export interface Route {
  /** Connects to these addresses: the site on this machine. */
  addresses?: LookupAddress[];
  /** Asks this server for the site's pages: WordPress has another address in this network than for visitors. */
  origin?: string;
}

export interface AskOptions {
  signal: AbortSignal;
  route?: Route;
  headers?: Record<string, string>;
  /** Asks past caches, by a parameter that they do not know. */
  fresh?: boolean;
  /** Milliseconds from the start of this request to that of the next. */
  gap?: number;
}

interface Dependencies {
  /** Admits the hosts of the site wherever they lead. */
  guard: Pick<AddressGuard, 'addressesOf'>;
  gate: HostGate;
  auth: SiteAuth;
  userAgent: string;
  /** Whether an address is of the site itself. */
  isOwn: (url: URL) => boolean;
}

const totalMs = 20_000;
const connectMs = 5000;
const maxBytes = 8 * 2 ** 20;
const maxRedirects = 5;

/** `en`, `pt-br`, `zh_hant`. */
const languagePrefix = /^\/[a-z]{2,3}(?:[-_][a-z]{2,4})?(?=\/|$)/;

function pathOf({ pathname }: URL): string {
  let path = pathname;
  try {
    path = decodeURI(pathname);
  } catch {
    // Not UTF-8; it is compared as it is.
  }
  return path
    .toLowerCase()
    .replace(/^\/index\.php(?=\/|$)/, '')
    .replace(/\/$/, '');
}

function isSamePath(from: string, to: string): boolean {
  if (from === to) return true;
  const [bareFrom, bareTo] = [from, to].map((path) => path.replace(languagePrefix, ''));
  if (bareFrom === '') return from === '' && bareTo === '';
  return bareFrom === bareTo;
}

/**
 * Whether a redirect leads to the same page: with `https`, with or without `www.` and a last slash, in another
 * language, or with more parameters.
 */
export function isSamePage(from: URL, to: URL): boolean {
  const keeps = [...from.searchParams].every(
    ([name, value]) => to.searchParams.get(name) === value,
  );
  return keeps && withoutWww(from) === withoutWww(to) && isSamePath(pathOf(from), pathOf(to));
}

/**
 * Asks for pages of the site as a visitor without an account and without cookies. Follows redirects only to the same
 * page, and never to another host.
 */
export function createAskAsGuest({ guard, gate, auth, userAgent, isOwn }: Dependencies) {
  async function send(url: URL, { route = {}, headers, fresh }: AskOptions, signal: AbortSignal) {
    const own = isOwn(url);
    const { origin, addresses } = own ? route : {};
    const at = origin === undefined ? url : new URL(url.pathname + url.search, origin);
    const checked =
      addresses ?? (await unlessAborted(guard.addressesOf(at, own), signal)).addresses;
    return sendRequest(at, {
      headers: {
        accept: 'text/html, application/xhtml+xml, */*;q=0.5',
        'accept-encoding': [...decoders.keys()].join(', '),
        'user-agent': userAgent,
        host: url.host,
        // So that WordPress behind a proxy does not send to https what came by it.
        ...(at.protocol !== url.protocol && { 'x-forwarded-proto': url.protocol.slice(0, -1) }),
        ...(fresh && { 'cache-control': 'no-cache' }),
        ...auth(at),
        ...headers,
      },
      addresses: checked,
      connectMs,
      signal,
      agent: false,
    });
  }

  async function follow(start: URL, options: AskOptions, signal: AbortSignal): Promise<GuestPage> {
    let url = new URL(start);
    if (options.fresh) url.searchParams.set('itih', randomUUID());
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const incoming = await send(url, options, signal);
      try {
        const { statusCode: status = 0, headers } = incoming;
        const { location } = headers;
        if (redirects.has(status) && location !== undefined) {
          const next = parseAddress(URL.parse(utf8(location), url)?.href ?? location);
          if (!isSamePage(start, next)) return { url, status, headers, elsewhere: next, html: '' };
          url = next;
          continue;
        }
        const body = status === 200 ? await readBody(incoming, maxBytes) : new Uint8Array();
        const html = decodePage(body, headers['content-type'] ?? '');
        return { url, status, headers, elsewhere: null, html };
      } finally {
        incoming.destroy();
      }
    }
    // With cookies one may get through, so this decides nothing.
    throw failure('site_error', { value: 302 });
  }

  /** @throws AppError; the reason of `signal` */
  return (url: URL, options: AskOptions): Promise<GuestPage> =>
    gate('site', options.gap ?? 0, options.signal, async () => {
      const overdue = AbortSignal.timeout(totalMs);
      try {
        return await follow(url, options, AbortSignal.any([options.signal, overdue]));
      } catch (error) {
        throw toAppError(error, options.signal, overdue);
      }
    });
}
export type AskAsGuest = ReturnType<typeof createAskAsGuest>;
