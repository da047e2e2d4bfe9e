import { AppError } from '../errors/app-error.ts';
import { redact, VendorError } from '../providers/shared/vendor-error.ts';

/** The message is for the site's owner after a discovery, and for the model after a call. */
const failed = (message: string, cause?: unknown, retryable = false) =>
  new AppError('provider_error', { message, cause, retryable });

export const tooLarge = (cause?: unknown) => failed('The answer is too large.', cause);

/** For a server with a header that the owner has entered, and for one that offers no sign-in. */
export const unauthorised = (status: number) =>
  failed(
    status === 401
      ? 'The MCP server needs a valid Authorization header.'
      : 'The MCP server does not accept this Authorization header.',
  );

const signInSentences = {
  needed: 'The MCP server asks you to sign in.',
  expired: 'The sign-in at the MCP server has expired or was revoked. Sign in again.',
  more_rights: 'The MCP server asks for more rights. Sign in again to grant them.',
};

/** A person has to act, in a browser. */
export const signInNeeded = (why: keyof typeof signInSentences, cause?: unknown) =>
  failed(signInSentences[why], cause);

export const signInFailed = failed;

export const elsewhere = (cause?: unknown) =>
  failed('The MCP server answers from another address.', cause);

export function unreachable(cause: unknown, who = 'MCP server'): AppError {
  const { code } = cause as { code?: string };
  if (code === 'ETIMEDOUT') return tookTooLong(cause, who);
  return failed(`The ${who} cannot be reached${code ? ` (${code})` : ''}.`, cause, true);
}

export const tookTooLong = (cause: unknown, who = 'MCP server') =>
  new AppError('provider_timeout', { message: `The ${who} took too long to answer.`, cause });

export const connectionClosed = (cause?: unknown) =>
  failed('The connection was closed.', cause, true);

/** The fields of an SDK error; the SDK's classes are loaded only with the first server. */
interface SdkErrorLike extends Error {
  code?: unknown;
  status?: unknown;
}

/** An error and its causes, the outermost first. */
export function* causes(error: unknown): Generator<SdkErrorLike> {
  for (let at = error, depth = 0; isError(at) && depth < 5; at = at.cause, depth++) yield at;
}

const isError = (value: unknown): value is SdkErrorLike =>
  typeof value === 'object' && value !== null && 'message' in value;

/** Returns the HTTP status of a failed response. */
export function httpStatus(error: unknown): number | undefined {
  for (const { status, name } of causes(error)) {
    if (name === 'SdkHttpError' && typeof status === 'number') return status;
  }
  return undefined;
}

/**
 * Describes an error of a connection in a sentence without address and secret.
 *
 * @param authHeader Removed from messages of the server.
 * @returns AppError `provider_error` or `provider_timeout`; an AppError as it is
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
    if (code === 'CONNECTION_CLOSED') return connectionClosed(why);
    // The server's own message, such as that an argument is missing.
    if (name === 'ProtocolError') {
      return failed(redact(message, secrets) || 'The MCP server refused.', why);
    }
  }
  const status = httpStatus(error);
  if (status === 401 || status === 403) return unauthorised(status);
  if (status !== undefined && status >= 300 && status < 400) return elsewhere(why);
  if (status !== undefined) {
    return failed(`The MCP server answered with HTTP status ${status}.`, why, status >= 500);
  }
  return failed('There is no MCP server at this address.', why);
}

const refusals: Record<string, string> = {
  access_denied: 'You were not signed in: access was denied.',
  invalid_grant: 'The authorization server no longer accepts this sign-in. Begin again.',
  invalid_client: 'The authorization server does not know this client, or refuses its secret.',
  unauthorized_client: 'The authorization server does not let this client sign anybody in.',
  invalid_scope: 'The authorization server does not know the rights that the MCP server asks for.',
};

/** A client or a sign-in that the authorization server does not accept. */
export const refusedSignIn = (code: 'invalid_client' | 'invalid_grant') =>
  signInFailed(refusals[code] ?? code);

/** Characters of an authorization server's own words. */
const maxWords = 300;

/**
 * Describes why a sign-in or a refresh failed, in words without secrets.
 *
 * @param redirectUrl to be registered with an authorization server that registers no clients
 */
export function toSignInFailure(error: unknown, redirectUrl: string, secrets: string[]): AppError {
  for (const cause of causes(error)) {
    if (cause instanceof AppError) return cause;
    const { name, code, message, status } = cause;
    if (code === 'ERR_TOO_LARGE') return tooLarge(error);
    if (name === 'TimeoutError') return tookTooLong(error, 'authorization server');
    if (name === 'IssuerMismatchError' || name === 'AuthorizationServerMismatchError') {
      return signInFailed(
        'Another authorization server answered than the one that was asked. Nothing was stored.',
        error,
      );
    }
    if (name === 'InsecureTokenEndpointError') {
      return signInFailed('The authorization server does not use HTTPS.', error);
    }
    if (name === 'RegistrationRejectedError' || /dynamic client registration/i.test(message)) {
      const refused =
        status === undefined ? 'registers no clients' : 'refused to register a client';
      return signInFailed(
        `The authorization server ${refused}. Register one there with the redirect address ${redirectUrl}, and enter its client ID.`,
        error,
      );
    }
    if (name === 'OAuthError' && typeof code === 'string') {
      const words = redact(`${code}: ${message}`, secrets).slice(0, maxWords);
      return signInFailed(refusals[code] ?? `The authorization server refused (${words}).`, error);
    }
    if (name === 'ZodError' || name === 'SyntaxError') {
      return signInFailed('The authorization server does not answer as OAuth demands.', error);
    }
  }
  const words = error instanceof Error ? redact(error.message, secrets).slice(0, maxWords) : '';
  return signInFailed(`The sign-in failed. ${words}`.trim(), error);
}
