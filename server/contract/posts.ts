import { z } from 'zod';
import { documentStatus } from './knowledge.ts';

const postId = z.number().int().positive();

/** Shim → sidecar: the body of `POST /posts/chat`. */
export const postsChatRequest = z.strictObject({ ids: z.array(postId).min(1).max(1000) });

/** The document of a post. Times are UTC ISO 8601. */
export const postDocument = z.object({
  post_id: postId,
  document_id: z.number().int(),
  status: documentStatus,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** 0: nothing of it was read yet. */
  chunk_count: z.number().int(),
  created_at: z.string(),
  /** The last change of the post that was read; empty if that is not certain. */
  modified: z.string(),
  /** When the post was last read; null: never. */
  checked_at: z.string().nullable(),
  /** Number of answers of the last 90 days that cite it. */
  answers: z.number().int(),
});
export type PostDocument = z.infer<typeof postDocument>;

/** `POST /posts/chat`: without the posts that have no document. */
export const postsChatReply = z.object({ posts: z.array(postDocument) });

/**
 * `in`: as it is · `updating`: an older version, the new one waits · `outdated`: an older version, and posts are not
 * read by themselves · `waiting`: it will be read · `unread`: it was never read, and posts are not read by themselves ·
 * `failed` · `absent`: it may not be used · `unknown`: the sidecar does not answer.
 */
export const postState = z.enum([
  'in',
  'updating',
  'outdated',
  'waiting',
  'unread',
  'failed',
  'absent',
  'unknown',
]);

/** `GET /posts/<id>/chat` and `POST`. Texts are translated. */
export const postInChat = z.object({
  state: postState,
  /** A few words. */
  label: z.string(),
  /** The reason, or since when; may be empty. */
  sentence: z.string(),
  /** The caller can have it read now. */
  can_read: z.boolean(),
  excluded: z.boolean(),
  can_exclude: z.boolean(),
  /** Number of answers of the last 90 days that cite it; null if unknown. */
  answers: z.number().int().nullable(),
  /** Address of the screen that shows the text as the chat reads it; empty without one for the caller. */
  document_url: z.string(),
  /** False: a change was stored, but the sidecar does not know of it yet. */
  told: z.boolean(),
});
export type PostInChat = z.infer<typeof postInChat>;

/** `POST /posts/<id>/chat`: excludes the post or takes it in, or has it read again. */
export const postChatRequest = z.union([
  z.strictObject({ excluded: z.boolean() }),
  z.strictObject({ reindex: z.literal(true) }),
]);

/** Reasons for which a post is left out before anybody reads it. */
const absence = z.enum([
  ...(['draft', 'private', 'password', 'excluded'] as const),
  ...(['shop', 'hidden', 'soon', 'sample', 'filtered'] as const),
]);
export type Absence = z.infer<typeof absence>;

/** `GET /content`: by type, as if it were chosen, how many posts are read and which are not. */
export const contentReply = z.object({
  types: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      reads: z.number().int(),
      /** Counted among the first thousand published ones, where not the state decides. */
      left_out: z.array(
        z.object({
          reason: absence,
          count: z.number().int(),
          /** Some, of those that are published. */
          titles: z.array(z.string()),
        }),
      ),
    }),
  ),
});
export type ContentReply = z.infer<typeof contentReply>;
