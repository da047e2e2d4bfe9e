import { AppError } from '../errors/app-error.ts';
import type { HistoryTurn } from '../storage/chats.ts';
import { greetingReply } from '../text/greetings.ts';
import { languageOf } from '../text/language.ts';
import { refersBack } from './refers-back.ts';

/** A visitor's message with all that is derived from its words, once. */
export interface Question {
  text: string;
  /** BCP 47 primary subtag; empty if the words do not tell. */
  language: string;
  /** A reply if the message only greets or thanks; else null. */
  greeting: string | null;
  /** Whether the question probably cannot be understood without `history`. */
  isFollowUp: boolean;
  /** Earlier turns, oldest first. */
  history: readonly HistoryTurn[];
}

/**
 * Trims a message and checks its length.
 *
 * @throws AppError `empty_message`, `message_too_long`
 */
export function checkMessage(message: string, maxChars: number): string {
  const text = message.trim();
  if (text === '') throw new AppError('empty_message');
  if (text.length > maxChars) throw new AppError('message_too_long');
  return text;
}

/** @param locale Of the page; decides between languages that are about as likely. */
export const understand = (
  text: string,
  {
    locale = '',
    history = [],
  }: { locale?: string; history?: readonly HistoryTurn[] | undefined } = {},
): Question => ({
  text,
  language: languageOf(text, locale),
  greeting: greetingReply(text),
  isFollowUp: history.length > 0 && refersBack(text),
  history,
});
