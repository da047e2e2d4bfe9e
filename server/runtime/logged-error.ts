import { types } from 'node:util';

/** Serializes an error for the log. */
export interface LoggedError {
  type: string;
  message: string;
  stack: string;
  cause?: LoggedError;
  aggregateErrors?: LoggedError[];
  [detail: string]: unknown;
}

/**
 * The only properties that are taken over. Others hold what was being worked on: mysql2's `sql` is the statement
 * with its values, ioredis' `command` its arguments, an SDK's error the request's headers.
 */
const details = ['code', 'errno', 'sqlState', 'errcode', 'syscall', 'status', 'retryable'];
/** Causes of causes; one may be its own. */
const deepest = 8;
/** Characters. */
const longestMessage = 2000;

/** MySQL and SQLite quote values in their messages, `JSON.parse` the text. */
const quotes = (error: Error) =>
  ['sql', 'sqlState', 'sqlMessage', 'errcode'].some((name) => name in error) ||
  error.name === 'SyntaxError';

/** An address without user, password and query, where keys stand. */
function withoutSecrets(address: string): string {
  const place = address.slice(3).split(/[?#]/, 1)[0] ?? '';
  const [host = '', ...path] = place.split('/');
  return ['://' + host.slice(host.lastIndexOf('@') + 1), ...path].join('/');
}

/** MySQL escapes no quotation mark in a value, so nothing after the first one can be told from it. */
function harmless(text: string, isQuoting: boolean): string {
  const quoted = isQuoting ? text.search(/['"`]/) : -1;
  const kept = quoted < 0 ? text : `${text.slice(0, quoted)}…`;
  return kept.slice(0, longestMessage).replace(/:\/\/[^\s'"<>]+/g, withoutSecrets);
}

/** Lines of the stack that name places; those before them repeat the message. */
function placesOf(stack: string, message: string): string[] {
  const repeated = stack.indexOf(message);
  const rest = repeated < 0 ? stack : stack.slice(repeated + message.length);
  return rest.split('\n').filter((line) => line.startsWith('    at '));
}

/** Also one of another realm, and a `DOMException`, which is none of V8's. */
const isError = (error: unknown): error is Error =>
  error instanceof Error || types.isNativeError(error);

function describe(error: unknown, depth: number): LoggedError {
  if (!isError(error)) {
    return {
      type: typeof error,
      message: typeof error === 'string' ? harmless(error, false) : '',
      stack: '',
    };
  }
  const message = harmless(error.message, quotes(error));
  const type = error.constructor.name || error.name;
  const kept = details.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value] as const] : [];
  });
  const inner = (cause: unknown) => describe(cause, depth + 1);
  const hasCause = error.cause !== undefined && depth < deepest;
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...placesOf(error.stack ?? '', error.message)].join('\n'),
    ...Object.fromEntries(kept),
    ...(hasCause && { cause: inner(error.cause) }),
    ...(Array.isArray((error as AggregateError).errors) &&
      depth < deepest && {
        aggregateErrors: (error as AggregateError).errors.slice(0, 10).map(inner),
      }),
  };
}

/** An error with its causes, without what was being worked on when it happened. */
export const loggedError = (error: unknown): LoggedError => describe(error, 0);

/** The same as text: the stack of the error and of each of its causes. */
export function errorText(error: unknown): string {
  const stacks: string[] = [];
  let each: LoggedError | undefined = loggedError(error);
  for (; each; each = each.cause) stacks.push(each.stack || each.message);
  return stacks.join('\ncaused by: ');
}
