import { z } from 'zod';
import { vectorStoreStatus } from './admin.ts';
import { documentKind } from './chat.ts';

/** Restricts a search to documents that match all given conditions. */
export const searchFilter = z.strictObject({
  kinds: z.array(documentKind).min(1).optional(),
  /** BCP 47; `de` also takes `de-AT`. */
  languages: z.array(z.string().min(1).max(35)).min(1).max(50).optional(),
  post_types: z.array(z.string().min(1).max(20)).min(1).max(50).optional(),
  document_ids: z.array(z.number().int().positive()).min(1).max(1000).optional(),
});
/** An empty list matches nothing. */
export type SearchFilter = z.infer<typeof searchFilter>;

/** `POST /search`: the retrieval console. `top_k` and `min_score` default to the settings'. */
export const searchRequest = z.object({
  query: z.string().trim().min(1).max(4000),
  top_k: z.number().int().min(1).max(50).optional(),
  min_score: z.number().min(0).max(1).optional(),
  filter: searchFilter.optional(),
  /** Earlier turns of the conversation, oldest first: a question may refer to them. */
  history: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().max(20_000) }))
    .max(40)
    .optional(),
});
export type SearchRequest = z.infer<typeof searchRequest>;

/**
 * A query: the question, its standalone form by a model, or the question joined with the previous one, or with
 * the title of the page that the visitor is on.
 */
export const searchQuery = z.object({
  text: z.string(),
  why: z.enum(['question', 'rewritten', 'joined', 'page']),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/**
 * `used`: in the context · `joined`: in the context, as part of the passage of `with` · `below_min_score`:
 * too far from the question · `duplicate`: says the same as `with` · `document_limit`: its document has
 * enough passages · `top_k`: enough passages are better · `token_budget`: the context is full ·
 * `not_public`: no longer public · `gone`: deleted meanwhile.
 */
export const searchOutcome = z.enum([
  'used',
  'joined',
  'below_min_score',
  'duplicate',
  'document_limit',
  'top_k',
  'token_budget',
  'not_public',
  'gone',
]);
export type SearchOutcome = z.infer<typeof searchOutcome>;

/** Ranks count from 1; of several queries, the best. */
export const searchCandidate = z.object({
  chunk_id: z.number().int(),
  /** Null, and the texts empty, when the chunk is gone or not public. */
  document_id: z.number().int().nullable(),
  kind: documentKind.nullable(),
  title: z.string(),
  url: z.string(),
  heading_path: z.string(),
  excerpt: z.string(),
  /** Null: it has no vector. `score` is a cosine, `rank` its place among the candidates. */
  vector: z.object({ rank: z.number().int(), score: z.number() }).nullable(),
  /** Null: not among the best lexical matches. `coverage`, 0 to 1, is what `min_score` reads without vectors. */
  lexical: z.object({ rank: z.number().int(), score: z.number(), coverage: z.number() }).nullable(),
  /** The last answer cited its document. */
  cited: z.boolean(),
  /** The sum that ranks; candidates come in this order, behind those that were ranked again. */
  fused: z.number(),
  /** Null: no model ranked it again. Scores compare the candidates of one search only. */
  reranked: z.object({ rank: z.number().int(), score: z.number() }).nullable(),
  outcome: searchOutcome,
  /** The chunk that `joined` and `duplicate` speak of. */
  with: z.number().int().nullable(),
});
export type SearchCandidate = z.infer<typeof searchCandidate>;

/**
 * Milliseconds. `search` is vectors and words, which run concurrently; `hydrate` reads texts
 * and checks that they are still public.
 */
export const searchTimings = z.object({
  rewrite: z.number(),
  embed: z.number(),
  vectors: z.number(),
  lexical: z.number(),
  search: z.number(),
  read: z.number(),
  visibility: z.number(),
  hydrate: z.number(),
  rerank: z.number(),
  pack: z.number(),
  total: z.number(),
});
export type SearchTimings = z.infer<typeof searchTimings>;

/**
 * `answer`: the chat answers from the context · `closest`: it points to up to three pages · `nothing`: it says
 * that it found nothing.
 */
export const confidence = z.object({
  outcome: z.enum(['answer', 'closest', 'nothing']),
  /** How likely the context answers the question, 0 to 1. */
  score: z.number(),
  /** English sentences: what speaks for the outcome, and against it. */
  reasons: z.array(z.string()),
});
export type Confidence = z.infer<typeof confidence>;

export const searchReply = z.object({
  confidence: confidence.optional(),
  /** Empty without vectors. */
  embedder: z.string(),
  /** `provider:model` of what ranked the best passages again; empty: they are as they were found. */
  reranker: z.string(),
  /** How vectors were compared; `none`: by words alone. */
  mode: vectorStoreStatus.shape.mode,
  /** English sentences, such as one about an embedder that did not answer. */
  warnings: z.array(z.string()),
  queries: z.array(searchQuery).min(1),
  top_k: z.number().int(),
  min_score: z.number(),
  /** Estimated tokens of the context, and its maximum. */
  tokens: z.object({ used: z.number().int(), limit: z.number().int() }),
  ms: searchTimings,
  /** The context, best first. Neighbours are one passage: `chunk_id` is the best of `chunk_ids`. */
  chunks: z.array(
    z.object({
      chunk_id: z.number().int(),
      chunk_ids: z.array(z.number().int()).min(1),
      document_id: z.number().int(),
      title: z.string(),
      url: z.string(),
      heading_path: z.string(),
      content: z.string(),
      /** As `min_score` reads it: cosine similarity, or the share of the question that it covers. */
      score: z.number(),
    }),
  ),
  /** All candidates, best first, with their outcome. */
  candidates: z.array(searchCandidate),
});
export type SearchReply = z.infer<typeof searchReply>;
