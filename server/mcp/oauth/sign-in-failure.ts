import { AppError } from '../../errors/app-error.ts';
import { redact } from '../../providers/shared/vendor-error.ts';
import { causes, otherIssuer, signInFailed, tookTooLong, tooLarge } from '../failure.ts';

const maxChars = 300;

const refusals: Record<string, string> = {
  access_denied: 'You were not signed in: access was denied.',
  invalid_grant: 'The authorization server no longer accepts this sign-in. Begin again.',
  invalid_client: 'The authorization server does not know this client, or refuses its secret.',
  unauthorized_client: 'The authorization server does not let this client sign anybody in.',
  invalid_scope: 'The authorization server does not know the rights that the MCP server asks for.',
};

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
      return otherIssuer(error);
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
      const words = redact(`${code}: ${message}`, secrets).slice(0, maxChars);
      return signInFailed(refusals[code] ?? `The authorization server refused (${words}).`, error);
    }
    if (name === 'ZodError' || name === 'SyntaxError') {
      return signInFailed('The authorization server does not answer as OAuth demands.', error);
    }
  }
  const words = error instanceof Error ? redact(error.message, secrets).slice(0, maxChars) : '';
  return signInFailed(`The sign-in failed. ${words}`.trim(), error);
}
