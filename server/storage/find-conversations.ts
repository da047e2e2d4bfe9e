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

const within = (column: string, { first, last }: Condition) =>
  first === last
    ? sql<SqlBool>`${sql.ref(column)} = ${first}`
    : sql<SqlBool>`${sql.ref(column)} between ${first} and ${last}`;

/** A scalar subquery, which no optimiser turns into a join over all conversations with the term. */
const has = (session: string, condition: Condition): Expression<SqlBool> =>
  sql<SqlBool>`(select 1 from ${sql.table('chat_terms')} as x
    where x.session_id = ${sql.ref(session)} and ${within('x.term', condition)} limit 1) = 1`;

/** Conditions, the rarest first. */
interface Ranked {
  conditions: readonly Condition[];
  /** Whether even the rarest has as many rows as are counted. */
  isFrequent: boolean;
}

/** Builds the queries of conditions, and ranks them. */
function createRanking(query: Database['query']) {
  /** Returns a query of the rows of a condition, those of the latest days first. */
  const rowsOf = (condition: Condition) =>
    query
      .selectFrom('chat_terms')
      .select('session_id')
      .where(within('term', condition))
      .$if(isRange(condition), (rows) => rows.orderBy('term', 'desc'))
      .limit(maxListedChats);

  /** Returns a query of the sessions that have all conditions, through the index of the first one. */
  function sessionsWith([rarest, ...others]: readonly Condition[]) {
    const all = others.map((each) => has('d.session_id', each));
    // A session has one row of a term, but several of a range.
    const sessions = isRange(rarest!)
      ? query.selectFrom(rowsOf(rarest!).as('d')).select('d.session_id as id').distinct()
      : query
          .selectFrom('chat_terms as d')
          .select('d.session_id as id')
          .where(within('d.term', rarest!));
    return all.reduce((narrowed, each) => narrowed.where(each), sessions as SessionsQuery);
  }

  /** Counts the rows of a query, which has a limit. */
  async function count(rows: SelectQueryBuilder<never, never, object>): Promise<number> {
    const row = await query
      .selectFrom(rows.as('matching'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirst();
    return toNumber(row?.n);
  }

  async function rank(conditions: readonly Condition[]): Promise<Ranked> {
    const counted = await Promise.all(
      conditions.map(async (each) => ({ each, n: await count(rowsOf(each) as never) })),
    );
    counted.sort((a, b) => a.n - b.n || Number(isRange(a.each)) - Number(isRange(b.each)));
    const isFrequent = counted.length === 0 || counted[0]!.n >= maxListedChats;
    return { conditions: counted.map(({ each }) => each), isFrequent };
  }

  return { sessionsWith, count, rank };
}

/** Finds conversations by their terms: the rarest condition is read from the index, the others are looked up. */
export function createFindConversations({ query, dialect }: Database) {
  const { sessionsWith, count, rank } = createRanking(query);

  /** Returns a query of all sessions, of which each is looked up. */
  function lookedUp(conditions: readonly Condition[]) {
    const sessions = query.selectFrom('chat_sessions as s').select('s.id') as SessionsQuery;
    return conditions.reduce((narrowed, each) => narrowed.where(has('s.id', each)), sessions);
  }

  /** Returns a query of the sessions that match, and the number at which their list ends. */
  function matching({ conditions, isFrequent }: Ranked) {
    const isAlone = conditions.length === 1 && isRange(conditions[0]!);
    const max = isFrequent && conditions.length > 1 ? maxCombined : maxListedChats;
    if (!isFrequent || isAlone) {
      let sessions = query
        .selectFrom(sessionsWith(conditions).as('matching'))
        .crossJoin('chat_sessions as s')
        .whereRef('s.id', '=', 'matching.id')
        .select('s.id');
      // Else MySQL may read all sessions in their order, and look for the few that match.
      if (dialect === 'mysql') sessions = sessions.modifyFront(sql`straight_join`);
      return { sessions: sessions, max };
    }
    return { sessions: lookedUp(conditions), max };
  }

  return {
    /** Returns the ids of a page of sessions, and how many the list has. */
    async page(
      filter: ChatsFilter,
      orderby: 'last_at' | 'turns',
      order: 'asc' | 'desc',
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ ids: number[]; total: number }> {
      const ranked = await rank(conditionsOf(filter));
      const { conditions } = ranked;
      const { sessions, max } = matching(ranked);
      const counted =
        conditions.length > 0
          ? sessionsWith(conditions)
          : (query.selectFrom('chat_sessions').select('id') as SessionsQuery);
      const total = await count(counted.limit(max));
      if (offset >= total) return { ids: [], total };
      const rows = await sessions
        .orderBy(sql.ref(`s.${orderby}`), order)
        .orderBy(sql.ref('s.id'), order)
        .limit(Math.min(limit, max - offset))
        .offset(offset)
        .execute();
      return { ids: rows.map(({ id }) => id), total };
    },

    /** Yields the ids of all sessions that match, in ascending order and in batches. */
    async *all(filter: ChatsFilter, batch: number): AsyncGenerator<number[]> {
      const { conditions } = await rank(conditionsOf(filter));
      // Only an index of one term is in the order of the sessions.
      const first = conditions.find((each) => !isRange(each));
      const ordered = first && [first, ...conditions.filter((each) => each !== first)];
      for (let after = 0; ;) {
        const [sessions, id] = ordered
          ? [sessionsWith(ordered), 'd.session_id']
          : [lookedUp(conditions), 's.id'];
        const rows = await sessions
          .where(sql<SqlBool>`${sql.ref(id)} > ${after}`)
          .orderBy(sql.ref(id))
          .limit(batch)
          .execute();
        if (rows.length === 0) return;
        const ids = rows.map(({ id }) => id);
        yield ids;
        after = ids.at(-1)!;
      }
    },
  };
}
