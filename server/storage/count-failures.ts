import type { LogEvent } from 'kysely';
import { databaseFailure } from '../errors/database-failure.ts';

/** Counts the statements that a database refuses, for Kysely's `log`. */
export function countFailures() {
  const failures = { locked: 0, full: 0, unreachable: 0, other: 0 };
  return {
    failures: failures as Readonly<typeof failures>,
    log: (event: LogEvent): void => {
      if (event.level === 'error') failures[databaseFailure(event.error) ?? 'other']++;
    },
  };
}
