import { AppError } from '../errors/app-error.ts';
import type { HistoryTurn } from '../storage/chats.ts';
import { languageOf, subtagOf } from '../text/language.ts';
import { daysIn, weekdayNames } from './days.ts';
import { gistOf } from '../text/shorten.ts';
import { intentOf, isReply, replyTo, withoutSmallTalk, type Found } from './intents.ts';
import { refersBack } from './follow-ups.ts';
import type { Asked, Question } from './question.ts';

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

/** "Yes" answers a question that a model has asked. */
function isAsked(history: readonly HistoryTurn[]): boolean {
  const last = history.at(-1);
  if (last?.role !== 'assistant' || isReply(last.content)) return false;
  return /[?？؟]\s*$/.test(last.content);
}

interface UnderstandOptions {
  /** The page's; decides between languages that are about as likely. */
  locale?: string;
  history?: readonly HistoryTurn[] | undefined;
  /** The owner's line that says how to reach a person. */
  contact?: string;
  botName?: string;
  /** Without it, today and tomorrow are no days. */
  asked?: Asked | null;
}

/** Returns a question that is small talk with its reply. @param contact The owner's line that says how to reach a person. */
export const asSmallTalk = (question: Question, found: Found, contact: string): Question => ({
  ...question,
  greeting: found.intent === 'ok' && isAsked(question.history) ? null : replyTo(found, contact),
  isSmallTalk: true,
  asksForPerson: found.intent === 'human',
});

export function understand(
  message: string,
  { locale = '', history = [], contact = '', botName = '', asked = null }: UnderstandOptions = {},
): Question {
  const read = gistOf(message);
  const language = languageOf(read, locale);
  const spoken = { language, locale };
  const found = intentOf(read, spoken, botName);
  const gist = found === null ? withoutSmallTalk(read, spoken) : read;
  const named = language || subtagOf(locale);
  const days = daysIn(gist, named, asked?.now, asked?.timeZone);
  const question: Question = {
    text: read === message ? gist : message,
    gist,
    language,
    greeting: null,
    isSmallTalk: false,
    asksForPerson: false,
    isFollowUp: history.length > 0 && refersBack(gist),
    days,
    weekdays: weekdayNames(days, named),
    asked,
    history,
  };
  return found === null ? question : asSmallTalk(question, found, contact);
}
