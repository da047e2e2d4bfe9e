import type { ScoredPassage } from '../../server/pipeline/retrieve.ts';

/** A passage as retrieval gives it; each of a page of its own unless said otherwise. */
export function passage(chunkId: number, over: Partial<ScoredPassage> = {}): ScoredPassage {
  return {
    chunkId,
    documentId: chunkId,
    position: 0,
    kind: 'post',
    postId: chunkId,
    attachmentId: null,
    title: `Page ${chunkId}`,
    url: `https://site.example/page-${chunkId}/`,
    headingPath: '',
    page: null,
    content: `The swans of page ${chunkId} are fed at noon, every day of the week.`,
    score: 0.9,
    ...over,
  };
}
