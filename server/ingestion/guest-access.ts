import { z } from 'zod';
import { toAppError, type AppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.ts';
import { shared } from '../runtime/one-at-a-time.ts';
import type { State } from '../storage/state.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { failure } from './failures.ts';
import { type LookAtFrontPage, judgePage, type Verdict } from './web/guest-verdict.ts';
import type { Route, AskAsGuest } from './web/guest-page.ts';
import { validatorsOf, type Validators } from './web/load-url.ts';

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

/** The page of a post. */
interface Looked {
  title: string;
  /** Returns its content as `Told`; only asked for where a page has come. */
  html: () => Promise<string>;
  url: string;
  /** BCP 47; the page is asked for in it. */
  language: string;
  postType: string;
}

/** `unclear`: the page lacks the text, and no page of its type was seen with its text so far. */
type Look =
  | { is: 'shown'; etag: string; lastModified: string }
  | { is: 'refused' | 'unclear'; reason: AppError }
  | { is: 'unasked' };

interface Options {
  signal: AbortSignal;
  /** Validators of the last look at which the page was shown: `304` says that it still is. */
  validators?: Validators;
  gap?: number;
}

/** Pages of a type without their text, and none with it, after which scripts seem to fill them. */
const enough = 20;

/**
 * Looks at posts as a guest. A page without the post's text is a notice for members only where other pages of the
 * type have theirs: a theme may fill its pages by scripts, or show a type without its content.
 */
export function createGuestLooks(access: GuestAccess, ask: AskAsGuest) {
  const seen = new Map<string, { shown: number; without: number }>();

  async function askAndJudge(
    { url: text, language, title, html }: Looked,
    { signal, validators, gap = 0 }: Options,
    route: Route,
  ): Promise<Verdict & { validators: Validators; hasText: boolean }> {
    const url = new URL(text);
    const options = { signal, route, gap };
    const headers = language ? { 'accept-language': language } : {};
    const page = await ask(url, {
      ...options,
      headers: {
        ...headers,
        ...(validators?.etag && { 'if-none-match': validators.etag }),
        ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
      },
    });
    const told = { title, html: page.status === 200 ? await html() : '' };
    const hasText = page.status === 304 || told.html !== '';
    const verdict = judgePage(page, told);
    if (verdict.is !== 'without_text')
      return { ...verdict, validators: validatorsOf(page.headers), hasText };
    // A cache may have kept the page from before the last change.
    const fresh = judgePage(await ask(url, { ...options, headers, fresh: true }), told);
    const none = { etag: '', lastModified: '' };
    return { ...(fresh.is === 'shown' ? fresh : verdict), validators: none, hasText };
  }

  /** @throws AppError for an answer that decides nothing; the reason of `signal` */
  return async function look(post: Looked, options: Options): Promise<Look> {
    const route = await access.route();
    if (route === null || post.url === '') return { is: 'unasked' };
    const verdict = await askAndJudge(post, options, route);
    const ofType = seen.get(post.postType) ?? { shown: 0, without: 0 };
    seen.set(post.postType, ofType);
    switch (verdict.is) {
      case 'shown':
        if (verdict.hasText) ofType.shown++;
        return { is: 'shown', ...verdict.validators };
      case 'without_text':
        ofType.without++;
        if (ofType.shown > 0) return { is: 'refused', reason: verdict.reason };
        if (ofType.without < enough) return { is: 'unclear', reason: verdict.reason };
        return { is: 'shown', etag: '', lastModified: '' };
      case 'refused':
        return { is: 'refused', reason: verdict.reason };
      default:
        return verdict satisfies never;
    }
  };
}
export type GuestLook = ReturnType<typeof createGuestLooks>;
