/**
 * Parameters that a model of Anthropic accepts.
 * https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting#rejected-configurations,
 * https://platform.claude.com/docs/en/about-claude/models/overview
 */
export interface AnthropicModel {
  name: string;
  modes: readonly ('adaptive' | 'enabled' | 'disabled' | 'between_tools')[];
  /** When the request does not say. */
  thinksUnasked: boolean;
  /** Whether its thinking belongs to the conversation before it. */
  bound: boolean;
  effort: boolean;
  prefill: boolean;
  /** Tokens of the shortest prompt that is cached. */
  leastCached: number;
  maxTokens: number;
}

const modern = {
  thinksUnasked: true,
  bound: false,
  effort: true,
  prefill: false,
  leastCached: 1024,
  maxTokens: 128_000,
};

/** The newest first, as the API lists them. */
export const anthropicModels: Record<string, AnthropicModel> = {
  'claude-sonnet-5-5': {
    ...modern,
    name: 'Claude Sonnet 5.5',
    modes: ['adaptive', 'between_tools'],
    bound: true,
    leastCached: 512,
  },
  'claude-opus-5-5': {
    ...modern,
    name: 'Claude Opus 5.5',
    modes: ['adaptive'],
    bound: true,
    leastCached: 512,
  },
  'claude-sonnet-5': { ...modern, name: 'Claude Sonnet 5', modes: ['adaptive', 'disabled'] },
  'claude-opus-4-8': {
    ...modern,
    name: 'Claude Opus 4.8',
    modes: ['adaptive', 'disabled'],
    thinksUnasked: false,
  },
  'claude-sonnet-4-6': {
    ...modern,
    name: 'Claude Sonnet 4.6',
    modes: ['adaptive', 'enabled', 'disabled'],
    thinksUnasked: false,
  },
  'claude-haiku-4-5-20251001': {
    name: 'Claude Haiku 4.5',
    modes: ['enabled', 'disabled'],
    thinksUnasked: false,
    bound: false,
    effort: false,
    prefill: true,
    leastCached: 4096,
    maxTokens: 64_000,
  },
};
