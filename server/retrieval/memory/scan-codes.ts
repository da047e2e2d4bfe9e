import type { Kysely } from 'kysely';
import type { EmbeddingSpace } from '../../embedding/index-state.ts';
import type { Schema } from '../../storage/schema.ts';
import { chunkCodes, type ChunkCode } from '../relational/search-rows.ts';
import { quantizedOf, spaceNumber } from '../relational/vector-codes.ts';
import { toIds, type Directory } from './directory.ts';
import { Int8Index, type CandidateSearch } from '../int8/int8-index.ts';
import type { Candidate } from '../vector-index.ts';

const page = 2000;
/** Below this share of all chunks, only those that are asked for are read. */
const few = 0.1;

/** All that may be among the `limit` best, best first. */
function mayBeBest(candidates: readonly Candidate[], limit: number): Candidate[] {
  const least = candidates.map(({ score, error }) => score - error).sort((a, b) => b - a)[
    limit - 1
  ];
  return candidates
    .filter(({ score, error }) => score + error >= (least ?? -Infinity))
    .sort((a, b) => b.score - a.score);
}

/** Pages of codes of the documents that take part, or of all. */
async function* codes(
  query: Kysely<Schema>,
  directory: Directory,
  identity: number,
  allowed: Uint8Array | null,
): AsyncGenerator<ChunkCode[]> {
  const documents = allowed && directory.entriesOf(allowed);
  const ids = documents?.flatMap(({ chunkIds }) => toIds(chunkIds));
  if (ids && ids.length < directory.chunks * few) {
    for (let start = 0; start < ids.length; start += page) {
      yield chunkCodes(query, identity, { ids: ids.slice(start, start + page) });
    }
    return;
  }
  for (let after = 0, rows; ; after = rows.at(-1)!.id) {
    rows = await chunkCodes(query, identity, { after, limit: page });
    yield rows;
    if (rows.length < page) return;
  }
}

/** As a `VectorIndex` finds them, but every code is read from the database for it: exact and slow. */
export async function scanCodes(
  query: Kysely<Schema>,
  directory: Directory,
  identity: EmbeddingSpace,
  vector: Float32Array,
  { limit, minScore, allowed }: CandidateSearch,
): Promise<Candidate[]> {
  const index = new Int8Index({ dimensions: identity.dimensions, threads: 0 });
  let best: Candidate[] = [];
  try {
    for await (const rows of codes(query, directory, spaceNumber(identity), allowed)) {
      for (const { id, documentId, code } of rows) {
        const ordinal = directory.ordinalOf(documentId, id);
        if (ordinal !== undefined) index.add(id, ordinal, quantizedOf(code));
      }
      const found = await index.candidates(vector, { limit, minScore, allowed });
      best = mayBeBest([...best, ...found], limit);
      for (const { id } of rows) index.remove(id);
    }
    return best;
  } finally {
    index.close();
  }
}
