import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { VendorFailure } from '../../contract/trouble.ts';
import type { Heard } from '../../runtime/metrics.ts';

/** A refusal of what is longer than the model's context, a batch of the server, or the tokens of a minute. */
export interface TooLong {
  /** Tokens that there are; undefined: the server does not say. */
  limit: number | undefined;
}

/**
 * How servers say it. llama.cpp: https://github.com/ggml-org/llama.cpp/pull/15780 · vLLM:
 * https://github.com/vllm-project/vllm/pull/33425 · SGLang: https://github.com/QwenLM/Qwen3/issues/1321 · LM Studio:
 * https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/546 · llama-cpp-python:
 * https://github.com/fedora-copr/logdetective-website/pull/193 · OpenAI, Groq, Mistral, Anthropic, Gemini, Ollama.
 */
const said =
  /context (size|length|window)|maximum (model|input) length|max_seq_len|exceed_context_size|too large for model|is too large to process|prompt is too long|input token count|reduce the length of|max_new_tokens` must be|tokens per min/i;

/** The number of tokens that there are, behind or before its name. */
const numbers =
  /(?:n_ctx:|context (?:size|length|window)|model length|max_seq_len|number of tokens allowed|must be <=|limit is|: limit|batch size:|tokens >)[^\d(]{0,24}\(?(\d{2,9})|model with (\d{2,9})/i;

/**
 * 500: llama.cpp of old, and of today for a text to embed. 429: Groq and OpenAI call it a limit of the rate, although
 * waiting does not help. Undefined: an error in a stream. https://console.groq.com/docs/errors
 */
const statuses: readonly (number | undefined)[] = [400, 413, 422, 429, 500, undefined];

/** Reads whether a refusal says that what was sent is too long, so that less of it would be taken. */
export function tooLong(answer: VendorAnswer): TooLong | undefined {
  const { status, code = '', message = '', context } = answer;
  if (!statuses.includes(status)) return undefined;
  const isOfMinute = /^request too large/i.test(message);
  if (status === 429 && !isOfMinute) return undefined;
  if (!isOfMinute && !said.test(message) && !/context_(length|size)/.test(code)) return undefined;
  const [, ...found] = numbers.exec(message) ?? [];
  const number = Number(found.find((one) => one !== undefined));
  return { limit: context ?? (Number.isNaN(number) ? undefined : number) };
}

/**
 * Joins the entries of FastAPI's validation errors: https://fastapi.tiangolo.com/tutorial/handling-errors/. Mistral
 * wraps them once more: https://github.com/mistralai/platform-docs-public/issues/7
 */
function detailWords(told: unknown): string | undefined {
  if (typeof told === 'string') return told;
  const detail = Array.isArray(told) ? told : (told as { detail?: unknown } | null)?.detail;
  if (!Array.isArray(detail)) return typeof detail === 'string' ? detail : undefined;
  const words = (detail as ({ loc?: unknown; msg?: unknown } | null)[]).flatMap((entry) => {
    const at = Array.isArray(entry?.loc) ? `${entry.loc.join('.')}: ` : '';
    return typeof entry?.msg === 'string' ? [at + entry.msg] : [];
  });
  return words.length > 0 ? words.join('; ') : undefined;
}

/**
 * Reads an error by the names that vendors share: `error` (a sentence or an object), else `message` and `code`, else
 * `detail` (a sentence or a list), also inside of `message`.
 */
export function readError(body: unknown): VendorAnswer {
  if (typeof body === 'string') return { message: body };
  const { error, ...own } = (body ?? {}) as Record<string, unknown>;
  if (typeof error === 'string') return { message: error };
  const said = (typeof error === 'object' && error !== null ? error : own) as typeof own;
  const { code, type, param, message, detail, n_ctx } = said;
  return {
    code: [code, type].find((one) => typeof one === 'string'),
    param: typeof param === 'string' ? param : undefined,
    message: typeof message === 'string' ? message : detailWords(detail ?? message),
    // https://github.com/ggml-org/llama.cpp/pull/15780
    ...(typeof n_ctx === 'number' && { context: n_ctx }),
  };
}

/**
 * A vendor's error, in words for the site's owner. It is the `cause` of the `AppError` that a visitor sees, and holds
 * no keys.
 */
export class VendorError extends Error {
  override readonly name = 'VendorError';
  readonly status: number | undefined;
  /** The vendor's own code, such as `insufficient_quota`. */
  readonly code: string | undefined;
  /** The field of the request that the vendor refuses. */
  readonly param: string | undefined;
  readonly requestId: string | undefined;
  /** By which it is counted. */
  readonly failure: VendorFailure;
  /** Whether the same request may succeed a moment later. */
  readonly transient: boolean;
  /** Set if less of the same would be taken. */
  readonly tooLong: TooLong | undefined;
  /** The message for the log: without words of the vendor that may quote what a visitor wrote. */
  readonly loggedMessage: string;

  /** @param details By default the vendor's reply cannot be used. */
  constructor(message: string, details: Partial<Omit<VendorError, keyof Error>> = {}) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.param = details.param;
    this.requestId = details.requestId;
    this.failure = details.failure ?? 'reply';
    this.transient = details.transient ?? false;
    this.tooLong = details.tooLong;
    this.loggedMessage = details.loggedMessage ?? message;
  }
}

/** Returns the cause of an AppError if a vendor is to blame. */
export function vendorErrorOf(error: unknown): VendorError | undefined {
  const cause = error instanceof AppError ? error.cause : undefined;
  return cause instanceof VendorError ? cause : undefined;
}

/** Tells of a call that failed. Errors of others, such as a budget that is used up, are none. */
export function tellFailure(heard: Heard | undefined, provider: string, error: unknown): void {
  const isWordless = error instanceof AppError && error.code === 'provider_error';
  const failure = vendorErrorOf(error)?.failure ?? (isWordless ? 'reply' : null);
  if (failure !== null) heard?.failed(provider, failure);
}

/** A vendor's error response, independent of its wire format. */
export interface VendorAnswer {
  status?: number | undefined;
  code?: string | undefined;
  param?: string | undefined;
  message?: string | undefined;
  requestId?: string | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
  /** True: the same request fails again, although the status says that the vendor failed. */
  permanent?: boolean | undefined;
  /** Tokens that the model has room for, where a refusal names them in a field of its own. */
  context?: number | undefined;
  /** Set if no key was sent: the variable by which the environment gives the address of one. */
  keyless?: string | undefined;
}

/** A vendor's limit of requests is `overloaded`; `rate_limited` is a visitor's own limit. */
export function vendorRefused(vendor: string, answer: VendorAnswer, secrets: string[]): AppError {
  const verdict = judge(answer);
  const page = answer.message?.trimStart().startsWith('<');
  const quoted = answer.message && !page ? `: ${redact(answer.message, secrets)}` : '.';
  const said = verdict.advice ? `${quoted.replace(/[^.!?]$/, '$&.')} ${verdict.advice}` : quoted;
  const status = answer.status ? ` (${answer.status})` : '';
  const ours = `${vendor} ${verdict.words}${status}`;
  return new AppError(verdict.code, {
    retryable: verdict.retryable,
    ...(answer.retryAfter !== undefined && { retryAfter: answer.retryAfter }),
    cause: new VendorError(ours + said, {
      loggedMessage: judgesContent(answer) ? `${ours}.` : ours + said,
      status: answer.status,
      code: answer.code && redact(answer.code, secrets),
      param: answer.param,
      requestId: answer.requestId,
      failure: verdict.failure,
      transient: verdict.transient ?? false,
      tooLong: tooLong(answer),
    }),
  });
}

/**
 * Whether a refusal is about what was sent, and may quote it. The other statuses are about the account, the address
 * or the vendor.
 */
const judgesContent = ({ status }: VendorAnswer): boolean =>
  status === undefined || (status < 500 && ![401, 402, 403, 404, 408, 429].includes(status));

interface Verdict {
  code: ErrorCode;
  failure: VendorFailure;
  retryable: boolean;
  words: string;
  /** A sentence behind what the vendor says. */
  advice?: string;
  transient?: boolean;
}

/**
 * https://developers.openai.com/docs/guides/error-codes, https://console.groq.com/docs/errors. Workers AI's
 * numbers mean that the day's free allocation is used up: https://developers.cloudflare.com/workers-ai/platform/errors/
 */
const outOfCredit: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'credit_balance_exhausted',
  'billing_hard_limit_reached',
  'billing_not_active',
  'usage_limit',
  '3036',
  '4006',
]);
const limited: ReadonlySet<string> = new Set(['rate_limit_exceeded', 'capacity_exceeded']);

function judge(answer: VendorAnswer): Verdict {
  const { status, code, message = '', keyless } = answer;
  const permanent = (failure: VendorFailure, words: string): Verdict => ({
    code: 'provider_error',
    failure,
    retryable: false,
    words,
  });
  if (status === 402 || (code && outOfCredit.has(code))) {
    return permanent('credit', 'says that the account has no credit left');
  }
  if (status === 413 || tooLong(answer)) {
    return permanent('request', 'says that the request is too large for this model or account');
  }
  // Groq answers 498 and Anthropic 529 when capacity is exhausted.
  if (status === 429 || status === 498 || status === 529 || (code && limited.has(code))) {
    const words = 'limits requests';
    return { code: 'overloaded', failure: 'limit', retryable: true, transient: true, words };
  }
  if (answer.permanent) return permanent('request', 'refused the request');
  if (status === undefined || status >= 500) {
    const words = 'failed to answer';
    const transient = status !== undefined && [500, 502, 503, 504].includes(status);
    return { code: 'provider_error', failure: 'down', retryable: true, transient, words };
  }
  if (status === 401 && keyless) {
    return { ...permanent('key', 'wants an API key'), advice: howToGiveKey(keyless) };
  }
  // Gemini answers 400.
  if (status === 401 || (status === 400 && isKeyRefused.test(message))) {
    return permanent('key', 'refused the API key');
  }
  if (code === 'content_filter') return permanent('request', 'filtered the question');
  // The key is known, but not permitted for this model, country or subscription.
  if (status === 403) return permanent('key', 'refused access');
  if (status === 404) return permanent('model', 'does not know this model or address');
  if (status === 408) {
    const words = 'reported a timeout';
    return { code: 'provider_timeout', failure: 'late', retryable: true, words };
  }
  if (status < 400) return permanent('model', 'answers from another address; check the base URL');
  return permanent('request', 'refused the request');
}

const isKeyRefused = /^(api key not valid|api key expired|invalid api key|incorrect api key)/i;

/** A server that speaks no TLS waits for a request that it can read, or answers without. */
const plain = /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG).*|EPROTO)$/;

export function vendorUnreachable(
  vendor: string,
  error: unknown,
  code = transportCode(error),
): AppError {
  if (code !== undefined && (plain.test(code) || isWithoutTls(error))) {
    const words = `${vendor} does not speak https (${code}): a server without encryption has an address that begins with http://.`;
    return new AppError('provider_error', {
      retryable: false,
      cause: new VendorError(words, { code, failure: 'model' }),
    });
  }
  const why = code ? ` (${code})` : '';
  const cause = new VendorError(`${vendor} cannot be reached${why}.`, {
    code,
    failure: 'down',
    transient: true,
  });
  return new AppError(code === 'ETIMEDOUT' ? 'provider_timeout' : 'provider_error', { cause });
}

export function vendorTimedOut(vendor: string, waitedFor: string): AppError {
  return new AppError('provider_timeout', {
    cause: new VendorError(`${vendor} took too long: ${waitedFor}.`, { failure: 'late' }),
  });
}

/** The response is not in the vendor's format. */
export function vendorGarbled(vendor: string, what: string): AppError {
  return new AppError('provider_error', { cause: new VendorError(`${vendor} ${what}.`) });
}

/** @param how A sentence. */
export function vendorNotConfigured(vendor: string, what: string, how?: string): AppError {
  const words = [`${vendor}: ${what}.`, how].filter(Boolean).join(' ');
  return new AppError('not_configured', {
    cause: new VendorError(words, { failure: 'setup' }),
  });
}

/**
 * The key may be missing because it was entered, or given, for another address.
 *
 * @param variable Names the address for which the environment gives a key.
 */
export const howToGiveKey = (variable: string) =>
  `Enter the one for this address; the environment’s key is for the address in ${variable} alone.`;

/** Characters of a vendor's message: how many are cleaned, and how many are shown. */
const maxRead = 4000;
const maxShown = 400;

/** Cuts between words: half a key would not be recognised as a key. */
const begin = (text: string) =>
  text.length <= maxRead ? text : text.slice(0, maxRead).replace(/(?<!\S)\S*$/, '…');

/** Recognises keys by a prefix such as `sk-` before at least 16 letters and digits, one of them a digit. */
function withoutKey(word: string): string {
  const prefix = /\b\w{2,4}?[-_]/.exec(word);
  if (!prefix) return word;
  const runs = word.slice(prefix.index + prefix[0].length).match(/[a-z\d]+/gi) ?? [];
  const isKey = runs.some((run) => run.length >= 16 && /\d/.test(run));
  return isKey ? `${word.slice(0, prefix.index)}[key]` : word;
}

/** Removes secrets from a vendor's message: some servers quote the key that they refuse. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = begin(text);
  for (const secret of secrets) {
    if (secret.length >= 4) clean = clean.replaceAll(secret, '[key]');
  }
  return clean
    .replace(/\b(Bearer|Basic)\s+\S+/gi, '$1 [key]')
    .replace(/(?<![\w.-])[\w.-]*\*{3}[\w*.-]*/g, '[key]')
    .replace(/[\w.-]+/g, withoutKey)
    .replace(/\s+/g, ' ')
    .slice(0, maxShown)
    .trim();
}

/** Makes an AppError of an error in transport, or of a response that could not be read. */
export function toTransportError(vendor: string, error: unknown): AppError {
  const ours = ourErrorIn(error);
  if (ours) return ours;
  const code = transportCode(error);
  if (code === 'ERR_TOO_LARGE')
    return vendorGarbled(vendor, 'returned a response that is too large');
  if (code) return vendorUnreachable(vendor, error);
  return vendorGarbled(vendor, 'returned an invalid response');
}

/** Lists an error and its causes: clients wrap the error of the transport. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return causes;
}

/** Returns the AppError that our own `fetch` threw, such as `blocked_address`. */
export const ourErrorIn = (error: unknown): AppError | undefined =>
  causesOf(error).find((cause) => cause instanceof AppError);

const isWithoutTls = (error: unknown): boolean =>
  causesOf(error).some((cause) => 'syscall' in cause && cause.syscall === 'tls');

/** Returns Node's code of a transport error. */
export function transportCode(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}

/** Reads `Retry-After`, a number of seconds or a date (RFC 9110 section 10.2.3), in seconds. */
export function retryAfter(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value)
    ? Number(value)
    : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
