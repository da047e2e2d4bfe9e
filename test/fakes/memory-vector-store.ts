import { AppError } from '../../server/errors/app-error.ts';
import type {
  ChunkVectors,
  DocumentVectors,
  VectorStore,
} from '../../server/providers/vector-store.ts';
import { sameSpace, type EmbeddingSpace } from '../../server/embedding/index-state.ts';

interface Stored extends EmbeddingSpace {
  documentId: number;
  chunkId: number;
  vector: Float32Array | null;
  /** Of an index beside the one that answers. */
  beside: boolean;
}

/** Compares with every vector it was given. Knows no transactions. */
export function memoryVectorStore(): VectorStore & { remove(documentId: number): void } {
  let stored: Stored[] = [];

  function keep(
    { embedder, dimensions, vectors }: ChunkVectors,
    documentOf: (chunkId: number) => number | undefined,
    beside: boolean,
  ): Promise<void> {
    if (vectors.some(({ vector }) => vector && vector.length !== dimensions)) {
      return Promise.reject(new AppError('invalid_request'));
    }
    for (const { chunkId, vector } of vectors) {
      const documentId = documentOf(chunkId);
      if (documentId === undefined) continue;
      stored.push({ documentId, chunkId, embedder, dimensions, vector, beside });
    }
    return Promise.resolve();
  }

  const remove = (documentId: number) => {
    stored = stored.filter((each) => each.documentId !== documentId);
  };

  return {
    name: 'memory',

    replace(document: DocumentVectors) {
      const before = stored;
      remove(document.documentId);
      return keep(document, () => document.documentId, false).catch((error: unknown) => {
        stored = before;
        throw error;
      });
    },

    add: (made) =>
      keep(made, (id) => stored.find(({ chunkId }) => chunkId === id)?.documentId, true),

    settle({ active, next }) {
      const left = stored.filter(
        ({ beside, ...each }) => beside && !(next && sameSpace(each, next)),
      );
      const moved = left.filter((each) => sameSpace(each, active));
      const ids = new Set(moved.map(({ chunkId }) => chunkId));
      stored = stored.filter(
        (each) => !left.includes(each) && !(ids.has(each.chunkId) && !each.beside),
      );
      stored.push(...moved.map((each) => ({ ...each, beside: false })));
      const documents = [...new Set(left.map(({ documentId }) => documentId))];
      return Promise.resolve({ settled: left.length, documents });
    },

    query({ embedder, vector: question, topK, minScore }) {
      const hits = stored
        .filter((each) => sameSpace(each, { embedder, dimensions: question.length }))
        .flatMap(({ chunkId, vector }) =>
          vector ? [{ chunkId, score: dot(vector, question) }] : [],
        )
        .filter(({ score }) => score >= minScore)
        .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId);
      return Promise.resolve(hits.slice(0, topK));
    },

    status: () =>
      Promise.resolve({
        engine: 'relational',
        mode: 'memory',
        reason: 'It is a test.',
        warnings: [],
        vectors: stored.length,
        memory_mb: 0,
      }),

    remove,
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
