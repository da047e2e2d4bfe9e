/** A year of conversations, and documents, the same ones each time. */
import type { Insertable } from 'kysely';
import type { Feedback, Outcome } from '../../server/contract/chat.ts';
import { propertyTerm } from '../../server/storage/chats.ts';
import type { Database, Transaction } from '../../server/storage/database.ts';
import { listedAs } from '../../server/storage/documents.ts';
import type { Schema } from '../../server/storage/schema.ts';
import { searchTerms } from '../../server/text/tokenize.ts';
import { randomNumbers } from '../parts/measure.ts';
import { hash } from '../parts/words.ts';

const words = 30_000;
export const turnsOfSession = 4;
const msPerDay = 86_400_000;
const days = 365;
const chinese = '博物馆开门时间票价地点停车儿童学校展览今天明天天鹅喂食餐厅洗手间导游预约网站语言';
const site = 'http://site.test';
/** Rows of one statement. */
const atOnce = 500;

interface GeneratedTurn {
  id: number;
  at: number;
  day: string;
  question: string;
  answer: string;
  page: string;
  language: string;
  outcome: Outcome;
  feedback: Feedback | null;
  model: string;
  ms: number;
  tokens: number;
}

/** Id by which visitors know a session. */
export const publicId = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

/** The word of a rank: low ranks are said most often. */
export const wordOf = (rank: number) => `w${rank.toString(36)}`;

/** The frequency of each word is about one by its rank. */
const sentence = (next: () => number, length: number) =>
  Array.from({ length }, () => wordOf(Math.floor(words ** next()) - 1)).join(' ');

/** Returns the first of the values whose limit is above a share. */
const chosen = <T>(share: number, ...values: [limit: number, value: T][]): T =>
  values.find(([limit]) => share < limit)![1];

function turnsOf(session: number, sessions: number, now: number): GeneratedTurn[] {
  const next = randomNumbers(hash(`session ${session}`));
  const language = chosen(next(), [0.6, 'en'], [0.85, 'de'], [0.95, 'fr'], [1, 'zh']);
  const page = `/page-${Math.floor(200 ** next())}/`;
  const start = now - Math.floor(((sessions - session + 1) / sessions) * days * msPerDay);
  const text = (length: number) =>
    language === 'zh'
      ? Array.from({ length }, () => chinese[Math.floor(next() * chinese.length)]).join('')
      : sentence(next, length);
  return Array.from({ length: turnsOfSession }, (_, n) => {
    const at = start + n * 30_000;
    return {
      id: (session - 1) * turnsOfSession * 2 + n * 2 + 1,
      at,
      day: new Date(at).toISOString().slice(0, 10),
      question: `${text(8)}?`,
      answer: `${text(30)}.`,
      page,
      language,
      outcome: chosen<Outcome>(
        next(),
        ...([
          [0.75, 'answered'],
          [0.85, 'closest'],
          [0.97, 'refused'],
          [0.99, 'stopped'],
          [1, 'failed'],
        ] satisfies [number, Outcome][]),
      ),
      feedback: chosen<Feedback | null>(next(), [0.03, 'up'], [0.04, 'down'], [1, null]),
      model: next() < 0.9 ? 'openai:gpt-4o-mini' : 'builtin:extractive-1',
      ms: 200 + Math.floor(next() * 3000),
      tokens: 500 + Math.floor(next() * 2000),
    };
  });
}

function termsOf(turns: readonly GeneratedTurn[]): Set<string> {
  const terms = searchTerms(turns.map(({ question, answer }) => `${question} ${answer}`).join(' '));
  for (const { outcome, day, language, page, feedback } of turns) {
    terms.add(propertyTerm('outcome', outcome));
    terms.add(propertyTerm('day', day));
    terms.add(propertyTerm('language', language));
    terms.add(propertyTerm('page', page));
    if (feedback) terms.add(propertyTerm('feedback', feedback));
  }
  return terms;
}

const titleOf = (id: number) => `${sentence(randomNumbers(hash(`title ${id}`)), 6)} ${id}`;

const citationsOf = (id: number) =>
  JSON.stringify(
    [1, 2].map((n) => ({
      n,
      title: titleOf((id + n) % 1000),
      url: `${site}/notes-${id + n}/`,
      kind: 'post',
      excerpt: titleOf(id % 1000).repeat(4),
      document_id: id + n,
    })),
  );

/** Fills empty tables. */
export async function seed(
  database: Database,
  { turns, documents, now }: { turns: number; documents: number; now: number },
): Promise<void> {
  const sessions = Math.ceil(turns / turnsOfSession);
  const figures = new Map<string, Insertable<Schema['chat_figures']>>();
  for (let first = 1; first <= sessions; first += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, sessions + 1 - first) }, (_, n) => first + n);
    const all = ids.map((id) => ({ id, turns: turnsOf(id, sessions, now) }));
    const turnRows = <T>(row: (turn: GeneratedTurn, session_id: number) => T) =>
      all.flatMap(({ id, turns: made }) => made.map((turn) => row(turn, id)));
    await database.transaction(async (transaction) => {
      const insert = inserting(transaction);
      await insert('chat_sessions', all.map(sessionRow));
      await insert('chats', turnRows(questionRow));
      await insert('chats', turnRows(answerRow));
      await insert(
        'chat_terms',
        all.flatMap(({ id, turns: made }) =>
          Array.from(termsOf(made), (term) => ({ session_id: id, term })),
        ),
      );
    });
    for (const turn of all.flatMap((each) => each.turns)) addFigures(figures, turn);
  }
  await database.transaction(async (transaction) => {
    const insert = inserting(transaction);
    await insert('chat_figures', [...figures.values()]);
    const ids = Array.from({ length: documents }, (_, at) => at + 1);
    await insert(
      'documents',
      ids.map((id) => documentRow(id, now)),
    );
  });
}

const inserting =
  (transaction: Transaction) =>
  async <Table extends keyof Schema>(table: Table, rows: Insertable<Schema[Table]>[]) => {
    for (let from = 0; from < rows.length; from += atOnce) {
      const some = rows.slice(from, from + atOnce);
      await transaction.insertInto(table).values(some).execute();
    }
  };

const sessionRow = ({ id, turns }: { id: number; turns: readonly GeneratedTurn[] }) => ({
  ...{ id, public_id: publicId(id), secret_hash: '0'.repeat(64), ip_hash: '' },
  ...{ turns: turns.length, created_at: turns[0]!.at, last_at: turns.at(-1)!.at },
});

const questionRow = ({ id, at, question, page, language }: GeneratedTurn, session_id: number) => ({
  ...{ id, session_id, role: 'user' as const, content: question },
  ...{ page_url: site + page, language, created_at: at },
});

const answerRow = (turn: GeneratedTurn, session_id: number) => {
  const { id, at, day, outcome, feedback, model, ms, tokens } = turn;
  return {
    ...{ id: id + 1, session_id, role: 'assistant' as const, content: turn.answer },
    ...{ question_id: id, citations: citationsOf(id), created_at: at + ms, day, outcome, feedback },
    ...{ model, prompt_tokens: tokens, completion_tokens: 50, response_time_ms: ms },
  };
};

function addFigures(
  figures: Map<string, Insertable<Schema['chat_figures']>>,
  { day, outcome, model, tokens }: GeneratedTurn,
): void {
  const key = `${day} ${outcome} ${model}`;
  const known = figures.get(key) ?? {
    ...{ day, outcome, model, answers: 0, sessions: 0, prompt_tokens: 0, completion_tokens: 0 },
    ...{ cached_tokens: 0, cache_write_tokens: 0, up: 0, down: 0 },
  };
  known.answers++;
  known.prompt_tokens += tokens;
  figures.set(key, known);
}

function documentRow(id: number, now: number): Insertable<Schema['documents']> {
  const title = titleOf(id);
  const url = `${site}/notes-${id}/`;
  return {
    ...{ id, kind: 'txt', source_key: `text:${id}`, title, source_url: url },
    ...{ body: title.repeat(60), status: id % 100 ? 'completed' : 'failed', chunk_count: 5 },
    ...{ created_at: now, updated_at: now + id, listed_as: listedAs(title, url) },
  };
}
