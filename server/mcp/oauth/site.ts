import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import { boundedFetch } from '../../net/bounded-fetch.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';

/** This site as an OAuth client. */
export interface OAuthSite {
  name: string;
  homeUrl: string;
  redirectUrl: string;
  /** Undefined: no authorization server could read the document. */
  clientUrl: string | undefined;
}

interface OAuthSiteDependencies {
  settings: Pick<SettingsStore, 'fresh' | 'site'>;
  guard: AddressGuard;
  /** Makes the `fetch` for the site's own document. */
  fetchWith?: typeof boundedFetch;
}

/** Limits in milliseconds and bytes for reading the site's own document. */
const limits = { connectMs: 3000, totalMs: 5000, maxBytes: 64 * 1024 };

const ownDocument = z.object({ client_id: z.string(), redirect_uris: z.array(z.string()) });

/**
 * Describes this site as an OAuth client: in its own words where authorization servers can read them.
 *
 * @throws AppError when WordPress does not answer, or its plugin is too old
 */
export async function oauthSite(dependencies: OAuthSiteDependencies): Promise<OAuthSite> {
  const { settings } = dependencies;
  await settings.fresh();
  const site = settings.site();
  if (!site?.oauth) {
    throw new AppError('not_configured', {
      message: 'Signing in needs the present version of the plugin. Update it in WordPress.',
    });
  }
  const { redirect_url: redirectUrl, client_url: clientUrl } = site.oauth;
  const clientIsReadable = await isReadable(clientUrl, redirectUrl, dependencies);
  return {
    name: site.name,
    homeUrl: site.home_url,
    redirectUrl,
    clientUrl: clientIsReadable ? clientUrl : undefined,
  };
}

/**
 * Whether everybody on the Internet can read the client id metadata document: a password before the site or a
 * plugin that closes REST would leave the owner at an error page of the authorization server.
 */
async function isReadable(
  address: string,
  redirectUrl: string,
  { guard, fetchWith = boundedFetch }: OAuthSiteDependencies,
): Promise<boolean> {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return false;
  const signal = AbortSignal.timeout(limits.totalMs);
  try {
    const { addresses, inside } = await unlessAborted(guard.addressesOf(url, false), signal);
    if (inside) return false;
    const fetch = fetchWith({ ...limits, addressesOf: () => Promise.resolve(addresses) });
    const response = await fetch(url, { signal, headers: { accept: 'application/json' } });
    const document = ownDocument.parse(await response.json());
    return document.client_id === address && document.redirect_uris.includes(redirectUrl);
  } catch {
    return false;
  }
}
