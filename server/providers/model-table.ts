import type { Effort, ModelPrice, ModelTraits, Reasoning, ThinkingOff } from './model-traits.ts';

export interface ModelRow extends ModelTraits {
  /** A name without its date, or a pattern of names, in lower case. */
  name: string | RegExp;
}

/** The models of a provider, and the page that names them with their prices. */
interface ModelList {
  page: string;
  /** The day on which it was looked up. */
  asOf: string;
  /** For each trait the first row counts that fits and has it. */
  models: readonly ModelRow[];
}

const price = (
  input: number,
  output: number,
  cached?: number,
  cacheWrite?: number,
): ModelPrice => ({
  input,
  output,
  ...(cached !== undefined && { cached }),
  ...(cacheWrite !== undefined && { cacheWrite }),
});

const million = { context: 1_000_000, maxOutput: 128_000 };
const claude = (name: string, cost: ModelPrice, size: ModelTraits = million): ModelRow => ({
  name,
  ...size,
  price: cost,
});

const thinking = (off: readonly ThinkingOff[]): Reasoning => ({
  by: 'thinking',
  modes: ['adaptive', 'enabled'],
  unasked: true,
  off,
});

const effort = (name: RegExp, least: Effort): ModelRow => ({
  name,
  reasoning: { by: 'effort', least },
});

/**
 * Names that mean the same on any server of OpenAI's formats. The first that fits counts. One that is wrong or too new
 * costs a refusal, which is learnt from.
 */
const openAiNames: readonly ModelRow[] = [
  // https://developers.openai.com/api/docs/models/gpt-4: from before reasoning.
  { name: /^(chat)?gpt-?[34]/, reasoning: null },
  // Those of ChatGPT decide by themselves.
  { name: /^gpt-(?!oss).*chat/, reasoning: undefined },
  // https://developers.openai.com/api/docs/models/gpt-5-pro, https://developers.openai.com/api/docs/models/gpt-5.2-pro
  effort(/^gpt-5-pro/, 'high'),
  effort(/^gpt-\d+\.\d+-pro/, 'medium'),
  // https://developers.openai.com/api/docs/models/gpt-6-astra, https://developers.openai.com/api/docs/models/gpt-6.1-sol,
  // https://developers.openai.com/api/docs/models/gpt-6.2-sol
  effort(/^gpt-(6-astra|6\.1-sol|6\.2-(sol|astra))/, 'low'),
  effort(/^gpt-5[\d.]*-codex/, 'low'),
  effort(/^gpt-5(?![\d.])/, 'minimal'),
  // GPT-5.1 and later: https://developers.openai.com/api/docs/guides/latest-model
  effort(/^gpt-(5\.\d|[6-9]|1\d)/, 'none'),
  // https://developers.openai.com/api/docs/guides/reasoning
  effort(/^o[1-9]/, 'low'),
  // https://console.groq.com/docs/reasoning
  effort(/^gpt-oss/, 'low'),
  // It thinks unasked, and is told how much: https://docs.mistral.ai/inference/conversations/reasoning
  effort(/^mistral-large-4/, 'low'),
];

/** https://developers.openai.com/api/docs/models/gpt-6-sol, and for each of the others. */
const gpt = (name: string, cost: ModelPrice, size: ModelTraits = {}): ModelRow => ({
  name,
  ...size,
  price: cost,
});
const gptMillion = { context: 1_050_000, maxOutput: 128_000 };

/** https://developers.openai.com/api/docs/guides/deployment-checklist */
const ownTools: readonly ModelRow[] = [
  { name: /^gpt-6/, tools: true, toolsWithReasoning: 'responses' },
  { name: /^(gpt-(4o|4\.1|5)|o[34])/, tools: true },
];

const gemini = (name: string, cost: ModelPrice, size: ModelTraits = {}): ModelRow => ({
  name,
  ...size,
  price: cost,
});

/**
 * Standard prices of short prompts, sizes and abilities by provider, as the vendors' pages name them. Owners add others
 * in the settings; nothing here is required.
 */
export const modelTable: Readonly<Record<string, ModelList>> = {
  anthropic: {
    // With the cache that is kept for five minutes. Sizes: https://platform.claude.com/docs/en/models/haiku-5-5/overview,
    // https://platform.claude.com/docs/en/models/opus-4-6/overview and beside them.
    page: 'https://platform.claude.com/docs/en/about-claude/pricing',
    asOf: '2026-11-23',
    models: [
      claude('claude-fable-5-1', price(10, 50, 0.25, 12.5)),
      claude('claude-fable-5', price(10, 50, 1, 12.5), {}),
      claude('claude-opus-5-5', price(4, 20, 0.2, 5)),
      claude('claude-opus-5', price(5, 25, 0.5, 6.25)),
      claude('claude-opus-4-8', price(5, 25, 0.5, 6.25)),
      claude('claude-opus-4-7', price(5, 25, 0.5, 6.25), {}),
      claude('claude-opus-4-6', price(5, 25, 0.5, 6.25)),
      claude('claude-opus-4-5', price(5, 25, 0.5, 6.25), {}),
      claude('claude-sonnet-5-5', price(2, 10, 0.1, 2.5)),
      claude('claude-sonnet-5', price(2, 10, 0.2, 2.5)),
      claude('claude-haiku-5-5', price(0.1, 0.5, 0.01, 0.125)),
      claude('claude-haiku-4-5', price(1, 5, 0.1, 1.25), { context: 200_000, maxOutput: 64_000 }),
      // Ways of thinking by family; names may be a gateway's: `anthropic/claude-haiku-4.5`, `claude-3-7-sonnet-latest`.
      // https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting#rejected-configurations
      { name: /claude/, tools: true, toolsWithReasoning: true },
      { name: /claude-(fable|mythos)-([5-9]|\d\d)/, reasoning: thinking(['effort']) },
      { name: /claude-opus-(5[-.]([5-9]|\d\d)(?!\d)|[6-9]|\d\d)/, reasoning: thinking(['effort']) },
      {
        name: /claude-sonnet-(5[-.]([5-9]|\d\d)(?!\d)|[6-9]|\d\d)/,
        reasoning: thinking(['between_tools', 'disabled', 'effort']),
      },
      { name: /claude-[a-z]+-([5-9]|\d\d)(?!\d)/, reasoning: thinking(['disabled', 'effort']) },
      {
        name: /claude-[a-z]+-4[-.]([6-9]|\d\d)(?!\d)/,
        reasoning: { by: 'thinking', modes: ['adaptive', 'enabled'], unasked: false, off: [] },
      },
      {
        name: /claude-([a-z]+-4(?!\d)|3[-.]([7-9]|\d\d)(?!\d)|4-)/,
        reasoning: { by: 'thinking', modes: ['enabled', 'adaptive'], unasked: false, off: [] },
      },
      { name: /claude-([a-z]+-)?[1-3](?!\d)/, reasoning: null },
      // A name without a version.
      { name: /./, reasoning: thinking([]) },
    ],
  },
  openai: {
    page: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-11-23',
    models: [
      gpt('gpt-6.2-sol', price(2, 10, 0.1, 2.5), gptMillion),
      gpt('gpt-6.1-sol', price(2, 10, 0.1, 2.5), gptMillion),
      gpt('gpt-6.1-terra', price(1, 5, 0.05, 1.25)),
      gpt('gpt-6-astra', price(10, 50, 1, 12.5), gptMillion),
      gpt('gpt-6-sol', price(2, 10, 0.2, 2.5), gptMillion),
      gpt('gpt-6-luna', price(0.1, 0.5, 0.01, 0.125), gptMillion),
      gpt('gpt-5.6-sol', price(4, 20, 0.4), gptMillion),
      gpt('gpt-5.6-terra', price(2, 12, 0.2)),
      gpt('gpt-5.6-luna', price(0.2, 1.2, 0.02)),
      gpt('gpt-5.5', price(5, 30, 0.5)),
      gpt('gpt-5.4', price(2.5, 15, 0.25)),
      gpt('gpt-5.4-mini', price(0.75, 4.5, 0.075)),
      gpt('gpt-5.4-nano', price(0.2, 1.25, 0.02)),
      gpt('gpt-4.1', price(2, 8, 0.5)),
      gpt('gpt-4.1-mini', price(0.4, 1.6, 0.1)),
      gpt('gpt-4.1-nano', price(0.1, 0.4, 0.025)),
      gpt('gpt-4', price(30, 60), { context: 8_192, maxOutput: 8_192 }),
      ...ownTools,
      ...openAiNames,
    ],
  },
  azure: {
    page: 'https://learn.microsoft.com/azure/foundry/openai/how-to/responses',
    asOf: '2026-11-23',
    models: [...ownTools, ...openAiNames],
  },
  gemini: {
    page: 'https://ai.google.dev/gemini-api/docs/pricing',
    asOf: '2026-11-23',
    models: [
      // Until the end of November 2026; then twice as much.
      // https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/start/get-started-with-gemini-4
      gemini('gemini-4-argon', price(2, 10), { context: 1_048_576 }),
      // Until the end of 2026; then twice as much.
      // https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/gemini/3-8-flash
      gemini('gemini-3.8-flash', price(0.75, 3.75, 0.075), { context: 1_048_576 }),
      gemini('gemini-3.5-flash', price(1.5, 9)),
      gemini('gemini-3.5-flash-lite', price(0.3, 2.5)),
      gemini('gemini-3.1-pro', price(2, 12)),
      gemini('gemini-3.1-flash-lite', price(0.25, 1.5, 0.025)),
      // https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/gemini/2-5-flash-lite
      { name: 'gemini-2.5-flash-lite', context: 1_048_576, maxOutput: 65_536 },
      // https://ai.google.dev/gemini-api/docs/models/gemini-2.0-flash
      { name: 'gemini-2.0-flash', context: 1_048_576, maxOutput: 8_192 },
      // Those of before 2.5, and open models, do not think as the API's fields say.
      { name: /^(gemini-(1\.|2\.0)|gemma|learnlm)/, reasoning: null },
      { name: /^gemini-/, tools: true, toolsWithReasoning: true },
      // https://ai.google.dev/gemini-api/docs/generate-content/thinking
      { name: /^gemini-2\.5-pro/, reasoning: { by: 'budget', least: 128 } },
      { name: /^gemini-2\.5/, reasoning: { by: 'budget', least: 0 } },
      // Flash models until 3.6; those from 3.7 on and Pro models start at `low`.
      {
        name: /^gemini-3(\.[0-6])?-flash/,
        reasoning: { by: 'level', least: 'minimal', hasMedium: true },
      },
      // The first Pro model of Gemini 3 has only `low` and `high`.
      { name: /^gemini-3-pro/, reasoning: { by: 'level', least: 'low', hasMedium: false } },
      { name: /./, reasoning: { by: 'level', least: 'low', hasMedium: true } },
    ],
  },
  groq: {
    page: 'https://console.groq.com/docs/models',
    asOf: '2026-11-23',
    models: [
      // https://developers.openai.com/api/docs/models/gpt-oss-120b
      { name: 'openai/gpt-oss-120b', context: 131_072, price: price(0.15, 0.6) },
      { name: 'openai/gpt-oss-20b', price: price(0.075, 0.3) },
      // It only knows whether to reason at all: https://console.groq.com/docs/reasoning
      { name: /qwen-?3/, reasoning: { by: 'switch' } },
      ...openAiNames,
    ],
  },
  openai_compatible: {
    page: 'https://developers.openai.com/api/docs/models',
    asOf: '2026-11-23',
    models: openAiNames,
  },
  workers_ai: {
    // Each model's page, which https://github.com/cloudflare/cloudflare-docs makes of its `workers-ai-models`.
    page: 'https://developers.cloudflare.com/workers-ai/models/',
    asOf: '2026-11-23',
    models: [
      {
        name: '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
        context: 24_000,
        tools: true,
        price: price(0.29, 2.25),
      },
      { name: '@cf/meta/llama-3.1-8b-instruct-fp8', context: 32_000 },
      { name: '@cf/openai/gpt-oss-120b', context: 128_000, tools: true, price: price(0.35, 0.75) },
      // https://developers.cloudflare.com/workers-ai/models/gpt-oss-120b/
      { name: /gpt-oss/, reasoning: { by: 'effort', least: 'low' } },
      // `chat_template_kwargs` is on their pages.
      { name: /\bglm-|kimi-k2|\bqwen3-(?!embedding)|gemma-4/, reasoning: { by: 'switch' } },
      // Those with `"reasoning": "true"`.
      { name: /\bqwq-|deepseek-(r1|v)|nemotron/, reasoning: { by: 'itself' } },
    ],
  },
  ollama: {
    // https://github.com/ollama/ollama/issues/11751: gpt-oss ignores `false`; the others think or do not.
    page: 'https://docs.ollama.com/capabilities/thinking',
    asOf: '2026-11-23',
    models: [{ name: /\bgpt-oss\b/, reasoning: { by: 'effort', least: 'low' } }],
  },
};
