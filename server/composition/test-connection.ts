import { AppError, toAppError } from '../errors/app-error.ts';
import type { TestReply } from '../contract/admin.ts';
import type { SettingsPatch } from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { Providers } from '../providers/registry.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';
import { testLanguageModel } from './test-language-model.ts';
import type { VectorIndex } from '../retrieval/vector-index.ts';
import type { VectorizeSetup } from '../retrieval/vectorize/setup.ts';

/** The settings that name the provider of what is tested. */
export const groupOf = {
  llm: 'llm',
  embedding: 'embeddings',
  rerank: 'rerank',
  // It is asked with the vector of a text.
  vector_store: 'embeddings',
} as const;
type Scope = keyof typeof groupOf;

/** `POST /admin/test`: makes one real call with the stored settings and unsaved values over them. */
export function createTestConnection(dependencies: {
  settings: SettingsStore;
  providers: Providers;
  localIndex: Pick<VectorIndex, 'search'>;
  vectorize: { setup: Pick<VectorizeSetup, 'test'> };
  log: Log;
}) {
  const { settings, providers, localIndex, vectorize, log } = dependencies;

  /** Without an embedder, search is lexical and needs no call. */
  async function embed(patched: Awaited<ReturnType<SettingsStore['get']>>, signal: AbortSignal) {
    if (patched.embeddings.provider === 'builtin') {
      return { embedder: { id: 'builtin' }, vector: new Float32Array(0) };
    }
    const embedder = providers.embedder(patched);
    const [vector] = await embedder.embed(['Hello'], { purpose: 'query', signal });
    return { embedder, vector: vector ?? new Float32Array(0) };
  }

  async function call(scope: Scope, patch: SettingsPatch, signal: AbortSignal) {
    const patched = await settings.patched(patch);
    const { provider } = patched[groupOf[scope]];
    // Otherwise the model that answers in its place would be tested.
    if (provider) providers.requireAllowed(provider);
    switch (scope) {
      case 'llm': {
        const model = providers.languageModel(patched);
        const { reply, notes } = await testLanguageModel(model, patched, signal);
        return { model: model.id, reply, ...(notes.length > 0 && { notes }) };
      }
      case 'embedding': {
        const { embedder, vector } = await embed(patched, signal);
        return { model: embedder.id, dimensions: vector.length };
      }
      case 'rerank': {
        const reranker = providers.reranker(patched);
        if (!reranker) throw new AppError('not_configured');
        await reranker.rerank('Hello', ['Hello', 'Goodbye'], { signal, topN: 1 });
        return { model: reranker.id };
      }
      case 'vector_store': {
        const { embedder, vector } = await embed(patched, signal);
        if (patched.vector_store.engine === 'vectorize') {
          const model = await vectorize.setup.test(patched, vector, signal);
          return { model, dimensions: vector.length };
        }
        await localIndex.search({ embedder: embedder.id, vector, topK: 1, minScore: -1 });
        return { model: 'relational', dimensions: vector.length };
      }
      default:
        return scope satisfies never;
    }
  }

  return async function testConnection(
    scope: Scope,
    patch: SettingsPatch,
    signal: AbortSignal,
  ): Promise<TestReply> {
    const started = performance.now();
    try {
      const result = await call(scope, patch, signal);
      return { ok: true, latency_ms: Math.round(performance.now() - started), ...result };
    } catch (error) {
      log.info({ err: error, scope }, 'connection test failed');
      const { code, message, cause } = toAppError(error);
      // The vendor's message is shown to owners only.
      if (!(cause instanceof VendorError)) return { ok: false, code, message };
      return { ok: false, code, message: cause.message, failure: cause.failure };
    }
  };
}
