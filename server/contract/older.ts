import { z } from 'zod';

/** The import from the plugin "ItihRag AI Chatbot". Its tables have texts for numbers, and null for both. */

const text = z
  .string()
  .nullable()
  .transform((value) => value ?? '');
const count = z.coerce.number().int().min(0);

/** Rows by table. */
const olderRows = {
  documents: z.object({
    title: text,
    source_url: text,
    post_id: count,
    /** Present where there is a file: null if it is gone, 0 if it has no attachment yet. */
    attachment_id: z.number().int().nullable().optional(),
  }),
  chats: z.object({
    session_id: z.string().min(1).max(200),
    role: z.string(),
    content: text,
    citations: text,
    model: text.transform((value) => value.slice(0, 190)),
    prompt_tokens: count,
    completion_tokens: count,
    response_time_ms: count,
    feedback: z.enum(['up', 'down']).nullable().catch(null),
    feedback_comment: text.transform((value) => value.slice(0, 2000)),
    /** UTC, `2026-01-31 12:00:00`. */
    created_at: z.string(),
  }),
};
export type OlderDocument = z.infer<typeof olderRows.documents>;
export type OlderTurn = z.infer<typeof olderRows.chats>;

/**
 * `POST bridge/older`: a page of a table, with whole conversations; `next` is the `after` of the next one. `adopt` makes
 * attachments of files that the media library does not know.
 */
export const olderPage = z.object({
  documents: z.array(olderRows.documents).default([]),
  chats: z.array(olderRows.chats).default([]),
  next: z.string().nullable(),
});

/** `POST /import`; `dry`: only says what would be taken over. */
export const importOlder = z.object({
  dry: z.boolean(),
  /** That plugin's options without their prefix. They have keys in clear, so the plugin sends them. */
  settings: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type OlderSettings = z.infer<typeof importOlder>['settings'];

/** Its answer: kinds as WP-CLI has them, and sentences for the owner. */
export type OlderReport = [kind: 'line' | 'warning' | 'success' | 'error', says: string][];
