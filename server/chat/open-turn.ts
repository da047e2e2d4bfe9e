import type { ChatEvent } from '../contract/chat.ts';
import type { Settings } from '../contract/settings.ts';
import { checkMessage, understand, type Question } from '../question/understand.ts';
import type { Chats } from '../storage/chats.ts';
import type { Sessions } from '../storage/sessions.ts';
import { pagePath } from '../net/page-path.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

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
}

/** A stored question that waits for its answer. */
export interface Turn {
  settings: Settings;
  question: Question;
  /** The page's locale. */
  locale: string;
  pageUrl: string | null;
  sessionId: number;
  meta: ChatEvent;
}

export interface TurnDependencies {
  settings: SettingsStore;
  sessions: Sessions;
  chats: Chats;
  clock: () => number;
}

/**
 * Opens the session, stores the question, and reads the turns before it.
 *
 * @throws AppError `empty_message`, `message_too_long`, `sidecar_unavailable`
 */
export function createOpenTurn({ settings: store, sessions, chats, clock }: TurnDependencies) {
  return async function openTurn(
    { message, sessionId, sessionSecret, pageUrl, locale, ipHash, userHash = '' }: AnswerRequest,
    opened?: (sessionSecret: string) => void,
  ): Promise<Turn> {
    const settings = await store.get();
    const { max_message_chars, history_turns } = settings.chat;
    const text = checkMessage(message, max_message_chars);
    const { id, publicId, secret } = await sessions.open(
      sessionId,
      sessionSecret,
      ipHash,
      userHash,
    );
    const isNew = secret !== undefined;
    if (isNew) opened?.(secret);
    const maxTurns = isNew ? 0 : history_turns;
    // All at once: the new question may be read together with the earlier turns.
    const [questionId, turns] = await Promise.all([
      chats.addQuestion(id, text, pageUrl),
      maxTurns > 0 ? chats.said(id, maxTurns + 1) : [],
      isNew || sessions.touch(id),
    ]);
    const history = turns.filter((turn) => turn.id < questionId).slice(-maxTurns);
    const meta: ChatEvent = {
      type: 'meta',
      session_id: publicId,
      ...(isNew && { session_secret: secret }),
      message_id: questionId,
    };
    const site = store.site();
    const asked = {
      now: clock(),
      timeZone: site?.time_zone ?? 'UTC',
      page: pagePath(pageUrl, site?.home_url),
    };
    const question = understand(text, {
      locale,
      history,
      asked,
      contact: settings.chat.contact,
      botName: settings.appearance.bot_name,
    });
    return { settings, question, locale, pageUrl, sessionId: id, meta };
  };
}
