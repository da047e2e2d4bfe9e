import { AppError } from './app-error.ts';
import { ConfigError } from './config-error.ts';

/** MySQL's codes for: the account, its password, its rights, the database or this host is not the right one. */
const denials: readonly unknown[] = [1044, 1045, 1049, 1130, 1698];
/** Codes of the system and of mysql2: nobody answers yet, or no more. */
const silence =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EACCES|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|PROTOCOL_CONNECTION_LOST|ERR_TLS_.*|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/;

interface Told {
  code?: unknown;
  errno?: unknown;
  address?: unknown;
  port?: unknown;
}

/** An error and its causes, outermost first. */
function* chain(error: unknown): Generator<Error & Told> {
  for (let at = error; at instanceof Error; at = at.cause) {
    yield at;
    // One for each address of a name.
    if (at instanceof AggregateError) yield* at.errors as Error[];
  }
}

/** Whether the database refuses this account, so that another try gives the same answer. */
export const isDenied = (error: unknown): boolean =>
  [...chain(error)].some(({ errno }) => denials.includes(errno));

/**
 * One sentence for what an owner can mend or wait for, without a stack; null: nobody has foreseen this error.
 */
export function plainReason(error: unknown): string | null {
  const errors = [...chain(error)];
  if (error instanceof ConfigError) return error.message;
  if (isDenied(error)) {
    const said = errors.find(({ errno }) => denials.includes(errno))?.message;
    return `The database refuses the connection (${said}): see wp-config.php or ITIH_DATABASE_URL.`;
  }
  const silent = errors.find(({ code, message }) => silence.test(String(code)) && message !== '');
  if (error instanceof AppError && error.code !== 'internal_error') {
    const why = silent ?? errors.at(-1);
    return why === undefined || why === error ? error.message : `${error.message} (${why.message})`;
  }
  return silent?.message ?? null;
}

/** A port that cannot be had, as a sentence that names its setting: `ITIH_PORT`, beside which stands `ITIH_HOST`. */
export function listenFailure(error: unknown, setting: string): unknown {
  const { code, address, port } = error as Told;
  const where = `${String(address)}:${String(port)}`;
  if (code === 'EADDRINUSE') {
    return new ConfigError(`Another program listens on ${where}: set ${setting} to a free port.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const host = setting.replace('_PORT', '_HOST');
    return new ConfigError(`This machine does not have the address of ${where}: see ${host}.`);
  }
  if (code === 'EACCES') {
    return new ConfigError(`This user may not listen on ${where}: set ${setting} to 1024 or more.`);
  }
  return error;
}
