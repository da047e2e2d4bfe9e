import { errorStatus, type ErrorBody, type ErrorCode } from '../contract/errors.ts';

const sentences: Record<ErrorCode, string> = {
  invalid_request: 'The request is not valid.',
  empty_message: 'Please write a message first.',
  message_too_long: 'This message is too long.',
  invalid_signature: 'The request is not signed correctly.',
  wrong_site: 'The chat is not available right now. Please try again later.',
  rest_forbidden: 'Sorry, you are not allowed to do that.',
  rest_cookie_invalid_nonce: 'The page has expired. Please try again.',
  invalid_session: 'This conversation belongs to someone else or has ended.',
  not_found: 'There is nothing here.',
  conflict: 'This is being worked on already.',
  too_large: 'This is too large.',
  unsupported_type: 'This type of content cannot be read.',
  blocked_address: 'This address may not be fetched.',
  no_text: 'No readable text was found.',
  rate_limited: 'Too many messages. Please wait a moment.',
  budget_exhausted: 'The chat has reached its limit for now.',
  internal_error: 'Something went wrong.',
  provider_error: 'The language model could not answer. Please try again.',
  sidecar_unavailable: 'The chat is not available right now. Please try again later.',
  not_configured: 'The chat is not set up yet.',
  overloaded: 'The chat is very busy. Please try again in a moment.',
  provider_timeout: 'The language model took too long. Please try again.',
};

const retryableCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'rate_limited',
  'provider_error',
  'sidecar_unavailable',
  'overloaded',
  'provider_timeout',
]);

interface Details {
  /** For the log only. */
  cause?: unknown;
  message?: string;
  fields?: Record<string, string>;
  /** Address of the site that the sidecar serves. */
  site?: string;
  /** Seconds. */
  retryAfter?: number;
  /** Whether the same call may succeed later; by default a property of the code. */
  retryable?: boolean;
}

/** The one error that may reach a client: a code of the contract and a harmless sentence. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  readonly fields: Record<string, string> | undefined;
  readonly site: string | undefined;
  readonly retryAfter: number | undefined;
  /** Whether the message says more than the code's usual sentence. */
  readonly specific: boolean;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? sentences[code], { cause: details.cause });
    this.code = code;
    this.status = errorStatus[code];
    this.retryable = details.retryable ?? retryableCodes.has(code);
    this.fields = details.fields;
    this.site = details.site;
    this.retryAfter = details.retryAfter;
    this.specific = details.message !== undefined;
  }

  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      data: {
        status: this.status,
        ...(this.fields && { fields: this.fields }),
        ...(this.site !== undefined && { site: this.site }),
        ...(this.retryAfter !== undefined && { retry_after: this.retryAfter }),
        ...(this.specific && { specific: true }),
      },
    };
  }
}

/** mysql2 marks errors that end a connection; Node's own carry the system's code. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, fatal } = error as { code?: string; fatal?: boolean };
  return fatal === true || code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'ETIMEDOUT';
}

/** Any error as one that may reach a client; what it was stays its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = isConnectionError(error) ? 'sidecar_unavailable' : 'internal_error';
  return new AppError(code, { cause: error });
}
