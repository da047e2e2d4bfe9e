/** Why a database refuses a statement that it may take later. */
type DatabaseFailure = 'locked' | 'full' | 'unreachable';

/** https://mariadb.com/docs/server/reference/error-codes/mariadb-error-code-reference */
const mysqlErrors: Record<DatabaseFailure, readonly number[]> = {
  // A lock of another connection, deadlocks, and rows that were changed since they were read.
  locked: [1205, 1213, 1020, 3572],
  // ER_DISK_FULL, ER_RECORD_FILE_FULL
  full: [1021, 1114],
  // Too many connections, a server that stops or only reads, statements that were cut off.
  unreachable: [1040, 1203, 1226, 1053, 1290, 1836, 1317, 1969, 3024],
};
/** https://sqlite.org/rescode.html; the low byte of an extended code is the primary code. */
const sqliteErrors: Record<DatabaseFailure, readonly number[]> = {
  locked: [5, 6],
  full: [13],
  // SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY
  unreachable: [10, 14, 8],
};
const socketErrors: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'];
/** The storage engine's own message, in errors with a number of their own (1030). */
const noSpace = /got error 28\b|no space left on device/i;

const kinds = ['locked', 'full', 'unreachable'] as const;

/** Returns why a statement failed if that may pass; null for any other error. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const { code, errno, errcode, fatal } = error as Error & {
    code?: unknown;
    errno?: number;
    errcode?: number;
    fatal?: boolean;
  };
  if (errno !== undefined && noSpace.test(error.message)) return 'full';
  const found = kinds.find(
    (kind) =>
      (errno !== undefined && mysqlErrors[kind].includes(errno)) ||
      (errcode !== undefined && sqliteErrors[kind].includes(errcode & 0xff)),
  );
  // mysql2 marks errors that end a connection.
  return found ?? (fatal === true || socketErrors.includes(code) ? 'unreachable' : null);
}

/** ER_NO_REFERENCED_ROW_2, SQLITE_CONSTRAINT_FOREIGNKEY: the row that a new one belongs to has been deleted. */
export function isOwnerGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errno, errcode } = error as Error & { errno?: number; errcode?: number };
  return errno === 1452 || errcode === 787;
}

export const isDiskFull = (error: unknown): boolean => databaseFailure(error) === 'full';

/** Returns what `work` returns, or `instead` while the disk is full. @throws any other error of `work` */
export async function unlessDiskFull<Value>(
  work: () => Promise<Value>,
  instead: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return instead();
  }
}
