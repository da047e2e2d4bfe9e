import { z } from 'zod';
import { chatReply, feedback, outcome, turn } from './chat.ts';
import { collectionQuery } from './knowledge.ts';
import { confidence } from './search.ts';
import { settingsPatch } from './settings.ts';

/** A day in the site's time zone; questions keep the day that it was when they were asked. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** The number of conversations in a list, and so `X-WP-Total`, ends here; with several frequent conditions at 2,000. */
export const maxListedChats = 10_000;

/** A conversation is listed if it has all given properties, each in any of its turns. */
export const chatsFilter = z.object({
  /** Contains these whole words in its questions and answers; a star behind a word stands for any ending. */
  search: z.string().max(200).default(''),
  /** Has a turn on this day or later. */
  from: day.optional(),
  /** Inclusive. */
  to: day.optional(),
  feedback: feedback.optional(),
  outcome: outcome.optional(),
  /** Path of the page where the question was asked, such as `/visit/`. */
  asked_on: z.string().max(2048).optional(),
  /** BCP 47, of the question. */
  language: z.string().max(35).optional(),
});
export type ChatsFilter = z.infer<typeof chatsFilter>;

export const chatsQuery = collectionQuery.extend(chatsFilter.shape).extend({
  orderby: z.enum(['last_at', 'turns']).default('last_at'),
});
export type ChatsQuery = z.infer<typeof chatsQuery>;

/** A conversation. Times are UTC ISO 8601. */
export const chatSummary = z.object({
  session: z.string(),
  first_question: z.string(),
  /** Number of questions. */
  turns: z.number().int(),
  up: z.number().int(),
  down: z.number().int(),
  /** The latest answer's; null before it has ended. */
  outcome: outcome.nullable(),
  language: z.string(),
  /** The page where the first question was asked; empty if unknown. */
  page_url: z.string(),
  created_at: z.string(),
  last_at: z.string(),
});
export type ChatSummary = z.infer<typeof chatSummary>;

/** `GET /chats` */
export const chatsReply = z.array(chatSummary);

/** A turn as the owner sees it. */
export const ownerTurn = turn.extend({
  /** Null for a question. */
  outcome: outcome.nullable(),
  /** How likely the context answered the question, 0 to 1; null without a search. */
  confidence: z.number().nullable(),
  /** The visitor's comment on the rating; empty without one. */
  comment: z.string(),
  tools: z.array(z.object({ name: z.string(), ok: z.boolean() })),
  pageUrl: z.string(),
  /** Part of `promptTokens` that was written to the vendor's cache and billed apart. */
  cacheWriteTokens: z.number().int(),
  /** By the list prices; absent if the model's is not known. */
  costUsd: z.number().optional(),
  /** The gap that the question belongs to; null without one. */
  gap: z.number().int().nullable(),
  /** Id by which the lines of its request are found in the sidecar's log; empty for a question. */
  requestId: z.string(),
});
export type OwnerTurn = z.infer<typeof ownerTurn>;

/** `GET /chats/<session>`, oldest first. */
export const chatDetailReply = z.object({ chat: chatSummary, turns: z.array(ownerTurn) });
export type ChatDetail = z.infer<typeof chatDetailReply>;

/** `POST /chats/delete`: the named conversations, or all that match the filter. */
export const deleteChatsRequest = z.union([
  z.strictObject({ sessions: z.array(z.string().min(1).max(64)).min(1).max(100) }),
  z.strictObject({ filter: z.strictObject(chatsFilter.shape) }),
]);

/** A deletion of many conversations, which goes on in the background. Times are UTC ISO 8601. */
export const chatDeletion = z.object({
  id: z.string(),
  /** `stopped`: by an owner, before its end. */
  state: z.enum(['counting', 'deleting', 'done', 'stopped']),
  /** Conversations to delete; while they are counted, as far as they are. */
  total: z.number().int(),
  deleted: z.number().int(),
  /** Why it waits to be tried again; null if it does not. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  started_at: z.string(),
  /** Null while it goes on. */
  ended_at: z.string().nullable(),
});
export type ChatDeletion = z.infer<typeof chatDeletion>;

/** `deletion`: there are many, of which none is deleted yet (status 202). */
export const deleteChatsReply = z.object({
  deleted: z.number().int(),
  deletion: chatDeletion.optional(),
});

/**
 * `GET /chats/deletion`: the latest one. `DELETE /chats/deletion` stops it; one that has ended it forgets, and answers
 * how it ended.
 */
export const chatDeletionReply = z.object({ deletion: chatDeletion.nullable() });

/** `GET /chats/facets`: values of the filters, most frequent first. */
export const chatFacetsReply = z.object({
  pages: z.array(z.string()),
  languages: z.array(z.string()),
});
export type ChatFacets = z.infer<typeof chatFacetsReply>;

/** `POST /ask`: a question as a visitor would ask it, with unsaved settings. Nothing is stored or counted as a visit. */
export const askRequest = z.object({
  message: z.string().trim().min(1).max(4000),
  page_url: z.string().max(2048).optional(),
  /** Unsaved values over the stored ones for this call. */
  settings: settingsPatch.optional(),
});
export type AskRequest = z.infer<typeof askRequest>;
export const askReply = chatReply
  .omit({ message_id: true, session_id: true, session_secret: true })
  .extend({ confidence: confidence.nullable() });
export type AskReply = z.infer<typeof askReply>;
