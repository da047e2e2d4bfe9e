import type { VectorStoreStatus } from '../../contract/admin.ts';
import type { SearchCopy } from '../../search/search-copy.ts';
import { isLexical } from '../../storage/index-state.ts';

/** How it searches at the moment, and why so. */
export function createRelationalStatus(copy: SearchCopy) {
  return async function status(): Promise<VectorStoreStatus> {
    const { active, vectors, bytes } = await copy.figures();
    const about = { engine: 'relational' as const, warnings: [] };
    const memory_mb = Math.round(bytes / 2 ** 20);
    if (!active || isLexical(active)) {
      const reason = 'No embedding model is chosen, so texts are searched by their words.';
      return { ...about, mode: 'none', reason, vectors: 0, memory_mb };
    }
    const reason = `${vectors} vectors of ${active.dimensions} dimensions fit into memory.`;
    return { ...about, mode: 'memory', reason, vectors, memory_mb };
  };
}
