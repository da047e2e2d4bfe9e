import type { AddressGuard } from '../net/address-guard.ts';
import type { Log } from '../runtime/log.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { McpServers } from '../storage/mcp-servers.ts';
import type { State } from '../storage/state.ts';
import type { OAuthSite } from './oauth/site.ts';

/** Limits in milliseconds, bytes, characters and counts; tests use smaller ones. */
export const mcpLimits = {
  /** For resolving the name, connecting, and negotiating the protocol. */
  connectMs: 10_000,
  /** Maximum silence of a call; a progress notification ends it. */
  callIdleMs: 30_000,
  /** For a whole call, with or without progress. */
  callMs: 120_000,
  /** For all pages of the list of tools. */
  listMs: 30_000,
  /** A connection is closed after so long without use. */
  idleMs: 5 * 60_000,
  /** For telling a server that its session ends. */
  closeMs: 2000,
  /** For each request of a sign-in or a refresh. */
  authorizationMs: 15_000,
  /** Between the beginning of a sign-in and the owner's return. */
  signInMs: 10 * 60_000,
  /** An answer of an authorization server, or a server's description of itself; what counts is stored. */
  maxAuthorizationBytes: 64 * 1024,
  /** One response: a tool may answer with a picture, which is left out, but has to arrive. */
  maxBytes: 2 * 2 ** 20,
  maxPages: 20,
  /** Tools of one server; as many as the owner can allow by name. */
  maxTools: 500,
  /** Characters of one result that a model reads. */
  maxResultChars: 16_000,
  /** A tool's schema, which is sent with every question. */
  maxSchemaChars: 16_000,
  /** All tools of one server as JSON, which are read with every question. */
  maxToolsChars: 1_000_000,
};
export type McpLimits = typeof mcpLimits;

/** The parts of the sidecar that tools are called with. */
export interface McpContext {
  mcpServers: McpServers;
  secrets: Secrets;
  state: Pick<State, 'lease' | 'replaceText'>;
  guard: AddressGuard;
  /** The sidecar's, which servers are told. */
  version: string;
  clock: () => number;
  log: Log;
  /** @throws AppError when WordPress does not answer, or its plugin is too old */
  site: () => Promise<OAuthSite>;
  limits: McpLimits;
}
