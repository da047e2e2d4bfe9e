import { z } from 'zod';
import { processingMode } from './knowledge.ts';
import {
  embeddingProviders,
  forEachEmbeddingVendor,
  forEachReranker,
  forEachVendor,
  llmProviders,
  rerankProviders,
} from './providers.ts';

/** Vector stores. `auto` in the settings leaves the choice to the sidecar. */
export const vectorEngines = ['relational', 'vectorize'] as const;

/** The default of each setting's schema. */
const defaults = z.registry<{ value: z.$output }>();

/** Sets the default of a setting and returns its schema. */
const setting = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): Schema => {
  defaults.add(schema, { value });
  return schema;
};

/** Returns the defaults of a group or of all groups. @throws Error for a setting without one */
export function defaultsOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape);
    return Object.fromEntries(fields.map(([name, field]) => [name, defaultsOf(field)]));
  }
  const known = defaults.get(schema);
  if (!known) throw new Error('A setting has no default.');
  return known.value;
}

/** Connection to a vendor. An empty `base_url` is its address in `providers.ts`. */
const connection = z.strictObject({
  api_key: setting(z.string().trim().max(1000), ''),
  base_url: setting(z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)]), ''),
  /** Some servers call a model by the path of its file. */
  model: setting(z.string().trim().max(500), ''),
  account_id: setting(z.string().trim().max(100), ''),
});
export type Connection = z.infer<typeof connection>;

const dollars = z.number().min(0).max(10_000);

/**
 * Traits that the owner knows better than the table: prices in US dollars for a million tokens, and the tokens of prompt
 * and answer. `model` is `provider:model`; `cached`: read from the vendor's cache.
 */
export const ownTraits = z.strictObject({
  model: z.string().trim().min(1).max(550),
  input: dollars.optional(),
  output: dollars.optional(),
  cached: dollars.optional(),
  context: z.number().int().min(1024).max(10_000_000).optional(),
});
export type OwnTraits = z.infer<typeof ownTraits>;

/** A folder's name; with the provider's name before it, it has to fit a column of 191 characters. */
export const localModelName = z.union([
  z.literal(''),
  z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/),
]);

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
const line = z.string().trim().max(200);
const postTypeName = z.string().regex(/^[a-z0-9_-]{1,20}$/);

/** Answers the questions that mean the same as one of `questions`, with `answer` or by pointing to `url`, or both. */
export const curatedAnswer = z
  .strictObject({
    questions: z.array(z.string().trim().min(1).max(300)).min(1).max(20),
    answer: z.string().trim().max(4000),
    url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)]),
    /** The question as it is suggested to visitors; empty: never, as `questions` may be a visitor's own words. */
    suggestion: z.string().trim().max(200).optional(),
  })
  .refine(({ answer, url }) => answer !== '' || url !== '', 'An answer or a page is needed.');
export type CuratedAnswer = z.infer<typeof curatedAnswer>;

/** Every setting by group, with its default. */
export const groups = {
  general: z.strictObject({
    /** The owner switches it on when they have seen an answer. */
    widget_enabled: setting(z.boolean(), false),
    /** Pages with the floating chat; a chat that stands in a page always shows. */
    show: setting(z.enum(['everywhere', 'selected']), 'everywhere'),
    /** With `selected`: types of posts, their archives included, and single posts. */
    show_types: setting(z.array(postTypeName).max(50), []),
    show_ids: setting(z.array(id).max(1000), []),
    /** Never on these posts. */
    hide_ids: setting(z.array(id).max(1000), []),
    audience: setting(z.enum(['everyone', 'logged_in', 'logged_out']), 'everyone'),
    /** Whether the routes of visitors and of the bridge stay open where a plugin closes the REST API. */
    open_rest: setting(z.boolean(), true),
    /** Mails the owner on Mondays what was asked, as numbers. */
    weekly_mail: setting(z.boolean(), false),
    processing_mode: setting(processingMode, 'queue'),
    debug_logging: setting(z.boolean(), false),
  }),
  chat: z.strictObject({
    system_prompt: setting(z.string().max(8000), ''),
    temperature: setting(z.number().min(0).max(2), 0.3),
    max_tokens: setting(z.number().int().min(16).max(128_000), 1024),
    history_turns: setting(z.number().int().min(0).max(50), 6),
    top_k: setting(z.number().int().min(1).max(50), 5),
    min_score: setting(z.number().min(0).max(1), 0.3),
    /** Tokens of the site's texts that a language model is given with a question. */
    context_tokens: setting(z.number().int().min(500).max(100_000), 4000),
    citations: setting(z.boolean(), true),
    reasoning: setting(z.boolean(), false),
    reasoning_effort: setting(z.enum(['low', 'medium', 'high']), 'medium'),
    /** Answer only from the site. */
    strict: setting(z.boolean(), true),
    /** Empty: a built-in sentence in the question's language. */
    refusal_text: setting(z.string().max(2000), ''),
    max_message_chars: setting(z.number().int().min(50).max(100_000), 4000),
    starters: setting(z.array(z.string().trim().min(1).max(200)).max(6), []),
    /** A sentence or address below an answer that found nothing: where a person can be reached. */
    contact: setting(z.string().trim().max(500), ''),
    /** There a visitor can send the conversation where `contact` is named; empty: nowhere. */
    mail_to: setting(
      z
        .string()
        .trim()
        .max(254)
        .refine(
          (text) => text === '' || z.email().safeParse(text).success,
          'This is no e-mail address.',
        ),
      '',
    ),
    /** How a language model should write, in the owner's words. */
    tone: setting(z.string().trim().max(1000), ''),
    /** Words that mean the same on this site, separated by commas. */
    synonyms: setting(z.array(z.string().trim().min(1).max(500)).max(200), []),
    /** The owner's own answers; they precede all others. */
    curated: setting(z.array(curatedAnswer).max(200), []),
  }),
  llm: z.strictObject({
    provider: setting(z.enum(llmProviders), 'builtin'),
    /** Asked when `provider` fails before its first word, or writes none; '': nobody. */
    fallback: setting(z.enum(['', ...llmProviders]), 'builtin'),
    /** Traits of models that the owner knows better than the table. */
    traits: setting(z.array(ownTraits).max(50), []),
    ...forEachVendor(connection),
  }),
  embeddings: z.strictObject({
    provider: setting(z.enum(embeddingProviders), 'local'),
    ...forEachEmbeddingVendor(connection),
    /** `english`: the model of the site's language; or the name of a folder with a model; empty: `english`. */
    local: z.strictObject({ model: setting(localModelName, 'english') }),
    /** 0: the length of a test vector. */
    dimensions: setting(z.number().int().min(0).max(16_383), 0),
  }),
  rerank: z.strictObject({
    /** '': passages stay in the order in which they were found. */
    provider: setting(z.enum(['', ...rerankProviders]), ''),
    /** Without a key of its own, the embedder's is used where both have the same origin. */
    ...forEachReranker(connection),
    /** Passages that are ranked again. */
    candidates: setting(z.number().int().min(2).max(100), 30),
  }),
  vector_store: z.strictObject({
    engine: setting(z.enum(['auto', ...vectorEngines]), 'auto'),
    account_id: setting(z.string().trim().max(100), ''),
    api_token: setting(z.string().trim().max(1000), ''),
    index_name: setting(z.string().trim().max(64), ''),
  }),
  indexing: z.strictObject({
    post_types: setting(z.array(postTypeName).max(50), ['post', 'page']),
    auto_index: setting(z.boolean(), true),
    /** Characters, as the next two. */
    chunk_size: setting(z.number().int().min(200).max(8000), 1000),
    chunk_overlap: setting(z.number().int().min(0).max(2000), 150),
    min_chunk_chars: setting(z.number().int().min(0).max(1000), 40),
    exclude_ids: setting(z.array(id).max(10_000), []),
    /** Hours between checks of a web page for changes; 0: never. */
    url_recheck_hours: setting(z.number().int().min(0).max(8760), 24),
    /** Whether only posts are told that guests are shown at their addresses. */
    only_shown_to_guests: setting(z.boolean(), true),
    /** Whether a post is read from its page, as guests are shown it; false: only what WordPress stores is read. */
    read_pages: setting(z.boolean(), true),
    /** Whether pages are read that ask search engines not to list them. */
    noindex: setting(z.boolean(), false),
    /** Custom fields that are told with their posts, by their meta keys. */
    fields: setting(z.array(z.string().trim().min(1).max(191)).max(100), []),
  }),
  /** The business card: what the owner says about the site's place. It precedes what pages say. */
  business: z.strictObject({
    name: setting(line, ''),
    address: setting(z.string().trim().max(500), ''),
    phone: setting(line, ''),
    email: setting(line, ''),
    /** Opening hours of each weekday in the owner's words, such as `9:00–17:00` or `closed`. */
    monday: setting(line, ''),
    tuesday: setting(line, ''),
    wednesday: setting(line, ''),
    thursday: setting(line, ''),
    friday: setting(line, ''),
    saturday: setting(line, ''),
    sunday: setting(line, ''),
    /** Other hours on some days, such as `24 December: 9:00–12:00`. */
    exceptions: setting(z.array(z.string().trim().min(1).max(200)).max(50), []),
  }),
  limits: z.strictObject({
    /** Questions in one conversation, in any so many seconds; 0: any number, as for addresses and the site. */
    per_session_max: setting(z.number().int().min(0).max(10_000), 15),
    per_session_window_s: setting(z.number().int().min(1).max(86_400), 60),
    /** A school class or an office has one address. */
    per_ip_max: setting(z.number().int().min(0).max(10_000), 120),
    per_ip_window_s: setting(z.number().int().min(1).max(86_400), 60),
    per_site_max: setting(z.number().int().min(0).max(100_000), 0),
    per_site_window_s: setting(z.number().int().min(1).max(86_400), 60),
    /** Maximum number of concurrent answers; 0: any number, as the next two. */
    answers_per_session: setting(z.number().int().min(0).max(10_000), 1),
    answers_per_ip: setting(z.number().int().min(0).max(10_000), 20),
    answers_total: setting(z.number().int().min(0).max(10_000), 300),
    /** Maximum number of answers for which a PHP worker waits; 0: half of PHP's workers. */
    answers_relayed: setting(z.number().int().min(0).max(10_000), 0),
    /** 0: none, as the next. */
    daily_tokens: setting(z.number().int().min(0), 0),
    monthly_tokens: setting(z.number().int().min(0), 0),
    /** Addresses or CIDR blocks whose `X-Forwarded-For` is trusted. */
    trusted_proxies: setting(z.array(z.string().max(64)).max(50), []),
  }),
  appearance: z.strictObject({
    theme: setting(z.enum(['light', 'dark', 'ocean', 'sunset', 'auto']), 'light'),
    colors: setting(z.partialRecord(z.enum(colorNames), hexColor), {}),
    position: setting(z.enum(['bottom-right', 'bottom-left']), 'bottom-right'),
    /** Pixels from the edges of the window. */
    offset_x: setting(z.number().int().min(0).max(200), 20),
    offset_y: setting(z.number().int().min(0).max(200), 20),
    /** Text beside the icon of the chat button. */
    label: setting(z.string().trim().max(30), ''),
    bot_name: setting(z.string().trim().max(60), ''),
    welcome: setting(z.string().trim().max(500), ''),
    avatar: setting(z.string().max(2048), ''),
    logo: setting(z.string().max(2048), ''),
    show_credit: setting(z.boolean(), false),
  }),
  mcp: z.strictObject({ enabled: setting(z.boolean(), false) }),
  privacy: z.strictObject({
    /** 0: kept for ever. */
    retention_days: setting(z.number().int().min(0).max(3650), 90),
    /** False: conversations are in the memory of the sidecar alone, for an hour. */
    store_chats: setting(z.boolean(), true),
    store_ip: setting(z.enum(['hashed', 'none']), 'hashed'),
    consent_text: setting(z.string().max(2000), ''),
    /** A link to the site's privacy policy at the foot of the panel, if the site has published one. */
    show_policy: setting(z.boolean(), false),
  }),
  advanced: z.strictObject({ remove_data_on_uninstall: setting(z.boolean(), false) }),
};

/** The business card as the site's own pages tell it. Of a text that another version wrote, as much as is known. */
export const foundBusiness = z
  .object(groups.business.omit({ exceptions: true }).shape)
  .partial()
  .catch({});
export type FoundBusiness = z.infer<typeof foundBusiness>;

/** Name of the state in which it is stored, as JSON. */
export const foundBusinessState = 'site_business';

export const settings = z.strictObject(groups);
/** Complete settings with secrets in clear; they never leave the sidecar. */
export type Settings = z.infer<typeof settings>;
export type SettingsGroup = keyof Settings;

const partialConnection = connection.partial();

/** `PUT /settings`: changes only the named settings. A secret is replaced by a string, removed by "". */
export const settingsPatch = z
  .strictObject({
    general: groups.general.partial(),
    chat: groups.chat.partial(),
    llm: groups.llm.extend(forEachVendor(partialConnection)).partial(),
    embeddings: groups.embeddings
      .extend({
        ...forEachEmbeddingVendor(partialConnection),
        local: groups.embeddings.shape.local.partial(),
      })
      .partial(),
    rerank: groups.rerank.extend(forEachReranker(partialConnection)).partial(),
    vector_store: groups.vector_store.partial(),
    indexing: groups.indexing.partial(),
    business: groups.business.partial(),
    limits: groups.limits.partial(),
    appearance: groups.appearance.partial(),
    mcp: groups.mcp.partial(),
    privacy: groups.privacy.partial(),
    advanced: groups.advanced.partial(),
  })
  .partial();
export type SettingsPatch = z.infer<typeof settingsPatch>;

/** Settings that the shim owns, by group. */
const owned = {
  general: groups.general.pick({
    widget_enabled: true,
    show: true,
    show_types: true,
    show_ids: true,
    hide_ids: true,
    audience: true,
    open_rest: true,
  }),
  appearance: groups.appearance,
  indexing: groups.indexing.pick({ exclude_ids: true }),
  advanced: groups.advanced.pick({ remove_data_on_uninstall: true }),
};

/**
 * The settings that the shim validates and stores itself, so that they can be changed while no sidecar
 * runs: those about showing the chat, excluded posts and uninstalling.
 * A patch with any other setting goes to the sidecar as a whole.
 */
export const ownedSettings = z
  .strictObject({
    general: owned.general.partial(),
    appearance: owned.appearance.partial(),
    indexing: owned.indexing.partial(),
    advanced: owned.advanced.partial(),
  })
  .partial();

/** A secret as it is shown, without its text. */
export const maskedSecret = z.object({
  set: z.boolean(),
  last4: z.string(),
  /**
   * Given by the environment or wp-config.php (`config`), or by *Settings → Connectors* of WordPress 7.0; it takes
   * precedence over the stored one, in this order.
   */
  given: z.enum(['config', 'connectors']).optional(),
});

/** `PUT /settings` */
export const saveSettingsQuery = z.object({
  /** That of the settings the patch was made from: `conflict` if one that it names has changed since. */
  revision: z.string().max(4000).optional(),
  /** Checks the patch and stores nothing. */
  check: z.literal('1').optional(),
});

/**
 * `GET /settings` and `PUT /settings` answer `{ settings, revision, found }`, secrets masked; `found` is what pages say
 * of the business card. While no sidecar answers, the shim answers with its own settings alone and sets `partial`. The
 * sidecar's revision is before the dot, the shim's after it.
 */
export const ownedSettingsReply = z.object({
  settings: z.object(owned),
  revision: z.string(),
  partial: z.literal(true).optional(),
});
export type OwnedSettingsReply = z.infer<typeof ownedSettingsReply>;

/** Names of the fields that hold secrets, in any group. */
export const secretFields = ['api_key', 'api_token'] as const;
