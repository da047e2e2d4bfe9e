import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import { AppError } from '../../errors/app-error.ts';
import { failure } from '../failures.ts';
import type { SafeFetch } from './safe-fetch.ts';

/** The crawler's name in robots.txt and robots meta elements. */
export const productToken = 'ItihRagChat';

const hour = 3_600_000;
const minute = 60_000;
/** RFC 9309, 2.5: at least 500 KiB have to be read. */
const maxBytes = 512 * 1024;
/** Milliseconds; a longer `Crawl-delay` would make the crawl of a section last for days. */
const maxDelay = 30_000;
/** Characters of all rules with wildcards of one file: each is matched against every address. */
const maxWildcards = 10_000;

export interface Rules {
  allows(url: URL): boolean;
  /** Milliseconds between two requests; 0 if the site does not say. */
  delay: number;
  /** Addresses as they are written in the file. */
  sitemaps: string[];
}

const allowAll: Rules = { allows: () => true, delay: 0, sitemaps: [] };

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
    delay: Math.min(Math.max(delay, 0), maxDelay),
    sitemaps: robots.getSitemaps(),
  };
}

/** Reads and caches robots.txt: https://www.rfc-editor.org/rfc/rfc9309 */
export class Robots {
  readonly #safeFetch: Pick<SafeFetch, 'get'>;
  readonly #clock: () => number;
  readonly #cache = new LRUCache<string, { rules: Promise<Rules>; until: number }>({ max: 500 });

  constructor(safeFetch: Pick<SafeFetch, 'get'>, clock: () => number) {
    this.#safeFetch = safeFetch;
    this.#clock = clock;
  }

  /** Returns the rules of the site of `url`. @throws AppError if robots.txt cannot be read now */
  async rulesFor(url: URL): Promise<Rules> {
    const cached = this.#cache.get(url.origin);
    if (cached && cached.until > this.#clock()) return cached.rules;
    const rules = this.#read(new URL('/robots.txt', url));
    const entry = { rules, until: this.#clock() + hour };
    this.#cache.set(url.origin, entry);
    rules.catch(() => (entry.until = this.#clock() + minute));
    return rules;
  }

  /** @throws AppError `rest_forbidden`; as `rulesFor` */
  async admit(url: URL): Promise<void> {
    if (!(await this.rulesFor(url)).allows(url)) throw failure('page_disallowed');
  }

  async #read(url: URL): Promise<Rules> {
    const { signal } = new AbortController();
    const options = { signal, maxBytes };
    const { status, body } = await this.#safeFetch.get(url, options).catch((cause: unknown) => {
      if (cause instanceof AppError && cause.code === 'blocked_address') throw cause;
      throw failure('robots_unreadable', { cause });
    });
    if (status === 200) return parse(url, body);
    // RFC 9309, 2.3.1: a missing file allows everything, a server error nothing.
    if (status >= 400 && status < 500 && status !== 429) return allowAll;
    const cause = new Error(`${url.href} answered ${status}.`);
    throw failure('robots_unreadable', { cause });
  }
}

/** Directives with a colon: the word before it is not the name of a crawler. */
const valued = /^(max-snippet|max-image-preview|max-video-preview|unavailable_after)$/;

/**
 * Returns the directives of a page for this crawler, from its `X-Robots-Tag` headers and robots meta
 * elements. A header may name a crawler: `otherbot: noindex, nofollow, *: nosnippet`.
 */
export function robotsDirectives(
  header: string,
  meta: string,
): { noindex: boolean; nofollow: boolean } {
  const directives = new Set(meta.toLowerCase().split(/[\s,]+/));
  let isAddressed = true;
  for (const part of header.toLowerCase().split(',')) {
    const [, name = '', rest = part] = /^\s*([\w*-]+)\s*:(.*)$/s.exec(part) ?? [];
    if (name && !valued.test(name)) {
      isAddressed = name === '*' || name === productToken.toLowerCase();
    }
    if (isAddressed) directives.add(rest.trim());
  }
  const none = directives.has('none');
  return {
    noindex: none || directives.has('noindex'),
    nofollow: none || directives.has('nofollow'),
  };
}
