/** A source of language models and embedders, as settings, admin page, key store and adapters need to know it. */
export interface Provider {
  /** A proper name, or a name that the admin page translates. */
  label: string;
  /** Whether it has language models. */
  answers?: true;
  /** Whether it has embedding models. */
  embeddings?: true;
  /** Whether it has models that rank passages again. */
  reranks?: true;
  /** Whether calls need an API key. */
  key: 'required' | 'optional' | 'none';
  /** Where it is reached unless `base_url` names another address; empty: `base_url` is required. */
  address: string;
  /** Whether an account ID belongs to the key. */
  account?: true;
  /** It speaks OpenAI's wire: `server/providers/openai/` asks it, lists its models and embeds with it. */
  wire?: 'openai';
  /** Its name as its owner writes it, if that is not the label. */
  name?: string;
  /** Where its owner makes a key. */
  page?: string;
  /** A model of server/providers/models.json that is fast, cheap and good enough for most sites. */
  recommended?: string;
}

/**
 * Every provider by its id, in the order of a choice. Addresses:
 * https://developers.openai.com/api/reference/overview, https://console.groq.com/docs/openai,
 * https://platform.claude.com/docs/en/api/overview, https://docs.ollama.com/api/introduction,
 * https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/
 */
export const providers = {
  builtin: {
    label: 'Built-in',
    answers: true,
    embeddings: true,
    key: 'none',
    address: '',
  },
  local: {
    label: 'Local model',
    embeddings: true,
    key: 'none',
    address: '',
  },
  // WordPress' own AI client (7.0) asks the vendor that its owner has connected to it.
  wordpress: {
    label: 'AI of this WordPress',
    answers: true,
    key: 'none',
    address: '',
  },
  openai: {
    label: 'OpenAI',
    answers: true,
    embeddings: true,
    key: 'required',
    address: 'https://api.openai.com/v1',
    wire: 'openai',
    page: 'https://platform.openai.com/api-keys',
    recommended: 'gpt-6-luna',
  },
  azure: {
    label: 'Azure OpenAI',
    answers: true,
    embeddings: true,
    key: 'required',
    address: '',
    wire: 'openai',
    page: 'https://ai.azure.com',
  },
  anthropic: {
    label: 'Anthropic',
    answers: true,
    key: 'required',
    address: 'https://api.anthropic.com',
    page: 'https://platform.claude.com/settings/keys',
    recommended: 'claude-haiku-5-5',
  },
  // https://ai.google.dev/api
  gemini: {
    label: 'Google Gemini',
    answers: true,
    embeddings: true,
    key: 'required',
    address: 'https://generativelanguage.googleapis.com',
    wire: 'openai',
    page: 'https://aistudio.google.com/apikey',
    recommended: 'gemini-3.5-flash-lite',
  },
  groq: {
    label: 'Groq',
    answers: true,
    key: 'required',
    address: 'https://api.groq.com/openai/v1',
    wire: 'openai',
    page: 'https://console.groq.com/keys',
    recommended: 'openai/gpt-oss-20b',
  },
  workers_ai: {
    label: 'Workers AI',
    answers: true,
    embeddings: true,
    key: 'required',
    address: 'https://api.cloudflare.com/client/v4',
    account: true,
    wire: 'openai',
    name: 'Cloudflare Workers AI',
    page: 'https://dash.cloudflare.com/profile/api-tokens',
    recommended: '@cf/openai/gpt-oss-120b',
  },
  ollama: {
    label: 'Ollama',
    answers: true,
    embeddings: true,
    key: 'optional',
    address: 'http://127.0.0.1:11434',
  },
  openai_compatible: {
    label: 'OpenAI-compatible',
    answers: true,
    embeddings: true,
    key: 'optional',
    address: '',
    wire: 'openai',
  },
  // https://docs.voyageai.com/reference/embeddings-api
  voyage: {
    label: 'Voyage AI',
    embeddings: true,
    reranks: true,
    key: 'required',
    address: 'https://api.voyageai.com/v1',
  },
  // https://docs.cohere.com/reference/embed
  cohere: {
    label: 'Cohere',
    embeddings: true,
    reranks: true,
    key: 'required',
    address: 'https://api.cohere.com',
  },
  // https://jina.ai/embeddings/
  jina: {
    label: 'Jina AI',
    embeddings: true,
    reranks: true,
    key: 'required',
    address: 'https://api.jina.ai/v1',
  },
  // https://docs.mistral.ai/api/endpoint/embeddings
  mistral: {
    label: 'Mistral AI',
    embeddings: true,
    key: 'required',
    address: 'https://api.mistral.ai/v1',
  },
  // A server that ranks by the wire of Jina's API.
  compatible: {
    label: 'Compatible server',
    reranks: true,
    key: 'optional',
    address: '',
  },
} as const satisfies Record<string, Provider>;

export type ProviderId = keyof typeof providers;
type Ability = 'answers' | 'embeddings' | 'reranks';
type Having<Wanted extends Ability> = {
  [Id in ProviderId]: (typeof providers)[Id] extends Record<Wanted, true> ? Id : never;
}[ProviderId];
export type LlmProvider = Having<'answers'>;
export type EmbeddingProvider = Having<'embeddings'>;
export type RerankProvider = Having<'reranks'>;
/** A provider without a connection in the settings. */
type Unconnected = 'builtin' | 'local' | 'wordpress';
/** A provider that is called over HTTP, with a connection in the settings. */
export type Vendor = Exclude<ProviderId, Unconnected>;
export type OpenAiVendor = {
  [Id in Vendor]: (typeof providers)[Id] extends { wire: 'openai' } ? Id : never;
}[Vendor];

const ids = Object.keys(providers) as ProviderId[];
const having = <Wanted extends Ability>(ability: Wanted) =>
  ids.filter((id): id is Having<Wanted> => (providers[id] as Provider)[ability] === true);
export const llmProviders = having('answers');
export const embeddingProviders = having('embeddings');
export const rerankProviders = having('reranks');

const isVendor = <Id extends ProviderId>(id: Id): id is Exclude<Id, Unconnected> =>
  providers[id].key !== 'none';
export const vendors = ids.filter(isVendor);
export const openAiVendors = vendors.filter(
  (id): id is OpenAiVendor => (providers[id] as Provider).wire === 'openai',
);
/** Names of companies that are sent what visitors write, by id. The other vendors are servers of the owner's choice. */
export const companies = Object.fromEntries(
  vendors.flatMap((id) => {
    const { key, name, label }: Provider = providers[id];
    return key === 'required' ? [[id, name ?? label]] : [];
  }),
);

const byId = <Id extends string, Value>(options: readonly Id[], value: Value) =>
  Object.fromEntries(options.map((id) => [id, value])) as Record<Id, Value>;

/** Returns the same value for each vendor with language models, by its id. */
export const forEachVendor = <Value>(value: Value) => byId(llmProviders.filter(isVendor), value);
export const forEachEmbeddingVendor = <Value>(value: Value) =>
  byId(embeddingProviders.filter(isVendor), value);

export const forEachReranker = <Value>(value: Value) => byId(rerankProviders, value);

/** The environment variable, or constant of wp-config.php, that gives the key of a provider, or its address. */
export const variableOf = (id: Vendor, field: 'API_KEY' | 'BASE_URL') =>
  `ITIH_${id.toUpperCase()}_${field}`;
