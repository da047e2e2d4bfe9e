import { z } from 'zod';

/** Matches in any case, over lines, by code point. @throws SyntaxError */
const pattern = z.string().transform((source) => new RegExp(source, 'isu'));

export const smallTalkKind = z.enum(['greeting', 'thanks', 'bye', 'ok', 'help', 'who', 'human']);

const turn = z
  .strictObject({
    question: z.string().min(1),
    /** The form that stands alone, in the site's language, of a question that refers to others or has another language. */
    standalone: z.string().optional(),
    /** Matches the statement that has to come first. */
    right: pattern.optional(),
    /** The statements that a question with several parts asks for. */
    parts: z.array(pattern).optional(),
    /** Matches what misleads beside it, such as the times of another season. */
    wrong: pattern.optional(),
    /** Titles of the pages that say it. */
    page: z.array(z.string()).default([]),
    /** The site does not say it. */
    absent: z.literal(true).optional(),
    smallTalk: smallTalkKind.optional(),
  })
  .refine(
    ({ right, absent, smallTalk }) =>
      [right, absent, smallTalk].filter((each) => each !== undefined).length === 1,
    'A question needs one of right, absent and smallTalk.',
  );

export const conversation = z.strictObject({
  /** `tune`: may be looked at while the engine is changed. `judge`: only to judge it. */
  set: z.enum(['tune', 'judge']),
  /** A group of the figures. */
  kind: z.string(),
  /** Slug of the page on which it is asked. */
  on: z.string().optional(),
  /** Instead of the site's. */
  now: z.iso.datetime().optional(),
  turns: z.array(turn).min(1),
});

export type Conversation = z.infer<typeof conversation>;
