import { AppError } from '../app-error.ts';
import type { ModelsReply } from '../contract/admin.ts';
import type { Connection, EmbeddingProvider, LlmProvider, Settings } from '../contract/settings.ts';
import type { Embedder } from './embedder.ts';
import type { LanguageModel } from './language-model.ts';

export type ModelScope = 'llm' | 'embedding';
type Models = ModelsReply['models'];

/** One line for each provider that this build knows; filled by `services.ts`. */
export interface ProviderFactories {
  languageModels: Partial<Record<LlmProvider, (connection: Connection) => LanguageModel>>;
  embedders: Partial<
    Record<EmbeddingProvider, (connection: Connection, dimensions: number) => Embedder>
  >;
  models: Partial<
    Record<
      LlmProvider,
      (connection: Connection, scope: ModelScope, signal: AbortSignal) => Promise<Models>
    >
  >;
}

const none: Connection = { api_key: '', base_url: '', model: '', account_id: '' };

const connectionOf = (group: Settings['llm'] | Settings['embeddings'], provider: string) =>
  (group as unknown as Record<string, Connection | undefined>)[provider] ?? none;

function unknown(provider: string): AppError {
  return new AppError('not_configured', {
    message: `The provider "${provider}" is not available.`,
  });
}

/** The last one made is kept: a client's connections are worth keeping between questions. */
function memo<T>() {
  let last: { key: string; value: T } | null = null;
  return (key: string, make: () => T): T => {
    if (last?.key !== key) last = { key, value: make() };
    return last.value;
  };
}

/** Language models and embedders as the settings name them. @throws AppError `not_configured` */
export function createProviders(factories: ProviderFactories) {
  const models = memo<LanguageModel>();
  const embedders = memo<Embedder>();
  return {
    languageModel({ llm }: Settings): LanguageModel {
      const connection = connectionOf(llm, llm.provider);
      const make = factories.languageModels[llm.provider];
      if (!make) throw unknown(llm.provider);
      return models(JSON.stringify([llm.provider, connection]), () => make(connection));
    },

    /** False for a provider of the contract that this build does not have. */
    canEmbed: ({ embeddings }: Settings) => embeddings.provider in factories.embedders,

    embedder({ embeddings }: Settings): Embedder {
      const { provider, dimensions } = embeddings;
      const connection = connectionOf(embeddings, provider);
      const make = factories.embedders[provider];
      if (!make) throw unknown(provider);
      const key = JSON.stringify([provider, connection, dimensions]);
      return embedders(key, () => make(connection, dimensions));
    },

    async models(
      settings: Settings,
      scope: ModelScope,
      provider: LlmProvider,
      signal: AbortSignal,
    ): Promise<Models> {
      const list = factories.models[provider];
      if (!list) throw unknown(provider);
      const group = scope === 'llm' ? settings.llm : settings.embeddings;
      return list(connectionOf(group, provider), scope, signal);
    },
  };
}
export type Providers = ReturnType<typeof createProviders>;
