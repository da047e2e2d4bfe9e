import { AppError } from '../errors/app-error.ts';
import type { ErrorCode } from '../contract/errors.ts';

export const maxAttempts = 3;
/** `available_at` of what has failed for good. */
export const never = 0;
/** Milliseconds between attempts once the first three are used up: an outage may last for days. */
const laterAttempts = 3_600_000;

/**
 * Errors that lie in the document itself: tried again, because the machine may have been short of memory, but no outage
 * that passes.
 */
const ofTheDocument: readonly ErrorCode[] = ['too_large', 'unsupported_type', 'no_text'];

/** Milliseconds before the next attempt, spread so that a crowd does not come back at once. */
const backOff = (attempts: number) =>
  (attempts < maxAttempts ? 5000 * 6 ** (attempts - 1) : laterAttempts) * (0.5 + Math.random());

interface Failure {
  /** False: the document has failed. */
  again: boolean;
  /** Milliseconds until it is tried again; null: never. */
  wait: number | null;
  /** Only what may be shown: a foreign message can hold addresses, paths or text of the site. */
  shown: { error_code: string; error_message: string };
}

/** What follows from an error after so many attempts. */
export function failureOf(error: unknown, attempts: number): Failure {
  const known = error instanceof AppError ? error : new AppError('internal_error');
  const transient = known !== error || known.retryable;
  const again = transient && attempts < maxAttempts;
  const later = again || (transient && !ofTheDocument.includes(known.code));
  const asked = (known.retryAfter ?? 0) * 1000;
  return {
    again,
    wait: later ? Math.round(Math.max(asked, backOff(attempts))) : null,
    shown: { error_code: known.code, error_message: known.message.slice(0, 500) },
  };
}
