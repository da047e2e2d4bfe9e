import type { TurnedAway } from '../contract/turned-away.ts';
import { AppError } from '../errors/app-error.ts';

const crowded = 'The chat is answering many visitors right now. Please try again in a moment.';

const sentences = {
  session: 'Another answer is still being written. Please wait a moment.',
  address: 'Other answers are still being written at your address. Please wait a moment.',
  total: crowded,
  relayed: crowded,
  starting: crowded,
} satisfies Partial<Record<TurnedAway, string>>;

export type Crowded = keyof typeof sentences;

/** @param retryAfter Seconds; by default the time in which most answers are complete. */
export const overloaded = (turnedAway: Crowded, retryAfter = 5) =>
  new AppError('overloaded', { message: sentences[turnedAway], retryAfter, turnedAway });
