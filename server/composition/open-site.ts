import type { Config } from '../config/config.ts';
import { authorized, connectToSite } from '../config/site-connection.ts';
import { AppError } from '../errors/app-error.ts';
import { fetchSiteIdentity } from '../wordpress/bridge.ts';
import { createSite } from '../wordpress/site.ts';

/**
 * Finds the site on this machine or elsewhere; its plugin confirms that it is the right site. `local` returns its
 * addresses on this machine.
 */
export function openSiteFetch(config: Config, now: () => number) {
  const { siteUrl, siteAuth, siteId, tryLoopback } = config;
  const connected = connectToSite({
    siteUrl,
    tryLoopback,
    now,
    probe: async (fetch) => {
      const { id } = await fetchSiteIdentity(siteUrl, authorized(fetch, siteAuth));
      if (siteId && id !== siteId) throw new AppError('wrong_site');
    },
  });
  return { fetch: authorized(connected, siteAuth), local: connected.local };
}

/** Reads the site that is served from its options (`--wp`), or asks at its address. */
export function openSite(
  config: Config,
  complete: () => Promise<Config>,
  fetch: typeof globalThis.fetch,
  clock: () => number,
) {
  const siteOf = ({ siteId: id, siteHome: url, secret, siteUrl: address }: Config) => ({
    id,
    url,
    secret,
    address,
  });
  const isKnown = config.siteId !== '' && config.siteHome !== '';
  return createSite(
    isKnown ? siteOf(config) : null,
    async () => {
      const site = siteOf(await complete());
      return site.id ? site : { ...site, ...(await fetchSiteIdentity(site.address, fetch)) };
    },
    clock,
  );
}
