import type { Settings } from '../contract/settings.ts';
import { subtagOf, languageOf } from '../text/language.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { SentTurn, ChatEvent } from '../contract/chat.ts';
import type { HistoryTurn, Chats, AnsweredQuestion } from '../storage/chats.ts';
import { unlessDiskFull } from '../errors/database-failure.ts';
import { gistOf } from '../text/shorten.ts';
import { dayName, localDate } from '../runtime/local-date.ts';
import { checkMessage, understand } from '../question/understand.ts';
import type { Asked, Question } from '../question/question.ts';
import type { Session, Sessions } from '../storage/sessions.ts';
import { pagePath } from '../net/page-path.ts';

const tagOf = (locale: string) => locale.replaceAll('_', '-').toLowerCase();

/**
 * Returns the settings with the owner's words in the language of a page, if the site has translations of them.
 *
 * @param locale Of the page.
 */
export async function settingsFor(
  store: Pick<SettingsStore, 'get' | 'site'>,
  locale: string,
): Promise<Settings> {
  const settings = await store.get();
  const all = Object.entries(store.site()?.words ?? {});
  const found =
    all.find(([known]) => tagOf(known) === tagOf(locale)) ??
    all.find(([known]) => subtagOf(known) === subtagOf(locale));
  if (!found) return settings;
  const { consent_text, contact, refusal_text } = found[1];
  return {
    ...settings,
    chat: { ...settings.chat, contact, refusal_text },
    privacy: { ...settings.privacy, consent_text },
  };
}

/** Characters: answers are limited in tokens, which are shorter than this in nearly every language. */
const perToken = 4;

/**
 * Reads the earlier turns that a client sent with its question, within the limits of stored ones. They are the
 * context of this one question: they are not stored, and name no chunks of the knowledge base.
 *
 * @param question Some clients send it as the last turn, too.
 */
export function readSentHistory(
  sent: readonly (SentTurn | null)[],
  question: string,
  { history_turns, max_message_chars, max_tokens }: Settings['chat'],
): HistoryTurn[] {
  if (history_turns === 0) return [];
  const maxChars = { user: max_message_chars, assistant: perToken * max_tokens };
  const turns = sent.flatMap((turn) => {
    const content = turn?.content.trim() ?? '';
    if (!turn || content === '') return [];
    const { role } = turn;
    return { role, content: content.slice(0, maxChars[role]), chunkIds: [], sent: true as const };
  });
  const last = turns.at(-1);
  if (last?.role === 'user' && last.content === question) turns.pop();
  const latest = turns.slice(-history_turns);
  // Vendors expect that a visitor speaks first; a widget may send its greeting as the first turn.
  const first = latest.findIndex(({ role }) => role === 'user');
  return first < 0 ? [] : latest.slice(first);
}

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

/** Understands a question to a bot with these settings. Returns it with all that its answer depends on. */
export function toAsked(
  store: Pick<SettingsStore, 'site'>,
  settings: Settings,
  given: Pick<AskedQuestion, 'locale' | 'pageUrl'> & {
    text: string;
    history: readonly HistoryTurn[];
    now: number;
  },
): AskedQuestion {
  const { text, history, locale, pageUrl, now } = given;
  const question = understand(text, {
    ...{ locale, history, asked: askedOn(store, pageUrl, now) },
    contact: settings.chat.contact,
    botName: settings.appearance.bot_name,
  });
  const site = store.site();
  const ofSite = { homeUrl: site?.home_url, siteName: site?.name ?? '' };
  return { settings, question, locale, pageUrl, ...ofSite };
}

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
    const now = clock();
    const asking = toAsked(store, settings, { text, history, locale, pageUrl, now });
    const { timeZone, page } = asking.question.asked!;
    const day = dayName(localDate(now, timeZone));
    const answered = { sessionId: id, questionId, message: text, language, page, day };
    return { ...asking, ...answered, isFirst: isNew, meta, isStored };
  };
}
