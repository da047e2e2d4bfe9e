import { z } from 'zod';
import { processingMode } from './knowledge.ts';
import {
  embeddingProvider,
  forEachEmbeddingVendor,
  forEachVendor,
  llmProvider,
} from './providers.ts';

/** How one provider is reached. An empty `base_url` is its address in `providers.ts`. */
const connection = z.strictObject({
  api_key: z.string().trim().max(1000),
  base_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)]),
  /** With its provider before it, it has to fit a column of 191 characters. */
  model: z.string().trim().max(160),
  account_id: z.string().trim().max(100),
});
export type Connection = z.infer<typeof connection>;

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** The 11 colours of a theme. */
export const colorNames = [
  'primary',
  'header_bg',
  'header_text',
  'bg',
  'text',
  'user_bubble',
  'user_text',
  'bot_bubble',
  'bot_text',
  'launcher',
  'launcher_icon',
] as const;
export type ColorName = (typeof colorNames)[number];

const id = z.number().int().positive();

/** Every setting by group. Defaults are in `settings-defaults.ts`. */
export const groups = {
  general: z.strictObject({
    widget_enabled: z.boolean(),
    processing_mode: processingMode,
    debug_logging: z.boolean(),
  }),
  chat: z.strictObject({
    system_prompt: z.string().max(8000),
    temperature: z.number().min(0).max(2),
    max_tokens: z.number().int().min(16).max(128_000),
    history_turns: z.number().int().min(0).max(50),
    top_k: z.number().int().min(1).max(50),
    min_score: z.number().min(0).max(1),
    citations: z.boolean(),
    reasoning: z.boolean(),
    reasoning_effort: z.enum(['low', 'medium', 'high']),
    /** Answer only from the site. */
    strict: z.boolean(),
    /** Empty: a built-in sentence in the question's language. */
    refusal_text: z.string().max(2000),
    max_message_chars: z.number().int().min(50).max(100_000),
    starters: z.array(z.string().trim().min(1).max(200)).max(6),
  }),
  llm: z.strictObject({
    provider: llmProvider,
    /** Asked when `provider` fails before its first word; '': nobody. */
    fallback: z.union([z.literal(''), llmProvider]),
    ...forEachVendor(connection),
  }),
  embeddings: z.strictObject({
    provider: embeddingProvider,
    ...forEachEmbeddingVendor(connection),
    /** 0: found by a probe. */
    dimensions: z.number().int().min(0).max(16_383),
  }),
  vector_store: z.strictObject({
    engine: z.enum(['auto', 'relational', 'vectorize']),
    account_id: z.string().trim().max(100),
    api_token: z.string().trim().max(1000),
    index_name: z.string().trim().max(64),
  }),
  indexing: z.strictObject({
    post_types: z.array(z.string().regex(/^[a-z0-9_-]{1,20}$/)).max(50),
    auto_index: z.boolean(),
    /** Characters, as the next two. */
    chunk_size: z.number().int().min(200).max(8000),
    chunk_overlap: z.number().int().min(0).max(2000),
    min_chunk_chars: z.number().int().min(0).max(1000),
    exclude_ids: z.array(id).max(10_000),
    /** A web page is asked so often whether it has changed; 0: never. */
    url_recheck_hours: z.number().int().min(0).max(8760),
  }),
  limits: z.strictObject({
    per_ip_max: z.number().int().min(0).max(10_000),
    per_ip_window_s: z.number().int().min(1).max(86_400),
    /** Answers being written at the same time; 0: any number, as the next two. */
    answers_per_session: z.number().int().min(0).max(10_000),
    answers_per_ip: z.number().int().min(0).max(10_000),
    answers_total: z.number().int().min(0).max(10_000),
    /** Those for which a PHP worker waits; 0: half of PHP's workers. */
    answers_relayed: z.number().int().min(0).max(10_000),
    /** 0: none, as the next. */
    daily_tokens: z.number().int().min(0),
    monthly_tokens: z.number().int().min(0),
    /** Addresses or CIDR blocks whose `X-Forwarded-For` is believed. */
    trusted_proxies: z.array(z.string().max(64)).max(50),
  }),
  appearance: z.strictObject({
    theme: z.enum(['light', 'dark', 'ocean', 'sunset', 'auto']),
    colors: z.partialRecord(z.enum(colorNames), hexColor),
    position: z.enum(['bottom-right', 'bottom-left']),
    bot_name: z.string().trim().max(60),
    welcome: z.string().trim().max(500),
    avatar: z.string().max(2048),
    logo: z.string().max(2048),
    show_credit: z.boolean(),
  }),
  mcp: z.strictObject({ enabled: z.boolean() }),
  privacy: z.strictObject({
    /** 0: kept for ever. */
    retention_days: z.number().int().min(0).max(3650),
    store_ip: z.enum(['hashed', 'none']),
    consent_text: z.string().max(2000),
  }),
  advanced: z.strictObject({ remove_data_on_uninstall: z.boolean() }),
};

export const settings = z.strictObject(groups);
/** Complete and usable: secrets in clear, only inside the sidecar. */
export type Settings = z.infer<typeof settings>;
export type SettingsGroup = keyof Settings;

const partialConnection = connection.partial();

/** `PUT /settings`: only what is named changes. A secret is replaced by a string, removed by "". */
export const settingsPatch = z
  .strictObject({
    general: groups.general.partial(),
    chat: groups.chat.partial(),
    llm: groups.llm.extend(forEachVendor(partialConnection)).partial(),
    embeddings: groups.embeddings.extend(forEachEmbeddingVendor(partialConnection)).partial(),
    vector_store: groups.vector_store.partial(),
    indexing: groups.indexing.partial(),
    limits: groups.limits.partial(),
    appearance: groups.appearance.partial(),
    mcp: groups.mcp.partial(),
    privacy: groups.privacy.partial(),
    advanced: groups.advanced.partial(),
  })
  .partial();
export type SettingsPatch = z.infer<typeof settingsPatch>;

/**
 * The part of a patch that the shim checks and stores itself, so that it can be changed while no sidecar
 * runs: what decides whether and how a page shows the chat, what is left out, and what uninstalling removes.
 * A patch that names anything else goes to the sidecar as a whole.
 */
export const ownedSettings = z
  .strictObject({
    general: groups.general.pick({ widget_enabled: true }).partial(),
    appearance: groups.appearance.partial(),
    indexing: groups.indexing.pick({ exclude_ids: true }).partial(),
    advanced: groups.advanced.pick({ remove_data_on_uninstall: true }).partial(),
  })
  .partial();

/** How a secret is shown: never its text. */
export const maskedSecret = z.object({
  set: z.boolean(),
  last4: z.string(),
  /** Given by the environment or wp-config.php: what is stored has no effect. */
  given: z.literal(true).optional(),
});

/**
 * `GET /settings` and `PUT /settings` answer `{ settings }`, secrets masked. While no sidecar answers, the
 * shim answers with its own settings alone, and says so by `partial`.
 */
export const ownedSettingsReply = z.object({
  settings: z.object({
    general: groups.general.pick({ widget_enabled: true }),
    appearance: groups.appearance,
    indexing: groups.indexing.pick({ exclude_ids: true }),
    advanced: groups.advanced.pick({ remove_data_on_uninstall: true }),
  }),
  partial: z.literal(true).optional(),
});
export type OwnedSettingsReply = z.infer<typeof ownedSettingsReply>;

/** Names of the fields that hold secrets, in whatever group they stand. */
export const secretFields = ['api_key', 'api_token'] as const;
