import { hash, randomUUID } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressGuard } from '../../net/address-guard.ts';
import { sendRequest } from '../../net/send-request.ts';
import type { SiteAuth } from '../../net/site-auth.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import { decodePage } from '../read/decode.ts';
import { failure, type Failure } from '../failures.ts';
import { robotsDirectives } from './robots.ts';
import { acceptedEncodings, inTime, readBody, redirectOf, type HostGate } from './safe-fetch.ts';
import { withoutWww } from '../read/blocks.ts';
import type { AppError } from '../../errors/app-error.ts';
import { foldCase } from '../../language/fold.ts';

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
  /** Requests the site's pages from this server: WordPress has another address in this network than for visitors. */
  origin?: string;
}

export interface GuestOptions {
  signal: AbortSignal;
  route?: Route;
  headers?: Record<string, string>;
  /** Requests past caches, by a parameter that they do not know. */
  fresh?: boolean;
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

/** Requests pages of the site as a visitor without an account and without cookies. */
export class GuestRequests {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Requests a page. Follows redirects only to the same page, and never to another host.
   *
   * @throws AppError; the reason of `signal`
   */
  get(url: URL, options: GuestOptions): Promise<GuestPage> {
    return this.#dependencies.gate.pass('site', 0, options.signal, () =>
      inTime(totalMs, options.signal, (signal) => this.#follow(url, options, signal)),
    );
  }

  async #follow(start: URL, options: GuestOptions, signal: AbortSignal): Promise<GuestPage> {
    let url = new URL(start);
    if (options.fresh) url.searchParams.set('itih', randomUUID());
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const incoming = await this.#send(url, options, signal);
      try {
        const { statusCode: status = 0, headers } = incoming;
        const next = redirectOf(incoming, url);
        if (next) {
          if (!isSamePage(start, next)) return { url, status, headers, elsewhere: next, html: '' };
          url = next;
          continue;
        }
        const html = decodePage(await readBody(incoming, maxBytes), headers['content-type'] ?? '');
        return { url, status, headers, elsewhere: null, html };
      } finally {
        incoming.destroy();
      }
    }
    // With cookies one may get through, so this decides nothing.
    throw failure('site_error', { value: 302 });
  }

  async #send(url: URL, { route = {}, headers, fresh }: GuestOptions, signal: AbortSignal) {
    const { guard, auth, userAgent, isOwn } = this.#dependencies;
    const own = isOwn(url);
    const { origin, addresses } = own ? route : {};
    const at = origin === undefined ? url : new URL(url.pathname + url.search, origin);
    const checked =
      addresses ?? (await unlessAborted(guard.addressesOf(at, own), signal)).addresses;
    return sendRequest(at, {
      headers: {
        accept: 'text/html, application/xhtml+xml, */*;q=0.5',
        'accept-encoding': acceptedEncodings,
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
}

/** A post as the chat would use it. */
interface PostText {
  title: string;
  /** Its content, without excerpt, terms and fields, which a theme need not show; empty: only the answer's head is judged. */
  html: string;
}

/**
 * `shown`: guests read the post at its address. `refused`: they do not, for the reason. `without_text`: the page is
 * there without the post's text: a notice for members, or a page that a script fills.
 */
export type Verdict =
  { is: 'shown' } | { is: 'refused'; reason: AppError } | { is: 'without_text'; reason: AppError };

/** Statuses with which a site keeps a page from guests. */
const refusals: ReadonlySet<number> = new Set([401, 403, 404, 410]);
/** Headers of services that ask the client to prove that it is a browser: Cloudflare, AWS, Sucuri, SiteGround. */
const challenges = ['cf-mitigated', 'x-amzn-waf-action', 'x-sucuri-block', 'sg-captcha'];

const password = /<input\b[^<>]*\btype=["']?password\b/i;
const hasPassword = ({ html }: GuestPage) => password.test(html);

/** Pieces of text that are looked for, and the letters of each. */
const max = { pieces: 40, letters: 60 };
/** Letters of the shortest piece: a shorter one may be on any page. */
const minLetters = 10;

/** Returns letters and digits: quotes, spaces and dashes are not the same everywhere. */
const letters = (text: string) => foldCase(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the text, with that of scripts: the site sends it to everybody. */
const textOf = (html: string, tag: string) =>
  html
    .replace(/<[^<>]*>/g, tag)
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));|\\u([\da-f]{4})/gi, (_, hex, decimal, escaped) => {
      const code = decimal ? Number(decimal) : parseInt(String(hex ?? escaped), 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/&[a-z]{2,8};/gi, '');

/** Returns the pieces of a text that stand on the page in this form: parts of sentences, table cells. */
const allPiecesOf = (html: string): string[] =>
  textOf(html, '\n')
    .split(/[\n.:;!?|…。！？：；]/)
    .map((piece) => letters(piece).slice(0, max.letters))
    .filter(({ length }) => length >= minLetters);

/** Returns evenly spread pieces. */
function piecesOf(html: string): string[] {
  const all = allPiecesOf(html);
  const step = Math.max(1, all.length / max.pieces);
  const count = Math.min(all.length, max.pieces);
  return Array.from({ length: count }, (_, index) => all[Math.floor(index * step)]!);
}

/** Whether the page is one part of a post in several pages. */
function isPaged({ html, url: { pathname } }: GuestPage): boolean {
  const second = `${pathname.replace(/\/$/, '')}/2`;
  return ['/', '"', "'"].some((end) => html.includes(second + end)) || /[?&;]page=2\b/.test(html);
}

/**
 * Whether most of the later half of the text is on the page: a notice for members may follow a beginning. Of a post in
 * several pages, some of the text.
 */
function showsText(page: GuestPage, pieces: readonly string[]): boolean {
  const shown = letters(textOf(page.html, ''));
  if (isPaged(page)) return pieces.some((piece) => shown.includes(piece));
  const later = pieces.slice(Math.floor(pieces.length / 2));
  return later.filter((piece) => shown.includes(piece)).length * 2 >= later.length;
}

/** Returns HTML without what stands between these, each looked for once. */
function without(html: string, start: RegExp, end: string): string {
  const [first = '', ...others] = html.split(start);
  return first + others.map((part) => part.split(end).slice(1).join(end)).join(' ');
}

/** Returns a hash of what visitors read on a page: scripts and hidden fields differ from one request to the next. */
export function hashOfPage({ html }: Pick<GuestPage, 'html'>): string {
  const read = without(without(html, /<script\b/i, '</script>'), /<style\b/i, '</style>');
  return hash('sha256', letters(textOf(read, ''))).slice(0, 16);
}

/** Whether all of a text is on a page. */
export function showsAll(page: GuestPage, html: string): boolean {
  const shown = letters(textOf(page.html, ''));
  return allPiecesOf(html).every((piece) => shown.includes(piece));
}

/** Whether a page shows most of a text. */
export const showsMost = (page: GuestPage, text: string): boolean =>
  page.html !== '' && showsText(page, piecesOf(text));

/** Whether the site asks search engines to leave a page out. */
export function isNoindex({ html, headers }: Pick<GuestPage, 'html' | 'headers'>): boolean {
  const meta = [...without(html, /<!--/, '-->').matchAll(/<meta\b[^<>]*>/gi)]
    .filter(([tag]) => /\bname=["']?robots\b/i.test(tag))
    .map(([tag]) => /\bcontent=["']([^"'<>]*)/i.exec(tag)?.[1] ?? '');
  const header = [headers['x-robots-tag'] ?? ''].flat().join(', ');
  return robotsDirectives(header, meta.join(', ')).noindex;
}

/** @throws AppError for an answer that decides nothing: the page is to be requested again */
function requireAnswer({ status, headers, elsewhere }: GuestPage): void {
  if (challenges.some((name) => headers[name] !== undefined)) throw failure('page_challenge');
  if (elsewhere || refusals.has(status) || status === 200 || status === 304) return;
  throw failure('site_error', { value: status });
}

/** Decides whether guests read a post at its address. @throws AppError for an answer that decides nothing */
export function judgePage(page: GuestPage, { title, html }: PostText): Verdict {
  requireAnswer(page);
  const refused = (name: Failure): Verdict => ({
    is: 'refused',
    reason: failure(name, { value: page.status }),
  });
  if (page.elsewhere) return refused('guests_sent_away');
  if (refusals.has(page.status)) return refused('guests_refused');
  if (page.status === 304) return { is: 'shown' };
  const pieces = piecesOf(html);
  const isThere = showsText(page, pieces.length > 0 ? pieces : [letters(title)]);
  if (isThere) return { is: 'shown' };
  if (hasPassword(page)) return refused('guests_asked_to_log_in');
  if (pieces.length === 0) return { is: 'shown' };
  return { is: 'without_text', reason: failure('guests_see_no_text') };
}

/** Links to other pages, by which a front page is told from a login form. */
const minLinks = 3;

function countLinks({ html, url }: GuestPage): number {
  const links = [...html.matchAll(/<a\b[^<>]*\bhref=["']([^"'<>]*)/gi)].map(([, href = '']) =>
    URL.parse(href.replaceAll('&amp;', '&'), url),
  );
  const isPage = (link: URL | null): link is URL =>
    link?.host === url.host && link.pathname !== url.pathname && !link.pathname.includes('/wp-');
  return new Set(links.filter(isPage).map(({ pathname }) => pathname)).size;
}

/** WordPress' own `nocache_headers()`, which no firewall in front of it sends. */
const isOfWordPress = ({ headers }: GuestPage) =>
  headers.expires === 'Wed, 11 Jan 1984 05:00:00 GMT';

/**
 * Decides whether a site is closed to guests, by its front page.
 *
 * @param target The page of the site to which it redirects, if any.
 * @throws AppError for an answer that decides nothing
 */
export function isClosedSite(front: GuestPage, target: GuestPage | null): boolean {
  requireAnswer(front);
  const { elsewhere, status } = front;
  if (elsewhere) return target === null || refusals.has(target.status) || hasPassword(target);
  if (status === 401 || (status === 403 && isOfWordPress(front))) return true;
  if (status !== 200) throw failure('site_error', { value: status });
  return hasPassword(front) && countLinks(front) < minLinks;
}
