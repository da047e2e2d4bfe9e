import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { maxListedChats, type ChatsFilter } from '../contract/chats.ts';
import { searchedTerms } from '../text/search-terms.ts';
import { propertyTerm } from './chat-terms.ts';
import { toNumber, type Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Terms from `first` to `last`; a conversation matches if it has one of them. */
interface Condition {
  first: string;
  last: string;
}

const oneTerm = (term: string): Condition => ({ first: term, last: term });
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

type Terms = ExpressionBuilder<Schema & { d: Schema['chat_terms'] }, 'd'>;

/** Finds conversations by their terms: the rarest condition is read from the index, the others are looked up. */
export function createFindConversations({ query, dialect }: Database) {
  /** Returns a query of the sessions that have all conditions, through the index of the first one. */
  const sessionsWith = ([rarest, ...others]: readonly Condition[]) =>
    query
      .selectFrom('chat_terms as d')
      .select('d.session_id as id')
      .distinct()
      .where(within('d.term', rarest!))
      .where((where: Terms) => where.and(others.map((each) => has('d.session_id', each))));

  /** Counts sessions up to `maxListedChats`. */
  async function count(conditions: readonly Condition[]): Promise<number> {
    const matching =
      conditions.length > 0
        ? sessionsWith(conditions).limit(maxListedChats)
        : query.selectFrom('chat_sessions').select('id').limit(maxListedChats);
    const row = await query
      .selectFrom(matching.as('matching'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirst();
    return toNumber(row?.n);
  }

  /** Returns the conditions, the rarest first. */
  async function byRarity(conditions: readonly Condition[]): Promise<Condition[]> {
    if (conditions.length < 2) return [...conditions];
    const counted = await Promise.all(
      conditions.map(async (each) => ({ each, n: await count([each]) })),
    );
    return counted.sort((a, b) => a.n - b.n).map(({ each }) => each);
  }

  return {
    /** Returns the ids of a page of sessions, and how many match, at most `maxListedChats`. */
    async page(
      filter: ChatsFilter,
      orderby: 'last_at' | 'turns',
      order: 'asc' | 'desc',
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ ids: number[]; total: number }> {
      const conditions = await byRarity(conditionsOf(filter));
      const total = await count(conditions);
      const few = Math.min(limit, maxListedChats - offset);
      if (offset >= total) return { ids: [], total };
      const isRare = conditions.length > 0 && total < maxListedChats;
      let sessions = isRare
        ? query
            .selectFrom(sessionsWith(conditions).as('matching'))
            .crossJoin('chat_sessions as s')
            .whereRef('s.id', '=', 'matching.id')
            .select('s.id')
        : query
            .selectFrom('chat_sessions as s')
            .select('s.id')
            .where((where) => where.and(conditions.map((each) => has('s.id', each))));
      // Else MySQL may read all sessions in their order, and look for the few that match.
      if (isRare && dialect === 'mysql') sessions = sessions.modifyFront(sql`straight_join`);
      const rows = await sessions
        .orderBy(`s.${orderby}`, order)
        .orderBy('s.id', order)
        .limit(few)
        .offset(offset)
        .execute();
      return { ids: rows.map(({ id }) => id), total };
    },

    /** Yields the ids of all sessions that match, in ascending order and in batches. */
    async *all(filter: ChatsFilter, batch: number): AsyncGenerator<number[]> {
      const conditions = await byRarity(conditionsOf(filter));
      // Only an index of one term is in the order of the sessions.
      const first = conditions.find((each) => !isRange(each));
      const ordered = first && [first, ...conditions.filter((each) => each !== first)];
      for (let after = 0; ;) {
        const rows = await (ordered
          ? sessionsWith(ordered)
              .where('d.session_id', '>', after)
              .orderBy('d.session_id')
              .limit(batch)
              .execute()
          : query
              .selectFrom('chat_sessions as s')
              .select('s.id')
              .where('s.id', '>', after)
              .where((where) => where.and(conditions.map((each) => has('s.id', each))))
              .orderBy('s.id')
              .limit(batch)
              .execute());
        if (rows.length === 0) return;
        const ids = rows.map(({ id }) => id);
        yield ids;
        after = ids.at(-1)!;
      }
    },
  };
}
export type FindConversations = ReturnType<typeof createFindConversations>;
