import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatDeletion, ChatsFilter } from '../../contract/chats.ts';
import { AppError, toAppError } from '../../errors/app-error.ts';
import { LeasedLoop, type LoopDependencies } from '../../jobs/leased-loop.ts';
import type { Conversations } from '../../storage/conversations.ts';
import type { Sessions } from '../../storage/sessions.ts';

/** Conversations that are deleted while the owner waits. */
const maxAtOnce = 500;
/** Conversations of one step; `removeAll` rests between parts of those that it deletes. */
const inStep = { counting: 2000, deleting: 25 };
/** Milliseconds between two steps: SQLite never waits, and visitors are answered meanwhile. */
const pause = 20;
/** Row of the state in which the latest deletion is kept. */
const rowName = 'chat_deletion';

interface Dependencies extends LoopDependencies {
  conversations: Pick<Conversations, 'all' | 'newest'>;
  sessions: Pick<Sessions, 'removeAll'>;
}

/** A deletion with what is left of it; null at its end, so that the words of the filter are not kept. */
interface Stored extends ChatDeletion {
  /** Conversations that begin after the owner's consent stay: their ids are above `upTo`. */
  left: { filter: ChatsFilter; after: number; upTo: number } | null;
}

const toView = ({ left: _left, ...view }: Stored): ChatDeletion => view;

/** Deletes the conversations of a filter: few at once, many in the background by one sidecar after another. */
export class ChatDeletions {
  readonly #options: Dependencies;
  readonly #loop: LeasedLoop;

  constructor(options: Dependencies) {
    this.#options = options;
    this.#loop = new LeasedLoop(
      {
        name: 'chat_deletion_lease',
        begin: () => Promise.resolve(),
        step: () => this.#step(),
        rest: (signal) => sleep(pause, undefined, { signal }),
        report: (error) => this.#report(error),
        failure: 'conversations could not be deleted; it is tried again',
      },
      options,
    );
  }

  look = (): void => this.#loop.wake();
  check = (): void => this.#loop.check();
  stop = (): Promise<void> => this.#loop.stop();

  /** @throws AppError `conflict` while many are being deleted */
  async start(filter: ChatsFilter): Promise<{ deleted: number; deletion?: ChatDeletion }> {
    const { conversations, sessions, state } = this.#options;
    const left = { filter, after: 0, upTo: await conversations.newest() };
    const ids: number[] = [];
    for await (const some of conversations.all(filter, maxAtOnce + 1, left)) {
      ids.push(...some);
      if (ids.length > maxAtOnce) break;
    }
    if (ids.length <= maxAtOnce) return { deleted: await sessions.removeAll(ids) };
    const stored: Stored = {
      ...{ id: randomUUID(), state: 'counting', total: 0, deleted: 0, error: null },
      ...{ started_at: this.#now(), ended_at: null, left },
    };
    const before = await this.#read();
    if (before?.stored.left) throw new AppError('conflict');
    const text = JSON.stringify(stored);
    const isMine = before
      ? await state.replaceText(rowName, before.text, text)
      : await state.writeMissing(rowName, text);
    if (!isMine) throw new AppError('conflict');
    this.look();
    return { deleted: 0, deletion: toView(stored) };
  }

  /** Returns the latest deletion of many, also after its end; null if it is forgotten. */
  async latest(): Promise<ChatDeletion | null> {
    const found = await this.#read();
    return found && toView(found.stored);
  }

  /** Stops the deletion, or forgets one that has ended. Returns how far it came. */
  async end(): Promise<ChatDeletion | null> {
    const found = await this.#read();
    if (!found) return null;
    let last = found.stored;
    await this.#change(last.id, (now) => {
      last = this.#ended(now, 'stopped');
      return now.left ? last : null;
    });
    return toView(last);
  }

  /** Counts some conversations, or deletes them. Returns false when there is nothing to do. */
  async #step(): Promise<boolean> {
    const { conversations, sessions } = this.#options;
    const stored = (await this.#read())?.stored;
    if (!stored?.left) return false;
    const { filter, ...range } = stored.left;
    const isCounting = stored.state === 'counting';
    const batch = isCounting ? inStep.counting : inStep.deleting;
    let ids: number[] = [];
    for await (ids of conversations.all(filter, batch, range)) break;
    const deleted = isCounting ? 0 : await sessions.removeAll(ids);
    await this.#change(stored.id, (now) => {
      if (isCounting && !now.left) return now;
      const left = now.left && { ...now.left, after: ids.at(-1) ?? 0 };
      if (ids.length > 0) {
        const total = now.total + (isCounting ? ids.length : 0);
        // Also if it was stopped meanwhile.
        return { ...now, total, deleted: now.deleted + deleted, left };
      }
      return isCounting ? { ...now, state: 'deleting', left } : this.#ended(now, 'done');
    });
    return true;
  }

  async #report(error: unknown): Promise<void> {
    const stored = (await this.#read())?.stored;
    if (!stored?.left || (error === null && stored.error === null)) return;
    const { code, message } = toAppError(error);
    const problem = error === null ? null : { code, message };
    await this.#change(stored.id, (now) => (now.left ? { ...now, error: problem } : now));
  }

  #now = (): string => new Date(this.#options.clock()).toISOString();

  /** Returns a deletion as it is at its end. */
  #ended(stored: Stored, as: 'done' | 'stopped'): Stored {
    if (!stored.left) return stored;
    return { ...stored, state: as, error: null, left: null, ended_at: this.#now() };
  }

  /** Reads the deletion that all sidecars share. */
  async #read(): Promise<{ text: string; stored: Stored } | null> {
    const text = await this.#options.state.readText(rowName);
    return text === null ? null : { text, stored: JSON.parse(text) as Stored };
  }

  /** Applies a change, also after others have changed it meanwhile. @param make Returns null to forget it. */
  async #change(id: string, make: (stored: Stored) => Stored | null): Promise<void> {
    const { state } = this.#options;
    for (;;) {
      const before = await this.#read();
      if (before?.stored.id !== id) return;
      const after = make(before.stored);
      if (after === before.stored) return;
      if (await state.replaceText(rowName, before.text, after && JSON.stringify(after))) return;
    }
  }
}
