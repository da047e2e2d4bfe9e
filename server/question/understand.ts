import { AppError } from '../errors/app-error.ts';
import { pagePath } from '../net/page-path.ts';
import type { HistoryTurn } from '../storage/chats.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { languageOf, subtagOf } from '../text/language.ts';
import { daysIn, weekdayNames } from './days.ts';
import { gistOf } from '../text/shorten.ts';
import { intentOf, isReply, replyTo, withoutSmallTalk } from './intents.ts';
import { refersBack } from './follow-ups.ts';
import type { Circumstances, Question } from './question.ts';

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

/** Returns when, and on which page of the site, a question is asked. */
export function circumstancesOf(
  store: Pick<SettingsStore, 'site'>,
  pageUrl: string | null,
  now: number,
): Circumstances {
  const site = store.site();
  return {
    now,
    timeZone: site?.time_zone ?? 'UTC',
    page: pagePath(pageUrl, site?.home_url),
  };
}

/** "Yes" answers a question that a model has asked. */
function asksSomething(history: readonly HistoryTurn[]): boolean {
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
  circumstances?: Circumstances | null;
}

export function understand(
  message: string,
  { locale = '', history = [], contact = '', botName = '', ...given }: UnderstandOptions = {},
): Question {
  const { circumstances = null } = given;
  const read = gistOf(message);
  const language = languageOf(read, locale);
  const spoken = { language, locale };
  const found = intentOf(read, spoken, botName);
  const gist = found === null ? withoutSmallTalk(read, spoken) : read;
  const named = language || subtagOf(locale);
  const days = daysIn(gist, named, circumstances?.now, circumstances?.timeZone);
  const hasAsked = found?.intent === 'ok' && asksSomething(history);
  return {
    text: read === message ? gist : message,
    gist,
    language,
    greeting: found === null || hasAsked ? null : replyTo(found, contact),
    isSmallTalk: found !== null,
    asksForPerson: found?.intent === 'human',
    isFollowUp: history.length > 0 && refersBack(gist),
    days,
    weekdays: weekdayNames(days, named),
    circumstances,
    history,
  };
}
