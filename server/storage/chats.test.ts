import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Source } from '../contract/chat.ts';
import { Chats, type AssistantTurn } from './chats.ts';
import type { Database } from './database.ts';
import { Documents } from './documents.ts';
import { Sessions } from './sessions.ts';
import { openSqlite } from './sqlite.ts';
import { UnstoredChats } from './unstored-chats.ts';
import { memoryDatabase } from '../../test/storage/memory-database.ts';
import { answerTurn } from '../../test/storage/answer-turn.ts';

const noon = Date.UTC(2026, 4, 17, 12);
let now: number;
let database: Database;
let chats: Chats;
let sessions: Sessions;
let session: number;
/** Document that the answers cite. */
let document: number;
beforeEach(async () => {
  now = noon;
  database = await memoryDatabase();
  chats = new Chats(database, () => now);
  const documents = new Documents(database, () => now);
  document = (await documents.ensure({ kind: 'post', sourceKey: 'post:1' })).id;
  sessions = new Sessions(database, { clock: () => now });
  session = (await chats.open('', '', '')).id;
});
afterEach(() => database.close());

const source: Source = {
  n: 1,
  title: 'Café “Tide”',
  url: 'https://a.example/',
  kind: 'post',
  excerpt: 'x',
};
const turn = answerTurn();

const asked = {
  questionId: 1,
  message: 'When?',
  language: 'en',
  page: '',
  day: '2026-05-17',
  isFirst: true,
};
const addAnswer = (answer: AssistantTurn, sessionId = session) =>
  chats.addAnswer({ ...asked, sessionId }, answer);

test('a source that has left the knowledge base is named, but not quoted any more', async () => {
  const link = 'https://a.example/#:~:text=secret';
  const citations = [{ ...source, passage_url: link, document_id: document }];
  await addAnswer({ ...turn, citations });
  const cited = async () => (await chats.turns(session, 10))[0]?.citations;
  expect(await cited()).toEqual([{ ...source, passage_url: link }]);
  await database.query.deleteFrom('documents').execute();
  expect(await cited()).toEqual([{ ...source, excerpt: '' }]);
});

test('an answer of before, stored with the path of the model’s file, is shown without it', async () => {
  await addAnswer({ ...turn, model: 'openai_compatible:/home/someone/models/Tiny.gguf' });
  const [shown] = await chats.turns(session, 10);
  expect(shown?.model).toBe('openai_compatible:Tiny.gguf');
});

test('what stands below an answer is shown again, without what has left the knowledge base', async () => {
  const documents = new Documents(database, () => now);
  const other = (await documents.ensure({ kind: 'post', sourceKey: 'post:2' })).id;
  const [near, gone] = ['Near', 'Gone'].map((title) => ({
    title,
    section: '',
    url: 'https://a.example/',
    kind: 'post' as const,
    passage: title,
    marks: [],
  }));
  const statements = [
    { n: 1, text: 'Here', url: 'https://a.example/#:~:text=Here' },
    { n: 2, text: 'Secret', url: 'https://b.example/#:~:text=Secret' },
  ];
  await addAnswer({
    ...turn,
    citations: [
      { ...source, section: 'Prices', document_id: document },
      { ...source, n: 2, url: 'https://b.example/', section: 'Secret', document_id: other },
    ],
    extras: {
      statements,
      closest: [
        { ...near!, document_id: document },
        { ...gone!, document_id: other },
      ],
      next_questions: [
        { text: 'Parking?', document_id: other },
        { text: 'Curated?', document_id: null },
      ],
    },
  });
  const [before] = await chats.turns(session, 10);
  expect(before).toMatchObject({
    citations: [{ section: 'Prices' }, { section: 'Secret' }],
    statements,
    closest: [near, gone],
    nextQuestions: ['Parking?', 'Curated?'],
  });
  await database.query.deleteFrom('documents').where('id', '=', other).execute();
  const [after] = await chats.turns(session, 10);
  expect(after).toMatchObject({
    statements: [statements[0], { n: 2, text: '', url: 'https://b.example/' }],
    closest: [near],
    nextQuestions: ['Curated?'],
  });
  expect(JSON.stringify(after)).not.toContain('Secret');
});

const refused = { code: 'invalid_session', status: 403 };

test('the database has no secret', async () => {
  const { secret = '' } = await chats.open('', '', '');
  const rows = await database.query.selectFrom('chat_sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('only sessions in which nothing was asked since then are old', async () => {
  const old = await chats.open('', '', '');
  const used = await chats.open('', '', '');
  now += 1000;
  await chats.touch(used.id);
  // With the one of the other tests.
  expect(await sessions.removeOlderThan(now)).toBe(2);
  await expect(chats.require(old.publicId, old.secret ?? '')).rejects.toMatchObject(refused);
  expect(await chats.require(used.publicId, used.secret ?? '')).toMatchObject({ id: used.id });
});

describe('conversations that are not stored', () => {
  const hour = 3_600_000;
  let forgotten: string[];
  let visitors: Sessions;
  let unkept: Chats;
  let unstored: UnstoredChats;
  beforeEach(() => {
    forgotten = [];
    unstored = new UnstoredChats({
      openMemory: () => openSqlite(':memory:', 'rag_'),
      stores: () => Promise.resolve(false),
    });
    unkept = new Chats(database, () => now, unstored);
    visitors = new Sessions(database, {
      clock: () => now,
      unstored,
      forget: (ids) => {
        forgotten.push(...ids);
        return Promise.resolve();
      },
    });
  });

  const open = () => unkept.open('', '', '');
  const isKept = ({ publicId, secret = '' }: Awaited<ReturnType<typeof open>>) =>
    unkept.require(publicId, secret).then(
      () => true,
      () => false,
    );

  test('a conversation is in memory for an hour after its last question', async () => {
    const [left, used] = [await open(), await open()];
    now += hour / 2;
    await unkept.touch(used.id);
    now += hour / 2 + 1;
    await visitors.sweepUnstored();
    expect([await isKept(left), await isKept(used)]).toEqual([false, true]);
    expect(forgotten).toEqual([left.publicId]);
    expect(await database.query.selectFrom('chat_sessions').selectAll().execute()).toHaveLength(1);
  });

  test('of too many the latest are kept', async () => {
    const first = await open();
    now += 1;
    for (let n = 0; n < 500; n++) await open();
    const last = await open();
    now += 1;
    await unkept.touch(last.id);
    await visitors.sweepUnstored();
    expect([await isKept(first), await isKept(last)]).toEqual([false, true]);
    expect(forgotten).toHaveLength(2);
  });

  test('its ids are none of the database’s', async () => {
    const { id } = await open();
    const question = await unkept.addQuestion(id, {
      content: 'When?',
      pageUrl: null,
      language: 'en',
    });
    expect(Math.min(id, question)).toBeGreaterThan(2 ** 40);
    expect(Number.isSafeInteger(question)).toBe(true);
  });
});
