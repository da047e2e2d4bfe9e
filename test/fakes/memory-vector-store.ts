import { AppError } from '../../server/app-error.ts';
import type { DocumentVectors, VectorStore } from '../../server/providers/vector-store.ts';

/** Compares with every vector it was given. Knows no transactions. */
export function memoryVectorStore(): VectorStore & { remove(documentId: number): void } {
  const documents = new Map<number, DocumentVectors>();

  return {
    name: 'memory',

    replace(document) {
      const lengths = new Set(document.vectors.map(({ vector }) => vector.length));
      if (lengths.size > 1) return Promise.reject(new AppError('invalid_request'));
      documents.set(document.documentId, document);
      return Promise.resolve();
    },

    query({ embedder, vector: question, topK, minScore }) {
      const hits = [...documents.values()]
        .filter((document) => document.embedder === embedder)
        .flatMap(({ vectors }) => vectors)
        .filter(({ vector }) => vector.length === question.length)
        .map(({ chunkId, vector }) => ({ chunkId, score: dot(vector, question) }))
        .filter(({ score }) => score >= minScore)
        .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId);
      return Promise.resolve(hits.slice(0, topK));
    },

    remove: (documentId) => void documents.delete(documentId),
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
