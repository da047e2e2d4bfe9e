import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createChats, type Chats } from '../../server/storage/chats.ts';
import type { Database } from '../../server/storage/database.ts';
import { createSessions, type Sessions } from '../../server/storage/sessions.ts';
import { memoryDatabase } from './memory-database.ts';

let database: Database;
let sessions: Sessions;
let chats: Chats;
let now: number;
beforeEach(async () => {
  now = 1000;
  database = await memoryDatabase();
  sessions = createSessions(database, () => now);
  chats = createChats(database, () => now);
});
afterEach(() => database.close());

const refused = { code: 'invalid_session', status: 403 };

test('who shows the secret has the session again, and the secret is said only once', async () => {
  const made = await sessions.open('', '', 'hash');
  expect(made.secret).toMatch(/^[\w-]{32}$/);
  const again = await sessions.open(made.publicId, made.secret ?? '', 'hash');
  expect(again).toEqual({ id: made.id, publicId: made.publicId });
  expect(await sessions.require(made.publicId, made.secret ?? '')).toEqual(again);
});

test.each([
  ['a wrong secret', 'wrong'],
  ['no secret', ''],
])(
  'with %s a new session is opened, and nothing of the other can be read',
  async (_case, secret) => {
    const made = await sessions.open('', '', '');
    const other = await sessions.open(made.publicId, secret, '');
    expect(other.publicId).not.toBe(made.publicId);
    expect(other.secret).not.toBe(made.secret);
    await expect(sessions.require(made.publicId, secret)).rejects.toMatchObject(refused);
  },
);

test('a session that is unknown cannot be told from one that is another’s', async () => {
  await expect(sessions.require('unknown', 'x')).rejects.toMatchObject(refused);
});

test('the database has no secret', async () => {
  const { secret = '' } = await sessions.open('', '', '');
  const rows = await database.query.selectFrom('chat_sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('turns go with their session', async () => {
  const [one, two] = [await sessions.open('', '', ''), await sessions.open('', '', '')];
  await chats.addQuestion(one.id, { content: 'Hello', pageUrl: null, language: '' });
  await chats.addQuestion(two.id, { content: 'Hello', pageUrl: null, language: '' });
  await sessions.remove(one.id);
  expect(await chats.count(one.id)).toBe(0);
  expect(await chats.count(two.id)).toBe(1);
});

test('only sessions in which nothing was asked since then are old', async () => {
  const old = await sessions.open('', '', '');
  const used = await sessions.open('', '', '');
  now = 2000;
  await sessions.touch(used.id);
  expect(await sessions.removeOlderThan(2000)).toBe(1);
  await expect(sessions.require(old.publicId, old.secret ?? '')).rejects.toMatchObject(refused);
  expect(await sessions.require(used.publicId, used.secret ?? '')).toMatchObject({ id: used.id });
});
