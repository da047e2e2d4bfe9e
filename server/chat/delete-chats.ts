import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatDeletion, ChatsFilter } from '../contract/chats.ts';
import { AppError, toAppError } from '../errors/app-error.ts';
import { createLeasedLoop, type LoopDependencies } from '../jobs/leased-loop.ts';
import type { Conversations } from '../storage/conversations.ts';
import type { Sessions } from '../storage/sessions.ts';

/** Conversations that are deleted while the owner waits. */
const maxAtOnce = 500;
/** Conversations of one step, in parts that `removeAll` rests between. */
const deletedInStep = 25;
const countedInStep = 2000;
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

/** Reads and changes the deletion that all sidecars share. */
function createRecord({ state, clock }: Pick<Dependencies, 'state' | 'clock'>) {
  async function read(): Promise<{ text: string; stored: Stored } | null> {
    const text = await state.readText(rowName);
    return text === null ? null : { text, stored: JSON.parse(text) as Stored };
  }

  return {
    /** Returns it as it is at its end. */
    end: (stored: Stored, state: 'done' | 'stopped'): Stored =>
      stored.left
        ? { ...stored, state, error: null, left: null, ended_at: new Date(clock()).toISOString() }
        : stored,

    read: async (): Promise<Stored | null> => (await read())?.stored ?? null,

    /** @throws AppError `conflict` while another one goes on */
    async begin(filter: ChatsFilter, upTo: number): Promise<Stored> {
      const stored: Stored = {
        id: randomUUID(),
        state: 'counting',
        total: 0,
        deleted: 0,
        error: null,
        started_at: new Date(clock()).toISOString(),
        ended_at: null,
        left: { filter, after: 0, upTo },
      };
      const before = await read();
      if (before?.stored.left) throw new AppError('conflict');
      const text = JSON.stringify(stored);
      const isMine = before
        ? await state.replaceText(rowName, before.text, text)
        : await state.writeMissing(rowName, text);
      if (!isMine) throw new AppError('conflict');
      return stored;
    },

    /**
     * Applies a change, also after others have changed it meanwhile. Returns what is stored then.
     *
     * @param change Returns null to forget it.
     */
    async change(id: string, change: (stored: Stored) => Stored | null): Promise<Stored | null> {
      for (;;) {
        const before = await read();
        if (before?.stored.id !== id) return null;
        const after = change(before.stored);
        if (after === before.stored) return after;
        const text = after && JSON.stringify(after);
        if (await state.replaceText(rowName, before.text, text)) return after;
      }
    },
  };
}

interface Parts {
  conversations: Pick<Conversations, 'all'>;
  sessions: Pick<Sessions, 'removeAll'>;
}

/** Returns the ids of the next conversations; none at the end. */
async function nextIds(
  conversations: Parts['conversations'],
  { filter, ...range }: NonNullable<Stored['left']>,
  batch: number,
): Promise<number[]> {
  for await (const ids of conversations.all(filter, batch, range)) return ids;
  return [];
}

/** The two steps of a deletion. */
function createSteps({ conversations, sessions }: Parts, record: ReturnType<typeof createRecord>) {
  async function count({ id, left }: Stored): Promise<void> {
    const ids = left ? await nextIds(conversations, left, countedInStep) : [];
    await record.change(id, (now) => {
      if (!now.left) return now;
      if (ids.length === 0) return { ...now, state: 'deleting', left: { ...now.left, after: 0 } };
      return {
        ...now,
        total: now.total + ids.length,
        left: { ...now.left, after: ids.at(-1) ?? now.left.after },
      };
    });
  }

  async function remove({ id, left }: Stored): Promise<void> {
    const ids = left ? await nextIds(conversations, left, deletedInStep) : [];
    const deleted = await sessions.removeAll(ids);
    await record.change(id, (now) =>
      ids.length === 0
        ? record.end(now, 'done')
        : {
            ...now,
            // Also if it was stopped meanwhile.
            deleted: now.deleted + deleted,
            left: now.left && { ...now.left, after: ids.at(-1) ?? now.left.after },
          },
    );
  }

  return { count, remove };
}

/** Deletes the conversations of a filter: few at once, many in the background by one sidecar after another. */
export function createDeleteChats({ conversations, sessions, ...loopParts }: Dependencies) {
  const record = createRecord(loopParts);
  const { count, remove } = createSteps({ conversations, sessions }, record);

  async function report(error: unknown): Promise<void> {
    const stored = await record.read();
    if (!stored?.left || (error === null && stored.error === null)) return;
    const { code, message } = toAppError(error);
    const problem = error === null ? null : { code, message };
    await record.change(stored.id, (now) => (now.left ? { ...now, error: problem } : now));
  }

  const loop = createLeasedLoop(
    {
      name: 'chat_deletion_lease',
      begin: () => Promise.resolve(),
      async step() {
        const stored = await record.read();
        if (!stored?.left) return false;
        await (stored.state === 'counting' ? count(stored) : remove(stored));
        return true;
      },
      rest: (signal) => sleep(pause, undefined, { signal }),
      report,
      failure: 'conversations could not be deleted; it is tried again',
    },
    loopParts,
  );

  /** Returns the ids of the conversations if they are few. */
  async function few(filter: ChatsFilter, upTo: number): Promise<number[] | null> {
    const found: number[] = [];
    for await (const ids of conversations.all(filter, maxAtOnce + 1, { after: 0, upTo })) {
      found.push(...ids);
      if (found.length > maxAtOnce) return null;
    }
    return found;
  }

  return {
    ...loop,

    /** @throws AppError `conflict` while many are being deleted */
    async start(filter: ChatsFilter): Promise<{ deleted: number; deletion?: ChatDeletion }> {
      const upTo = await conversations.newest();
      const ids = await few(filter, upTo);
      if (!ids) {
        const stored = await record.begin(filter, upTo);
        loop.look();
        return { deleted: 0, deletion: toView(stored) };
      }
      return { deleted: await sessions.removeAll(ids) };
    },

    /** Returns the latest deletion of many, also after its end; null if it is forgotten. */
    async latest(): Promise<ChatDeletion | null> {
      const stored = await record.read();
      return stored && toView(stored);
    },

    /** Stops the deletion, or forgets one that has ended. Returns how far it came. */
    async end(): Promise<ChatDeletion | null> {
      const stored = await record.read();
      if (!stored) return null;
      let last = stored;
      await record.change(stored.id, (now) => {
        last = record.end(now, 'stopped');
        return now.left ? last : null;
      });
      return toView(last);
    },
  };
}
export type DeleteChats = ReturnType<typeof createDeleteChats>;
