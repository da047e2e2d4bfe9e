import { setImmediate as othersFirst } from 'node:timers/promises';
import {
  sql,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import {
  maxListedChats,
  type ChatsFilter,
  type ChatSummary,
  type ChatsQuery,
  type OwnerTurn,
} from '../contract/chats.ts';
import { searchedTerms } from '../text/tokenize.ts';
import { propertyTerm } from './chats.ts';
import { toNumber, type Database, idsOf, rowOf } from './database.ts';
import type { Schema } from './schema.ts';
import { sourcesOf, shownBy, toOwnerTurn } from './stored-turn.ts';
import { presentOf } from './documents.ts';

type SessionsQuery = SelectQueryBuilder<Schema, never, { id: number }>;

/** Terms from `first` to `last`; a conversation matches if it has one of them. */
interface Condition {
  first: string;
  last: string;
}

const oneTerm = (term: string): Condition => ({ first: term, last: term });
/** The end of a list of conversations that have several frequent terms: counting them takes a lookup for each. */
const maxCombined = 2000;
/** Terms of a range that are counted: one has several of a conversation. */
const maxRange = 3 * maxListedChats;
/** Sessions that are looked up at once, of which few may match: SQLite holds the process meanwhile. */
const sessionsAtOnce = 10_000;
/** The last character that no text has. */
const afterAll = '\uffff';

/** Returns the conditions of a filter; none if it matches every conversation. */
function conditionsOf(filter: ChatsFilter): Condition[] {
  const { search, from, to, feedback, outcome, asked_on: page, language } = filter;
  const words = searchedTerms(search).map((found) =>
    'term' in found ? oneTerm(found.term) : { first: found.prefix, last: found.prefix + afterAll },
  );
  const firstDay = propertyTerm('day', from ?? '0000');
  const lastDay = propertyTerm('day', to ?? '9999');
  return [
    ...words,
    ...(from !== undefined || to !== undefined ? [{ first: firstDay, last: lastDay }] : []),
    ...(feedback ? [oneTerm(propertyTerm('feedback', feedback))] : []),
    ...(outcome ? [oneTerm(propertyTerm('outcome', outcome))] : []),
    ...(page ? [oneTerm(propertyTerm('page', page))] : []),
    ...(language ? [oneTerm(propertyTerm('language', language))] : []),
  ];
}

const isRange = ({ first, last }: Condition) => first !== last;
const isDays = (condition: Condition) =>
  isRange(condition) && condition.first.startsWith(propertyTerm('day', ''));
const maxOf = (condition: Condition) => (isRange(condition) ? maxRange : maxListedChats);

const within = (column: string, { first, last }: Condition) =>
  first === last
    ? sql<SqlBool>`${sql.ref(column)} = ${first}`
    : sql<SqlBool>`${sql.ref(column)} between ${first} and ${last}`;

interface Counted {
  condition: Condition;
  /** Its rows, as far as they are counted. */
  rows: number;
  /** The session of the last one of them. */
  last: number;
}

/**
 * Returns how much is read if a condition is the first: its rows, and for each the others. A term of a conversation
 * is next to the last one that was looked up, a range of its terms on a page of its own.
 */
function costOf({ condition, rows, last }: Counted, all: readonly Counted[]): number {
  const isLookedUp = all.some((other) => other.condition !== condition && isRange(other.condition));
  const newest = Math.max(...all.map((each) => each.last));
  // The rows of a term are in the order of the sessions, so that those that were counted tell how many there are.
  const isAll = rows < maxOf(condition) || last === 0;
  const expected = isAll ? rows : rows * (isRange(condition) ? 10 : newest / last);
  return expected * (isLookedUp ? 10 : 1);
}

/** Sessions by their ids, from the one behind `after` on. */
export interface SessionRange {
  after: number;
  upTo: number;
}
const allSessions: SessionRange = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

/** Queries of the sessions that have conditions. */
class TermQueries {
  readonly #query: Database['query'];
  readonly #byTerm: RawBuilder<unknown>;

  constructor({ query, dialect, prefix }: Database) {
    const term = sql.ref(dialect === 'mysql' ? 'term' : `${prefix}chat_terms_term`);
    this.#query = query;
    this.#byTerm = dialect === 'mysql' ? sql`force index (${term})` : sql`indexed by ${term}`;
  }

  /**
   * A scalar subquery, which no optimiser turns into a join over all conversations with the term. Terms are looked up
   * in their index: conversations follow each other there, while the rows of each are on another page of the table.
   */
  #has = (session: string, condition: Condition): Expression<SqlBool> =>
    sql<SqlBool>`(select 1 from ${sql.table('chat_terms')} as x ${isRange(condition) ? sql`` : this.#byTerm}
      where x.session_id = ${sql.ref(session)} and ${within('x.term', condition)} limit 1) = 1`;

  /** Returns a query of the sessions that have all conditions, through the index of the first one, which is no range. */
  sessionsWith([first, ...others]: readonly Condition[]): SessionsQuery {
    return others.reduce<SessionsQuery>(
      (narrowed, each) => narrowed.where(this.#has('d.session_id', each)),
      this.#query
        .selectFrom('chat_terms as d')
        .select('d.session_id as id')
        .where(within('d.term', first!)),
    );
  }

  /** Returns a query of at most `max` sessions that have all conditions; of days those of the latest ones. */
  firstSessions(conditions: readonly Condition[], max: number): SessionsQuery {
    const rows = this.sessionsWith(conditions);
    if (!isRange(conditions[0]!)) return rows.limit(max);
    // A session has one row of a term, but several of a range; few go on for days.
    const share = isDays(conditions[0]!) ? 1.2 : maxRange / maxListedChats;
    const latest = rows.orderBy(sql.ref('d.term'), 'desc').limit(share * max);
    return this.#query.selectFrom(latest.as('found')).select('found.id').distinct().limit(max);
  }

  /** Returns a query of all sessions, of which each is looked up. */
  everySession(conditions: readonly Condition[]): SessionsQuery {
    return conditions.reduce<SessionsQuery>(
      (narrowed, each) => narrowed.where(this.#has('s.id', each)),
      this.#query.selectFrom('chat_sessions as s').select('s.id'),
    );
  }

  /** Counts the rows of a query, which has a limit, and returns the last session of them. */
  async count(rows: SessionsQuery): Promise<{ rows: number; last: number }> {
    const row = await this.#query
      .selectFrom(rows.as('matching'))
      .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max('matching.id').as('last')])
      .executeTakeFirst();
    return { rows: toNumber(row?.n), last: toNumber(row?.last) };
  }

  /** Counts the rows of each condition. Returns them so that the least is read. */
  async rank(conditions: readonly Condition[]): Promise<Counted[]> {
    if (conditions.length < 2)
      return conditions.map((condition) => ({ condition, rows: 0, last: 0 }));
    const counted = await Promise.all(
      conditions.map(async (condition) => ({
        condition,
        ...(await this.count(this.sessionsWith([condition]).limit(maxOf(condition)))),
      })),
    );
    return counted.toSorted((a, b) => costOf(a, counted) - costOf(b, counted));
  }
}

type Query = Database['query'];

const iso = (ms: number) => new Date(ms).toISOString();

/** Returns sums over the turns of each session. */
async function sums(query: Query, ids: readonly number[]) {
  const isRated = (rating: string) => (n: { feedback: string | null }) => n.feedback === rating;
  const rows = await query
    .selectFrom('chats')
    .select(['id', 'session_id', 'role', 'feedback', 'outcome', 'language'])
    .where('session_id', 'in', ids)
    .orderBy('id')
    .execute();
  const bySession = Map.groupBy(rows, ({ session_id }) => session_id);
  return new Map(
    [...bySession].map(([session, turns]) => [
      session,
      {
        firstId: turns.find(({ role }) => role === 'user')?.id ?? 0,
        up: turns.filter(isRated('up')).length,
        down: turns.filter(isRated('down')).length,
        outcome: turns.at(-1)?.outcome || null,
        language: turns.find(({ language }) => language)?.language ?? '',
      },
    ]),
  );
}

/** Returns sessions in the order of `ids`. */
async function summaries(query: Query, ids: readonly number[]): Promise<ChatSummary[]> {
  if (ids.length === 0) return [];
  const [sessions, turns] = await Promise.all([
    query
      .selectFrom('chat_sessions')
      .select(['id', 'public_id', 'turns', 'created_at', 'last_at'])
      .where('id', 'in', ids)
      .execute(),
    sums(query, ids),
  ]);
  const firstIds = [...turns.values()].map(({ firstId }) => firstId);
  const firsts = await query
    .selectFrom('chats')
    .select(['session_id', 'content', 'page_url'])
    .where('id', 'in', firstIds.length > 0 ? firstIds : [0])
    .execute();
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return ids.flatMap((id) => {
    const session = byId.get(id);
    const sum = turns.get(id);
    if (!session) return [];
    const first = firsts.find(({ session_id }) => session_id === id);
    return {
      session: session.public_id,
      first_question: first?.content ?? '',
      turns: session.turns,
      up: sum?.up ?? 0,
      down: sum?.down ?? 0,
      outcome: sum?.outcome ?? null,
      language: sum?.language ?? '',
      page_url: first?.page_url ?? '',
      created_at: iso(session.created_at),
      last_at: iso(session.last_at),
    };
  });
}

/** A question with its answer, as it is exported. */
export interface ExportedTurn {
  at: number;
  session: string;
  question: string;
  pageUrl: string;
  language: string;
  /** Null: the answer was not stored. */
  answer: {
    content: string;
    outcome: string;
    feedback: string;
    comment: string;
    urls: string[];
    model: string;
    tokens: number;
    /** Part of the tokens that the vendor read from its cache. */
    cachedTokens: number;
    ms: number;
  } | null;
}

/** Sessions whose turns are read by one statement: what it returns should be garbage before it is old to V8. */
const batch = 100;

async function turnsOf(
  query: Database['query'],
  ids: readonly number[],
  names: ReadonlyMap<number, string>,
): Promise<ExportedTurn[]> {
  const rows = await query
    .selectFrom('chats')
    .select(['id', 'session_id', 'role', 'content', 'citations', 'question_id', 'page_url'])
    .select(['language', 'outcome', 'feedback', 'feedback_comment', 'model'])
    .select(['prompt_tokens', 'completion_tokens', 'cached_tokens'])
    .select(['response_time_ms', 'created_at'])
    .where('session_id', 'in', ids)
    .orderBy('session_id')
    .orderBy('id')
    .execute();
  const answers = new Map(rows.map((row) => [row.question_id, row]));
  return rows
    .filter(({ role }) => role === 'user')
    .map((question) => {
      const answer = answers.get(question.id);
      return {
        at: toNumber(question.created_at),
        session: names.get(question.session_id) ?? '',
        question: question.content,
        pageUrl: question.page_url ?? '',
        language: question.language,
        answer: answer
          ? {
              content: answer.content,
              outcome: answer.outcome,
              feedback: answer.feedback ?? '',
              comment: answer.feedback_comment ?? '',
              urls: sourcesOf(answer).map(({ url }) => url),
              model: answer.model,
              tokens: answer.prompt_tokens + answer.completion_tokens,
              cachedTokens: answer.cached_tokens,
              ms: answer.response_time_ms,
            }
          : null,
      };
    });
}

/** Turns of one conversation that are shown, the latest. */
const maxTurns = 1000;
/** Questions whose pages and languages can be chosen, the latest. */
const facetQuestions = 5000;

/** Conversations for the owner. They are found by their terms: one condition is read from the index, the others looked up. */
export class Conversations {
  readonly #query: Query;
  readonly #isMysql: boolean;
  readonly #terms: TermQueries;

  constructor(database: Database) {
    this.#query = database.query;
    this.#isMysql = database.dialect === 'mysql';
    this.#terms = new TermQueries(database);
  }

  /** Returns a page of the conversations that match, and how many the list has. */
  async list(options: ChatsQuery): Promise<{ chats: ChatSummary[]; total: number }> {
    const { page, per_page: limit, orderby, order } = options;
    const { sessions, total, max } = await this.#matching(options);
    const offset = (page - 1) * limit;
    if (offset >= total) return { chats: [], total };
    const ids = await idsOf(
      sessions
        .orderBy(sql.ref(`s.${orderby}`), order)
        .orderBy(sql.ref('s.id'), order)
        .limit(Math.min(limit, max - offset))
        .offset(offset),
    );
    return { chats: await summaries(this.#query, ids), total };
  }

  /** Returns a conversation with its latest turns, oldest first; undefined if there is none of this name. */
  async read(session: string): Promise<{ chat: ChatSummary; turns: OwnerTurn[] } | undefined> {
    const found = await rowOf(this.#query, 'chat_sessions', ['id'], { public_id: session });
    if (!found) return undefined;
    const rows = await this.#query
      .selectFrom('chats')
      .selectAll()
      .where('session_id', '=', found.id)
      .orderBy('id', 'desc')
      .limit(maxTurns)
      .execute();
    const present = await presentOf(this.#query, rows.flatMap(shownBy));
    const [chat] = await summaries(this.#query, [found.id]);
    return chat && { chat, turns: rows.map((row) => toOwnerTurn(row, present)).reverse() };
  }

  /** Returns the ids of named sessions. */
  async idsOf(names: readonly string[]): Promise<number[]> {
    return idsOf(
      this.#query.selectFrom('chat_sessions').select('id').where('public_id', 'in', names),
    );
  }

  /** Yields the ids of all sessions that match, in ascending order, at most `batch` at once. */
  async *all(
    filter: ChatsFilter,
    batch: number,
    { after: first, upTo }: SessionRange = allSessions,
  ): AsyncGenerator<number[]> {
    const counted = await this.#terms.rank(conditionsOf(filter));
    const conditions = counted.map(({ condition }) => condition);
    // Only an index of one term is in the order of the sessions.
    const leading = conditions.find((each) => !isRange(each));
    const ordered = leading && [leading, ...conditions.filter((each) => each !== leading)];
    const end = Math.min(upTo, await this.newest());
    for (let after = first; after < end;) {
      const until = Math.min(after + sessionsAtOnce, end);
      const [sessions, id] = ordered
        ? [this.#terms.sessionsWith(ordered), 'd.session_id']
        : [this.#terms.everySession(conditions), 's.id'];
      const rows = await sessions
        .where(sql<SqlBool>`${sql.ref(id)} > ${after} and ${sql.ref(id)} <= ${until}`)
        .orderBy(sql.ref(id))
        .limit(batch)
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) yield ids;
      after = ids.length === batch ? ids.at(-1)! : until;
      await othersFirst();
    }
  }

  /** Returns the id of the newest session; 0 without one. */
  async newest(): Promise<number> {
    const row = await this.#query
      .selectFrom('chat_sessions')
      .select((select) => select.fn.max<number | null>('id').as('id'))
      .executeTakeFirst();
    return toNumber(row?.id);
  }

  /** Returns where and in which language the latest questions were question. */
  async facets(): Promise<{ pageUrl: string; language: string }[]> {
    const rows = await this.#query
      .selectFrom('chats')
      .select(['page_url', 'language'])
      .where('role', '=', 'user')
      .orderBy('created_at', 'desc')
      .limit(facetQuestions)
      .execute();
    return rows.map(({ page_url, language }) => ({ pageUrl: page_url ?? '', language }));
  }

  /** Yields the turns of sessions in parts, in the order of their questions within each session. */
  async *exported(ids: readonly number[]): AsyncGenerator<ExportedTurn[]> {
    const sessions = await this.#query
      .selectFrom('chat_sessions')
      .select(['id', 'public_id'])
      .where('id', 'in', ids)
      .execute();
    const names = new Map(sessions.map(({ id, public_id }) => [id, public_id]));
    for (let first = 0; first < ids.length; first += batch)
      yield await turnsOf(this.#query, ids.slice(first, first + batch), names);
  }

  /** Returns a query of the sessions that match, and how many the list has. */
  async #matching(
    filter: ChatsFilter,
  ): Promise<{ sessions: SessionsQuery; total: number; max: number }> {
    const counted = await this.#terms.rank(conditionsOf(filter));
    const conditions = counted.map(({ condition }) => condition);
    const [first] = counted;
    if (!first) {
      const sessions = this.#terms.everySession([]);
      const { rows: total } = await this.#terms.count(sessions.limit(maxListedChats));
      return { sessions, total, max: maxListedChats };
    }
    const isFrequent = counted.length > 1 && counted.every(({ rows }) => rows >= maxListedChats);
    const max = isFrequent ? maxCombined : maxListedChats;
    const found = this.#terms.firstSessions(conditions, max);
    const { rows: total } = await this.#terms.count(found);
    // If there are many, the latest sessions have enough; but not those of days long ago.
    if (total === max && !isDays(first.condition)) {
      return { sessions: this.#terms.everySession(conditions), total, max };
    }
    let sessions = this.#query
      .selectFrom(found.as('matching'))
      .crossJoin('chat_sessions as s')
      .whereRef('s.id', '=', 'matching.id')
      .select('s.id');
    // Else MySQL may read all sessions in their order, and look for the few that match.
    if (this.#isMysql) sessions = sessions.modifyFront(sql`straight_join`);
    return { sessions, total, max };
  }
}
