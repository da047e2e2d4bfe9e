import type { Config } from '../config/config.ts';
import type { Connection, LlmProvider } from '../contract/settings.ts';
import { createAddressGuard, withHosts } from '../net/address-guard.ts';
import { ollamaEmbedder } from '../providers/ollama/embedder.ts';
import { openaiEmbedder } from '../providers/openai/embedder.ts';
import { workersAiEmbedder } from '../providers/workers-ai/embedder.ts';
import { anthropic } from '../providers/anthropic/anthropic.ts';
import { builtinAnswerer } from '../providers/builtin/builtin.ts';
import { chatCompletions } from '../providers/openai/chat-completions.ts';
import { ollama } from '../providers/ollama/ollama.ts';
import { workersAi } from '../providers/workers-ai/workers-ai.ts';
import type { ProviderKind } from '../providers/registry.ts';
import { listAnthropicModels } from '../providers/anthropic/models.ts';
import { listOllamaModels } from '../providers/ollama/models.ts';
import { listOpenAiModels } from '../providers/openai/models.ts';
import { addressesBy } from '../providers/shared/vendor-fetch.ts';
import { listWorkersAiModels } from '../providers/workers-ai/models.ts';

/** Where Ollama listens on this machine unless it is told otherwise. */
const ollamaHosts = ['127.0.0.1:11434', 'localhost:11434', '[::1]:11434'];

/** Maps each provider of the contract to its adapters. */
export function providerKinds(config: Config): Record<LlmProvider, ProviderKind> {
  const { timeouts, fetchAllowed } = config;
  const addressesOf = addressesBy(createAddressGuard(fetchAllowed));
  const at = (connection: Connection) => ({
    addressesOf,
    apiKey: connection.api_key,
    baseUrl: connection.base_url,
    model: connection.model,
    timeouts: {
      answerMs: timeouts.firstToken,
      reasoningMs: 3 * timeouts.firstToken,
      idleMs: timeouts.idle,
    },
  });

  const openAiKind = <Provider extends 'openai' | 'openai_compatible' | 'groq'>(
    provider: Provider,
  ): ProviderKind => ({
    languageModel: (connection) => chatCompletions({ ...at(connection), provider }),
    models: (connection, scope, signal) =>
      listOpenAiModels({ ...at(connection), provider }, scope, signal),
  });
  const withEmbedder = (provider: 'openai' | 'openai_compatible'): ProviderKind => ({
    ...openAiKind(provider),
    embedder: (connection, dimensions) =>
      openaiEmbedder({ ...at(connection), provider, dimensions }),
  });

  const answerer = builtinAnswerer();
  const builtin: ProviderKind = {
    languageModel: () => answerer,
    models: (_connection, scope) =>
      Promise.resolve(scope === 'llm' ? [{ id: answerer.id, label: 'Built-in' }] : []),
  };

  const atAccount = (connection: Connection) => ({
    ...at(connection),
    accountId: connection.account_id,
  });

  const ollamaGuard = createAddressGuard(withHosts(fetchAllowed, ollamaHosts));
  const atOllama = (connection: Connection) => ({
    ...at(connection),
    addressesOf: addressesBy(ollamaGuard),
  });

  return {
    builtin,
    openai: withEmbedder('openai'),
    openai_compatible: withEmbedder('openai_compatible'),
    groq: openAiKind('groq'),
    anthropic: {
      languageModel: (connection) => anthropic(at(connection)),
      models: (connection, _scope, signal) => listAnthropicModels(at(connection), signal),
    },
    workers_ai: {
      languageModel: (connection) => workersAi(atAccount(connection)),
      embedder: (connection, dimensions) =>
        workersAiEmbedder({ ...atAccount(connection), dimensions }),
      models: (connection, scope, signal) =>
        listWorkersAiModels(atAccount(connection), scope, signal),
    },
    ollama: {
      languageModel: (connection) => ollama(atOllama(connection)),
      embedder: (connection, dimensions) => ollamaEmbedder({ ...atOllama(connection), dimensions }),
      models: (connection, scope, signal) => listOllamaModels(atOllama(connection), scope, signal),
    },
  };
}
