import type { LookupAddress } from 'node:dns';
import { z } from 'zod';
import { toAppError } from '../errors/app-error.ts';
import { shared } from '../runtime/one-at-a-time.ts';
import type { State } from '../storage/state.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';
import { withoutWww } from './read/blocks.ts';
import { isClosedSite, isNoindex, type GuestRequests, type Route } from './web/guest-page.ts';

/**
 * Access of guests to the site. `unreachable`: its pages cannot be requested, so the chat goes by WordPress' own
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

/** Reads a value of the state as JSON; null if there is none, or one of another form. */
export async function readStored<T>(state: State, name: string, schema: z.ZodType<T>) {
  const text = await state.readText(name);
  return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
}

const stateName = 'guest_access';
/** Milliseconds for which an answer of the front page counts, and a failure. */
const counts = { answer: 10 * 60_000, failure: 60_000 };
/** Milliseconds of failures after which a site counts as unreachable: one that has never answered, and any other. */
const patience = { new: 3 * 60_000, known: 86_400_000 };
/** Seconds before a page is requested again that had to wait for the front page. */
const retryAfter = 100;
/** Milliseconds for both pages of one route. */
const within = 60_000;

interface FrontPage {
  route: Route;
  isClosed: boolean;
  isListed: boolean;
}

interface SiteRoutes {
  requests: Pick<GuestRequests, 'get'>;
  /** Where WordPress is reached from here. */
  siteUrl: string;
  /** Returns the addresses of the site on this machine; none if it is not found there. */
  local: () => LookupAddress[];
}

/** Knows whether the site shows its pages to guests, and how they are reached: its front page is the control of all checks. */
export class GuestAccess {
  readonly #context: Context;
  readonly #site: SiteRoutes;
  #known: Access | null = null;
  #isRead = false;
  #checkedAt = -Infinity;
  #failingSince: number | null = null;
  /** Null: the front page refuses guests. */
  #route: Route | null = {};
  #isListed = true;

  constructor(context: Context, site: SiteRoutes) {
    this.#context = context;
    this.#site = site;
  }

  /** Requests the front page as a guest and remembers what follows. */
  readonly check = shared(async (): Promise<void> => {
    const { settings, clock } = this.#context;
    await this.read();
    const decides = !(await this.isOff());
    if (!decides) await this.#become('open');
    if (!(await this.#isWanted())) return;
    try {
      const { route, isClosed, isListed } = await this.#frontPage(
        settings.site()?.home_url ?? this.#site.siteUrl,
      );
      this.#route = isClosed ? null : route;
      this.#isListed = isListed;
      if (decides) await this.#become(isClosed ? 'closed' : 'open');
      this.#failingSince = null;
    } catch (error) {
      this.#failingSince ??= clock();
      if (!decides) return;
      const allowed = this.#known === null ? patience.new : patience.known;
      if (clock() - this.#failingSince >= allowed)
        await this.#become('unreachable', toAppError(error).message);
    } finally {
      this.#checkedAt = clock();
    }
  });

  /** Reads what was known at the last stop. */
  async read(): Promise<void> {
    if (!this.#isRead) this.#known = await readStored(this.#context.state, stateName, access);
    this.#isRead = true;
  }

  /** Whether guests get no page of the site, so they get no answer either. */
  isClosed(): boolean {
    return this.#known?.is === 'closed';
  }

  /** Returns what is known for the owner; null before the first check. */
  known(): Access | null {
    return this.#known;
  }

  /** Whether the owner does not want the checks to decide what is told. */
  async isOff(): Promise<boolean> {
    return !(await this.#context.settings.get()).indexing.only_shown_to_guests;
  }

  /** Whether pages are requested at all: to decide by them, or to read them. */
  async #isWanted(): Promise<boolean> {
    const { only_shown_to_guests, read_pages } = (await this.#context.settings.get()).indexing;
    return only_shown_to_guests || read_pages;
  }

  /** Whether the `noindex` of a page is meant: a front page that has it, too, keeps out search engines, not visitors. */
  isListed(): boolean {
    return this.#isListed;
  }

  /**
   * Returns the route to the site's pages; null if they are not to be requested.
   *
   * @throws AppError `sidecar_unavailable` while the front page fails
   */
  async route(): Promise<Route | null> {
    if (!(await this.#isWanted())) return null;
    const age = this.#context.clock() - this.#checkedAt;
    if (age > (this.#failingSince === null ? counts.answer : counts.failure)) await this.check();
    if (this.#known?.is === 'closed' || this.#known?.is === 'unreachable') return null;
    if (this.#failingSince !== null) throw failure('guests_unknown', { retryAfter });
    return this.#route;
  }

  async #become(is: Access['is'], reason = ''): Promise<void> {
    const { state, clock, log } = this.#context;
    if (this.#known?.is === is) return;
    this.#known = { is, since: clock(), reason };
    await state.writeText(stateName, JSON.stringify(this.#known));
    log[is === 'open' ? 'info' : 'warn']({ status: is, reason }, 'guests of the site');
  }

  /**
   * Returns what the front page says by a route by which the site is open, else by one by which it is closed.
   *
   * @throws AppError of the last route if none decides it
   */
  async #frontPage(home: string): Promise<FrontPage> {
    const front = new URL(`${home.replace(/\/$/, '')}/`);
    let closed: FrontPage | null = null;
    let failed: unknown;
    for (const route of this.#routes(front)) {
      try {
        const found = await this.#frontPageBy(route, front);
        if (!found.isClosed) return found;
        closed ??= found;
      } catch (error) {
        failed = error;
      }
    }
    if (!closed) throw failed;
    return closed;
  }

  /** Returns this machine first, as for the bridge; then where WordPress is reached; then as visitors do. */
  #routes(front: URL): Route[] {
    const addresses = this.#site.local();
    const { host, origin } = new URL(this.#site.siteUrl);
    return [
      ...(addresses.length > 0 ? [{ addresses }] : []),
      ...(host === front.host ? [] : [{ origin }]),
      {},
    ];
  }

  async #frontPageBy(route: Route, front: URL): Promise<FrontPage> {
    const { requests } = this.#site;
    const options = { signal: AbortSignal.timeout(within), route };
    const page = await requests.get(front, options);
    const { elsewhere } = page;
    const isHere = elsewhere !== null && withoutWww(elsewhere) === withoutWww(front);
    const target = isHere ? await requests.get(elsewhere, options) : null;
    return { route, isClosed: isClosedSite(page, target), isListed: !isNoindex(target ?? page) };
  }
}
