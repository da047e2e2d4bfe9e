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
  enabled: z.boolean(),
  /** Tool names the owner allows; null allows every tool that declares itself not destructive. */
  allowed_tools: z.array(z.string().max(200)).max(500).nullable(),
});

export const createMcpServer = fields.partial({
  auth_header: true,
  enabled: true,
  allowed_tools: true,
});
export const updateMcpServer = fields.partial();

export const mcpTool = z.object({
  name: z.string(),
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
  enabled: z.boolean(),
  allowed_tools: z.array(z.string()).nullable(),
  tools: z.array(mcpTool),
  /** UTC ISO 8601; null: never. */
  discovered_at: z.string().nullable(),
});
export type McpServerView = z.infer<typeof mcpServerView>;

export const discoverReply = z.object({ tools: z.array(mcpTool) });
export type DiscoverReply = z.infer<typeof discoverReply>;
