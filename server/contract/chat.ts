import { z } from 'zod';
import { documentKinds } from './document-kinds.ts';
import { errors, type ErrorCode } from './errors.ts';

/** An earlier turn as a client has it. */
const sentTurn = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });
export type SentTurn = z.infer<typeof sentTurn>;

/** Unknown fields are ignored. */
export const chatRequest = z.object({
  message: z.string(),
  session_id: z.string().max(64).optional(),
  page_url: z.string().max(2048).optional(),
  locale: z.string().max(35).optional(),
  /** The visitor has agreed to the text of `privacy.consent_text`; required where there is one. */
  consent: z.boolean().optional(),
  /**
   * Chosen at random by the client, for this question alone and for nobody else to know. Sent again under the same id
   * and with the same secret, the question is not asked again.
   */
  request_id: z.uuid().optional(),
  /**
   * Earlier turns, oldest first, from a client that keeps no session's secret: the context of this question alone.
   * They are never stored, and ignored with a session of the client's own, whose turns the server knows. The last
   * ones count, as many and as long as stored ones; null is what is not a turn of these roles.
   */
  history: z.array(sentTurn.nullable().catch(null)).optional().catch(undefined),
});
export type ChatRequest = z.infer<typeof chatRequest>;

export const documentKind = z.enum(documentKinds);
export type DocumentKind = z.infer<typeof documentKind>;

/** A source of an answer. `n` is its number in the answer's text. */
export const source = z.object({
  n: z.number().int().positive(),
  title: z.string(),
  url: z.string(),
  kind: documentKind,
  /** `url` opened at the passage: `#:~:text=` for pages, `#page=` for PDF. */
  passage_url: z.string().optional(),
  /** Empty in a history when the source is no longer in the knowledge base. */
  excerpt: z.string(),
  /** The last heading above the passage; absent without one. */
  section: z.string().optional(),
});
export type Source = z.infer<typeof source>;

/** A cited statement: the text that a citation mark stands behind, and its place on the source's page. */
export const statement = z.object({
  /** The number of its source. */
  n: z.number().int().positive(),
  /** As the source says it. */
  text: z.string(),
  /** The source's address opened at the statement. */
  url: z.string(),
});
export type Statement = z.infer<typeof statement>;

/** A further page below a quotation, or one of the nearest to a question that the chat cannot answer. */
export const closestPage = z.object({
  title: z.string(),
  /** The last heading above the passage, or empty. */
  section: z.string(),
  /** Opened at the passage where that is possible; empty for a source without an address. */
  url: z.string(),
  kind: documentKind,
  passage: z.string(),
  /** Where the words of the question are in `passage`: UTF-16 offsets, start and end, in order. */
  marks: z.array(z.tuple([z.number().int().min(0), z.number().int().min(0)])),
});
export type ClosestPage = z.infer<typeof closestPage>;

/** Questions that the site can answer. */
const nextQuestions = z.array(z.string()).max(3);
const statements = z.array(statement);
const closestPages = z.array(closestPage).max(3);

/** Tokens of an answer. The last two are parts of `prompt_tokens` that vendors bill at prices of their own. */
export const usage = z.object({
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  /** Read from the vendor's cache of prompts. Absent: not reported. */
  cached_tokens: z.number().int().optional(),
  /** Written to the cache, where the vendor bills that apart. */
  cache_write_tokens: z.number().int().optional(),
});
export type Usage = z.infer<typeof usage>;

/** By the list prices; absent if the model's is not known. */
const costUsd = z.number().optional();

export const finishReason = z.enum(['stop', 'length', 'refusal', 'aborted', 'error']);
export type FinishReason = z.infer<typeof finishReason>;

/**
 * How an answer ended: `answered` · `closest`: it pointed to pages · `refused`: it found nothing, or the model
 * refused · `failed`: an error · `stopped`: the visitor stopped it or left.
 */
export const outcome = z.enum(['answered', 'closest', 'refused', 'failed', 'stopped']);
export type Outcome = z.infer<typeof outcome>;

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

/**
 * One frame of `POST /chat`. `meta` is first, or second where the question waits, `done` always last; see the contract's
 * table.
 */
export const chatEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('meta'),
    session_id: z.string(),
    /** Only for a session that this turn created. */
    session_secret: z.string().optional(),
    /** The visitor's turn. */
    message_id: z.number().int(),
  }),
  /** The work before the answer begins, or that the question waits for its turn: for display only. */
  z.object({
    type: z.literal('status'),
    stage: z.enum(['waiting', 'searching', 'reading']),
    /** The page that is read. */
    title: z.string().optional(),
  }),
  z.object({ type: z.literal('reasoning'), content: z.string() }),
  z.object({ type: z.literal('delta'), content: z.string() }),
  z.object({
    type: z.literal('tool'),
    id: z.string(),
    name: z.string(),
    label: z.string(),
    state: z.enum(['start', 'end']),
    ok: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('citations'),
    sources: z.array(source).min(1),
    /** One for each mark `[n]` of the answer, in the order of the marks. Absent if it is not known for all. */
    statements: statements.optional(),
  }),
  /** Further pages below a quotation, or the nearest ones to a question that the chat cannot answer. */
  z.object({ type: z.literal('closest'), pages: closestPages.min(1) }),
  /** The visitor can send the conversation to the owner: `POST /chat/mail`. */
  z.object({ type: z.literal('offer_mail') }),
  z.object({ type: z.literal('next_questions'), questions: nextQuestions.min(1) }),
  z.object({
    type: z.literal('error'),
    code: errorCode,
    message: z.string(),
    retryable: z.boolean(),
    /** By which the owner finds the reason in the sidecar's log. */
    request_id: z.string().optional(),
    /** As in the body of an error, as the next. */
    retry_after: z.number().int().optional(),
    contact: z.string().optional(),
  }),
  z.object({
    type: z.literal('done'),
    /** The assistant's turn; 0 when nothing could be stored. */
    message_id: z.number().int(),
    finish_reason: finishReason,
    usage,
    cost_usd: costUsd,
    model: z.string(),
    ms: z.number().int(),
  }),
]);
export type ChatEvent = z.infer<typeof chatEvent>;

/**
 * `GET /chat/<id>/events` and `DELETE /chat/<id>`: `id` is the visitor's turn. The header `Last-Event-ID` names the
 * last event that the client has.
 */
export const answerQuery = z.object({ session_id: z.string().min(1).max(64) });
/** `stopped` is false if the answer had ended. */
export const stopReply = z.object({ stopped: z.boolean() });

export const toolCallSummary = z.object({ name: z.string(), ok: z.boolean() });
export type ToolCallSummary = z.infer<typeof toolCallSummary>;

/** `POST /chat/sync` */
export const chatReply = z.object({
  reply: z.string(),
  reasoning: z.string(),
  citations: z.array(source),
  statements: statements.optional(),
  closest: closestPages.optional(),
  next_questions: nextQuestions.optional(),
  offer_mail: z.literal(true).optional(),
  /** The answer ended where it reached its limit, as `finish_reason` `length` says in a stream. */
  cut: z.literal(true).optional(),
  tool_calls: z.array(toolCallSummary),
  outcome,
  message_id: z.number().int(),
  session_id: z.string(),
  session_secret: z.string().optional(),
  usage,
  cost_usd: costUsd,
  model: z.string(),
  ms: z.number().int(),
});
export type ChatReply = z.infer<typeof chatReply>;

/** `GET /session`, never cached. `expires_in` is in seconds. */
export const sessionReply = z.object({
  nonce: z.string(),
  expires_in: z.number().int(),
  limits: z.object({ max_message_chars: z.number().int() }),
  /** Whether the sidecar answers; checked at most every 15 seconds while it does not. */
  available: z.boolean(),
  /** False: the site's host holds streams back, so that `POST /chat/sync` is faster. */
  streams: z.boolean().optional(),
});
export type SessionReply = z.infer<typeof sessionReply>;

export const feedback = z.enum(['up', 'down']);
export type Feedback = z.infer<typeof feedback>;

export const feedbackRequest = z.object({
  message_id: z.number().int().positive(),
  session_id: z.string().min(1).max(64),
  feedback,
  comment: z.string().max(2000).optional(),
});
export type FeedbackRequest = z.infer<typeof feedbackRequest>;

export const feedbackReply = z.object({ updated: z.union([z.literal(0), z.literal(1)]) });

/** `POST /chat/mail`: sends the conversation to the owner. `not_configured` if the owner wants none. */
export const mailRequest = z.object({
  session_id: z.string().min(1).max(64),
  /** The visitor's address, for the reply. */
  email: z.email().max(254),
  note: z.string().max(2000).optional(),
  page_url: z.string().max(2048).optional(),
});
export const mailReply = z.object({ sent: z.literal(true) });

export const historyQuery = z.object({
  session_id: z.string().min(1).max(64),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Only turns with a smaller id. */
  before: z.coerce.number().int().positive().optional(),
});

/** camelCase, because clients of the public plugin read it. Times are UTC ISO 8601. */
export const turn = z.object({
  id: z.number().int(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  citations: z.array(source),
  statements: statements.optional(),
  closest: closestPages.optional(),
  nextQuestions: nextQuestions.optional(),
  offersMail: z.literal(true).optional(),
  reasoning: z.string(),
  model: z.string(),
  feedback: feedback.nullable(),
  createdAt: z.string(),
  /** Null for a question. */
  finishReason: finishReason.nullable(),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
  /** Part of `promptTokens` that the vendor read from its cache. */
  cachedTokens: z.number().int(),
  responseTimeMs: z.number().int(),
});
export type Turn = z.infer<typeof turn>;

/** Oldest first. */
export const historyReply = z.object({ turns: z.array(turn) });
export type HistoryReply = z.infer<typeof historyReply>;

export const clearHistoryQuery = z.object({ session_id: z.string().min(1).max(64) });
export const clearHistoryReply = z.object({ deleted: z.number().int() });
