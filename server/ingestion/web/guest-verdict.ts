import type { AppError } from '../../errors/app-error.ts';
import { failure } from '../failures.ts';
import { foldCase } from '../../text/fold.ts';
import type { GuestPage, AskAsGuest, Route } from './guest-page.ts';
import type { LookupAddress } from 'node:dns';
import { withoutWww } from './web-address.ts';

/** A post as the chat would tell it. */
interface Told {
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

/** Returns evenly spread pieces that stand on the page in this form: parts of sentences, table cells. */
function piecesOf(html: string): string[] {
  const all = textOf(html, '\n')
    .split(/[\n.:;!?|…。！？：；]/)
    .map((piece) => letters(piece).slice(0, max.letters))
    .filter(({ length }) => length >= minLetters);
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

/** @throws AppError for an answer that decides nothing: the page is to be asked for again */
function requireAnswer({ status, headers, elsewhere }: GuestPage): void {
  if (challenges.some((name) => headers[name] !== undefined)) throw failure('page_challenge');
  if (elsewhere || refusals.has(status) || status === 200 || status === 304) return;
  throw failure('site_error', { value: status });
}

/** Decides whether guests read a post at its address. @throws AppError for an answer that decides nothing */
export function judgePage(page: GuestPage, { title, html }: Told): Verdict {
  requireAnswer(page);
  const refused = (name: Parameters<typeof failure>[0]): Verdict => ({
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

interface Dependencies {
  ask: AskAsGuest;
  /** Where WordPress is reached from here. */
  siteUrl: string;
  /** Addresses of the site on this machine; none if it is not found there. */
  local: () => LookupAddress[];
}

/** Milliseconds for both pages of one way. */
const within = 60_000;

/** Looks at the site's front page as a guest, and finds the way to it. */
export function createFrontPage({ ask, siteUrl, local }: Dependencies) {
  /** Returns this machine first, as for the bridge; then where WordPress is reached; then as visitors do. */
  function routes(front: URL): Route[] {
    const addresses = local();
    const { host, origin } = new URL(siteUrl);
    return [
      ...(addresses.length > 0 ? [{ addresses }] : []),
      ...(host === front.host ? [] : [{ origin }]),
      {},
    ];
  }

  async function isClosedBy(route: Route, front: URL): Promise<boolean> {
    const options = { signal: AbortSignal.timeout(within), route };
    const page = await ask(front, options);
    const { elsewhere } = page;
    const isHere = elsewhere !== null && withoutWww(elsewhere) === withoutWww(front);
    return isClosedSite(page, isHere ? await ask(elsewhere, options) : null);
  }

  /**
   * Returns a way by which the site is open, else one by which it is closed.
   *
   * @throws AppError of the last way if none decides it
   */
  return async function lookAtFrontPage(
    home: string,
  ): Promise<{ route: Route; isClosed: boolean }> {
    const front = new URL(`${home.replace(/\/$/, '')}/`);
    let closed: Route | null = null;
    let failure: unknown;
    for (const route of routes(front)) {
      try {
        if (!(await isClosedBy(route, front))) return { route, isClosed: false };
        closed ??= route;
      } catch (error) {
        failure = error;
      }
    }
    if (!closed) throw failure;
    return { route: closed, isClosed: true };
  };
}
export type LookAtFrontPage = ReturnType<typeof createFrontPage>;
