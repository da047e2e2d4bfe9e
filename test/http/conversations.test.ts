/** A visitor's conversation: mailed to the owner, stored nowhere, or read and erased by core's privacy tools. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { ChatReply, HistoryReply } from '../../server/contract/chat.ts';
import { eraseReply, privacyReply } from '../../server/contract/privacy.ts';
import { UserHash } from '../../server/secrets/user-hash.ts';
import { mailAddresses, mailWords, thief } from '../injection/mails.ts';
import { startApp, type App } from './app-server.ts';

let app: App;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

const save = (body: object) => app.shim.admin('PUT', '/settings', { body });

/** Asks, in a conversation that may have begun. */
async function ask(
  message: string,
  { talk, userId = 0 }: { talk?: ChatReply; userId?: number } = {},
) {
  const { status, body } = await app.shim.call<ChatReply>('POST', '/chat/sync', {
    userId,
    body: { message, ...(talk && { session_id: talk.session_id }) },
    headers: { 'x-itih-secret': talk?.session_secret ?? '' },
  });
  expect(status).toBe(200);
  return { ...body, session_secret: talk?.session_secret ?? body.session_secret ?? '' };
}
const about = ({ session_id, session_secret = '' }: ChatReply) => ({
  query: { session_id },
  headers: { 'x-itih-secret': session_secret },
});
const history = async (talk: ChatReply, userId = 0) =>
  (await app.shim.call<HistoryReply>('GET', '/history', { ...about(talk), userId })).body.turns;

const zebras = 'How many zebras does the harbour own?';

describe('mailed to the owner', () => {
  beforeEach(() => save({ chat: { mail_to: 'owner@example.org' } }));

  const mail = (talk: ChatReply, more: object = {}, secret = talk.session_secret ?? '') =>
    app.shim.call('POST', '/chat/mail', {
      ip: '192.0.2.1',
      headers: { 'x-itih-secret': secret },
      body: { session_id: talk.session_id, email: 'ada@example.org', ...more },
    });
  const code = ({ status, body }: Awaited<ReturnType<typeof mail>>) => [status, body['code']];

  test('WordPress gets the stored turns, the address, the note and the page', async () => {
    const talk = await ask(zebras);
    expect(talk.offer_mail).toBe(true);
    const page_url = 'http://site.test/zoo/';
    const note = mailWords['a Bcc line'];
    const more = { to: thief, cc: [thief], headers: [thief], turns: [{ role: 'user' }] };
    const sent = await mail(talk, { note, page_url, ...more });
    expect([sent.status, sent.body]).toEqual([200, { sent: true }]);
    expect(app.site.mailed).toEqual([
      {
        email: 'ada@example.org',
        note,
        page_url,
        turns: [
          { role: 'user', content: zebras },
          { role: 'assistant', content: talk.reply },
        ],
      },
    ]);
  });

  test('a conversation that is stored nowhere can be mailed', async () => {
    await save({ privacy: { store_chats: false } });
    const talk = await ask(zebras);
    expect((await mail(talk)).status).toBe(200);
    expect(app.site.mailed[0]?.turns).toHaveLength(2);
  });

  test('it is offered below a refusal and to who asks for a person, also in the history', async () => {
    const refused = await ask(zebras);
    const person = await ask('Can I talk to a human?');
    const greeted = await ask('Hello!');
    expect([refused, person, greeted].map(({ offer_mail }) => offer_mail)).toEqual([
      true,
      true,
      undefined,
    ]);
    const turns = await history(person);
    expect(turns.map(({ offersMail }) => offersMail)).toEqual([undefined, true]);
  });

  test('without an address of the owner it is not offered, and refused', async () => {
    const talk = await ask(zebras);
    await save({ chat: { mail_to: '' } });
    expect((await ask(zebras)).offer_mail).toBeUndefined();
    expect(code(await mail(talk))).toEqual([503, 'not_configured']);
  });

  test('an address that is none, or several, is refused', async () => {
    const talk = await ask('A zebra?');
    for (const email of [...Object.values(mailAddresses), '']) {
      expect([email, ...code(await mail(talk, { email }))]).toEqual([
        email,
        400,
        'invalid_request',
      ]);
    }
    expect(app.site.mailed).toEqual([]);
  });

  test('nobody else mails it, and nobody mails it often', async () => {
    const talk = await ask(zebras);
    expect(code(await mail(talk, {}, 'guessed'))).toEqual([403, 'invalid_session']);
    for (let count = 0; count < 3; count++) expect((await mail(talk)).status).toBe(200);
    expect(code(await mail(talk))).toEqual([429, 'rate_limited']);
    const statuses = [];
    for (let count = 0; count < 8; count++)
      statuses.push((await mail(await ask('A zebra?'))).status);
    expect(statuses).toEqual([...Array<number>(7).fill(200), 429]);
  });

  test('a site that cannot mail says so', async () => {
    app.site.canMail = false;
    const talk = await ask(zebras);
    expect(code(await mail(talk))).toEqual([500, 'internal_error']);
  });
});

describe('of a site whose owner has nothing stored', () => {
  const store = (store_chats: boolean) =>
    save({ privacy: { store_chats }, limits: { per_ip_max: 0 } });
  beforeEach(() => store(false));

  /** States of the index and of the site, which are found meanwhile, signatures of calls, and numbers of the limits under hashed names. */
  const ofIndex = /^(call:|rate:|chunks_|embedding_|guest_|index_|site_|tables_|vectorize_)/;

  /** Every row of every table, but for those. */
  async function allRows(): Promise<Record<string, unknown[]>> {
    const { query } = app.services.database;
    const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
    and name not like 'sqlite_%' order by name`.execute(query);
    const rows: Record<string, unknown[]> = {};
    for (const { name } of tables.rows) {
      const found = await sql<{ name?: string }>`select * from ${sql.ref(name)}`.execute(query);
      rows[name] = found.rows.filter((row) => !ofIndex.test(row.name ?? ''));
    }
    return rows;
  }

  test('a whole conversation leaves no row and no figure, and yet it can be gone on with', async () => {
    const before = await allRows();
    const first = await ask(zebras, { userId: 7 });
    const second = await ask('And how many giraffes?', { talk: first, userId: 7 });
    expect(second.session_id).toBe(first.session_id);
    const { status, body } = await app.shim.call('POST', '/feedback', {
      headers: about(first).headers,
      userId: 7,
      body: {
        session_id: first.session_id,
        message_id: second.message_id,
        feedback: 'down',
        comment: 'Wrong.',
      },
    });
    expect([status, body]).toEqual([200, { updated: 1 }]);
    const turns = await history(first, 7);
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(turns[3]?.feedback).toBe('down');
    const question = turns[2]?.id ?? 0;
    const events = await app.shim.call('GET', `/chat/${question}/events`, {
      ...about(first),
      userId: 7,
    });
    expect(events.status).toBe(200);
    await app.services.noteGaps.stop();
    expect(await allRows()).toEqual(before);
    expect((await app.shim.admin('GET', '/chats')).body).toEqual([]);
    const deleted = await app.shim.call('DELETE', '/history', { ...about(first), userId: 7 });
    expect(deleted.body).toEqual({ deleted: 4 });
    expect((await app.shim.call('GET', '/history', about(first))).status).toBe(403);
    expect(await allRows()).toEqual(before);
  });

  test('the eraser reaches what is in memory', async () => {
    const talk = await ask('Where is the pier?', { userId: 7 });
    await app.shim.call('DELETE', '/privacy/7', { role: 'system' });
    expect((await app.shim.call('GET', '/history', about(talk))).status).toBe(403);
  });

  test('what was stored before stays the visitor’s, until they delete it', async () => {
    await store(true);
    const talk = await ask('Where is the pier?');
    await store(false);
    expect(await history(talk)).toHaveLength(2);
    const next = await ask('And the harbour?', { talk });
    expect(next.session_id).not.toBe(talk.session_id);
    expect((await app.shim.call('DELETE', '/history', about(talk))).body).toEqual({ deleted: 2 });
    const rows = await allRows();
    expect([rows['wp_rag_chats'], rows['wp_rag_chat_sessions']]).toEqual([[], []]);
  });
});

describe('of a user', () => {
  const read = async (user: number, page = 1) => {
    const path = `/privacy/${user}`;
    const { body } = await app.shim.call('GET', path, {
      role: 'system',
      query: { page: String(page) },
    });
    return privacyReply.parse(body);
  };
  const erase = async (user: number) => {
    const { body } = await app.shim.call('DELETE', `/privacy/${user}`, { role: 'system' });
    return eraseReply.parse(body);
  };
  const questionsOf = async (user: number) =>
    (await read(user)).turns.filter(({ role }) => role === 'user').map(({ content }) => content);

  test('a conversation from before the login becomes the user’s', async () => {
    const talk = await ask('Where is the pier?');
    const after = await ask('And the harbour?', { talk, userId: 7 });
    expect(after.session_id).toBe(talk.session_id);
    expect(await questionsOf(7)).toEqual(['Where is the pier?', 'And the harbour?']);
  });

  test('another user of the same browser starts a conversation of their own', async () => {
    const talk = await ask('Where is the pier?', { userId: 7 });
    const other = await ask('And the harbour?', { talk, userId: 8 });
    expect(other.session_id).not.toBe(talk.session_id);
    expect(await questionsOf(7)).toEqual(['Where is the pier?']);
    expect(await questionsOf(8)).toEqual(['And the harbour?']);
  });

  test.each([
    ['nobody, after the logout', 0],
    ['another user', 8],
  ])('the conversation of a user is closed to %s', async (_who, userId) => {
    const talk = await ask('Where is the pier?', { userId: 7 });
    const { session_id } = talk;
    const { query, headers } = about(talk);
    const calls: Parameters<typeof app.shim.call>[] = [
      ['GET', '/history', { query }],
      ['GET', '/chat/1/events', { query }],
      ['DELETE', '/chat/1', { query }],
      ['POST', '/feedback', { body: { session_id, message_id: 2, feedback: 'up' } }],
      ['POST', '/chat/mail', { body: { session_id, email: 'kim@example.org' } }],
      ['DELETE', '/history', { query }],
    ];
    for (const [method, path, options] of calls) {
      const { body } = await app.shim.call(method, path, { ...options, headers, userId });
      expect([path, body['code']]).toEqual([path, 'invalid_session']);
    }
    expect((await ask('And the harbour?', { talk, userId })).session_id).not.toBe(session_id);
    expect(await questionsOf(7)).toEqual(['Where is the pier?']);
    expect(await history(talk, 7)).toHaveLength(2);
  });

  test('erasing takes all conversations of one user, a hundred at a time', async () => {
    await ask('Where is the lighthouse?', { userId: 8 });
    const { chats, userHash } = app.services;
    for (let n = 0; n < 130; n++) {
      const { id } = await chats.open('', '', '', userHash.of(7));
      await chats.addQuestion(id, { content: `Question ${n}`, pageUrl: null, language: 'en' });
    }
    expect((await read(7)).done).toBe(false);
    expect(await read(7, 2)).toMatchObject({ done: true, turns: { length: 30 } });
    expect(await erase(7)).toEqual({ deleted: 100, done: false });
    expect(await erase(7)).toEqual({ deleted: 30, done: true });
    expect(await erase(7)).toEqual({ deleted: 0, done: true });
    expect(await questionsOf(7)).toEqual([]);
    expect(await questionsOf(8)).toEqual(['Where is the lighthouse?']);
  });

  test('a hash is found after the salts have changed, and tells no id without the key', () => {
    const before = new UserHash('a'.repeat(64));
    const now = new UserHash('b'.repeat(64), ['a'.repeat(64)]);
    expect(now.of(7)).not.toBe(before.of(7));
    expect(now.all(7)).toEqual([now.of(7), before.of(7)]);
    expect([now.of(0), now.all(0)]).toEqual(['', []]);
  });
});

test('no message is accepted without the consent that is asked for', async () => {
  const consent_text = 'Questions are stored.';
  await save({ privacy: { consent_text } });
  const { sessions } = await app.services.figures.summary();
  const said = (body: object) =>
    app.shim.call('POST', '/chat', { body: { message: 'Hello', ...body } });
  for (const body of [{}, { consent: false }]) {
    const refused = await said(body);
    const data = expect.objectContaining({ consent: consent_text });
    expect(refused).toMatchObject({ status: 403, body: { code: 'consent_required', data } });
  }
  expect((await app.services.figures.summary()).sessions).toBe(sessions);
  expect((await said({ consent: true })).status).toBe(200);
});
