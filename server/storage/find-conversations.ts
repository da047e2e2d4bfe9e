import { setImmediate as othersFirst } from 'node:timers/promises';
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { maxListedChats, type ChatsFilter } from '../contract/chats.ts';
import { searchedTerms } from '../text/search-terms.ts';
import { propertyTerm } from './chat-terms.ts';
import { toNumber, type Database } from './database.ts';
import type { Schema } from './schema.ts';

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
const everySession: SessionRange = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

/** Builds the queries of conditions. */
function createTermQueries({ query, dialect, prefix }: Database) {
  const term = sql.ref(dialect === 'mysql' ? 'term' : `${prefix}chat_terms_term`);
  const byTerm = dialect === 'mysql' ? sql`force index (${term})` : sql`indexed by ${term}`;

  /**
   * A scalar subquery, which no optimiser turns into a join over all conversations with the term. Terms are looked up
   * in their index: conversations follow each other there, while the rows of each are on another page of the table.
   */
  const has = (session: string, condition: Condition): Expression<SqlBool> =>
    sql<SqlBool>`(select 1 from ${sql.table('chat_terms')} as x ${isRange(condition) ? sql`` : byTerm}
      where x.session_id = ${sql.ref(session)} and ${within('x.term', condition)} limit 1) = 1`;

  /** Returns a query of the sessions that have all conditions, through the index of the first one, which is no range. */
  const sessionsWith = ([first, ...others]: readonly Condition[]): SessionsQuery =>
    others.reduce<SessionsQuery>(
      (narrowed, each) => narrowed.where(has('d.session_id', each)),
      query
        .selectFrom('chat_terms as d')
        .select('d.session_id as id')
        .where(within('d.term', first!)),
    );

  /** Returns a query of at most `max` sessions that have all conditions; of days those of the latest ones. */
  function firstSessions(conditions: readonly Condition[], max: number): SessionsQuery {
    const rows = sessionsWith(conditions);
    if (!isRange(conditions[0]!)) return rows.limit(max);
    // A session has one row of a term, but several of a range; few go on for days.
    const share = isDays(conditions[0]!) ? 1.2 : maxRange / maxListedChats;
    const latest = rows.orderBy(sql.ref('d.term'), 'desc').limit(share * max);
    return query.selectFrom(latest.as('found')).select('found.id').distinct().limit(max);
  }

  /** Returns a query of all sessions, of which each is looked up. */
  const lookedUp = (conditions: readonly Condition[]): SessionsQuery =>
    conditions.reduce<SessionsQuery>(
      (narrowed, each) => narrowed.where(has('s.id', each)),
      query.selectFrom('chat_sessions as s').select('s.id'),
    );

  /** Counts the rows of a query, which has a limit, and returns the last session of them. */
  async function count(rows: SessionsQuery): Promise<{ rows: number; last: number }> {
    const row = await query
      .selectFrom(rows.as('matching'))
      .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max('matching.id').as('last')])
      .executeTakeFirst();
    return { rows: toNumber(row?.n), last: toNumber(row?.last) };
  }

  /** Counts the rows of each condition. Returns them so that the least is read. */
  async function rank(conditions: readonly Condition[]): Promise<Counted[]> {
    if (conditions.length < 2)
      return conditions.map((condition) => ({ condition, rows: 0, last: 0 }));
    const counted = await Promise.all(
      conditions.map(async (condition) => ({
        condition,
        ...(await count(sessionsWith([condition]).limit(maxOf(condition)))),
      })),
    );
    return counted.toSorted((a, b) => costOf(a, counted) - costOf(b, counted));
  }

  return { sessionsWith, firstSessions, lookedUp, count, rank };
}

/** Finds conversations by their terms: one condition is read from the index, the others are looked up. */
export function createFindConversations(database: Database) {
  const { query, dialect } = database;
  const { sessionsWith, firstSessions, lookedUp, count, rank } = createTermQueries(database);

  /** Returns a query of the sessions that match, and how many the list has. */
  async function matching(
    filter: ChatsFilter,
  ): Promise<{ sessions: SessionsQuery; total: number; max: number }> {
    const counted = await rank(conditionsOf(filter));
    const conditions = counted.map(({ condition }) => condition);
    const [first] = counted;
    if (!first) {
      const sessions = lookedUp([]);
      const { rows: total } = await count(sessions.limit(maxListedChats));
      return { sessions, total, max: maxListedChats };
    }
    const isFrequent = counted.length > 1 && counted.every(({ rows }) => rows >= maxListedChats);
    const max = isFrequent ? maxCombined : maxListedChats;
    const found = firstSessions(conditions, max);
    const { rows: total } = await count(found);
    // If there are many, the latest sessions have enough; but not those of days long ago.
    if (total === max && !isDays(first.condition)) {
      return { sessions: lookedUp(conditions), total, max };
    }
    let sessions = query
      .selectFrom(found.as('matching'))
      .crossJoin('chat_sessions as s')
      .whereRef('s.id', '=', 'matching.id')
      .select('s.id');
    // Else MySQL may read all sessions in their order, and look for the few that match.
    if (dialect === 'mysql') sessions = sessions.modifyFront(sql`straight_join`);
    return { sessions: sessions, total, max };
  }

  return {
    /** Returns the ids of a page of sessions, and how many the list has. */
    async page(
      filter: ChatsFilter,
      orderby: 'last_at' | 'turns',
      order: 'asc' | 'desc',
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ ids: number[]; total: number }> {
      const { sessions, total, max } = await matching(filter);
      if (offset >= total) return { ids: [], total };
      const rows = await sessions
        .orderBy(sql.ref(`s.${orderby}`), order)
        .orderBy(sql.ref('s.id'), order)
        .limit(Math.min(limit, max - offset))
        .offset(offset)
        .execute();
      return { ids: rows.map(({ id }) => id), total };
    },

    /** Yields the ids of all sessions that match, in ascending order, at most `batch` at once. */
    async *all(
      filter: ChatsFilter,
      batch: number,
      { after: first, upTo }: SessionRange = everySession,
    ): AsyncGenerator<number[]> {
      const counted = await rank(conditionsOf(filter));
      const conditions = counted.map(({ condition }) => condition);
      // Only an index of one term is in the order of the sessions.
      const leading = conditions.find((each) => !isRange(each));
      const ordered = leading && [leading, ...conditions.filter((each) => each !== leading)];
      const { last: newest } = await count(lookedUp([]).orderBy(sql.ref('s.id'), 'desc').limit(1));
      const end = Math.min(upTo, newest);
      for (let after = first; after < end;) {
        const until = Math.min(after + sessionsAtOnce, end);
        const [sessions, id] = ordered
          ? [sessionsWith(ordered), 'd.session_id']
          : [lookedUp(conditions), 's.id'];
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
    },
  };
}
