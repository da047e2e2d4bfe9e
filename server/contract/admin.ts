import { z } from 'zod';
import { embeddingProviders, llmProviders, rerankProviders } from './providers.ts';
import { settingsPatch, vectorEngines } from './settings.ts';
import { trouble, vendorFailure } from './trouble.ts';

export const modelsQuery = z.object({
  scope: z.enum(['llm', 'embedding', 'rerank']),
  provider: z.enum([...llmProviders, ...embeddingProviders, ...rerankProviders]).optional(),
});
/** `POST /admin/models`: the same, with unsaved values over the stored settings for this call. */
export const modelsRequest = modelsQuery.extend({ settings: settingsPatch.optional() });
export const modelsReply = z.object({
  models: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      dimensions: z.number().int().optional(),
      /** Tokens of prompt and answer; absent, as the next ones, if not known. */
      context: z.number().int().optional(),
      tools: z.boolean().optional(),
      reasons: z.boolean().optional(),
      /** US dollars for a million tokens. */
      price: z.object({ input: z.number(), output: z.number() }).optional(),
      /** The day on which the plugin's table of prices was made; only for a price of it. */
      price_as_of: z.iso.date().optional(),
      /** Its vendor is paid, but costs are not counted: neither the table nor the owner knows the price. */
      price_missing: z.literal(true).optional(),
      /** Only for a model that cannot answer without reasoning. */
      always_reasons: z.literal(true).optional(),
    }),
  ),
});
export type ModelsReply = z.infer<typeof modelsReply>;

/** `settings` are unsaved values of the form, used over the stored ones for this test. */
export const testRequest = z.object({
  scope: z.enum(['llm', 'embedding', 'rerank', 'vector_store']),
  settings: settingsPatch.optional(),
});
export const testReply = z.union([
  z.object({
    ok: z.literal(true),
    model: z.string(),
    latency_ms: z.number().int(),
    reply: z.string().optional(),
    /** Sentences about what is not as it should be. */
    notes: z.array(z.string()).optional(),
    dimensions: z.number().int().optional(),
  }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    message: z.string(),
    failure: vendorFailure.optional(),
  }),
]);
export type TestReply = z.infer<typeof testReply>;

export const createIndexRequest = z.object({
  dimensions: z.number().int().min(1).max(16_383).optional(),
});
export const createIndexReply = z.object({
  ok: z.boolean(),
  created: z.boolean(),
  dimensions: z.number().int(),
  metric: z.literal('cosine'),
});

const counts = z.record(z.string(), z.number().int());

/** `GET /dashboard` */
export const dashboardReply = z.object({
  documents: z.object({
    total: z.number().int(),
    by_status: counts,
    by_kind: counts,
    chunks: z.number().int(),
  }),
  chats: z.object({
    sessions: z.number().int(),
    questions: z.number().int(),
    questions_today: z.number().int(),
    up: z.number().int(),
    down: z.number().int(),
    /** Median of assistant turns of the last 7 days; null without turns. */
    median_ms: z.number().int().nullable(),
    prompt_tokens: z.number().int(),
    completion_tokens: z.number().int(),
  }),
  providers: z.object({
    llm: z.object({ provider: z.enum(llmProviders), model: z.string() }),
    embedding: z.object({ provider: z.enum(embeddingProviders), model: z.string() }),
    vector_store: z.string(),
  }),
});
export type DashboardReply = z.infer<typeof dashboardReply>;

/** The active embedding space, and how many chunks have their vectors in the one of the settings. */
export const indexStatus = z.object({
  /** `provider:model`; empty before anything was indexed. */
  embedder: z.string(),
  dimensions: z.number().int(),
  /** Set if another model answers under its name: its vectors have other dimensions, and pages are found by words. */
  replaced: z.object({ before: z.number().int(), now: z.number().int() }).optional(),
  /** Null: the active space is the one of the settings, and each chunk has its vector. */
  building: z
    .object({
      embedder: z.string(),
      chunks_done: z.number().int(),
      chunks_total: z.number().int(),
      /** The reason of the last failure; building is retried. */
      problem: z.object({ code: z.string(), message: z.string() }).nullable(),
    })
    .nullable(),
});
export type IndexStatus = z.infer<typeof indexStatus>;

/** `POST /admin/embedding-estimate`: `settings` are unsaved values over the stored ones. */
export const embeddingEstimateRequest = z.object({ settings: settingsPatch.optional() });
/** Estimated cost of the vectors of the chosen embedder, or of chunks of another size. */
export const embeddingEstimateReply = z.object({
  /** False: the active space is already that embedder's, with chunks of that size. */
  changes: z.boolean(),
  /** Number of chunks to embed. */
  chunks: z.number().int(),
  tokens: z.number().int(),
  /** By the vendor's price list; 0 without charge. */
  price_usd: z.number().nullable(),
});
export type EmbeddingEstimate = z.infer<typeof embeddingEstimateReply>;

/** `POST /admin/answer-estimate`: `settings` are unsaved values over the stored ones. */
export const answerEstimateRequest = z.object({ settings: settingsPatch.optional() });
/** Estimated cost of answers by the chosen language model. */
export const answerEstimateReply = z.object({
  /** Number of tokens that one answer is taken to need. */
  tokens: z.number().int(),
  /** US dollars for a hundred answers, by the owner's figures or the vendor's price list; null: not known. */
  price_usd: z.number().nullable(),
  /** The day on which the plugin's table of prices was made. */
  as_of: z.iso.date(),
});
export type AnswerEstimate = z.infer<typeof answerEstimateReply>;

/** The engine that compares vectors, and the reason for its mode. */
export const vectorStoreStatus = z.object({
  engine: z.enum(vectorEngines),
  /**
   * `memory`: exact, in memory · `native`: exact, ranked by the database · `table`: exact, over vectors read
   * for each question · `hosted`: a vendor's index · `none`: there are no vectors, search is lexical.
   */
  mode: z.enum(['memory', 'native', 'table', 'hosted', 'none']),
  /** One English sentence. */
  reason: z.string(),
  warnings: z.array(z.string()),
  vectors: z.number().int(),
  memory_mb: z.number(),
});
export type VectorStoreStatus = z.infer<typeof vectorStoreStatus>;

/** Result of the check of a part, in words for the owner. */
export const finding = z.object({
  /** `unknown`: it could not be checked. */
  status: z.enum(['good', 'recommended', 'critical', 'unknown']),
  /** A sentence without a full stop. */
  label: z.string(),
  /** Details; may be empty, like the next two. */
  says: z.string(),
  next: z.string(),
  /** Page of the admin that helps, as in `admin.php?page=…`. */
  page: z.string(),
});
export type Finding = z.infer<typeof finding>;

/** `GET /checks/<name>`: a check that takes calls. `at`: the REST routes of the chat at the address that visitors use. */
export const siteCheckQuery = z.object({
  at: z.url().max(2048),
  /** Browsers that told of streams in one piece. */
  reports: z.coerce.number().int().min(0).default(0),
});
export interface SiteCheck {
  finding: Finding;
  /** The best way of streams that works, empty if the site could not be called, and why each better one does not. */
  use?: 'edge' | 'accel' | 'relay' | 'sync' | '';
  why?: Record<string, string>;
}

/** `GET /status`: the state of each part. */
export const statusReply = z.object({
  ok: z.boolean(),
  /** Version of the sidecar. */
  version: z.string(),
  /** Empty while WordPress does not answer. */
  plugin_version: z.string(),
  /** The older of the two, which has to be updated. */
  update: z.enum(['none', 'plugin', 'sidecar']),
  uptime_s: z.number().int(),
  database: z.object({
    ok: z.boolean(),
    engine: z.string(),
    version: z.string(),
    /** Why it can be read but not written. */
    problem: z.enum(['disk_full', 'locked', 'unreachable']).optional(),
  }),
  bridge: z.object({ ok: z.boolean(), message: z.string() }),
  queue: z.object({
    queued: z.number().int(),
    processing: z.number().int(),
    failed: z.number().int(),
    paused: z.boolean(),
    /** Seconds for which the document that is due longest has waited; 0 without one. */
    waiting_s: z.number().int(),
  }),
  index: indexStatus,
  vector_store: vectorStoreStatus,
  /** Models that were late for two answers in a row, and are not asked for some minutes; absent in older versions. */
  late_models: z.array(z.string()).optional(),
  /** Access of guests to the site; absent in older versions. */
  guests: z
    .object({
      /**
       * `off`: no page is looked at; `unknown`: not yet. `unreachable`: the pages cannot be asked for, so posts are told
       * without a look.
       */
      access: z.enum(['off', 'unknown', 'open', 'closed', 'unreachable']),
      /** Why they cannot be asked for. */
      reason: z.string(),
      /** Number of posts that are not told because guests are not shown them. */
      withheld: z.number().int(),
      /** Set while no page is looked at again: `turned` of `looks` pages were suddenly shown no more. */
      stopped: z.object({ looks: z.number().int(), turned: z.number().int() }).nullable(),
    })
    .optional(),
  /** Waits, refusals and failures of today; absent in older versions. */
  today: trouble.optional(),
  /** By part; absent in older versions. */
  findings: z.record(z.string(), finding).optional(),
});
export type GuestsStatus = NonNullable<z.infer<typeof statusReply>['guests']>;
export type StatusReply = z.infer<typeof statusReply>;

/** A frame of `GET /bridge/stream-test`. */
export const streamTestFrame = z.object({
  n: z.number().int(),
  of: z.number().int(),
  /** When the sidecar wrote it, in milliseconds. */
  at: z.number().int(),
});
export type StreamTestFrame = z.infer<typeof streamTestFrame>;
