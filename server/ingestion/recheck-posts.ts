import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { JobQueue } from '../jobs/queue.ts';
import type { Log } from '../runtime/log.ts';
import { oneAtATime } from '../runtime/one-at-a-time.ts';
import type { LookedPosts, LookedRow } from '../storage/documents.ts';
import type { State } from '../storage/state.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { GuestAccess, GuestLook } from './guest-access.ts';
import { suspectAge } from './require-shown.ts';

interface Dependencies {
  lookedPosts: LookedPosts;
  bridge: Pick<Bridge, 'post'>;
  queue: Pick<JobQueue, 'enqueue'>;
  state: State;
  look: GuestLook;
  access: Pick<GuestAccess, 'isOff'>;
  clock: () => number;
  log: Log;
  /** Wakes the worker. */
  wake: () => void;
  /** Milliseconds between two looks, beside as long as the last one took. */
  pause?: number;
}

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
export type StoppedLooks = z.infer<typeof stoppedLooks>;

/** Makes the functions that look at posts one after another, and note what they find. */
function createLookAtRows(
  { lookedPosts, bridge, look, clock, log, pause = 1000 }: Dependencies,
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
    const validators = { etag: row.etag, lastModified: row.last_modified };
    try {
      return await look(post, { signal, validators });
    } catch (error) {
      signal.throwIfAborted();
      log.info({ err: error, document: row.id }, 'a page could not be looked at');
      return null;
    }
  }

  const noteShown = (id: number, { etag, lastModified }: { etag: string; lastModified: string }) =>
    lookedPosts.noteLook(id, { checked_at: clock(), etag, last_modified: lastModified });

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

/** Looks again at the posts that are known, as a guest. */
export function createRecheckPosts(dependencies: Dependencies) {
  const { lookedPosts, queue, state, access, clock, log, wake } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const exclusive = oneAtATime();
  const { lookAt, lookAtAll, noteShown } = createLookAtRows(dependencies, signal);

  /** Returns why no page is looked at again; null while all is well. */
  async function stopped(): Promise<StoppedLooks | null> {
    const text = await state.readText(stoppedName);
    return text === null ? null : (stoppedLooks.safeParse(JSON.parse(text)).data ?? null);
  }

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
