import { partsOf } from '../../server/retrieval/quote.ts';
import type { ScoredPassage } from '../../server/retrieval/pack-context.ts';
import type { Retrieval, Retriever } from '../../server/retrieval/retrieve.ts';
import {
  featureNames,
  type Features,
  type RankedSection,
} from '../../server/retrieval/section-ranker.ts';

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
    ...over,
  };
}

const features = Object.fromEntries(featureNames.map((name) => [name, 0])) as Features;

/** A passage as a ranked section. */
export const sectionOf = (found: ScoredPassage): RankedSection => ({
  chunk: {
    ...{ chunkId: found.chunkId, vector: null, lexical: null, cited: false, relevant: true },
    ...{ fused: 1, score: found.score, passage: undefined },
  },
  passage: found,
  features,
  score: found.score,
});

/** A successful retrieval of passages. */
export function retrieval(passages: ScoredPassage[], over: Partial<Retrieval> = {}): Retrieval {
  const [best] = passages;
  const parts = partsOf(best?.content ?? '');
  const quotation = { parts, marked: parts[0] ?? null, isCut: { start: false, end: false } };
  return {
    passages,
    sections: passages.map(sectionOf),
    confidence: { outcome: passages.length > 0 ? 'answer' : 'nothing', score: 1, reasons: [] },
    question: {
      ...{ text: 'When?', language: 'en', synonyms: [], pageUrl: null, cited: new Set() },
      ...{ now: 0, days: [], lastAnswer: '' },
    },
    quote: () => (best ? { passage: best, ...quotation } : null),
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
    ...over,
  };
}

/** Gives what is found, as for a site that does not fit into a prompt. */
export const giveFound =
  (retrieve: Retriever['retrieve']): Retriever['context'] =>
  async (question, options) => {
    const found = await retrieve(question, options);
    const { passages, usage } = found;
    return { passages, isWholeSite: false, usage, searched: () => Promise.resolve(found) };
  };
