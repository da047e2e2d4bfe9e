import { z } from 'zod';

const fields = z.strictObject({
  name: z.string().trim().min(1).max(100),
  url: z.url({ protocol: /^https?$/ }).max(2048),
  /** Write-only: sent as the `Authorization` header, stored encrypted; empty for none. */
  auth_header: z
    .string()
    .trim()
    .max(4000)
    .regex(/^[\x20-\x7e]*$/, 'Only printable ASCII characters can be sent in a header.'),
  /**
   * A client that the owner has registered with the server's authorization server, for one that registers none
   * by itself. Empty for none.
   */
  oauth_client_id: z.string().trim().max(500),
  /** Write-only, stored encrypted; empty for a client without one. */
  oauth_client_secret: z.string().trim().max(1000),
  enabled: z.boolean(),
  /** Tool names the owner allows; null allows every tool that declares itself not destructive. */
  allowed_tools: z.array(z.string().max(200)).max(500).nullable(),
});

export const createMcpServer = fields.partial({
  auth_header: true,
  oauth_client_id: true,
  oauth_client_secret: true,
  enabled: true,
  allowed_tools: true,
});
export const updateMcpServer = fields.partial();

export const mcpTool = z.object({
  name: z.string(),
  /** For people; empty: the server tells none. */
  title: z.string(),
  description: z.string(),
  /** Whether models are offered the tool. Destructive tools never are. */
  enabled: z.boolean(),
  /** The reason why the owner cannot offer the tool: it is destructive, or no model could call it. */
  never: z.enum(['destructive', 'unusable']).optional(),
});
export type McpToolView = z.infer<typeof mcpTool>;

export const mcpServerView = z.object({
  id: z.number().int(),
  name: z.string(),
  url: z.string(),
  auth_header_set: z.boolean(),
  oauth_client_id: z.string(),
  oauth_client_secret_set: z.boolean(),
  /**
   * `none`: without OAuth. `needed`: somebody has to sign in. `expired`: somebody has to sign in again; as with
   * `needed`, the tools are not used until then. `more_rights`: a tool was refused that needs further scopes.
   */
  sign_in: z.enum(['none', 'needed', 'signed_in', 'expired', 'more_rights']),
  enabled: z.boolean(),
  allowed_tools: z.array(z.string()).nullable(),
  tools: z.array(mcpTool),
  /** UTC ISO 8601; null: never. */
  discovered_at: z.string().nullable(),
});
export type McpServerView = z.infer<typeof mcpServerView>;

export const discoverReply = z.object({ tools: z.array(mcpTool) });
export type DiscoverReply = z.infer<typeof discoverReply>;

/** `POST /mcp/servers/<id>/sign-in`: the page of the authorization server to which the owner goes. */
export const signInReply = z.object({ url: z.url() });
export type SignInReply = z.infer<typeof signInReply>;

/**
 * `POST /mcp/sign-in`: the parameters with which the authorization server sent the owner back (RFC 6749 section
 * 4.1.2, RFC 9207 section 2). The answer is an `mcpServerView`.
 */
export const finishSignIn = z.strictObject({
  state: z.string().max(200),
  code: z.string().max(8000).optional(),
  iss: z.string().max(2048).optional(),
  error: z.string().max(200).optional(),
  error_description: z.string().max(2000).optional(),
});
export type FinishSignIn = z.infer<typeof finishSignIn>;

/** `DELETE /mcp/servers/<id>/sign-in`: the tokens are deleted. */
export const signOutReply = z.object({
  server: mcpServerView,
  /** False: the authorization server could not be told that the tokens are no longer valid. */
  revoked: z.boolean(),
});
export type SignOutReply = z.infer<typeof signOutReply>;
