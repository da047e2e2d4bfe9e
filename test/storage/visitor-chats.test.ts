import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../server/storage/database.ts';
import { openSqlite } from '../../server/storage/sqlite.ts';
import { createVisitorChats } from '../../server/storage/visitor-chats.ts';
import { memoryDatabase } from './memory-database.ts';

const hour = 3_600_000;
let database: Database;
let now: number;
let forgotten: string[];
let visitors: ReturnType<typeof createVisitorChats>;
beforeEach(async () => {
  now = 1_700_000_000_000;
  forgotten = [];
  database = await memoryDatabase();
  visitors = createVisitorChats(database, {
    clock: () => now,
    openMemory: () => openSqlite(':memory:', 'rag_'),
    stores: () => Promise.resolve(false),
    forget: (ids) => {
      forgotten.push(...ids);
      return Promise.resolve();
    },
  });
});
afterEach(() => database.close());

const open = () => visitors.sessions.open('', '', '');
const isKept = ({ publicId, secret = '' }: Awaited<ReturnType<typeof open>>) =>
  visitors.sessions.require(publicId, secret).then(
    () => true,
    () => false,
  );

test('a conversation is in memory for an hour after its last question', async () => {
  const [left, used] = [await open(), await open()];
  now += hour / 2;
  await visitors.sessions.touch(used.id);
  now += hour / 2 + 1;
  await visitors.sweepUnstored();
  expect([await isKept(left), await isKept(used)]).toEqual([false, true]);
  expect(forgotten).toEqual([left.publicId]);
  expect(await database.query.selectFrom('chat_sessions').selectAll().execute()).toEqual([]);
});

test('of too many the latest are kept', async () => {
  const first = await open();
  now += 1;
  for (let n = 0; n < 500; n++) await open();
  const last = await open();
  now += 1;
  await visitors.sessions.touch(last.id);
  await visitors.sweepUnstored();
  expect([await isKept(first), await isKept(last)]).toEqual([false, true]);
  expect(forgotten).toHaveLength(2);
});

test('its ids are none of the database’s', async () => {
  const { id } = await open();
  const question = await visitors.chats.addQuestion(id, {
    content: 'When?',
    pageUrl: null,
    language: 'en',
  });
  expect(Math.min(id, question)).toBeGreaterThan(2 ** 40);
  expect(Number.isSafeInteger(question)).toBe(true);
});
