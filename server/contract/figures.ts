import { z } from 'zod';
import { outcome } from './chat.ts';

/** Days of the period, the current one included. */
export const figuresQuery = z.object({ days: z.coerce.number().int().min(1).max(365).default(30) });

/** Tokens and their list price; null if the price is not known. */
const cost = z.object({
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  /** Part of `prompt_tokens` that was read from the vendor's cache. */
  cached_tokens: z.number().int(),
  usd: z.number().nullable(),
});

/** `limit` 0: none. Tokens. */
const budget = z.object({ used: z.number().int(), limit: z.number().int() });

/** `GET /figures`. Days are in the site's time zone. */
export const figuresReply = z.object({
  period: z.object({
    /** One for each day, oldest first; days without a question have zeros. */
    days: z.array(
      z.object({
        day: z.string(),
        questions: z.number().int(),
        outcomes: z.record(outcome, z.number().int()),
        up: z.number().int(),
        down: z.number().int(),
        cost,
        /** As in `trouble`, without requests that ask nothing. */
        waited: z.number().int(),
        turned_away: z.number().int(),
        /** Calls of vendors that failed after all retries. */
        failures: z.number().int(),
      }),
    ),
    sessions: z.number().int(),
    questions: z.number().int(),
    /** Questions of the period of the same length before it. */
    questions_before: z.number().int(),
    up: z.number().int(),
    down: z.number().int(),
    /** Milliseconds; null without answers. */
    median_ms: z.number().int().nullable(),
    p95_ms: z.number().int().nullable(),
    models: z.array(cost.extend({ model: z.string(), answers: z.number().int() })),
    /** Asked most often, grouped by their words. */
    top_questions: z.array(
      z.object({ question: z.string(), count: z.number().int(), outcome: outcome.nullable() }),
    ),
  }),
  budget: z.object({ day: budget, month: budget }),
  /** Counts for the owner's attention. */
  attention: z.object({
    failed_documents: z.number().int(),
    /** Ratings since the owner last opened the list of them. */
    unread_down: z.number().int(),
    open_gaps: z.number().int(),
  }),
});
export type Figures = z.infer<typeof figuresReply>;
