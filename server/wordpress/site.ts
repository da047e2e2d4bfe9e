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

/** Milliseconds: whoever names another site must not make the sidecar ask all the time. */
const rereadPause = 10_000;

/** `X-Itih-Site` as it was sent; null when it names no site. */
export function readSiteHeader(text: string): SiteIdentity | null {
  const parsed = siteIdentity.safeParse(Object.fromEntries(new URLSearchParams(text)));
  return parsed.success ? parsed.data : null;
}

/** Host, port and path: neither the scheme nor `www.` makes another site. The plugin compares in the same way. */
export function comparableUrl(text: string): string {
  const { hostname, port, pathname } = new URL(text);
  const isUsual = ['', '80', '443'].includes(port);
  return hostname.replace(/^www\./, '') + (isUsual ? '' : `:${port}`) + withoutSlash(pathname);
}

/**
 * Knows which site the sidecar serves. It is read once, and again when a call names another one: its address may
 * have changed, or a copy may have become a site of its own.
 *
 * @param read From the site's own options or from its `GET /site`.
 */
export function createSite(known: Site | null, read: () => Promise<Site>, clock: () => number) {
  let site = known;
  let readAt = -Infinity;

  const load = shared(async () => {
    try {
      return (site = await read());
    } finally {
      readAt = clock();
    }
  });

  /** Reads the site again, unless it was read a moment ago; keeps the known one when it cannot be read. */
  async function reread(): Promise<Site> {
    if (!site) return load();
    const before = site;
    if (clock() - readAt < rereadPause) return before;
    return load().catch(() => before);
  }

  return {
    /** @throws AppError `sidecar_unavailable` while it cannot be read */
    get: async (): Promise<Site> => site ?? (await load()),

    reread,

    /** Settles when a call may be about this site. @throws AppError `wrong_site` that says which site is served */
    async require(named: SiteIdentity): Promise<Site> {
      const isNamed = ({ id, url }: Site) =>
        id === named.id && comparableUrl(url) === comparableUrl(named.url);
      let served = site ?? (await load());
      if (!isNamed(served)) served = await reread();
      if (isNamed(served)) return served;
      throw new AppError('wrong_site', { site: served.url });
    },
  };
}
export type ServedSite = ReturnType<typeof createSite>;
