import { AppError } from '../errors/app-error.ts';
import type { HistoryTurn } from '../storage/chats.ts';
import { greetingReply } from '../text/greetings.ts';
import { languageOf, subtagOf } from '../text/language.ts';
import { datesIn, type Dates } from './dates.ts';
import { refersBack } from './refers-back.ts';

/** Circumstances of a question. */
export interface Asked {
  /** Milliseconds. */
  now: number;
  /** The site's: IANA name or an offset such as `+02:00`. */
  timeZone: string;
  /** Path of the page that the visitor is on, of the site's own; else empty. The visitor's browser sends it. */
  page: string;
}

/** A visitor's message with all that is derived from its words, once. */
export interface Question {
  text: string;
  /** BCP 47 primary subtag; empty if the words do not tell. */
  language: string;
  /** A reply if the message only greets or thanks; else null. */
  greeting: string | null;
  /** Whether the question probably cannot be understood without `history`. */
  isFollowUp: boolean;
  /** Days that it names. */
  dates: Dates;
  /** When and where it was asked; null if that is not known. */
  asked: Asked | null;
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

/**
 * @param locale Of the page; decides between languages that are about as likely.
 * @param asked Without it, no days are found.
 */
export function understand(
  text: string,
  {
    locale = '',
    history = [],
    asked = null,
  }: { locale?: string; history?: readonly HistoryTurn[] | undefined; asked?: Asked | null } = {},
): Question {
  const language = languageOf(text, locale);
  const named = language || subtagOf(locale);
  return {
    text,
    language,
    greeting: greetingReply(text),
    isFollowUp: history.length > 0 && refersBack(text),
    dates: asked ? datesIn(text, named, asked.now, asked.timeZone) : { words: [], days: [] },
    asked,
    history,
  };
}
