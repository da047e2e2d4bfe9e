import { AppError } from '../errors/app-error.ts';
import { siteIdentity, type SiteIdentity } from '../contract/bridge.ts';
import { shared } from '../runtime/one-at-a-time.ts';
import { withoutSlash } from '../net/without-slash.ts';

/** The one site that this sidecar serves. */
export interface Site extends SiteIdentity {
  /** Shared with the plugin. */
  secret: string;
  /** Where WordPress is reached from here, without a trailing slash. */
  address: string;
}

/** Milliseconds between readings, so that calls with another site's name do not trigger one each. */
const rereadPause = 10_000;

/** Parses `X-Itih-Site`; null when it is invalid. */
export function readSiteHeader(text: string): SiteIdentity | null {
  const parsed = siteIdentity.safeParse(Object.fromEntries(new URLSearchParams(text)));
  return parsed.success ? parsed.data : null;
}

/** Returns host, port and path: addresses that differ in scheme or `www.` are the same site, also for the plugin. */
export function comparableUrl(text: string): string {
  const { hostname, port, pathname } = new URL(text);
  const isUsual = ['', '80', '443'].includes(port);
  return hostname.replace(/^www\./, '') + (isUsual ? '' : `:${port}`) + withoutSlash(pathname);
}

/**
 * The site that the sidecar serves. It is read once, and again when a call names another one: its address may
 * have changed, or a copy may have got its own identity.
 */
export class ServedSite {
  readonly #read: () => Promise<Site>;
  readonly #clock: () => number;
  #site: Site | null;
  #readAt = -Infinity;

  /** @param read Reads the site's own options or its `GET /site`. */
  constructor(known: Site | null, read: () => Promise<Site>, clock: () => number) {
    this.#site = known;
    this.#read = read;
    this.#clock = clock;
  }

  readonly #load = shared(async () => {
    try {
      return (this.#site = await this.#read());
    } finally {
      this.#readAt = this.#clock();
    }
  });

  /** @throws AppError `sidecar_unavailable` while it cannot be read */
  async get(): Promise<Site> {
    return this.#site ?? (await this.#load());
  }

  /** Reads the site again, unless it was read a moment ago; keeps the known one when it cannot be read. */
  async reread(): Promise<Site> {
    const before = this.#site;
    if (!before) return this.#load();
    if (this.#clock() - this.#readAt < rereadPause) return before;
    return this.#load().catch(() => before);
  }

  /** Returns the served site if it is the named one. @throws AppError `wrong_site` with the served site */
  async require(named: SiteIdentity): Promise<Site> {
    const isNamed = ({ id, url }: Site) =>
      id === named.id && comparableUrl(url) === comparableUrl(named.url);
    let served = await this.get();
    if (!isNamed(served)) served = await this.reread();
    if (isNamed(served)) return served;
    throw new AppError('wrong_site', { site: served.url });
  }
}
