import { z } from 'zod';
import { closestPage } from './chat.ts';
import { collectionQuery } from './knowledge.ts';
import { confidence } from './search.ts';

/**
 * Why a question is a gap: `nothing`: nothing was found · `closest`: the chat was not sure · `model_refused`: a model
 * found no answer in the sources · `down`: a visitor rated the answer down · `failed`: the answer failed.
 */
export const gapReason = z.enum(['nothing', 'closest', 'model_refused', 'down', 'failed']);
export type GapReason = z.infer<typeof gapReason>;

/** `done`: the owner has acted; it opens again if it is asked in vain later. `ignored`: it stays away. */
export const gapState = z.enum(['open', 'done', 'ignored']);
export type GapState = z.infer<typeof gapState>;

export const gapsQuery = collectionQuery.extend({
  state: gapState.default('open'),
  reason: gapReason.optional(),
  orderby: z.enum(['count', 'last_at', 'trend']).default('count'),
});
export type GapsQuery = z.infer<typeof gapsQuery>;

/** Questions that mean the same and were not answered well. Times are UTC ISO 8601. */
export const gap = z.object({
  id: z.number().int(),
  /** The one asked most recently. */
  question: z.string(),
  language: z.string(),
  /** In the last 90 days. */
  count: z.number().int(),
  /** Count of the last 7 days less that of the 7 days before. */
  trend: z.number().int(),
  /** The most frequent first. */
  reasons: z.array(gapReason).min(1),
  state: gapState,
  /** The owner's act; empty before it. */
  action: z.enum(['', 'answer', 'page', 'synonym', 'draft']),
  /** When its state was set. */
  changed_at: z.string(),
  first_at: z.string(),
  last_at: z.string(),
});
export type Gap = z.infer<typeof gap>;

/** `GET /gaps` */
export const gapsReply = z.array(gap);

/** `GET /gaps/<id>`: searches again to say what the site has today. */
export const gapDetailReply = z.object({
  gap,
  /** The latest wordings, with the conversation of each. */
  questions: z.array(
    z.object({
      text: z.string(),
      session: z.string(),
      reason: gapReason,
      at: z.string(),
      comment: z.string(),
    }),
  ),
  /** How the question would be answered today. */
  outcome: confidence.shape.outcome,
  /** The closest pages today, and English sentences about how well they answer. */
  closest: z.array(closestPage),
  why: z.array(z.string()),
  /** Words of the question that the site does not use. */
  unknown_words: z.array(z.string()),
});
export type GapDetail = z.infer<typeof gapDetailReply>;

/** `POST /gaps/<id>` @throws `conflict` when its state was set after `seen` */
export const updateGapRequest = z.strictObject({
  state: gapState,
  action: gap.shape.action.optional(),
  /** The `changed_at` of the gap that the owner sees; without it, what others have done is overwritten. */
  seen: z.iso.datetime().optional(),
});
