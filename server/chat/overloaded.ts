import { AppError } from '../errors/app-error.ts';

export type Crowded = 'session' | 'address' | 'total' | 'relayed' | 'starting';

/** @param retryAfter Seconds; by default the time in which most answers are complete. */
export function overloaded(turnedAway: Crowded, retryAfter = 5): AppError {
  return new AppError('overloaded', { retryAfter, turnedAway });
}
