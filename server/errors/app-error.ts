import { databaseFailure } from './database-failure.ts';
import { errors, type ErrorBody, type ErrorCode } from '../contract/errors.ts';
import type { TurnedAway } from '../contract/trouble.ts';

interface Details {
  /** For the log only. */
  cause?: unknown;
  message?: string;
  fields?: Record<string, string>;
  /** Address of the site that the sidecar serves. */
  site?: string;
  /** Text that the visitor has to agree to. */
  consent?: string;
  /** Seconds. */
  retryAfter?: number | undefined;
  /** How to reach a person. */
  contact?: string | undefined;
  /** Whether the same call may succeed later; by default a property of the code. */
  retryable?: boolean;
  /** Why a visitor is turned away. For the operator only. */
  turnedAway?: TurnedAway;
}

/** The one error that may reach a client: a code of the contract and a harmless sentence. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  readonly fields: Record<string, string> | undefined;
  readonly site: string | undefined;
  readonly consent: string | undefined;
  readonly retryAfter: number | undefined;
  readonly contact: string | undefined;
  readonly turnedAway: TurnedAway | undefined;
  /** Whether the message says more than the code's usual sentence. */
  readonly specific: boolean;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? errors[code].message, { cause: details.cause });
    this.code = code;
    this.status = errors[code].status;
    this.retryable = details.retryable ?? 'retryable' in errors[code];
    this.fields = details.fields;
    this.site = details.site;
    this.consent = details.consent;
    this.retryAfter = details.retryAfter;
    this.contact = details.contact;
    this.turnedAway = details.turnedAway;
    this.specific = details.message !== undefined;
  }

  /** Returns the body of an answer; JSON leaves out what is undefined. */
  toBody(): ErrorBody {
    const { code, message, status, fields, site, consent, contact } = this;
    const specific = this.specific || undefined;
    const data = { status, fields, site, consent, retry_after: this.retryAfter, contact, specific };
    return { code, message, data };
  }
}

/** Level of the log for a failure: only the sidecar's own is an error, that of a vendor or of the setup is a warning. */
export const logLevelOf = ({ code }: AppError): 'error' | 'warn' =>
  code === 'internal_error' || code === 'sidecar_unavailable' ? 'error' : 'warn';

/** Seconds after which a lock is probably free. */
const lockedFor = 5;

/** Any error as one that may reach a client; what it was stays its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const failure = databaseFailure(error);
  if (failure === 'locked') {
    return new AppError('overloaded', { cause: error, retryAfter: lockedFor });
  }
  return new AppError(failure === null ? 'internal_error' : 'sidecar_unavailable', {
    cause: error,
  });
}
