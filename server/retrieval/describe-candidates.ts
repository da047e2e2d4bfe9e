import type { SearchCandidate, SearchOutcome } from '../contract/search.ts';
import type { Passage } from '../storage/chunks.ts';
import type { Fate } from './pack-context.ts';
import type { RankedChunk } from './rank-candidates.ts';

interface Known {
  /** Whose texts were asked for. */
  asked: readonly RankedChunk[];
  /** What there was. */
  texts: readonly Passage[];
  /** What of it anybody may read. */
  shown: ReadonlyMap<number, Passage>;
  fates: ReadonlyMap<number, Fate>;
}

const excerptLength = 240;

/** All candidates with what became of them. Those whose texts nobody had to read have none. */
export function describeCandidates(
  ranked: readonly RankedChunk[],
  { asked, texts, shown, fates }: Known,
): SearchCandidate[] {
  const wasRead = new Set(texts.map(({ chunkId }) => chunkId));
  const gone = new Set(asked.filter(({ chunkId }) => !wasRead.has(chunkId)));

  function outcomeOf(chunk: RankedChunk): SearchOutcome {
    if (gone.has(chunk)) return 'gone';
    if (wasRead.has(chunk.chunkId) && !shown.has(chunk.chunkId)) return 'not_public';
    if (!chunk.relevant) return 'below_min_score';
    return fates.get(chunk.chunkId)?.outcome ?? 'top_k';
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
      outcome: outcomeOf(chunk),
      with: fates.get(chunkId)?.with ?? null,
    };
  });
}
