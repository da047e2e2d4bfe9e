import type { SearchCandidate, SearchOutcome } from '../contract/search.ts';
import type { Passage } from '../storage/chunks.ts';
import type { PackOutcome } from './pack-context.ts';
import type { RankedChunk } from './rank-candidates.ts';
import type { Reranked } from './rerank.ts';

interface Known {
  /** Texts that exist. */
  texts: readonly Passage[];
  /** Texts that are public. */
  shown: ReadonlyMap<number, Passage>;
  outcomes: ReadonlyMap<number, PackOutcome>;
  /** Places and scores of the chunks that were ranked again. */
  places: Reranked['places'];
}

const excerptLength = 240;

/** Describes all candidates with their outcomes; a chunk that was not read, or is not public, has no text. */
export function describeCandidates(
  ranked: readonly RankedChunk[],
  { texts, shown, outcomes, places }: Known,
): SearchCandidate[] {
  const wasRead = new Set(texts.map(({ chunkId }) => chunkId));

  function outcomeOf(chunk: RankedChunk): SearchOutcome {
    if (!wasRead.has(chunk.chunkId)) return 'gone';
    if (!shown.has(chunk.chunkId)) return 'not_public';
    if (!chunk.relevant) return 'below_min_score';
    return outcomes.get(chunk.chunkId)?.outcome ?? 'top_k';
  }

  return ranked.map((chunk) => {
    const { chunkId, vector, lexical, carried, fused } = chunk;
    const passage = shown.get(chunkId);
    return {
      chunk_id: chunkId,
      document_id: passage?.documentId ?? null,
      kind: passage?.kind ?? null,
      title: passage?.title ?? '',
      url: passage?.url ?? '',
      heading_path: passage?.headingPath ?? '',
      excerpt: passage?.content.slice(0, excerptLength) ?? '',
      vector,
      lexical,
      carried,
      fused,
      reranked: places.get(chunkId) ?? null,
      outcome: outcomeOf(chunk),
      with: outcomes.get(chunkId)?.with ?? null,
    };
  });
}
