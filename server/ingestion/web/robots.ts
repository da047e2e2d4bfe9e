import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import { AppError } from '../../errors/app-error.ts';
import type { SafeFetch } from './safe-fetch.ts';

/** As robots.txt and robots meta elements call this crawler. */
export const productToken = 'ItihRagChat';

const hour = 3_600_000;
const minute = 60_000;
/** RFC 9309, 2.5: at least 500 KiB have to be read. */
const maxBytes = 512 * 1024;
/** Milliseconds; a longer `Crawl-delay` would keep a crawl of a section busy for days. */
const longestDelay = 30_000;
/**
 * Characters of all rules with wildcards in one file. Each costs the checked address' length: more than
 * this was not written to be read.
 */
const maxWildcards = 10_000;

export interface Rules {
  allows(url: URL): boolean;
  /** Milliseconds between two requests; 0 when the site does not say. */
  delay: number;
  /** As they stand there. */
  sitemaps: string[];
}

const allowAll: Rules = { allows: () => true, delay: 0, sitemaps: [] };

const unreadable = (cause: unknown) =>
  new AppError('provider_error', {
    message: 'The robots.txt of this site cannot be read at the moment.',
    cause,
  });

function parse(url: URL, body: Uint8Array): Rules {
  let wildcards = 0;
  const lines = new TextDecoder().decode(body).split(/\r\n?|\n/);
  const kept = lines.filter((line) => {
    if (!/^\s*(dis)?allow.*\*/i.test(line)) return true;
    wildcards += line.length;
    return wildcards <= maxWildcards;
  });
  const robots = robotsParser(url.href, kept.join('\n'));
  const delay = (robots.getCrawlDelay(productToken) ?? 0) * 1000;
  return {
    allows: (page) => robots.isAllowed(page.href, productToken) ?? true,
    delay: Math.min(Math.max(delay, 0), longestDelay),
    sitemaps: robots.getSitemaps(),
  };
}

/** What sites ask of crawlers in their robots.txt: https://www.rfc-editor.org/rfc/rfc9309 */
export function createRobots(safeFetch: SafeFetch, clock: () => number) {
  const known = new LRUCache<string, { rules: Promise<Rules>; until: number }>({ max: 500 });

  async function read(url: URL): Promise<Rules> {
    const { signal } = new AbortController();
    const answer = await safeFetch(url, { signal, maxBytes }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'blocked_address') throw error;
      throw unreadable(error);
    });
    const { status, body } = answer;
    if (status === 200) return parse(url, body);
    // What the site does not have or does not show allows everything; what is broken, nothing.
    if (status >= 400 && status < 500 && status !== 429) return allowAll;
    throw unreadable(new Error(`${url.href} answered ${status}.`));
  }

  /** Of the site that `url` belongs to. @throws AppError when robots.txt cannot be read now */
  async function rulesFor(url: URL): Promise<Rules> {
    const cached = known.get(url.origin);
    if (cached && cached.until > clock()) return cached.rules;
    const rules = read(new URL('/robots.txt', url));
    const entry = { rules, until: clock() + hour };
    known.set(url.origin, entry);
    rules.catch(() => (entry.until = clock() + minute));
    return rules;
  }

  return {
    rulesFor,

    /** @throws AppError `rest_forbidden`; as `rulesFor` */
    async admit(url: URL): Promise<void> {
      if ((await rulesFor(url)).allows(url)) return;
      throw new AppError('rest_forbidden', {
        message: 'The robots.txt of this site asks not to read this page.',
      });
    },
  };
}
export type Robots = ReturnType<typeof createRobots>;

/** Directives that have a colon of their own: they are not names of crawlers. */
const valued = /^(max-snippet|max-image-preview|max-video-preview|unavailable_after)$/;

/**
 * What a page asks of this crawler, in `X-Robots-Tag` headers and robots meta elements. In a header a
 * directive may be for one crawler: `otherbot: noindex, nofollow, *: nosnippet`.
 */
export function robotsDirectives(
  header: string,
  meta: string,
): { noindex: boolean; nofollow: boolean } {
  const asked = new Set(meta.toLowerCase().split(/[\s,]+/));
  let mine = true;
  for (const part of header.toLowerCase().split(',')) {
    const [, name = '', rest = part] = /^\s*([\w*-]+)\s*:(.*)$/s.exec(part) ?? [];
    if (name && !valued.test(name)) mine = name === '*' || name === productToken.toLowerCase();
    if (mine) asked.add(rest.trim());
  }
  const none = asked.has('none');
  return { noindex: none || asked.has('noindex'), nofollow: none || asked.has('nofollow') };
}
