import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDeleteChats, type DeleteChats } from '../../server/chat/delete-chats.ts';
import type { ChatDeletion } from '../../server/contract/chats.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createConversations } from '../../server/storage/conversations.ts';
import type { Database } from '../../server/storage/database.ts';
import { createSessions } from '../../server/storage/sessions.ts';
import { createState } from '../../server/storage/state.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const all = { search: '' };
let now: number;
let database: Database;
let begun: DeleteChats[];

beforeEach(async () => {
  now = Date.UTC(2026, 4, 17, 12);
  database = await memoryDatabase();
  begun = [];
});
afterEach(async () => {
  await Promise.all(begun.map((one) => one.stop()));
  await database.close();
});

/** As one sidecar has it. `removing` is called before conversations are deleted. */
function deleteChats(removing: () => unknown = () => undefined): DeleteChats {
  const sessions = createSessions(database, () => now);
  const made = createDeleteChats({
    conversations: createConversations(database),
    sessions: {
      removeAll: async (ids) => {
        await removing();
        return sessions.removeAll(ids);
      },
    },
    state: createState(database),
    lease: 60_000,
    clock: () => now,
    log: createLog('silent'),
  });
  begun.push(made);
  return made;
}

/** Adds conversations that contain a term. */
async function converse(count: number, term = 'swan'): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { insertId } = await database.query
      .insertInto('chat_sessions')
      .values({
        public_id: `${term}-${n}`,
        secret_hash: '',
        ip_hash: '',
        created_at: now,
        last_at: now,
      })
      .executeTakeFirstOrThrow();
    await database.query
      .insertInto('chat_terms')
      .values({ session_id: Number(insertId), term })
      .execute();
  }
}

async function left(): Promise<number> {
  return (await database.query.selectFrom('chat_sessions').select('id').execute()).length;
}

async function ended(deletions: DeleteChats): Promise<ChatDeletion> {
  for (let tries = 0; tries < 500; tries++) {
    const latest = await deletions.latest();
    if (latest?.ended_at) return latest;
    await sleep(10);
  }
  throw new Error('The deletion goes on.');
}

test('few conversations are gone at once', async () => {
  await converse(500);
  await converse(1, 'goose');
  const deletions = deleteChats();
  expect(await deletions.start({ search: 'swan' })).toEqual({ deleted: 500 });
  expect([await left(), await deletions.latest()]).toEqual([1, null]);
});

test('many are counted and deleted in the background, and what does not fit stays', async () => {
  await converse(620);
  await converse(3, 'goose');
  const deletions = deleteChats();
  const { deleted, deletion } = await deletions.start({ search: 'swan' });
  expect([deleted, deletion]).toEqual([
    0,
    expect.objectContaining({ state: 'counting', deleted: 0, error: null, ended_at: null }),
  ]);
  expect(await ended(deletions)).toEqual({
    ...deletion,
    state: 'done',
    total: 620,
    deleted: 620,
    ended_at: '2026-05-17T12:00:00.000Z',
  });
  expect(await left()).toBe(3);
});

test('a conversation that begins after the consent stays', async () => {
  await converse(510);
  let isFirst = true;
  const deletions = deleteChats(async () => {
    if (isFirst) await converse(1, 'goose');
    isFirst = false;
  });
  await deletions.start(all);
  expect(await ended(deletions)).toMatchObject({ total: 510, deleted: 510 });
  expect(await left()).toBe(1);
});

test('another sidecar goes on with what one has left', async () => {
  await converse(700);
  const first = deleteChats(async () => {
    if ((await left()) < 600) throw new Error('The process ends here.');
  });
  await first.start(all);
  while ((await first.latest())?.error === null) await sleep(5);
  expect(await first.latest()).toMatchObject({
    state: 'deleting',
    deleted: 125,
    error: { code: 'internal_error' },
  });
  now += 61_000;
  const second = deleteChats();
  second.look();
  expect(await ended(second)).toMatchObject({
    state: 'done',
    total: 700,
    deleted: 700,
    error: null,
  });
});

test('it can be stopped, what is gone is counted, and what is left stays', async () => {
  await converse(600);
  let stopped: Promise<ChatDeletion | null> | undefined;
  const deletions = deleteChats(async () => {
    if ((await left()) === 500) stopped = deletions.end();
    await stopped;
  });
  await deletions.start(all);
  await ended(deletions);
  await deletions.stop();
  expect(await stopped).toMatchObject({ state: 'stopped', deleted: 100 });
  expect(await deletions.latest()).toMatchObject({ state: 'stopped', total: 600, deleted: 125 });
  expect(await left()).toBe(475);
});

test('one at a time, and the words of its filter go with its end', async () => {
  await converse(600, 'marigold');
  const deletions = deleteChats();
  const text = () => createState(database).readText('chat_deletion');
  await deletions.start({ search: 'marigold' });
  await expect(deletions.start(all)).rejects.toMatchObject({ code: 'conflict' });
  expect(await text()).toContain('marigold');
  const last = await ended(deletions);
  expect(await text()).not.toContain('marigold');
  expect(await deletions.end()).toEqual(last);
  expect([await deletions.latest(), await deletions.end()]).toEqual([null, null]);
});
