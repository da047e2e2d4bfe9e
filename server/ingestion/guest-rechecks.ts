import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { oneAtATime } from '../runtime/one-at-a-time.ts';
import type { CheckedPost, VisibilityChecks } from '../storage/visibility-checks.ts';
import type { Context } from './context.ts';
import { readStored, type GuestAccess } from './guest-access.ts';
import { due, suspectAge, type GuestChecks, type Seen } from './guest-checks.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Size of an hour's run: at least so many posts, or so many that all are checked within two days: within a week. */
const plan = { least: 60, share: 1 / 48 };
/** Milliseconds: less than an hour, because the clock ticks every ten minutes. */
const betweenRuns = 55 * 60_000;
/** More than `share` of at least `looks` pages that are shown no more in one run are no decision of the owner. */
const mass = { looks: 20, share: 0.1 };
/** Failures one after another that end a run. */
const maxFailures = 5;

const stoppedName = 'guest_looks_stopped';
const stoppedChecks = z.object({ at: z.number(), looks: z.number(), turned: z.number() });

interface Parts {
  checks: Pick<GuestChecks, 'check'>;
  access: Pick<GuestAccess, 'isOff'>;
  stored: VisibilityChecks;
  /** Whether documents are being read: new ones come first. */
  busy: () => boolean;
  /** Milliseconds between two checks, beside as long as the last one took. */
  pause?: number;
}

/** Checks the known posts again, as a guest, one after another. */
export class GuestRechecks {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  readonly #exclusive = oneAtATime();

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Returns why no page is checked again; null while all is well. */
  stopped(): Promise<z.infer<typeof stoppedChecks> | null> {
    return readStored(this.#context.state, stoppedName, stoppedChecks);
  }

  /** Checks the pages that are due, at most once an hour for all sidecars. */
  async hourly(): Promise<void> {
    const now = this.#context.clock();
    if (await this.#context.state.lease('guest_looks', randomUUID(), now, now + betweenRuns)) {
      await this.now();
    }
  }

  /** Checks at once, such as when a closed site has opened. */
  now(): Promise<void> {
    return this.#inBackground(() => this.#run());
  }

  /** Checks pages in the background that an answer has cited and whose last check is over a day old. */
  cited(documentIds: readonly number[]): void {
    void this.#inBackground(() => this.#checkCited(documentIds));
  }

  /** Ends the present run. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The sidecar is shutting down.'));
    await this.#exclusive(() => Promise.resolve());
  }

  #inBackground(work: () => Promise<void>): Promise<void> {
    return this.#exclusive(work).catch((error: unknown) => {
      if (!this.#stopping.signal.aborted)
        this.#context.log.error({ err: error }, 'checking pages as a guest failed');
    });
  }

  async #run(): Promise<void> {
    const { state, clock, log } = this.#context;
    const { access, stored } = this.#parts;
    if (await access.isOff()) await this.#enqueue(await stored.withheld());
    const before = await this.stopped();
    if (before && clock() - before.at < day) return;
    const now = clock();
    const posts = await stored.due({
      ...plan,
      due: now - due.shown,
      withheldDue: now - due.withheld,
      before: now - day,
    });
    const { looks, turned, first, back } = await this.#checkAll(posts);
    const sum = { looks, turned: turned.length, first: first.length, back: back.length };
    await this.#enqueue(back);
    await this.#enqueue(first, true);
    if (looks >= mass.looks && turned.length > looks * mass.share) {
      log.warn(sum, 'many pages are not shown to guests any more: nothing is forgotten');
      const text = JSON.stringify({ at: clock(), looks, turned: turned.length });
      return state.writeText(stoppedName, text);
    }
    if (before) await state.remove(stoppedName);
    if (turned.length + first.length + back.length > 0) log.info(sum, 'checked pages as a guest');
    await this.#enqueue(turned, true);
  }

  async #checkCited(documentIds: readonly number[]): Promise<void> {
    const { stored } = this.#parts;
    const { clock } = this.#context;
    if (await this.stopped()) return;
    let suspects = 0;
    for (const post of await stored.checkedBefore(documentIds, clock() - day)) {
      const seen = await this.#check(post);
      if (seen?.is === 'shown') await this.#noteShown(post, seen.seen);
      if (seen?.is !== 'refused') continue;
      suspects++;
      await stored.note(post.id, { checked_at: clock() - suspectAge });
    }
    if (suspects > 0) await this.#run();
  }

  /** Sorts the posts by what guests are shown now. A worker reads those again that have changed, and decides. */
  async #checkAll(posts: readonly CheckedPost[]) {
    const { clock } = this.#context;
    const { stored, busy, pause = 1000 } = this.#parts;
    const { signal } = this.#stopping;
    const found = { looks: 0, turned: [] as number[], first: [] as number[], back: [] as number[] };
    let failures = 0;
    for (const post of posts) {
      while (busy()) await wait(pause, undefined, { signal });
      const started = clock();
      const seen = await this.#check(post);
      failures = seen ? 0 : failures + 1;
      if (failures === maxFailures || seen?.is === 'unchecked') break;
      const isUsed = post.status === 'completed';
      const wasShown = isUsed && post.checked_at > 0;
      if (wasShown && seen) found.looks++;
      if (seen?.is === 'refused' && isUsed) found[wasShown ? 'turned' : 'first'].push(post.id);
      else if (seen?.is === 'noindex' && isUsed) found.first.push(post.id);
      else if (seen?.is === 'shown' && isUsed) await this.#noteShown(post, seen.seen);
      else if (seen?.is === 'shown') found.back.push(post.id);
      // Failures and pages that stay withheld are due again in a day; a first check at once.
      else if (post.checked_at > 0)
        await stored.note(post.id, { checked_at: clock() - (isUsed ? due.shown - day : 0) });
      await wait(clock() - started + pause, undefined, { signal });
    }
    return found;
  }

  /** Returns null for a failure, which decides nothing. */
  async #check(row: CheckedPost) {
    const { bridge, log } = this.#context;
    const { signal } = this.#stopping;
    const { status, post_id } = row;
    const isUsed = status === 'completed' && post_id !== null;
    const post = {
      url: row.source_url,
      title: row.title,
      language: row.language,
      postType: row.post_type,
      html: async () => (isUsed ? ((await bridge.post(post_id))?.html ?? '') : ''),
    };
    try {
      return await this.#parts.checks.check(post, {
        signal,
        validators: row,
        known: row.page_hash,
      });
    } catch (error) {
      signal.throwIfAborted();
      log.info({ err: error, document: row.id }, 'a page could not be checked');
      return null;
    }
  }

  /** Notes that guests are shown a page, and has it read if it is another than the one that was read. */
  #noteShown({ id, page_hash: read }: CheckedPost, seen: Seen): Promise<void> {
    const { page_hash, ...validators } = seen;
    if (page_hash !== '' && page_hash !== read) return this.#enqueue([id]);
    return this.#parts.stored.note(id, { checked_at: this.#context.clock(), ...validators });
  }

  async #enqueue(ids: readonly number[], force = false): Promise<void> {
    if (ids.length === 0) return;
    await this.#context.queue.enqueue(ids, { force });
    this.#context.wake();
  }
}
