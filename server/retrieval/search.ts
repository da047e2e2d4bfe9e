import type { SearchReply, SearchRequest } from '../contract/search.ts';
import type { Log } from '../runtime/log.ts';
import type { VectorIndex } from './vector-index.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { understand } from '../question/understand.ts';
import type { Retriever } from './retrieve.ts';

interface SearchContext {
  settings: Pick<SettingsStore, 'get' | 'site'>;
  clock: () => number;
  retriever: Pick<Retriever, 'retrieve'>;
  vectorIndex: Pick<VectorIndex, 'status'>;
}

/** Explains a search: the passages that an answer would be written from, and how they were found. */
export async function explainSearch(
  { settings, clock, retriever, vectorIndex }: SearchContext,
  { query, top_k, min_score, filter, history = [] }: SearchRequest,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<SearchReply> {
  const turns = history.map((turn) => ({ ...turn, chunkIds: [] }));
  const current = await settings.get();
  // As the chat understands it, so that the console shows the same outcome.
  const timeZone = settings.site()?.time_zone ?? 'UTC';
  const circumstances = { now: clock(), timeZone, page: '' };
  const found = await retriever.retrieve(understand(query, { history: turns, circumstances }), {
    settings: current,
    signal,
    log,
    topK: top_k,
    minScore: min_score,
    filter,
    explain: true,
  });
  const { mode } = found.wordsOnly ? { mode: 'none' as const } : await vectorIndex.status();
  const { confidence, embedder, reranker, warnings, queries, tokens, ms, candidates } = found;
  return {
    confidence,
    embedder,
    reranker,
    mode,
    warnings,
    queries,
    top_k: found.topK,
    min_score: found.minScore,
    tokens,
    ms,
    chunks: found.passages.map((passage) => ({
      chunk_id: passage.chunkId,
      chunk_ids: passage.chunkIds,
      document_id: passage.documentId,
      title: passage.title,
      url: passage.url,
      heading_path: passage.headingPath,
      content: passage.content,
      score: passage.score,
    })),
    candidates,
  };
}
