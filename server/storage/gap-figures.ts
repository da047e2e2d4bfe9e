import { sql, type Selectable } from 'kysely';
import type { GapReason } from '../contract/gaps.ts';
import { toNumber, type Database } from './database.ts';
import type { GapTable } from './schema.ts';

type Query = Database['query'];

const day = 86_400_000;
/** Days that count; the trend compares the last week with the one before. */
const counted = 90 * day;
const week = 7 * day;
/** Gaps that are counted in one statement. */
const batch = 100;

interface Figures {
  asked: number;
  trend: number;
  reasons: string;
  first_at: number;
  last_at: number;
}

/** Reads the figures of gaps from their turns, in an index. A gap without turns is missing. */
async function readFigures(query: Query, ids: readonly number[], now: number) {
  const since = (start: number, end = Number.MAX_SAFE_INTEGER) =>
    sql<number>`sum(case when created_at >= ${start} and created_at < ${end} then 1 else 0 end)`;
  const rows = await query
    .selectFrom('chats')
    .select((select) => [
      'gap_id',
      'gap_reason',
      since(now - counted).as('asked'),
      since(now - week).as('week'),
      since(now - 2 * week, now - week).as('before'),
      select.fn.countAll<number>().as('ever'),
      select.fn.min('created_at').as('first_at'),
      select.fn.max('created_at').as('last_at'),
    ])
    .where('gap_id', 'in', ids)
    .groupBy(['gap_id', 'gap_reason'])
    .execute();
  const byGap = Map.groupBy(rows, ({ gap_id }) => gap_id!);
  return new Map(
    [...byGap].map(([id, parts]): [number, Figures] => {
      const sum = (name: 'asked' | 'week' | 'before') =>
        parts.reduce((total, part) => total + toNumber(part[name]), 0);
      const often = parts.toSorted(
        (a, b) => toNumber(b.asked) - toNumber(a.asked) || toNumber(b.ever) - toNumber(a.ever),
      );
      return [
        id,
        {
          asked: sum('asked'),
          trend: sum('week') - sum('before'),
          reasons: often.map(({ gap_reason }) => gap_reason as GapReason).join(','),
          first_at: Math.min(...parts.map((part) => toNumber(part.first_at))),
          last_at: Math.max(...parts.map((part) => toNumber(part.last_at))),
        },
      ];
    }),
  );
}

type Stored = Pick<Selectable<GapTable>, 'id' | keyof Figures> & { label: number | null };

/** Reads gaps with their figures, and whether the turn that names them is still there. */
const readStored = (query: Query, ids: readonly number[]): Promise<Stored[]> =>
  query
    .selectFrom('gaps')
    .leftJoin('chats as label', 'label.id', 'gaps.question_id')
    .select(['gaps.id', 'asked', 'trend', 'reasons', 'first_at', 'last_at', 'label.id as label'])
    .where('gaps.id', 'in', ids)
    .execute();

/** Names a gap by the latest question that is left; its vector was of the other one. */
async function rename(query: Query, id: number): Promise<void> {
  const latest = await query
    .selectFrom('chats as answer')
    .innerJoin('chats as asked', 'asked.id', 'answer.question_id')
    .select(['asked.id', 'asked.content'])
    .where('answer.gap_id', '=', id)
    .orderBy('answer.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return;
  await query
    .updateTable('gaps')
    .set({
      question: latest.content,
      question_id: latest.id,
      embedder: '',
      dimensions: 0,
      embedding: null,
    })
    .where('id', '=', id)
    .execute();
}

const isSame = (stored: Stored, figures: Figures) =>
  (Object.keys(figures) as (keyof Figures)[]).every((name) => stored[name] === figures[name]);

/**
 * Counts gaps again after turns were added or deleted, or because time has passed. A gap that has lost all turns is
 * deleted: it contains words of a visitor.
 */
export async function recountGaps(
  { query }: Pick<Database, 'query'>,
  ids: readonly number[],
  now: number,
): Promise<void> {
  for (let start = 0; start < ids.length; start += batch) {
    const some = ids.slice(start, start + batch);
    const [figures, stored] = [await readFigures(query, some, now), await readStored(query, some)];
    for (const gap of stored) {
      const counts = figures.get(gap.id);
      if (!counts) await query.deleteFrom('gaps').where('id', '=', gap.id).execute();
      else if (!isSame(gap, counts))
        await query.updateTable('gaps').set(counts).where('id', '=', gap.id).execute();
      if (counts && gap.label === null) await rename(query, gap.id);
    }
  }
}

/** Counts all gaps again. */
export async function recountAllGaps(
  database: Pick<Database, 'query'>,
  now: number,
): Promise<void> {
  for (let last = 0; ;) {
    const rows = await database.query
      .selectFrom('gaps')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    await recountGaps(
      database,
      rows.map(({ id }) => id),
      now,
    );
  }
}

/** Returns the gaps that sessions belong to, to be counted again when these are deleted. */
export async function gapsOfSessions(
  { query }: Pick<Database, 'query'>,
  sessions: readonly number[],
): Promise<number[]> {
  const rows = await query
    .selectFrom('chats')
    .select('gap_id')
    .distinct()
    .where('session_id', 'in', sessions)
    .where('gap_id', 'is not', null)
    .execute();
  return rows.map(({ gap_id }) => gap_id!);
}
