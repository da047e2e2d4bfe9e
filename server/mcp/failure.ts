import { AppError } from '../errors/app-error.ts';
import { redact, VendorError } from '../providers/shared/vendor-error.ts';

/** Read by the site's owner after a discovery, and by the model after a call. */
const failed = (message: string, cause?: unknown, retryable = false) =>
  new AppError('provider_error', { message, cause, retryable });

export const tooLarge = (cause?: unknown) => failed('The answer is too large.', cause);

/** OAuth needs a person in front of a browser; what its flow would bring, the owner can enter. */
export const unauthorised = (status: number) =>
  failed(
    status === 401
      ? 'The MCP server needs an Authorization header that it knows.'
      : 'The MCP server does not accept this Authorization header.',
  );

export const elsewhere = (cause?: unknown) =>
  failed('The MCP server answers from another address.', cause);

export function unreachable(cause: unknown): AppError {
  const { code } = cause as { code?: string };
  if (code === 'ETIMEDOUT') return tookTooLong(cause);
  return failed(`The MCP server cannot be reached${code ? ` (${code})` : ''}.`, cause, true);
}

const tookTooLong = (cause: unknown) =>
  new AppError('provider_timeout', { message: 'The MCP server took too long to answer.', cause });

/** What an SDK error carries; its classes are not loaded before they are needed. */
interface SdkErrorLike extends Error {
  code?: unknown;
  status?: unknown;
}

/** An error and its causes, the outermost first. */
function* causes(error: unknown): Generator<SdkErrorLike> {
  for (let at = error, depth = 0; isError(at) && depth < 5; at = at.cause, depth++) yield at;
}

const isError = (value: unknown): value is SdkErrorLike =>
  typeof value === 'object' && value !== null && 'message' in value;

/** HTTP status of an answer that was no success. */
export function httpStatus(error: unknown): number | undefined {
  for (const { status, name } of causes(error)) {
    if (name === 'SdkHttpError' && typeof status === 'number') return status;
  }
  return undefined;
}

/**
 * Anything that a connection threw, in a sentence that names neither address nor secret.
 *
 * @param authHeader What no message may repeat, if the server does.
 * @returns AppError `provider_error`, `provider_timeout`, or what our own parts threw
 */
export function toMcpFailure(error: unknown, authHeader: string): AppError {
  const secrets = [authHeader, ...authHeader.split(/\s+/)];
  const words = Array.from(causes(error), ({ message }) => message).join(': ');
  const why = new VendorError(redact(words, secrets));
  for (const cause of causes(error)) {
    if (cause instanceof AppError) return cause;
    const { code, name, message } = cause;
    if (code === 'REQUEST_TIMEOUT' || name === 'TimeoutError') return tookTooLong(why);
    if (code === 'ERR_TOO_LARGE') return tooLarge(why);
    if (code === 'CONNECTION_CLOSED') return failed('The connection was closed.', why, true);
    // An answer of the server in its own words, such as that an argument is missing.
    if (name === 'ProtocolError') {
      return failed(redact(message, secrets) || 'The MCP server refused.', why);
    }
  }
  const status = httpStatus(error);
  if (status !== undefined && status >= 300 && status < 400) return elsewhere(why);
  if (status !== undefined) {
    return failed(`The MCP server answered with HTTP status ${status}.`, why, status >= 500);
  }
  return failed('There is no MCP server that can be understood at this address.', why);
}
