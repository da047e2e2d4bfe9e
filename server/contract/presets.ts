/** A server of OpenAI's wire format, as the form of the provider `openai_compatible` fills it in. */
export interface Preset {
  label: string;
  /** Its base URL; on this machine: the port that it has by default. */
  address: string;
  /** Where a key is made; of a server of one's own, how it is started. */
  page: string;
  key: 'required' | 'optional';
  /** Whether it has embedding models. */
  embeddings?: true;
  /** As of a provider. */
  recommended?: string;
}

/** Presets by id, in the order of a choice. A preset is no setting: the base URL tells which one is meant. */
export const presets = {
  // https://openrouter.ai/docs/quickstart
  openrouter: {
    label: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    page: 'https://openrouter.ai/settings/keys',
    key: 'required',
    embeddings: true,
  },
  // https://docs.mistral.ai/api; its embeddings are a provider of their own
  mistral: {
    label: 'Mistral AI',
    address: 'https://api.mistral.ai/v1',
    page: 'https://console.mistral.ai/api-keys',
    key: 'required',
    recommended: 'mistral-medium-3-5',
  },
  // https://api-docs.deepseek.com
  deepseek: {
    label: 'DeepSeek',
    address: 'https://api.deepseek.com',
    page: 'https://platform.deepseek.com/api_keys',
    key: 'required',
    recommended: 'deepseek-flash',
  },
  // https://docs.x.ai/developers/quickstart
  xai: {
    label: 'xAI',
    address: 'https://api.x.ai/v1',
    page: 'https://console.x.ai',
    key: 'required',
    recommended: 'grok-4.3',
  },
  // https://docs.together.ai/docs/openai-api-compatibility
  together: {
    label: 'Together AI',
    address: 'https://api.together.ai/v1',
    page: 'https://api.together.ai/settings/api-keys',
    key: 'required',
    embeddings: true,
  },
  lm_studio: {
    label: 'LM Studio',
    address: 'http://127.0.0.1:1234/v1',
    page: 'https://lmstudio.ai/docs/developer/core/server',
    key: 'optional',
    embeddings: true,
  },
  llama_cpp: {
    label: 'llama.cpp',
    address: 'http://127.0.0.1:8080/v1',
    page: 'https://github.com/ggml-org/llama.cpp/tree/master/tools/server',
    key: 'optional',
    embeddings: true,
  },
  vllm: {
    label: 'vLLM',
    address: 'http://127.0.0.1:8000/v1',
    page: 'https://docs.vllm.ai/en/stable/serving/openai_compatible_server/',
    key: 'optional',
    embeddings: true,
  },
} as const satisfies Record<string, Preset>;

export type PresetId = keyof typeof presets;
