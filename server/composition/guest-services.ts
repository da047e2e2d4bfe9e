import type { GuestsStatus } from '../contract/admin.ts';
import type { Context } from '../ingestion/context.ts';
import {
  createGuestAccess,
  createGuestLooks,
  createRecheckPosts,
  createRequireShown,
} from '../ingestion/guests.ts';
import { createFrontPage, createAskAsGuest } from '../ingestion/web/guest-page.ts';
import { createHostGate } from '../ingestion/web/safe-fetch.ts';
import { withoutWww } from '../ingestion/read/blocks.ts';
import { AddressGuard, withHosts } from '../net/address-guard.ts';
import { createLookedPosts } from '../storage/documents.ts';
import type { Foundation } from './foundation.ts';

/** Builds what looks at the site's pages as a guest, and decides by it which posts are told. */
export function createGuestServices(context: Context & Foundation, userAgent: string) {
  const { config, database, settings, siteAuth, localSite, clock } = context;
  const addresses = () => [config.siteUrl, settings.site()?.home_url ?? config.siteUrl];
  const hosts = () => addresses().map((address) => withoutWww(new URL(address)));
  const ask = createAskAsGuest({
    guard: {
      // The site may move while the sidecar runs.
      addressesOf: (url, named) => {
        const { hostname } = url;
        const allowed = named ? withHosts(config.fetchAllowed, [hostname]) : config.fetchAllowed;
        return new AddressGuard(allowed).addressesOf(url, named);
      },
    },
    gate: createHostGate(clock),
    auth: siteAuth,
    userAgent,
    isOwn: (url) => hosts().includes(withoutWww(url)),
  });
  const lookAtFrontPage = createFrontPage(ask, config.siteUrl, localSite);
  const access = createGuestAccess(context, lookAtFrontPage, config.siteUrl);
  const look = createGuestLooks(access, ask);
  const lookedPosts = createLookedPosts(database);
  const recheckPosts = createRecheckPosts(context, lookedPosts, look, access);

  /** Returns the owner's view of it. */
  async function guestsStatus(): Promise<GuestsStatus> {
    const known = access.known();
    const stopped = await recheckPosts.stopped();
    return {
      access: (await access.isOff()) ? 'off' : (known?.is ?? 'unknown'),
      reason: known?.reason ?? '',
      withheld: (await lookedPosts.withheldPosts()).length,
      stopped: stopped && { looks: stopped.looks, turned: stopped.turned },
    };
  }

  return {
    guestAccess: access,
    guestsStatus,
    requireShown: createRequireShown(context, look, access),
    recheckPosts,
  };
}
