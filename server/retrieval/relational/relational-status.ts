import type { VectorStoreStatus } from '../../contract/admin.ts';
import type { SearchCopy } from '../memory/search-copy.ts';
import type { Database } from '../../storage/database.ts';
import { isLexical } from '../../embedding/index-state.ts';
import { indexCacheBytes, type VectorCapabilities } from './vector-capabilities.ts';
import { neighbours, type NativeIndex } from './relational-native.ts';

interface Dependencies {
  database: Database;
  copy: SearchCopy;
  native: Pick<NativeIndex, 'isReady'>;
  capabilities: () => Promise<VectorCapabilities>;
}

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/**
 * Two bytes for each dimension, and the neighbours. A cache that does not hold the graph is thrown away and read
 * again: then searches take 30 ms to 400 ms, and find 0.93 (MariaDB 11.8.6, `bench/native.ts`).
 */
const graphBytes = (vectors: number, dimensions: number) =>
  vectors * (2 * dimensions + 64 * neighbours);

/** How it searches at the moment, and why so. */
export function createRelationalStatus({ database, copy, native, capabilities }: Dependencies) {
  async function cacheWarning(vectors: number, dimensions: number): Promise<string[]> {
    const cache = await indexCacheBytes(database);
    const needed = graphBytes(vectors, dimensions);
    if (cache === null || cache >= needed) return [];
    return [
      `The database gives its vector indexes ${megabytes(cache)} MB (mhnsw_max_cache_size), and this one needs about ${megabytes(needed)} MB: until the server's setting is raised, searches are slower and miss some passages.`,
    ];
  }

  return async function status(): Promise<VectorStoreStatus> {
    const figures = await copy.figures();
    const { active, chunks, vectors, words } = figures;
    const about = { engine: 'relational' as const, memory_mb: megabytes(figures.bytes) };
    if (!active || isLexical(active)) {
      const reason = 'There is no embedding model, so texts are searched by their words.';
      return { ...about, mode: 'none', reason, warnings: [], vectors: 0 };
    }
    const warnings: string[] = [];
    if (words === 'left out') {
      warnings.push(
        'The words of the texts do not fit into memory either: only vectors are searched.',
      );
    }
    const { dimensions } = active;
    const limit = `${megabytes(figures.budget)} MB (ITIH_SEARCH_MEMORY_MB)`;
    const needs = `${chunks} chunks with ${dimensions} dimensions need ${megabytes(figures.needed)} MB`;
    if (await copy.holds(active)) {
      const reason = `Exact in memory: ${needs} of ${limit}, and no index is faster at that size.`;
      return { ...about, mode: 'memory', reason, warnings, vectors };
    }
    const reason = `${needs}, more than ${limit}`;
    if (await native.isReady(active)) {
      warnings.push(...(await cacheWarning(chunks, dimensions)));
      return {
        ...about,
        mode: 'native',
        reason: `The database's own vector index: ${reason}.`,
        warnings,
        vectors: chunks,
      };
    }
    const can = await capabilities();
    warnings.push(
      can.index
        ? 'The vector index of the database is being built; until then, each question reads all codes.'
        : `Each question reads all codes from the database, which is slow: give the sidecar more memory, or ${can.refused ? `let its database account make tables (${can.refused})` : 'use MariaDB 11.8 or later'}.`,
    );
    return {
      ...about,
      mode: 'table',
      reason: `Codes are read for each question: ${reason}.`,
      warnings,
      vectors: chunks,
    };
  };
}
