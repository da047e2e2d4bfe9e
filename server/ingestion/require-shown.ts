import type { BridgePost } from '../contract/bridge.ts';
import { maxAttempts, type Outcome } from '../jobs/queue.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Pages } from '../storage/pages.ts';
import { failure } from './failures.ts';
import type { GuestAccess, GuestLook } from './guest-access.ts';

interface Dependencies {
  look: GuestLook;
  access: Pick<GuestAccess, 'isOff'>;
  pages: Pick<Pages, 'noteFailedVisit'>;
  clock: () => number;
}

/** Milliseconds: a page that was shown and seems to be shown no more counts as not looked at for so long. */
export const suspectAge = 30 * 86_400_000;

/** Whether guests were not shown a post when it was last looked at; a post that is told has passages. */
const wasRefused = ({ checked_at, chunk_count }: DocumentRow) =>
  checked_at > 0 && chunk_count === 0;

export type Shown = Required<Pick<Outcome, 'checked_at' | 'etag' | 'last_modified'>>;

/**
 * Lets a post be told only if guests are shown it at its address. Returns what to store with it; with `keep`, that the
 * stored passages stay although it is not shown: nothing but the site's answer has changed, so
 * `recheckPosts` decides, who sees whether that befalls many pages at once.
 */
export function createRequireShown({ look, access, pages, clock }: Dependencies) {
  /** @throws AppError if guests are not shown it, or if that is not known */
  return async function requireShown(
    document: DocumentRow,
    post: BridgePost,
    about: { title: string; language: string },
    signal: AbortSignal,
  ): Promise<Shown & { keep: boolean }> {
    const { title, language } = about;
    const { permalink: url, post_type: postType } = post;
    const html = () => Promise.resolve(post.html);
    const found = await look({ url, title, language, postType, html }, { signal });
    const unseen = { checked_at: 0, etag: '', last_modified: '', keep: false };
    switch (found.is) {
      case 'shown': {
        const { etag, lastModified: last_modified } = found;
        return { checked_at: clock(), etag, last_modified, keep: false };
      }
      case 'unclear':
        if (document.attempts < maxAttempts) throw failure('guests_unknown');
        return { ...unseen, checked_at: clock() };
      case 'unasked':
        // The last verdict stands.
        if (wasRefused(document) && !(await access.isOff())) throw failure('guests_unknown');
        return unseen;
      case 'refused': {
        const isTold = document.chunk_count > 0 && document.checked_at > 0;
        const isUnchanged = document.source_modified === post.modified && !document.forced;
        if (isTold && isUnchanged) {
          return { ...unseen, checked_at: clock() - suspectAge, keep: true };
        }
        await pages.noteFailedVisit(document, true, {
          title: title.slice(0, 500).toWellFormed(),
          source_url: url,
        });
        throw found.reason;
      }
      default:
        return found satisfies never;
    }
  };
}
export type RequireShown = ReturnType<typeof createRequireShown>;
