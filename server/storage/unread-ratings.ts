import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { readNumber, upsertState } from './state-rows.ts';

const name = 'unread_down';

/** Counts ratings down that the owner has not seen. A rating that was taken back may have been seen. */
export async function addUnread(
  dialect: Database['dialect'],
  transaction: Transaction,
  by: number,
): Promise<void> {
  if (by === 0) return;
  const number = Math.max(0, by);
  const added = sql`case when number + ${by} < 0 then 0 else number + ${by} end`;
  await upsertState(dialect, transaction, { name, number }, { number: added });
}

export function createUnreadRatings({ query, dialect }: Database) {
  return {
    count: () => readNumber(query, name),
    /** The owner has opened the list of them. */
    seen: () => upsertState(dialect, query, { name, number: 0 }, { number: 0 }),
  };
}
export type UnreadRatings = ReturnType<typeof createUnreadRatings>;
