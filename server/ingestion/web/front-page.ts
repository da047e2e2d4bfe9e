import type { LookupAddress } from 'node:dns';
import type { AskAsGuest, Route } from './guest-page.ts';
import { isClosedSite } from './guest-verdict.ts';
import { withoutWww } from './web-address.ts';

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
