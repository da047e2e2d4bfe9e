import type { ChatEvent, SentTurn } from '../contract/chat.ts';
import type { Settings } from '../contract/settings.ts';
import { unlessDiskFull } from '../errors/database-failure.ts';
import { gistOf } from '../question/gist.ts';
import { dayName, localDate } from '../runtime/local-date.ts';
import {
  checkMessage,
  understand,
  type Asked,
  type Question,
  type UnderstandOptions,
} from '../question/understand.ts';
import type { Chats, AnsweredQuestion } from '../storage/chats.ts';
import type { Session, Sessions } from '../storage/sessions.ts';
import { pagePath } from '../net/page-path.ts';
import { languageOf } from '../text/language.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { settingsFor } from './owner-words.ts';
import { readSentHistory } from './sent-history.ts';

export interface AnswerRequest {
  message: string;
  /** Empty: a new session. */
  sessionId: string;
  sessionSecret: string;
  pageUrl: string | null;
  locale: string;
  ipHash: string;
  /** Hash of a logged-in visitor; empty without a login. */
  userHash?: string;
  /** Earlier turns that the client sent; read for a new session only. */
  history?: readonly (SentTurn | null)[] | undefined;
}

/** A question with all that its answer depends on. */
export interface AskedQuestion {
  settings: Settings;
  question: Question;
  /** The page's locale. */
  locale: string;
  pageUrl: string | null;
  /** The site's front page; undefined before the site has said it. */
  homeUrl: string | undefined;
  /** Empty before the site has said it. */
  siteName: string;
}

/** A stored question that waits for its answer. */
export interface Turn extends AskedQuestion, AnsweredQuestion {
  meta: ChatEvent;
  /** False: the disk is full, so the question is answered without a history. */
  isStored: boolean;
}

export interface TurnDependencies {
  settings: SettingsStore;
  sessions: Sessions;
  chats: Chats;
  clock: () => number;
}

/** Returns when and where a question is asked. */
export function askedOn(
  store: Pick<SettingsStore, 'site'>,
  pageUrl: string | null,
  now: number,
): Asked {
  const site = store.site();
  return {
    now,
    timeZone: site?.time_zone ?? 'UTC',
    page: pagePath(pageUrl, site?.home_url),
  };
}

/** Understands a question to a bot with these settings. */
export const understandAsked = (
  text: string,
  { chat, appearance }: Settings,
  options: Pick<UnderstandOptions, 'locale' | 'history' | 'asked'>,
): Question =>
  understand(text, { ...options, contact: chat.contact, botName: appearance.bot_name });

/** Returns what is known of the site. */
export const siteOf = (store: Pick<SettingsStore, 'site'>) => {
  const site = store.site();
  return { homeUrl: site?.home_url, siteName: site?.name ?? '' };
};

/** Ids of a session that could not be stored. */
const noSession: Session = { id: 0, publicId: '' };

/**
 * Opens the session, stores the question, and reads the turns before it. While the disk is full, a
 * question is answered without being stored: its id is 0, and a new session has none.
 *
 * @throws AppError `empty_message`, `message_too_long`, `sidecar_unavailable`
 */
export function createOpenTurn({ settings: store, sessions, chats, clock }: TurnDependencies) {
  return async function openTurn(
    {
      message,
      sessionId,
      sessionSecret,
      pageUrl,
      locale,
      ipHash,
      userHash = '',
      history: sent = [],
    }: AnswerRequest,
    opened?: (sessionSecret: string) => Promise<void>,
  ): Promise<Turn> {
    const settings = await settingsFor(store, locale);
    const { max_message_chars, history_turns } = settings.chat;
    const text = checkMessage(message, max_message_chars);
    const { id, publicId, secret } = await unlessDiskFull(
      () => sessions.open(sessionId, sessionSecret, ipHash, userHash),
      () => noSession,
    );
    const isNew = secret !== undefined || publicId === '';
    const maxTurns = isNew ? 0 : history_turns;
    const language = languageOf(gistOf(text), locale);
    // All at once: the new question may be read together with the earlier turns.
    const [questionId, turns] = await Promise.all([
      id === 0
        ? 0
        : unlessDiskFull(
            () => chats.addQuestion(id, { content: text, pageUrl, language }),
            () => 0,
          ),
      maxTurns > 0 ? chats.said(id, maxTurns + 1) : [],
      isNew ||
        unlessDiskFull(
          () => sessions.touch(id),
          () => undefined,
        ),
      secret !== undefined && opened?.(secret),
    ]);
    const isStored = questionId > 0;
    const history = isNew
      ? readSentHistory(sent, text, settings.chat)
      : turns.filter((turn) => !isStored || turn.id < questionId).slice(-maxTurns);
    const meta: ChatEvent = {
      type: 'meta',
      session_id: publicId,
      ...(secret !== undefined && { session_secret: secret }),
      message_id: questionId,
    };
    const asked = askedOn(store, pageUrl, clock());
    const question = understandAsked(text, settings, { locale, history, asked });
    const { page } = asked;
    const day = dayName(localDate(asked.now, asked.timeZone));
    const answered = { sessionId: id, questionId, message: text, language, page, day };
    const asking = { settings, question, locale, pageUrl, ...siteOf(store) };
    return { ...asking, ...answered, isFirst: isNew, meta, isStored };
  };
}
