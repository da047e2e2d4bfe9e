import { types } from 'node:util';

/** An error as it is logged. */
export interface LoggedError {
  type: string;
  message: string;
  stack: string;
  cause?: LoggedError;
  aggregateErrors?: LoggedError[];
  [detail: string]: unknown;
}

/**
 * The only logged properties. Others contain processed data: mysql2's `sql` is the statement
 * with its values, an SDK's error the request's headers.
 */
const details = [
  ...['code', 'errno', 'sqlState', 'errcode', 'syscall', 'status', 'retryable'],
  // A vendor's refusal has the field of the request, and the vendor's own id of it.
  ...['param', 'requestId'],
];
/** Maximum depth of causes: an error may be its own cause. */
const maxDepth = 8;
/** Characters. */
const maxMessage = 2000;

/** Whether the message may quote data: MySQL and SQLite quote values, `JSON.parse` quotes the text. */
const quotes = (error: Error) =>
  ['sql', 'sqlState', 'sqlMessage', 'errcode'].some((name) => name in error) ||
  error.name === 'SyntaxError';

/** Removes user, password and query from an address, because they may contain keys. */
function withoutSecrets(address: string): string {
  const place = address.slice(3).split(/[?#]/, 1)[0] ?? '';
  const [host = '', ...path] = place.split('/');
  return ['://' + host.slice(host.lastIndexOf('@') + 1), ...path].join('/');
}

/** Cuts a quoting message at its first quotation mark: MySQL does not escape marks inside a value. */
function harmless(text: string, isQuoting: boolean): string {
  const quoted = isQuoting ? text.search(/['"`]/) : -1;
  const kept = quoted < 0 ? text : `${text.slice(0, quoted)}…`;
  return kept.slice(0, maxMessage).replace(/:\/\/[^\s'"<>]+/g, withoutSecrets);
}

/** Returns the stack's lines of code positions; the lines before them repeat the message. */
function placesOf(stack: string, message: string): string[] {
  const repeated = stack.indexOf(message);
  const rest = repeated < 0 ? stack : stack.slice(repeated + message.length);
  return rest.split('\n').filter((line) => line.startsWith('    at '));
}

/** Accepts errors of another realm and `DOMException`, which is not a native error. */
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
  const own: unknown = Reflect.get(error, 'loggedMessage');
  const message = harmless(typeof own === 'string' ? own : error.message, quotes(error));
  const type = error.constructor.name || error.name;
  const kept = details.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value] as const] : [];
  });
  const inner = (cause: unknown) => describe(cause, depth + 1);
  const hasCause = error.cause !== undefined && depth < maxDepth;
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...placesOf(error.stack ?? '', error.message)].join('\n'),
    ...Object.fromEntries(kept),
    ...(hasCause && { cause: inner(error.cause) }),
    ...(Array.isArray((error as AggregateError).errors) &&
      depth < maxDepth && {
        aggregateErrors: (error as AggregateError).errors.slice(0, 10).map(inner),
      }),
  };
}

/** Serialises an error with its causes, without the processed data. */
export const loggedError = (error: unknown): LoggedError => describe(error, 0);

/** Returns the stacks of an error and its causes as text. */
export function errorText(error: unknown): string {
  const stacks: string[] = [];
  let each: LoggedError | undefined = loggedError(error);
  for (; each; each = each.cause) stacks.push(each.stack || each.message);
  return stacks.join('\ncaused by: ');
}
