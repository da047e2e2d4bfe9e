import { z } from 'zod';
import { feedback } from './chat.ts';

/** `POST /chats/import`: conversations of another plugin, which `wp itih import` reads. */
const importedTurn = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string().max(200_000),
  /** Milliseconds since 1970. */
  at: z.number().int().min(0),
  model: z.string().max(190).default(''),
  sources: z
    .array(z.object({ title: z.string().max(500), url: z.string().max(2048) }))
    .max(100)
    .default([]),
  prompt_tokens: z.number().int().min(0).default(0),
  completion_tokens: z.number().int().min(0).default(0),
  response_time_ms: z.number().int().min(0).default(0),
  feedback: feedback.nullable().default(null),
  feedback_comment: z.string().max(2000).default(''),
});

export const importChats = z.strictObject({
  chats: z
    .array(
      z.object({
        /** Name of the conversation there: it is imported once. */
        key: z.string().min(1).max(200),
        turns: z.array(importedTurn).min(1).max(2000),
      }),
    )
    .min(1)
    .max(50),
});
export type ImportedChat = z.infer<typeof importChats>['chats'][number];

export const importChatsReply = z.object({
  imported: z.number().int(),
  /** Conversations that were imported before. */
  known: z.number().int(),
  /** Conversations that are older than conversations are kept. */
  expired: z.number().int(),
});
export type ImportChatsReply = z.infer<typeof importChatsReply>;
