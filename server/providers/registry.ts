import { AppError, toAppError } from '../errors/app-error.ts';
import type { ModelsReply } from '../contract/admin.ts';
import type { EmbeddingProvider, LlmProvider, ProviderId } from '../contract/providers.ts';
import type { Connection, Settings } from '../contract/settings.ts';
import { LRUCache } from 'lru-cache';
import type { Embedder } from './embedder.ts';
import type { LanguageModel } from './language-model.ts';
import { tracedModel } from './shared/traced-model.ts';
import type { Reranker } from './reranker.ts';
import { isOwnServer } from '../net/address-guard.ts';
import { alwaysReasons, findTraits, pricesAsOf } from './model-traits.ts';
import { priceAt, pricesOf } from './model-price.ts';
import { originOf } from '../wordpress/settings-secrets.ts';
import { vendorErrorOf } from './shared/vendor-error.ts';
import { withoutSlash } from '../net/without-slash.ts';

export type ModelScope = 'llm' | 'embedding' | 'rerank';
export type ModelChoice = ModelsReply['models'][number];

/** The functions of a provider. Making a model or an embedder calls nobody. */
export interface ProviderKind {
  /** Absent: the provider has no language models. */
  languageModel?: (connection: Connection) => LanguageModel;
  /** Absent: the provider has no embeddings. `dimensions` 0: the model's own number. */
  embedder?: (connection: Connection, dimensions: number) => Embedder;
  /**
   * Returns the model that is used for the one of the settings; null: it is not there, and no embedder is chosen.
   * Absent: the same.
   */
  chosen?: (model: string) => string | null;
  /** Absent: the provider has no models that rank passages. */
  reranker?: (connection: Connection) => Reranker;
  /** Lists the models to choose from. @throws AppError */
  models: (
    connection: Connection,
    scope: ModelScope,
    signal: AbortSignal,
  ) => Promise<ModelChoice[]>;
}

const none: Connection = { api_key: '', base_url: '', model: '', account_id: '' };

/** The settings of a purpose. */
export const groupOf = { llm: 'llm', embedding: 'embeddings', rerank: 'rerank' } as const;

const connectionOf = (group: Settings['llm' | 'embeddings' | 'rerank'], provider: string) => ({
  ...none,
  ...(group as unknown as Record<string, Partial<Connection>>)[provider],
});

/** The settings that determine the embedding space; no secrets. */
export interface EmbedderChoice {
  provider: EmbeddingProvider;
  model: string;
  base_url: string;
  /** 0: the model's own number. */
  dimensions: number;
}

/** Returns the settings of the selected embedder. */
function selectedEmbedder({ embeddings }: Settings): EmbedderChoice {
  const { provider, dimensions } = embeddings;
  const { model, base_url } = connectionOf(embeddings, provider);
  return { provider, model, base_url: withoutSlash(base_url), dimensions };
}

/**
 * Returns the connection of a reranker. Without a key of its own it has that of the embedder, if both have the same
 * origin: a key belongs to its origin.
 */
function rerankConnection({ rerank, embeddings }: Settings, provider: string): Connection {
  const own = connectionOf(rerank, provider);
  if (own.api_key !== '') return own;
  const shared = connectionOf(embeddings, embeddings.provider);
  const origin = originOf(provider, own.base_url);
  const isSame = origin !== '' && origin === originOf(embeddings.provider, shared.base_url);
  return isSame ? { ...own, api_key: shared.api_key } : own;
}

function unknown(provider: string): AppError {
  return new AppError('not_configured', {
    message: `The provider "${provider}" is not available.`,
  });
}

/** Whether somebody is paid for each token: not on a machine of one's own. */
const isBilled = (provider: ProviderId, { openai_compatible }: Settings['llm']): boolean =>
  provider === 'openai_compatible'
    ? !isOwnServer(openai_compatible.base_url)
    : provider !== 'ollama' && provider !== 'builtin';

/**
 * Adds what the owner and the table say of a model by which it is chosen; what its provider says precedes the table,
 * except for the price, by which costs are not counted.
 *
 * @param now Milliseconds.
 */
function withTraits(
  provider: ProviderId,
  choice: ModelChoice,
  llm: Settings['llm'],
  now: number,
): ModelChoice {
  const { base_url } = llm.openai_compatible;
  const { reasoning, context, tools } = findTraits(provider, choice.id, base_url);
  const id = `${provider}:${choice.id}`;
  const own = llm.traits.find(({ model }) => model === id);
  const isOwnPrice = own?.input !== undefined && own.output !== undefined;
  const price = priceAt(pricesOf(id, llm), now);
  const known: Omit<ModelChoice, 'id' | 'label'> = {
    ...(context !== undefined && { context }),
    ...(tools !== undefined && { tools }),
    ...(reasoning !== undefined && { reasons: reasoning !== null }),
    ...(alwaysReasons(reasoning) && { always_reasons: true as const }),
  };
  return {
    ...known,
    ...choice,
    ...(own?.context !== undefined && { context: own.context }),
    ...(price && { price: { input: price.input, output: price.output } }),
    ...(price && !isOwnPrice && { price_as_of: pricesAsOf }),
    ...(!price && isBilled(provider, llm) && { price_missing: true as const }),
  };
}

/** Keeps the most recent values: an adapter remembers what its model has refused. */
class Cached<T extends object> {
  readonly #made = new LRUCache<string, T>({ max: 8 });

  get(key: readonly unknown[], make: () => T): T {
    const text = JSON.stringify(key);
    const value = this.#made.get(text) ?? make();
    this.#made.set(text, value);
    return value;
  }
}

/** Makes the language models, embedders and rerankers that the settings name. */
export class Providers {
  readonly #kinds: Record<ProviderId, ProviderKind>;
  readonly #supportsAi: () => boolean;
  readonly #clock: () => number;
  readonly #models = new Cached<LanguageModel>();
  readonly #embedders = new Cached<Embedder>();
  readonly #rerankers = new Cached<Reranker>();

  /**
   * @param supportsAi Whether the site lets vendors be called. If not, the built-in model answers, and passages are
   *   found by the local model or by words.
   * @param clock Milliseconds.
   */
  constructor(
    kinds: Record<ProviderId, ProviderKind>,
    supportsAi: () => boolean = () => true,
    clock: () => number = Date.now,
  ) {
    this.#kinds = kinds;
    this.#supportsAi = supportsAi;
    this.#clock = clock;
  }

  /** @throws AppError `not_configured` if the site does not let this provider be called */
  requireAllowed(provider: ProviderId): void {
    if (!this.#isOff(provider)) return;
    throw new AppError('not_configured', {
      message: 'AI is switched off for this site in WordPress, so that no provider is asked.',
      // A document that is being read waits for the index that needs no vendor.
      retryable: true,
    });
  }

  /** @throws AppError `not_configured`, as do the following, for a provider that cannot do what is asked of it */
  languageModel({ llm }: Settings): LanguageModel {
    return this.#languageModel(llm, llm.provider);
  }

  /** Returns the model to ask when the first one fails; null: none is selected. */
  fallbackModel({ llm }: Settings): LanguageModel | null {
    const { fallback } = llm;
    return fallback === '' || fallback === llm.provider || this.#isOff(fallback)
      ? null
      : this.#languageModel(llm, fallback);
  }

  builtinModel({ llm }: Settings): LanguageModel {
    return this.#languageModel(llm, 'builtin');
  }

  /** Returns the settings of the selected embedder; those of none, if its model is not on this machine yet. */
  embedderChoice(settings: Settings): EmbedderChoice {
    const choice = selectedEmbedder(settings);
    const { chosen = (model: string) => model } = this.#kinds[choice.provider];
    const model = chosen(choice.model);
    return model !== null && !this.#isOff(choice.provider)
      ? { ...choice, model }
      : { provider: 'builtin', model: '', base_url: '', dimensions: 0 };
  }

  /**
   * Returns the selected embedder, or the one of an existing embedding space, with the provider's present
   * key. An embedder at another origin than the present settings name gets no key: a key belongs to its origin.
   */
  embedder(settings: Settings, choice = this.embedderChoice(settings)): Embedder {
    const { provider, model, base_url, dimensions } = choice;
    this.requireAllowed(provider);
    const now = connectionOf(settings.embeddings, provider);
    const isSame = originOf(provider, now.base_url) === originOf(provider, base_url);
    const connection = { ...(isSame ? now : none), model, base_url };
    const make = this.#kinds[provider].embedder;
    if (!make) throw unknown(provider);
    const key = [provider, connection, dimensions];
    return this.#embedders.get(key, () => make(connection, dimensions));
  }

  /** Returns the selected reranker; null: none is selected. */
  reranker(settings: Settings): Reranker | null {
    const { provider } = settings.rerank;
    if (provider === '' || this.#isOff(provider)) return null;
    const connection = rerankConnection(settings, provider);
    const make = this.#kinds[provider].reranker;
    if (!make) throw unknown(provider);
    return this.#rerankers.get([provider, connection], () => make(connection));
  }

  /** Lists the models of a provider to choose from. @throws AppError with its words */
  async models(
    settings: Settings,
    scope: ModelScope,
    provider: ProviderId,
    signal: AbortSignal,
  ): Promise<ModelChoice[]> {
    const { models: list, embedder, reranker, languageModel } = this.#kinds[provider];
    const isOffered = {
      llm: languageModel,
      embedding: embedder ?? provider === 'builtin',
      rerank: reranker,
    }[scope];
    if (!isOffered) throw unknown(provider);
    this.requireAllowed(provider);
    const connection =
      scope === 'rerank'
        ? rerankConnection(settings, provider)
        : connectionOf(settings[groupOf[scope]], provider);
    try {
      const listed = await list(connection, scope, signal);
      return scope === 'llm'
        ? listed.map((choice) => withTraits(provider, choice, settings.llm, this.#clock()))
        : listed;
    } catch (error) {
      const { code, message, cause } = toAppError(error);
      throw new AppError(code, { message: vendorErrorOf(error)?.message ?? message, cause });
    }
  }

  /** Vendors are called over HTTP, which the site may not want. */
  #isOff(provider: ProviderId): boolean {
    return provider !== 'builtin' && provider !== 'local' && !this.#supportsAi();
  }

  #languageModel(llm: Settings['llm'], wanted: LlmProvider): LanguageModel {
    const provider = this.#isOff(wanted) ? 'builtin' : wanted;
    const connection = connectionOf(llm, provider);
    const make = this.#kinds[provider].languageModel;
    if (!make) throw unknown(provider);
    return this.#models.get([provider, connection], () => tracedModel(make(connection)));
  }
}
