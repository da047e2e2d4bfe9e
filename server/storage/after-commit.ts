import type { Kysely } from 'kysely';
import type { Transaction } from './database.ts';
import type { Schema } from './schema.ts';

const waiting = new WeakMap<Transaction, (() => void)[]>();

/** Runs `then` after the commit, before the caller of the transaction continues. */
export function afterCommit(transaction: Transaction, then: () => void): void {
  waiting.set(transaction, [...(waiting.get(transaction) ?? []), then]);
}

/** Runs one attempt of a transaction, and the callbacks after its commit. */
export async function runTransaction<T>(
  query: Kysely<Schema>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let used: Transaction | undefined;
  const result = await query.transaction().execute((transaction) => {
    used = transaction;
    return work(transaction);
  });
  for (const then of (used && waiting.get(used)) ?? []) then();
  return result;
}
