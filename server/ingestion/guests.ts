import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { BridgePost } from '../contract/bridge.ts';
import { toAppError, type AppError } from '../errors/app-error.ts';
import { maxAttempts } from '../jobs/queue.ts';
import { shared, oneAtATime } from '../runtime/one-at-a-time.ts';
import type { DocumentRow, LookedPosts, LookedRow } from '../storage/documents.ts';
import type { State } from '../storage/state.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';
import {
  judgePage,
  type AskAsGuest,
  type LookAtFrontPage,
  type Route,
  type Verdict,
} from './web/guest-page.ts';
import { conditionsOf, validatorsOf, type Validators } from './web/load-url.ts';

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

async function readStored<T>(state: State, name: string, schema: z.ZodType<T>) {
  const text = await state.readText(name);
  return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
}

const stateName = 'guest_access';
/** Milliseconds for which an answer of the front page counts, and a failure. */
const counts = { answer: 10 * 60_000, failure: 60_000 };
/** Milliseconds of failures after which a site counts as unreachable: one that has never answered, and any other. */
const patience = { new: 3 * 60_000, known: 86_400_000 };
/** Seconds before a page is asked for again that had to wait for the front page. */
const retryAfter = 100;

/**
 * Knows whether the site shows its pages to guests: its front page is the control of all looks.
 *
 * @param siteUrl where WordPress is reached from here
 */
export function createGuestAccess(
  { state, settings, clock, log }: Context,
  lookAtFrontPage: LookAtFrontPage,
  siteUrl: string,
) {
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
    if (!isRead) known = await readStored(state, stateName, access);
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
  | ({ is: 'shown' } & Validators)
  | { is: 'refused' | 'unclear'; reason: AppError }
  | { is: 'unasked' };

interface Options {
  signal: AbortSignal;
  /** Validators of the last look at which the page was shown: `304` says that it still is. */
  validators?: Validators;
}

const noValidators: Validators = { etag: '', last_modified: '' };

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
    { signal, validators }: Options,
    route: Route,
  ): Promise<Verdict & { validators: Validators; hasText: boolean }> {
    const url = new URL(text);
    const options = { signal, route };
    const headers = language ? { 'accept-language': language } : {};
    const conditional = validators ? conditionsOf(validators) : {};
    const page = await ask(url, { ...options, headers: { ...headers, ...conditional } });
    const told = { title, html: page.status === 200 ? await html() : '' };
    const hasText = page.status === 304 || told.html !== '';
    const verdict = judgePage(page, told);
    if (verdict.is !== 'without_text')
      return { ...verdict, validators: validatorsOf(page.headers), hasText };
    // A cache may have kept the page from before the last change.
    const fresh = judgePage(await ask(url, { ...options, headers, fresh: true }), told);
    const shown = fresh.is === 'shown' ? fresh : verdict;
    return { ...shown, validators: noValidators, hasText };
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
        return { is: 'shown', ...noValidators };
      case 'refused':
        return { is: 'refused', reason: verdict.reason };
      default:
        return verdict satisfies never;
    }
  };
}
export type GuestLook = ReturnType<typeof createGuestLooks>;

/** Milliseconds: a page that was shown and seems to be shown no more counts as not looked at for so long. */
const suspectAge = 30 * 86_400_000;

/** Whether guests were not shown a post when it was last looked at; a post that is told has passages. */
const wasRefused = ({ checked_at, chunk_count }: DocumentRow) =>
  checked_at > 0 && chunk_count === 0;

/**
 * Lets a post be told only if guests are shown it at its address. Returns what to store with it; with `keep`, that the
 * stored passages stay although it is not shown: nothing but the site's answer has changed, so
 * `recheckPosts` decides, who sees whether that befalls many pages at once.
 */
export function createRequireShown(
  { pages, clock }: Context,
  look: GuestLook,
  access: GuestAccess,
) {
  /** @throws AppError if guests are not shown it, or if that is not known */
  return async function requireShown(
    document: DocumentRow,
    post: BridgePost,
    about: { title: string; language: string },
    signal: AbortSignal,
  ): Promise<Validators & { checked_at: number; keep: boolean }> {
    const { title, language } = about;
    const { permalink: url, post_type: postType } = post;
    const html = () => Promise.resolve(post.html);
    const found = await look({ url, title, language, postType, html }, { signal });
    const unseen = { checked_at: 0, ...noValidators, keep: false };
    switch (found.is) {
      case 'shown': {
        const { etag, last_modified } = found;
        return { checked_at: clock(), etag, last_modified, keep: false };
      }
      case 'unclear':
        if (document.attempts < maxAttempts) throw failure('guests_unknown');
        return { ...unseen, checked_at: clock() };
      case 'unasked':
        // The last verdict stands.
        if (wasRefused(document) && !(await access.isOff())) throw failure('guests_unknown');
        return unseen;
      case 'refused': {
        const isTold = document.chunk_count > 0 && document.checked_at > 0;
        const isUnchanged = document.source_modified === post.modified && !document.forced;
        if (isTold && isUnchanged) {
          return { ...unseen, checked_at: clock() - suspectAge, keep: true };
        }
        await pages.noteFailedVisit(document, true, {
          title: title.slice(0, 500).toWellFormed(),
          source_url: url,
        });
        throw found.reason;
      }
      default:
        return found satisfies never;
    }
  };
}
export type RequireShown = ReturnType<typeof createRequireShown>;

const hour = 3_600_000;
const day = 24 * hour;
/** Size of an hour's run: at least so many posts, or so many that all are looked at within two days. */
const plan = { least: 60, share: 1 / 48 };
/** Milliseconds after which a page is looked at again: with the two days of a run within a week. */
const due = { shown: 5 * day, withheld: day };
/** Milliseconds: less than an hour, because the clock ticks every ten minutes. */
const betweenRuns = 55 * 60_000;
/** More than `share` of at least `looks` pages that are shown no more in one run are no decision of the owner. */
const mass = { looks: 20, share: 0.1 };
/** Failures one after another that end a run. */
const maxFailures = 5;

const stoppedName = 'guest_looks_stopped';
const stoppedLooks = z.object({ at: z.number(), looks: z.number(), turned: z.number() });

/** Makes the functions that look at posts one after another, and note what they find. */
function createLookAtRows(
  { bridge, clock, log }: Context,
  lookedPosts: LookedPosts,
  look: GuestLook,
  pause: number,
  signal: AbortSignal,
) {
  /** Returns null for a failure, which decides nothing. */
  async function lookAt(row: LookedRow) {
    const { status, post_id } = row;
    const isTold = status === 'completed' && post_id !== null;
    const post = {
      url: row.source_url,
      title: row.title,
      language: row.language,
      postType: row.post_type,
      html: async () => (isTold ? ((await bridge.post(post_id))?.html ?? '') : ''),
    };
    try {
      return await look(post, { signal, validators: row });
    } catch (error) {
      signal.throwIfAborted();
      log.info({ err: error, document: row.id }, 'a page could not be looked at');
      return null;
    }
  }

  const noteShown = (id: number, { etag, last_modified }: Validators) =>
    lookedPosts.noteLook(id, { checked_at: clock(), etag, last_modified });

  /** Sorts the pages by what guests are shown now. A worker reads those again that have changed, and decides. */
  async function lookAtAll(rows: readonly LookedRow[]) {
    const found = { looks: 0, turned: [] as number[], first: [] as number[], back: [] as number[] };
    let failures = 0;
    for (const row of rows) {
      const started = clock();
      const seen = await lookAt(row);
      failures = seen ? 0 : failures + 1;
      if (failures === maxFailures || seen?.is === 'unasked') break;
      const isTold = row.status === 'completed';
      const wasShown = isTold && row.checked_at > 0;
      if (wasShown && seen) found.looks++;
      if (seen?.is === 'refused' && isTold) found[wasShown ? 'turned' : 'first'].push(row.id);
      else if (seen?.is === 'shown' && isTold) await noteShown(row.id, seen);
      else if (seen?.is === 'shown') found.back.push(row.id);
      // Failures and pages that stay withheld are due again in a day; a first look at once.
      else if (row.checked_at > 0)
        await lookedPosts.noteLook(row.id, {
          checked_at: clock() - (isTold ? due.shown - day : 0),
        });
      await wait(clock() - started + pause, undefined, { signal });
    }
    return found;
  }

  return { lookAt, lookAtAll, noteShown };
}

/**
 * Looks again at the posts that are known, as a guest.
 *
 * @param pause milliseconds between two looks, beside as long as the last one took
 */
export function createRecheckPosts(
  context: Context,
  lookedPosts: LookedPosts,
  look: GuestLook,
  access: GuestAccess,
  pause = 1000,
) {
  const { queue, state, clock, log, look: wake } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  const exclusive = oneAtATime();
  const { lookAt, lookAtAll, noteShown } = createLookAtRows(
    context,
    lookedPosts,
    look,
    pause,
    signal,
  );

  /** Returns why no page is looked at again; null while all is well. */
  const stopped = () => readStored(state, stoppedName, stoppedLooks);

  async function enqueue(ids: readonly number[], force: boolean): Promise<void> {
    if (ids.length === 0) return;
    await queue.enqueue(ids, { force });
    wake();
  }

  async function run(): Promise<void> {
    if (await access.isOff()) return enqueue(await lookedPosts.withheldPosts(), false);
    const before = await stopped();
    if (before && clock() - before.at < day) return;
    const now = clock();
    const rows = await lookedPosts.postsToLookAt({
      ...plan,
      due: now - due.shown,
      withheldDue: now - due.withheld,
      before: now - day,
    });
    const { looks, turned, first, back } = await lookAtAll(rows);
    const sum = { looks, turned: turned.length, first: first.length, back: back.length };
    await enqueue(back, false);
    await enqueue(first, true);
    if (looks >= mass.looks && turned.length > looks * mass.share) {
      log.warn(sum, 'many pages are not shown to guests any more: nothing is forgotten');
      const text = JSON.stringify({ at: clock(), looks, turned: turned.length });
      return state.writeText(stoppedName, text);
    }
    if (before) await state.remove(stoppedName);
    if (turned.length + first.length + back.length > 0) log.info(sum, 'looked at pages as a guest');
    await enqueue(turned, true);
  }

  const background = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'looking at pages failed');
    });

  return {
    stopped,

    /** Looks at the pages that are due, at most once an hour for all sidecars. */
    async recheck(): Promise<void> {
      const now = clock();
      if (await state.lease('guest_looks', randomUUID(), now, now + betweenRuns)) {
        await background(exclusive(run));
      }
    },

    /** Looks at once, such as when a closed site has opened. */
    recheckNow: (): Promise<void> => background(exclusive(run)),

    /** Looks again, in the background, at pages that an answer has cited and whose last look is over a day old. */
    cited: (documentIds: readonly number[]): void => {
      void background(
        exclusive(async () => {
          if (await stopped()) return;
          const rows = await lookedPosts.postsLookedAtBefore(documentIds, clock() - day);
          let suspects = 0;
          for (const row of rows) {
            const seen = await lookAt(row);
            if (seen?.is === 'shown') await noteShown(row.id, seen);
            if (seen?.is !== 'refused') continue;
            suspects++;
            await lookedPosts.noteLook(row.id, { checked_at: clock() - suspectAge });
          }
          if (suspects > 0) await run();
        }),
      );
    },

    /** Ends the present run. */
    async stop(): Promise<void> {
      stopping.abort(new Error('The sidecar is shutting down.'));
      await exclusive(() => Promise.resolve());
    },
  };
}
export type RecheckPosts = ReturnType<typeof createRecheckPosts>;
