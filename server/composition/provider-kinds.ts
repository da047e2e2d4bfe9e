import type { Config } from '../config/config.ts';
import {
  type OpenAiVendor,
  openAiVendors,
  type Provider,
  type ProviderId,
  providers,
  type Vendor,
} from '../contract/providers.ts';
import type { Connection } from '../contract/settings.ts';
import { AddressGuard, withHosts } from '../net/address-guard.ts';
import { anthropic, listAnthropicModels } from '../providers/anthropic/anthropic.ts';
import { builtinAnswerer } from '../providers/builtin/builtin.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { LanguageModel } from '../providers/language-model.ts';
import type { LocalModels } from '../providers/local/local-models.ts';
import { listOllamaModels, ollama, ollamaEmbedder } from '../providers/ollama/ollama.ts';
import { openaiEmbedder } from '../providers/openai/embedder.ts';
import { openAiModel } from '../providers/openai/language-model.ts';
import { listOpenAiModels } from '../providers/openai/models.ts';
import type { ModelChoice, ModelScope, ProviderKind } from '../providers/registry.ts';
import type { Reranker } from '../providers/reranker.ts';
import { addressesBy, type VendorConnection } from '../providers/shared/vendor-calls.ts';
import { vendorTimeouts } from '../providers/shared/vendor-retry.ts';
import { wordpressAi, type WordPressAi } from '../providers/wordpress/wordpress.ts';
import {
  cohereEmbedder,
  cohereReranker,
  compatibleReranker,
  jinaEmbedder,
  jinaReranker,
  listCohereModels,
  listCompatibleModels,
  listJinaModels,
  listMistralModels,
  listVoyageModels,
  mistralEmbedder,
  voyageEmbedder,
  voyageReranker,
} from '../providers/hosted/hosted.ts';
import { geminiEmbedder, listGeminiModels } from '../providers/hosted/gemini.ts';
import { listWorkersAiModels, workersAiEmbedder } from '../providers/hosted/workers-ai.ts';

/** The connection of a vendor, and the model that the settings name. */
interface At<Id extends Vendor> extends VendorConnection {
  provider: Id;
  accountId: string;
  model: string;
}

/** The functions of an adapter. */
interface Adapter<Id extends Vendor> {
  languageModel?: (at: At<Id>) => LanguageModel;
  embedder?: (at: At<Id> & { dimensions: number }) => Embedder;
  reranker?: (at: At<Id>) => Reranker;
  models: (at: At<Id>, scope: ModelScope, signal: AbortSignal) => Promise<ModelChoice[]>;
}

/** The adapter of every vendor with OpenAI's wire. */
const openAi: Adapter<OpenAiVendor> = {
  languageModel: openAiModel,
  embedder: openaiEmbedder,
  models: listOpenAiModels,
};

/** A new provider with a wire of its own is a row here, a row in `server/contract/providers.ts` and a folder. */
const adapters: {
  readonly [Id in Exclude<Vendor, OpenAiVendor> | 'gemini' | 'workers_ai']: Adapter<Id>;
} = {
  anthropic: {
    languageModel: anthropic,
    models: (at, _scope, signal) => listAnthropicModels(at, signal),
  },
  gemini: { languageModel: openAiModel, embedder: geminiEmbedder, models: listGeminiModels },
  workers_ai: {
    languageModel: openAiModel,
    embedder: workersAiEmbedder,
    models: listWorkersAiModels,
  },
  ollama: { languageModel: ollama, embedder: ollamaEmbedder, models: listOllamaModels },
  voyage: { embedder: voyageEmbedder, reranker: voyageReranker, models: listVoyageModels },
  cohere: { embedder: cohereEmbedder, reranker: cohereReranker, models: listCohereModels },
  jina: { embedder: jinaEmbedder, reranker: jinaReranker, models: listJinaModels },
  mistral: { embedder: mistralEmbedder, models: listMistralModels },
  compatible: { reranker: compatibleReranker, models: listCompatibleModels },
};

/** Hosts of this machine that may be called without permission: Ollama's usual address. */
const ownHosts: Partial<Record<Vendor, string[]>> = {
  ollama: ['127.0.0.1:11434', 'localhost:11434', '[::1]:11434'],
};

/** Gives each provider the time limits and the permitted addresses of the configuration. */
export function providerKinds(
  config: Config,
  localModels: LocalModels,
  site: Pick<WordPressAi, 'ask' | 'enter'>,
): Record<ProviderId, ProviderKind> {
  const { timeouts, fetchAllowed } = config;
  const vendorLimits = {
    answerMs: timeouts.firstToken,
    ownMs: timeouts.ownFirstToken,
    reasoningMs: 3 * timeouts.firstToken,
    idleMs: timeouts.idle,
  };

  function kindOf<Id extends Vendor>(provider: Id, adapter: Adapter<Id>): ProviderKind {
    const guard = new AddressGuard(withHosts(fetchAllowed, ownHosts[provider] ?? []));
    const at = (connection: Connection): At<Id> => ({
      provider,
      apiKey: connection.api_key,
      accountId: connection.account_id,
      baseUrl: connection.base_url,
      model: connection.model,
      addressesOf: addressesBy(guard),
      timeouts: vendorLimits,
    });
    const { languageModel, embedder, reranker, models } = adapter;
    return {
      ...(languageModel && { languageModel: (connection) => languageModel(at(connection)) }),
      ...(reranker && { reranker: (connection) => reranker(at(connection)) }),
      ...(embedder &&
        (providers[provider] as Provider).embeddings && {
          embedder: (connection, dimensions) => embedder({ ...at(connection), dimensions }),
        }),
      models: (connection, scope, signal) => models(at(connection), scope, signal),
    };
  }

  const answerer = builtinAnswerer();
  const builtin: ProviderKind = {
    languageModel: () => answerer,
    models: (_connection, scope) =>
      Promise.resolve(scope === 'llm' ? [{ id: answerer.id, label: providers.builtin.label }] : []),
  };
  const local: ProviderKind = {
    embedder: ({ model }) => localModels.embedder(model),
    chosen: (model) => localModels.chosen(model),
    models: () => localModels.list(),
  };
  const answersOfSite = wordpressAi({ ...site, timeouts: { ...vendorTimeouts, ...vendorLimits } });
  const wordpress: ProviderKind = {
    languageModel: () => answersOfSite,
    models: () => Promise.resolve([]),
  };
  const all = { ...Object.fromEntries(openAiVendors.map((id) => [id, openAi])), ...adapters };
  const kinds = Object.entries(all).map(([id, adapter]) => [
    id,
    kindOf(id as Vendor, adapter as Adapter<Vendor>),
  ]);
  return {
    builtin,
    local,
    wordpress,
    ...(Object.fromEntries(kinds) as Record<Vendor, ProviderKind>),
  };
}
