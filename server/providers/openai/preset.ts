import type { PresetId } from '../../contract/presets.ts';

/** Ways to ask for reasoning, or for none. */
type ReasoningWire =
  /** `reasoning: { effort }`, also `none`. https://openrouter.ai/docs/use-cases/reasoning-tokens */
  | 'reasoning'
  /** `reasoning: { enabled }` for models with a switch. https://docs.together.ai/docs/inference/chat/reasoning */
  | 'enabled'
  /** `thinking: { type }` and an effort. https://api-docs.deepseek.com/guides/thinking_mode */
  | 'thinking'
  /** `reasoning_effort`, also `none`. https://docs.x.ai/developers/model-capabilities/text/reasoning */
  | 'effort'
  /** `reasoning_effort`, which is `none` or `high`. https://docs.mistral.ai/capabilities/reasoning */
  | 'none_or_high'
  /**
   * A variable of the chat template. https://docs.vllm.ai/en/stable/features/reasoning_outputs/,
   * https://github.com/ggml-org/llama.cpp/tree/master/tools/server
   */
  | 'template';

/** How a server of the format differs from one that nothing is known of. */
export interface PresetTraits {
  reasoning?: ReasoningWire;
  /** It tells the usage without being asked, and refuses to be asked. */
  tellsUsage?: true;
  /** The path of its list of embedding models, which are not in the other. */
  embeddingModels?: string;
}

/** LM Studio's models differ too much in the efforts that they take: nothing is asked of them unless reasoning is on. */
const traits: Readonly<Record<PresetId, PresetTraits>> = {
  // https://openrouter.ai/docs/api/api-reference/embeddings/list-all-embeddings-models
  openrouter: { reasoning: 'reasoning', embeddingModels: '/embeddings/models' },
  // https://docs.mistral.ai/api/endpoint/chat, https://github.com/dnakov/anon-kode/issues/53
  mistral: { reasoning: 'none_or_high', tellsUsage: true },
  deepseek: { reasoning: 'thinking' },
  xai: { reasoning: 'effort' },
  together: { reasoning: 'enabled' },
  lm_studio: {},
  llama_cpp: { reasoning: 'template' },
  vllm: { reasoning: 'template' },
};

export const traitsOf = (preset: PresetId | undefined): PresetTraits =>
  preset ? traits[preset] : {};
