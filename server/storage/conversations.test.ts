import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Outcome } from '../contract/chat.ts';
import { chatsQuery, type ChatsFilter } from '../contract/chats.ts';
import type { Feedback } from '../contract/chat.ts';
import { Chats } from './chats.ts';
import { Conversations } from './conversations.ts';
import type { Database } from './database.ts';
import { UnreadRatings } from './chat-figures.ts';
import { memoryDatabase } from '../../test/storage/memory-database.ts';
import { answerTurn } from '../../test/storage/answer-turn.ts';

let now: number;
let database: Database;
let chats: Chats;
let conversations: Conversations;
beforeEach(async () => {
  now = Date.UTC(2026, 4, 17, 12);
  database = await memoryDatabase();
  chats = new Chats(database, () => now);
  conversations = new Conversations(database);
});
afterEach(() => database.close());

interface Said {
  question: string;
  answer?: string;
  outcome?: Outcome;
  rating?: Feedback;
  page?: string;
  language?: string;
  day?: string;
}

/** Stores a conversation of these turns and returns its public id. */
async function converse(...turns: Said[]): Promise<string> {
  const session = await chats.open('', '', '');
  for (const [index, said] of turns.entries()) {
    const { question: message, answer = 'At noon.', outcome = 'answered' } = said;
    const { page = '', language = 'en', day = '2026-05-17' } = said;
    now += 1000;
    if (index > 0) await chats.touch(session.id);
    const pageUrl = page && `https://site.example${page}`;
    const question = { content: message, pageUrl, language };
    const questionId = await chats.addQuestion(session.id, question);
    const asked = { sessionId: session.id, questionId, message, language, page, day };
    const usage = { prompt_tokens: 10, completion_tokens: 3 };
    const turn = answerTurn({ content: answer, outcome, confidence: 0.75, usage });
    const id = await chats.addAnswer({ ...asked, isFirst: index === 0 }, turn);
    if (said.rating) await chats.rate(session.id, id, said.rating, null);
  }
  return session.publicId;
}

/** The ids that a filter lists, the latest first. */
async function listed(filter: Partial<ChatsFilter> & { orderby?: 'turns'; page?: number } = {}) {
  const { chats: found } = await conversations.list(chatsQuery.parse(filter));
  return found.map(({ session }) => session);
}

test.each([
  ['a word of the answer', { question: 'Where?', answer: 'Behind the harbour hall.' }, 'harbour'],
  ['all words, of question and answer', { question: 'When?', answer: 'At noon.' }, 'when noon'],
  ['the beginning of a word', { question: 'Eure Öffnungszeiten?' }, 'öffnungs*'],
  ['one Chinese character', { question: '博物馆什么时候开门？' }, '门'],
  ['kana', { question: '東京タワーはどこですか。' }, 'タワー'],
  ['a Japanese word', { question: '東京都立美術館は何時に開きますか。' }, '美術館'],
  ['a Thai word', { question: 'พิพิธภัณฑ์เปิดกี่โมง' }, 'พิพิธภัณฑ์'],
  ['an Arabic word without its vowel signs', { question: 'متى يَفتح المتحف؟' }, 'المتحف'],
])('a search finds %s', async (_what, said, search) => {
  const found = await converse(said);
  await converse({ question: 'Is there parking?', answer: 'No.' });
  expect(await listed({ search })).toEqual([found]);
});

test('a search finds nothing by half a word, nor by the name of a property', async () => {
  await converse({ question: 'Where are the swans?', outcome: 'refused' });
  expect(await listed({ search: 'swan' })).toEqual([]);
  expect(await listed({ search: 'outcome=refused' })).toEqual([]);
});

test('filters find conversations by any of their turns', async () => {
  const german = await converse({ question: 'Wann?', language: 'de', page: '/visit/' });
  const refused = await converse(
    { question: 'Where?', outcome: 'refused', day: '2026-05-16' },
    { question: 'When?', rating: 'down' },
  );
  expect(await listed()).toEqual([refused, german]);
  expect(await listed({ language: 'de' })).toEqual([german]);
  expect(await listed({ asked_on: '/visit/' })).toEqual([german]);
  expect(await listed({ outcome: 'refused' })).toEqual([refused]);
  expect(await listed({ feedback: 'down' })).toEqual([refused]);
  expect(await listed({ from: '2026-05-16', to: '2026-05-16' })).toEqual([refused]);
  expect(await listed({ from: '2026-05-17' })).toEqual([refused, german]);
  expect(await listed({ to: '2026-05-15' })).toEqual([]);
  expect(await listed({ outcome: 'refused', search: 'when', to: '2026-05-16' })).toEqual([refused]);
  expect(await listed({ outcome: 'refused', language: 'de' })).toEqual([]);
});

test('ratings are found by the latest one, and those down are unread until they are seen', async () => {
  const unread = new UnreadRatings(database);
  const id = await converse({ question: 'When?', rating: 'down' });
  const { chats: found } = await conversations.list(chatsQuery.parse({}));
  expect([found[0]?.down, await unread.count()]).toEqual([1, 1]);
  await chats.rate(1, 2, 'down', 'Still wrong');
  expect(await unread.count()).toBe(1);
  await chats.rate(1, 2, 'up', null);
  expect([await listed({ feedback: 'down' }), await listed({ feedback: 'up' })]).toEqual([
    [],
    [id],
  ]);
  expect(await unread.count()).toBe(0);
  await chats.rate(1, 2, 'down', null);
  await unread.seen();
  await chats.rate(1, 2, 'up', null);
  expect(await unread.count()).toBe(0);
});

test('a very long answer is found by its first thousand words', async () => {
  const answer = Array.from({ length: 3000 }, (_, n) => `word${n}`).join(' ');
  const id = await converse({ question: 'What is there?', answer });
  expect(await listed({ search: 'word990' })).toEqual([id]);
  expect(await listed({ search: 'word2990' })).toEqual([]);
});

test('all sessions of a filter come in batches', async () => {
  for (const question of ['a', 'b', 'c', 'd', 'e'])
    await converse({ question: `${question} swan` });
  const batches = async (filter: Partial<ChatsFilter>) => {
    const found: number[][] = [];
    for await (const ids of conversations.all({ search: '', ...filter }, 2)) found.push(ids);
    return found;
  };
  const all = [[1, 2], [3, 4], [5]];
  expect(await batches({})).toEqual(all);
  expect(await batches({ search: 'swan' })).toEqual(all);
  expect(await batches({ from: '2026-05-01', search: 'sw*' })).toEqual(all);
  expect(await batches({ search: 'c swan' })).toEqual([[3]]);
});

test('sessions far behind others are found, and none behind the last of a range', async () => {
  await converse({ question: 'The first swan' });
  await database.execute(['PRAGMA foreign_keys = OFF']);
  await database.query.updateTable('chat_sessions').set({ id: 41_000 }).execute();
  await database.query.updateTable('chat_terms').set({ session_id: 41_000 }).execute();
  await database.query.updateTable('chats').set({ session_id: 41_000 }).execute();
  await database.execute(['PRAGMA foreign_keys = ON']);
  await converse({ question: 'The last swan' });
  const found = async (filter: Partial<ChatsFilter>, upTo: number) => {
    const ids: number[] = [];
    const range = { after: 0, upTo };
    for await (const some of conversations.all({ search: '', ...filter }, 2, range))
      ids.push(...some);
    return ids;
  };
  for (const filter of [{}, { search: 'swan' }, { from: '2026-05-01' }]) {
    expect(await found(filter, 50_000)).toEqual([41_000, 41_001]);
    expect(await found(filter, 41_000)).toEqual([41_000]);
  }
});

test('a turn whose answer was not stored is exported', async () => {
  await converse({ question: 'When?', page: '/visit/' });
  const content = 'And where?';
  await chats.addQuestion(1, { content, pageUrl: null, language: 'en' });
  const turns = [];
  for await (const part of conversations.exported([1])) turns.push(...part);
  expect(turns.map(({ question, pageUrl, answer }) => [question, pageUrl, answer])).toEqual([
    ['When?', 'https://site.example/visit/', expect.objectContaining({ tokens: 13, ms: 42 })],
    ['And where?', '', null],
  ]);
});

test('many conversations are exported in parts, each turn once and in its order', async () => {
  for (let n = 0; n < 120; n++) await converse({ question: `Question ${n}` }, { question: 'And?' });
  const parts = [];
  const ids = Array.from({ length: 120 }, (_, n) => n + 1);
  for await (const part of conversations.exported(ids)) parts.push(part);
  expect(parts.map((part) => part.length)).toEqual([200, 40]);
  const asked = parts.flat().map(({ question }) => question);
  expect(asked).toEqual(ids.flatMap((id) => [`Question ${id - 1}`, 'And?']));
  expect(new Set(parts.flat().map(({ session }) => session)).size).toBe(120);
});
