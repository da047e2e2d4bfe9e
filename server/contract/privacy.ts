import { z } from 'zod';
import { feedback, turn } from './chat.ts';

/** Calls of core's privacy tools about a logged-in visitor; `<id>` is the WordPress user's. */

/** `GET /privacy/<id>` */
export const privacyQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
});

/** A turn of one of the user's conversations. */
export const personalTurn = z.object({
  id: z.number().int(),
  /** The conversation's public id. */
  session: z.string(),
  role: turn.shape.role,
  content: z.string(),
  /** The page where a question was asked; empty if unknown. */
  page_url: z.string(),
  feedback: feedback.nullable(),
  comment: z.string(),
  /** UTC ISO 8601. */
  at: z.string(),
});
export type PersonalTurn = z.infer<typeof personalTurn>;

/** Up to 100 turns, oldest first; `done`: there are no more. */
export const privacyReply = z.object({ turns: z.array(personalTurn), done: z.boolean() });

/** `DELETE /privacy/<id>`: up to 100 conversations at a time; `done`: none is left. */
export const eraseReply = z.object({ deleted: z.number().int(), done: z.boolean() });
