import type { GuestsStatus } from '../contract/admin.ts';
import { createGuestAccess, createGuestLooks } from '../ingestion/guest-access.ts';
import { createRecheckPosts } from '../ingestion/recheck-posts.ts';
import { createRequireShown } from '../ingestion/require-shown.ts';
import { createFrontPage } from '../ingestion/web/guest-verdict.ts';
import { createAskAsGuest } from '../ingestion/web/guest-page.ts';
import { createHostGate } from '../ingestion/web/host-gate.ts';
import { withoutWww } from '../ingestion/web/web-address.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { createAddressGuard, withHosts } from '../net/address-guard.ts';
import { createLookedPosts } from '../storage/documents.ts';
import type { Pages } from '../storage/pages.ts';
import type { Foundation } from './foundation.ts';

interface Dependencies extends Foundation {
  pages: Pages;
  queue: Pick<JobQueue, 'enqueue'>;
  userAgent: string;
  /** Wakes the worker. */
  wake: () => void;
}

/** Builds what looks at the site's pages as a guest, and decides by it which posts are told. */
export function createGuestServices(dependencies: Dependencies) {
  const { config, database, settings, siteAuth, localSite, clock, userAgent } = dependencies;
  const addresses = () => [config.siteUrl, settings.site()?.home_url ?? config.siteUrl];
  const hosts = () => addresses().map((address) => withoutWww(new URL(address)));
  const ask = createAskAsGuest({
    guard: {
      // The site may move while the sidecar runs.
      addressesOf: (url, named) => {
        const { hostname } = url;
        const allowed = named ? withHosts(config.fetchAllowed, [hostname]) : config.fetchAllowed;
        return createAddressGuard(allowed).addressesOf(url, named);
      },
    },
    gate: createHostGate(clock),
    auth: siteAuth,
    userAgent,
    isOwn: (url) => hosts().includes(withoutWww(url)),
  });
  const access = createGuestAccess({
    ...dependencies,
    lookAtFrontPage: createFrontPage({ ask, siteUrl: config.siteUrl, local: localSite }),
    siteUrl: config.siteUrl,
  });
  const look = createGuestLooks(access, ask);
  const lookedPosts = createLookedPosts(database);
  const recheckPosts = createRecheckPosts({ ...dependencies, lookedPosts, look, access });

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
    requireShown: createRequireShown({ ...dependencies, look, access }),
    recheckPosts,
  };
}
