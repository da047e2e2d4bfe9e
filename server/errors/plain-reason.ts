import { AppError } from './app-error.ts';
import { ConfigError } from './config-error.ts';

/** MySQL's error numbers for a wrong account, password, privilege, database or host, and for a connection without TLS. */
const denials: readonly unknown[] = [1044, 1045, 1049, 1130, 1698, 3159];
/** Codes of the system and of mysql2 for a server that does not answer. */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EACCES|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|PROTOCOL_CONNECTION_LOST|ERR_TLS_.*|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/;

interface ErrorDetails {
  code?: unknown;
  errno?: unknown;
}

/** An error and its causes, outermost first. */
function* chain(error: unknown): Generator<Error & ErrorDetails> {
  for (let at = error; at instanceof Error; at = at.cause) {
    yield at;
    // One error for each address of a host name.
    if (at instanceof AggregateError) yield* at.errors as Error[];
  }
}

/** Whether the database refuses this account, so that a retry does not help. */
export const isDenied = (error: unknown): boolean =>
  [...chain(error)].some(({ errno }) => denials.includes(errno));

/** Returns one sentence for an error that the owner can fix or wait for; null for an unexpected error. */
export function plainReason(error: unknown): string | null {
  const errors = [...chain(error)];
  if (error instanceof ConfigError) return error.message;
  if (isDenied(error)) {
    const reason = errors.find(({ errno }) => denials.includes(errno))?.message;
    return `The database refuses the connection (${reason}): see wp-config.php or ITIH_DATABASE_URL.`;
  }
  const silent = errors.find(
    ({ code, message }) => unreachable.test(String(code)) && message !== '',
  );
  if (error instanceof AppError && error.code !== 'internal_error') {
    const why = silent ?? errors.at(-1);
    return why === undefined || why === error ? error.message : `${error.message} (${why.message})`;
  }
  return silent?.message ?? null;
}
