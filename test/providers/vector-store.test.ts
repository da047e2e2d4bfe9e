import { memoryVectorStore } from '../fakes/memory-vector-store.ts';
import { describeVectorStore } from '../conformance/vector-store.ts';

describeVectorStore('memory', () => {
  const store = memoryVectorStore();
  let lastId = 0;
  return {
    store,
    async replace(documentId, embedder, vectors) {
      const numbered = vectors.map((vector) => ({ chunkId: ++lastId, vector }));
      await store.replace({ documentId, embedder, vectors: numbered }, undefined as never);
      return numbered.map(({ chunkId }) => chunkId);
    },
    removeDocument(documentId) {
      store.remove(documentId);
      return Promise.resolve();
    },
  };
});
