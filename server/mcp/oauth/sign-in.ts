import type { AddressGuard } from '../../net/address-guard.ts';
import type { McpLimits } from '../limits.ts';
import { createBegin } from './begin-sign-in.ts';
import { createFinish } from './finish-sign-in.ts';
import type { Records } from './records.ts';

/** This site as an OAuth client. */
export interface OAuthSite {
  name: string;
  homeUrl: string;
  redirectUrl: string;
  /** Undefined: no authorization server could read the document. */
  clientUrl: string | undefined;
}

export interface SignInDependencies {
  records: Records;
  guard: AddressGuard;
  limits: McpLimits;
  clock: () => number;
  /** @throws AppError when WordPress does not answer, or its plugin is too old */
  site: () => Promise<OAuthSite>;
}

/**
 * Signs an owner in to a server in their browser, by the authorization code grant with PKCE:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export const createSignIn = (dependencies: SignInDependencies) => ({
  begin: createBegin(dependencies),
  finish: createFinish(dependencies),
});
