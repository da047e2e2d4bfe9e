import { knowledgeUrl } from '../use-query.ts';

/** Shows what is read of a post. */
export const readingUrl = (postId: number) =>
  knowledgeUrl({ tab: 'reading', post: String(postId) });
