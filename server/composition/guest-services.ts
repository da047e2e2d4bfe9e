import type { GuestsStatus } from '../contract/admin.ts';
import type { Context } from '../ingestion/context.ts';
import { GuestAccess } from '../ingestion/guest-access.ts';
import { GuestChecks } from '../ingestion/guest-checks.ts';
import { GuestRechecks } from '../ingestion/guest-rechecks.ts';
import type { Reader } from '../ingestion/read/reader.ts';
import { SiteFrames } from '../ingestion/site-frame.ts';
import { GuestRequests } from '../ingestion/web/guest-page.ts';
import { HostGate } from '../ingestion/web/safe-fetch.ts';
import { withoutWww } from '../ingestion/read/blocks.ts';
import { AddressGuard, withHosts } from '../net/address-guard.ts';
import { VisibilityChecks } from '../storage/visibility-checks.ts';
import type { Foundation } from './foundation.ts';

interface Given {
  userAgent: string;
  reader: Reader;
  remove: (id: number) => Promise<unknown>;
  /** Whether documents are being read. */
  busy: () => boolean;
}

/** Builds what requests the site's pages as a guest, and decides by them which posts are used. */
export function createGuestServices(context: Context & Foundation, given: Given) {
  const { config, database, settings, siteAuth, localSite, clock } = context;
  const { siteUrl } = config;
  const { userAgent, reader, remove, busy } = given;
  const addresses = () => [siteUrl, settings.site()?.home_url ?? siteUrl];
  const hosts = () => addresses().map((address) => withoutWww(new URL(address)));
  const requests = new GuestRequests({
    guard: {
      // The site may move while the sidecar runs.
      addressesOf: (url, named) => {
        const { hostname } = url;
        const allowed = named ? withHosts(config.fetchAllowed, [hostname]) : config.fetchAllowed;
        return new AddressGuard(allowed).addressesOf(url, named);
      },
    },
    gate: new HostGate(clock),
    auth: siteAuth,
    userAgent,
    isOwn: (url) => hosts().includes(withoutWww(url)),
  });
  const access = new GuestAccess(context, { requests, siteUrl, local: localSite });
  const checks = new GuestChecks(context, access, requests);
  const stored = new VisibilityChecks(database);
  const rechecks = new GuestRechecks(context, { checks, access, stored, busy });
  const siteFrames = new SiteFrames(context, { requests, access, reader, siteUrl, remove });

  /** Returns the owner's view of it. */
  async function guestsStatus(): Promise<GuestsStatus> {
    const known = access.known();
    const stopped = await rechecks.stopped();
    return {
      access: (await access.isOff()) ? 'off' : (known?.is ?? 'unknown'),
      reason: known?.reason ?? '',
      withheld: (await stored.withheld()).length,
      stopped: stopped && { looks: stopped.looks, turned: stopped.turned },
    };
  }

  return {
    guestAccess: access,
    guestsStatus,
    guestChecks: checks,
    guestRechecks: rechecks,
    siteFrames,
  };
}
