import { z } from 'zod';
import { toAppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.ts';
import { shared } from '../runtime/one-at-a-time.ts';
import type { State } from '../storage/state.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { failure } from './failures.ts';
import type { LookAtFrontPage } from './web/front-page.ts';
import type { Route } from './web/guest-page.ts';

interface Dependencies {
  lookAtFrontPage: LookAtFrontPage;
  state: State;
  settings: Pick<SettingsStore, 'get' | 'site'>;
  /** Where WordPress is reached from here. */
  siteUrl: string;
  clock: () => number;
  log: Log;
}

/**
 * Access of guests to the site. `unreachable`: its pages cannot be asked for, so the chat goes by WordPress' own
 * states, as in a closed site.
 */
const access = z.object({
  is: z.enum(['open', 'closed', 'unreachable']),
  /** Milliseconds since 1970. */
  since: z.number(),
  /** A sentence; empty if open. */
  reason: z.string(),
});
type Access = z.infer<typeof access>;

const stateName = 'guest_access';
/** Milliseconds for which an answer of the front page counts, and a failure. */
const counts = { answer: 10 * 60_000, failure: 60_000 };
/** Milliseconds of failures after which a site counts as unreachable: one that has never answered, and any other. */
const patience = { new: 3 * 60_000, known: 86_400_000 };
/** Seconds before a page is asked for again that had to wait for the front page. */
const retryAfter = 100;

/** Knows whether the site shows its pages to guests: its front page is the control of all looks. */
export function createGuestAccess(dependencies: Dependencies) {
  const { lookAtFrontPage, state, settings, siteUrl, clock, log } = dependencies;
  let known: Access | null = null;
  let isRead = false;
  let checkedAt = -Infinity;
  let failingSince: number | null = null;
  let route: Route = {};

  const isOff = async () => !(await settings.get()).indexing.only_shown_to_guests;

  async function become(is: Access['is'], reason = ''): Promise<void> {
    if (known?.is === is) return;
    known = { is, since: clock(), reason };
    await state.writeText(stateName, JSON.stringify(known));
    log[is === 'open' ? 'info' : 'warn']({ status: is, reason }, 'guests of the site');
  }

  async function read(): Promise<void> {
    if (isRead) return;
    const text = await state.readText(stateName);
    known = text === null ? null : (access.safeParse(JSON.parse(text)).data ?? null);
    isRead = true;
  }

  const check = shared(async (): Promise<void> => {
    await read();
    if (await isOff()) return become('open');
    try {
      const front = await lookAtFrontPage(settings.site()?.home_url ?? siteUrl);
      ({ route } = front);
      await become(front.isClosed ? 'closed' : 'open');
      failingSince = null;
    } catch (error) {
      const reason = toAppError(error);
      failingSince ??= clock();
      const allowed = known === null ? patience.new : patience.known;
      if (clock() - failingSince >= allowed) await become('unreachable', reason.message);
    } finally {
      checkedAt = clock();
    }
  });

  return {
    check,

    /** Reads what was known at the last stop. */
    read,

    /** Whether guests get no page of the site, so they get no answer either. */
    isClosed: (): boolean => known?.is === 'closed',

    /** Returns what is known for the owner; null before the first look. */
    known: (): Access | null => known,

    /** Whether the owner wants no looks. */
    isOff,

    /**
     * Returns the way to the site's pages; null if they are not to be asked for.
     *
     * @throws AppError `sidecar_unavailable` while the front page fails
     */
    async route(): Promise<Route | null> {
      if (await isOff()) return null;
      const age = clock() - checkedAt;
      if (age > (failingSince === null ? counts.answer : counts.failure)) await check();
      if (known?.is === 'closed' || known?.is === 'unreachable') return null;
      if (failingSince !== null) throw failure('guests_unknown', { retryAfter });
      return route;
    },
  };
}
export type GuestAccess = ReturnType<typeof createGuestAccess>;
