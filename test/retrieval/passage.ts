import type { ScoredPassage } from '../../server/retrieval/pack-context.ts';
import type { GiveContext } from '../../server/retrieval/give-context.ts';
import type { BuiltInReading, Retrieval } from '../../server/retrieval/retrieve.ts';

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
    published: 0,
    prominent: false,
    postType: 'page',
    language: 'en',
    chunkIds: [chunkId],
    score: 0.9,
    fused: 1,
    ...over,
  };
}

/** Returns the parts that are nearest to a question: each passage as a whole. */
export const nearestOf = (passages: readonly ScoredPassage[]): BuiltInReading['nearest'] =>
  passages.map(({ content }, at) => ({
    n: at + 1,
    statement: content,
    excerpt: content,
    score: 1,
  }));

/** A successful retrieval of passages. */
export function retrieval(
  passages: ScoredPassage[],
  over: Partial<BuiltInReading> = {},
): Retrieval {
  const reading: BuiltInReading = {
    sources: passages,
    extracts: [],
    nearest: nearestOf(passages),
    coverage: 1,
    score: 10,
    margin: 5,
    found: 1,
    fact: 0,
    rivals: 0,
    subject: 1,
    confidence: { outcome: passages.length > 0 ? 'answer' : 'nothing', score: 1, reasons: [] },
    ...over,
  };
  return {
    passages,
    read: () => Promise.resolve(reading),
    candidates: [],
    queries: [{ text: 'When?', why: 'question' }],
    warnings: [],
    embedder: 'fake:model',
    reranker: '',
    wordsOnly: false,
    isLate: false,
    topK: 5,
    minScore: 0.3,
    tokens: { used: 0, limit: 4000 },
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    ms: {
      rewrite: 0,
      embed: 1,
      vectors: 2,
      lexical: 1,
      search: 2,
      read: 1,
      visibility: 1,
      hydrate: 2,
      rerank: 0,
      pack: 1,
      total: 7,
    },
  };
}

/** Gives what is found, as for a site that does not fit into a prompt. */
export const giveFound =
  (retrieve: (...options: Parameters<GiveContext>) => Promise<Retrieval>): GiveContext =>
  async (question, options) => {
    const found = await retrieve(question, options);
    const { passages, usage } = found;
    return { passages, isWholeSite: false, usage, searched: () => Promise.resolve(found) };
  };
