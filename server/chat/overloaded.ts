import type { TurnedAway } from '../contract/turned-away.ts';
import { AppError } from '../errors/app-error.ts';

/** More than the code's own sentence says, where it is the visitor's own answers that are in the way. */
const sentences: Partial<Record<TurnedAway, string>> = {
  session: 'Another answer is still being written. Please wait a moment.',
  address: 'Other answers are still being written at your address. Please wait a moment.',
};

export type Crowded = 'session' | 'address' | 'total' | 'relayed' | 'starting';

/** @param retryAfter Seconds; by default the time in which most answers are complete. */
export function overloaded(turnedAway: Crowded, retryAfter = 5): AppError {
  const message = sentences[turnedAway];
  return new AppError('overloaded', { retryAfter, turnedAway, ...(message && { message }) });
}
