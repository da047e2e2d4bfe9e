import { AppError } from '../errors/app-error.ts';
import { isMachineFault } from '../errors/machine-fault.ts';
import type { ErrorCode } from '../contract/errors.ts';

export const maxAttempts = 3;
/** `available_at` of a document that is not retried. */
export const never = 0;
/** Milliseconds between attempts after the first three: an outage may last for days. */
const laterAttempts = 3_600_000;

/**
 * Errors of the document itself. The first attempts are retried, because memory may have been short, but not the
 * later ones, which wait for the end of an outage.
 */
const ofTheDocument: readonly ErrorCode[] = ['too_large', 'unsupported_type', 'no_text'];

/** Milliseconds until work is tried again for which the machine lacked something. */
const machineWait = 10_000;

/** Returns the milliseconds before the next attempt, with jitter. */
const backOff = (attempts: number) =>
  (attempts < maxAttempts ? 5000 * 6 ** (attempts - 1) : laterAttempts) * (0.5 + Math.random());

interface Failure {
  /** False: the document has failed. */
  again: boolean;
  /** Whether it was an attempt to read the document at all. */
  isAttempt: boolean;
  /** Milliseconds until the next attempt; null: none. */
  wait: number | null;
  /** Code and message for the owner: the message of a foreign error may contain addresses, paths or text of the site. */
  shown: { error_code: string; error_message: string };
}

/** Decides how to continue after an error. */
export function failureOf(error: unknown, attempts: number): Failure {
  const known = error instanceof AppError ? error : new AppError('internal_error');
  const ofMachine = isMachineFault(error);
  const transient = known !== error || known.retryable;
  const again = ofMachine || (transient && attempts < maxAttempts);
  const later = again || (transient && !ofTheDocument.includes(known.code));
  const asked = (known.retryAfter ?? 0) * 1000;
  return {
    again,
    isAttempt: !ofMachine,
    wait: later ? Math.round(Math.max(asked, ofMachine ? machineWait : backOff(attempts))) : null,
    shown: { error_code: known.code, error_message: known.message.slice(0, 500) },
  };
}
