import { expect } from '@jest/globals';
import { builtinAnswerer } from '../../../server/providers/builtin/builtin.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { describeVectorStore } from '../../conformance/vector-store.ts';
import { memoryVectorStore } from '../../fakes/memory-vector-store.ts';

describeLanguageModel('built-in', () => ({ model: builtinAnswerer() }));

describeVectorStore('memory', () => {
  const store = memoryVectorStore();
  let lastId = 0;
  return {
    store,
    async replace(documentId, embedder, vectors) {
      const numbered = vectors.map((vector) => ({ chunkId: ++lastId, vector }));
      const dimensions = vectors[0]?.length ?? 0;
      await store.replace(
        { documentId, embedder, dimensions, vectors: numbered },
        undefined as never,
      );
      return numbered.map(({ chunkId }) => chunkId);
    },
    add: (vectors) => store.add(vectors, undefined as never),
    async settle(state) {
      await store.settle(state, undefined as never);
      expect(await store.settle(state, undefined as never)).toMatchObject({ settled: 0 });
    },
    removeDocument(documentId) {
      store.remove(documentId);
      return Promise.resolve();
    },
  };
});
