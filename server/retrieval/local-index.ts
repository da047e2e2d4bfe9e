import type { VectorStoreStatus } from '../contract/admin.ts';
import { maxVectors } from './int8/rows.ts';
import type { MemoryIndex } from './memory/memory-index.ts';
import type { Candidate, VectorIndex, VectorQuery } from './vector-index.ts';

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/**
 * The vector index of the site itself: in memory as long as the vectors fit into the budget, else the
 * database ranks them.
 */
export class LocalIndex implements VectorIndex {
  readonly #memory: Pick<MemoryIndex, 'search' | 'refresh' | 'hasRoom' | 'figures'>;
  readonly #ranking: Pick<VectorIndex, 'search' | 'status'>;

  constructor(
    memory: Pick<MemoryIndex, 'search' | 'refresh' | 'hasRoom' | 'figures'>,
    ranking: Pick<VectorIndex, 'search' | 'status'>,
  ) {
    this.#memory = memory;
    this.#ranking = ranking;
  }

  async search(query: VectorQuery): Promise<Candidate[]> {
    return ((await this.#memory.hasRoom()) ? this.#memory : this.#ranking).search(query);
  }

  refresh(): Promise<void> {
    return this.#memory.refresh();
  }

  async status(): Promise<VectorStoreStatus> {
    const { space, chunks, vectors, words, budget, bytes, bytesNeeded } =
      await this.#memory.figures();
    const about = { engine: 'relational' as const, memory_mb: megabytes(bytes) };
    if (!space) {
      const reason = 'There is no embedding model, so texts are searched by their words.';
      return { ...about, mode: 'none', reason, warnings: [], vectors: 0 };
    }
    const warnings =
      words === 'left out'
        ? ['The words of the texts do not fit into memory either: only vectors are searched.']
        : [];
    const limit =
      chunks > maxVectors(space.dimensions)
        ? 'the 4096 MB of vectors that one process can hold'
        : `${megabytes(budget)} MB (ITIH_SEARCH_MEMORY_MB)`;
    const needs = `${chunks} chunks with ${space.dimensions} dimensions need ${megabytes(bytesNeeded)} MB`;
    if (await this.#memory.hasRoom()) {
      const reason = `Exact in memory: ${needs} of ${limit}, and no index is faster at that size.`;
      return { ...about, mode: 'memory', reason, warnings, vectors };
    }
    const ranked = await this.#ranking.status();
    return {
      ...about,
      mode: ranked.mode,
      reason: `${ranked.reason}: ${needs}, more than ${limit}.`,
      warnings: [...warnings, ...ranked.warnings],
      vectors: chunks,
    };
  }
}
