import type { Kysely } from 'kysely';
import type { Transaction } from './database.ts';
import type { Schema } from './schema.ts';

const waiting = new WeakMap<Transaction, (() => void)[]>();

/** Runs `then` after the commit, before the transaction's promise resolves. */
export function afterCommit(transaction: Transaction, then: () => void): void {
  waiting.set(transaction, [...(waiting.get(transaction) ?? []), then]);
}

/** Runs a transaction once, then the callbacks of `afterCommit`. @throws the error of `work`, also if ROLLBACK fails */
export async function runTransaction<T>(
  query: Kysely<Schema>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let used: Transaction | undefined;
  let failed: { error: unknown } | undefined;
  const result = await query
    .transaction()
    .execute(async (transaction) => {
      used = transaction;
      try {
        return await work(transaction);
      } catch (error) {
        failed = { error };
        throw error;
      }
    })
    .catch((error: unknown) => {
      throw failed ? failed.error : error;
    });
  for (const then of (used && waiting.get(used)) ?? []) then();
  return result;
}
