import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatEvent, SentTurn } from '../../contract/chat.ts';
import { askReply, type AskReply, type AskRequest } from '../../contract/chats.ts';
import type { Settings } from '../../contract/settings.ts';
import { toAppError } from '../../errors/app-error.ts';
import { isOwnerGone, unlessDiskFull } from '../../errors/database-failure.ts';
import { costOf } from '../../providers/model-price.ts';
import { checkMessage, circumstancesOf, understand } from '../../question/understand.ts';
import { dayName, localDate } from '../../runtime/local-date.ts';
import type { Log } from '../../runtime/log.ts';
import type { Metrics } from '../../runtime/metrics.ts';
import { shared } from '../../runtime/one-at-a-time.ts';
import { inSpan } from '../../runtime/spans.ts';
import type {
  AnsweredQuestion,
  AssistantTurn,
  Chats,
  HistoryTurn,
  Session,
} from '../../storage/chats.ts';
import { languageOf, subtagOf } from '../../text/language.ts';
import { gistOf } from '../../text/shorten.ts';
import { shownModel } from '../../text/shown-model.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import type { AnswerWriter, ChatQuery, WriteOptions } from './answer-writer.ts';
import { Draft } from './draft.ts';
import { collectReply } from './reply.ts';

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

interface AnswerOptions extends WriteOptions {
  /** Called with the secret of a new session, before its first event. */
  opened?: (sessionSecret: string) => Promise<void>;
}

/** A stored question that waits for its answer. */
interface Turn extends ChatQuery, AnsweredQuestion {
  meta: ChatEvent;
  /** False: the disk is full, so the question is answered without a history. */
  isStored: boolean;
}

/** Understands a question to a bot with these settings. Returns it with all that its answer depends on. */
function toQuery(
  store: Pick<SettingsStore, 'site'>,
  settings: Settings,
  given: Pick<ChatQuery, 'locale' | 'pageUrl'> & {
    text: string;
    history: readonly HistoryTurn[];
    now: number;
  },
): ChatQuery {
  const { text, history, locale, pageUrl, now } = given;
  const site = store.site();
  const question = understand(text, {
    ...{ locale, history, circumstances: circumstancesOf(store, pageUrl, now) },
    contact: settings.chat.contact,
    botName: settings.appearance.bot_name,
  });
  const ofSite = { homeUrl: site?.home_url, siteName: site?.name ?? '' };
  return { settings, question, locale, pageUrl, ...ofSite };
}

/** Milliseconds before each further attempt while the visitor waits for the end of the answer. */
const soon = [250, 500, 1000, 2000];
/** Milliseconds between attempts after that, and in all. */
const later = { interval: 5000, total: 15 * 60_000 };
/** Answers, and their characters, that wait at most. */
const maxWaiting = { answers: 500, characters: 4_000_000 };

interface Unstored {
  question: AnsweredQuestion;
  answer: AssistantTurn;
  log: Log;
  /** Milliseconds since 1970. */
  until: number;
}

/**
 * Stores answers, also those that end while the database restarts: they are repeated for some seconds, and then kept in
 * memory until it is back. Each is stored once.
 */
export class AnswerStore {
  readonly #chats: Pick<Chats, 'addAnswer'>;
  readonly #clock: () => number;
  readonly #delays: readonly number[];
  readonly #interval: number;
  readonly #waiting: Unstored[] = [];
  readonly #storeWaiting = shared(() => this.#storeAll());
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(
    chats: Pick<Chats, 'addAnswer'>,
    clock: () => number,
    delays: readonly number[] = soon,
    interval = later.interval,
  ) {
    this.#chats = chats;
    this.#clock = clock;
    this.#delays = delays;
    this.#interval = interval;
  }

  /** Returns the id of the stored answer; 0 if it is not stored, or not yet. */
  async store(question: AnsweredQuestion, answer: AssistantTurn, log: Log): Promise<number> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#chats.addAnswer(question, answer, attempt > 0);
      } catch (error) {
        const isPassing = toAppError(error).retryable;
        const delay = this.#delays[attempt];
        if (isOwnerGone(error)) {
          log.info('answer not stored: its conversation has been deleted');
          return 0;
        }
        if (!isPassing || delay === undefined) {
          log.error({ err: error }, 'answer could not be stored');
          if (isPassing) this.#keep({ question, answer, log, until: this.#clock() + later.total });
          return 0;
        }
        await sleep(delay);
      }
    }
  }

  /** Tries once more to store what waits. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) await this.#storeWaiting();
  }

  /** Keeps an answer; the oldest ones make room. */
  #keep(unstored: Unstored): void {
    const waiting = this.#waiting;
    waiting.push(unstored);
    const characters = () => waiting.reduce((sum, { answer }) => sum + answer.content.length, 0);
    while (waiting.length > maxWaiting.answers || characters() > maxWaiting.characters) {
      waiting.shift()?.log.error('answer could not be stored: too many wait for the database');
    }
    this.#lookLater();
  }

  #lookLater(): void {
    if (this.#waiting.length === 0 || this.#isClosing || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#storeWaiting().then(() => this.#lookLater());
    }, this.#interval).unref();
  }

  /** Stores the answers that wait, until one fails again. A slow database may take longer than the interval. */
  async #storeAll(): Promise<void> {
    const waiting = this.#waiting;
    for (let next = waiting[0]; next; next = waiting[0]) {
      const { question, answer, log, until } = next;
      try {
        await this.#chats.addAnswer(question, answer, true);
        log.info('answer stored after the database was back');
      } catch (error) {
        if (toAppError(error).retryable && this.#clock() < until) break;
        if (!isOwnerGone(error)) log.error({ err: error }, 'answer could not be stored');
      }
      // Unless it has made room for another one meanwhile.
      if (waiting[0] === next) waiting.shift();
    }
  }
}

/** Returns what an answer costs in USD; undefined: its model's price is not known. */
const costOfDraft = ({ model, usage }: Draft, { settings }: ChatQuery, started: number) =>
  costOf(model, usage, settings.llm, started);

/** Ids of a session that could not be stored. */
const noSession: Session = { id: 0, publicId: '' };

export interface TurnsDependencies {
  settings: SettingsStore;
  chats: Chats;
  answerWriter: Pick<AnswerWriter, 'write'>;
  answerStore: Pick<AnswerStore, 'store'>;
  metrics: Metrics;
  clock: () => number;
  /** Looks at each stored answer in the background. @param query As it was searched for last. */
  stored?: (answerId: number, query: string | undefined) => void;
  /** Looks at the cited documents' sources in the background. */
  cited?: (documentIds: readonly number[]) => void;
}

/** Turns of conversations: visitors' questions, which are stored, and their answers, which are written and stored. */
export class Turns {
  readonly #options: TurnsDependencies;

  constructor(options: TurnsDependencies) {
    this.#options = options;
  }

  /**
   * Answers a question: `meta`, then the answer as it is written, then `done`. Errors before `meta` are thrown; later
   * ones are an `error` event. The text written by then is stored, also if `signal` aborts or the caller stops reading.
   * An answer that cannot be stored is given with 0 as id.
   *
   * @throws AppError before `meta`: `empty_message`, `message_too_long`, `sidecar_unavailable`
   */
  async *answer(request: AnswerRequest, options: AnswerOptions): AsyncGenerator<ChatEvent, void> {
    const { answerWriter, metrics, clock } = this.#options;
    const started = clock();
    const turn = await this.#open(request, options.opened);
    yield turn.meta;
    const draft = new Draft(() => clock() - started);
    let message_id: number;
    try {
      const isComplete = yield* answerWriter.write(turn, draft, { ...options, heard: metrics });
      if (!isComplete) return;
    } finally {
      message_id = await this.#close(turn, draft, started, options.log);
    }
    const { finish: finish_reason, usage, model } = draft;
    const cost_usd = costOfDraft(draft, turn, started);
    yield {
      ...{ type: 'done', message_id, finish_reason, usage },
      ...(cost_usd !== undefined && { cost_usd }),
      model: shownModel(model),
      ms: clock() - started,
    };
  }

  /**
   * Opens the session, stores the question, and reads the turns before it. While the disk is full, a question is
   * answered without being stored: its id is 0, and a new session has none.
   */
  async #open(
    { message, sessionId, sessionSecret, pageUrl, locale, ...request }: AnswerRequest,
    opened: AnswerOptions['opened'],
  ): Promise<Turn> {
    const { settings: store, chats, clock } = this.#options;
    const { ipHash, userHash = '', history: sent = [] } = request;
    const settings = await settingsFor(store, locale);
    const { max_message_chars, history_turns } = settings.chat;
    const text = checkMessage(message, max_message_chars);
    const { id, publicId, secret } = await unlessDiskFull(
      () => chats.open(sessionId, sessionSecret, ipHash, userHash),
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
      maxTurns > 0 ? chats.history(id, maxTurns + 1) : [],
      isNew ||
        unlessDiskFull(
          () => chats.touch(id),
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
    const query = toQuery(store, settings, { text, history, locale, pageUrl, now });
    const { timeZone, page } = query.question.circumstances!;
    const day = dayName(localDate(now, timeZone));
    const answered = { sessionId: id, questionId, message: text, language, page, day };
    return { ...query, ...answered, isFirst: isNew, meta, isStored };
  }

  /** Counts, logs and stores an answer. Returns its id; 0 if it cannot be stored. */
  async #close(turn: Turn, draft: Draft, started: number, log: Log): Promise<number> {
    const { metrics, answerStore, stored, cited, clock } = this.#options;
    const { finish, firstToken, toolCalls, retrieval: search, model, usage } = draft;
    const answer = draft.toTurn();
    const cost = costOfDraft(draft, turn, started);
    const total = clock() - started;
    metrics.answered({ finish, firstToken, total, toolCalls, search, model, usage, cost });
    log.info(
      {
        ...{ finish, firstToken, total, model },
        ms: search?.ms,
        queries: search?.queries.length,
        passages: search?.passages.length,
        tokens: search?.tokens.used,
      },
      'answered',
    );
    cited?.(draft.shownPassages.map(({ documentId }) => documentId));
    if (!turn.isStored) return 0;
    const id = await inSpan('store', () => answerStore.store(turn, answer, log));
    if (id > 0) stored?.(id, search?.queries.at(-1)?.text);
    return id;
  }
}

/**
 * Answers an owner's question as a visitor's, with unsaved settings. Stores and counts nothing but paid tokens.
 *
 * @throws AppError of the answer; `empty_message`, `message_too_long`; the signal's reason
 */
export async function askAsOwner(
  {
    settings: store,
    answerWriter,
    clock,
  }: Pick<TurnsDependencies, 'answerWriter' | 'clock'> & {
    settings: Pick<SettingsStore, 'patched' | 'site'>;
  },
  { message, page_url, settings: unsaved = {} }: AskRequest,
  locale: string,
  options: WriteOptions,
): Promise<AskReply> {
  const started = clock();
  const settings = await store.patched(unsaved);
  const text = checkMessage(message, settings.chat.max_message_chars);
  const given = { text, history: [], locale, pageUrl: page_url ?? null, now: started };
  const query = toQuery(store, settings, given);
  const draft = new Draft(() => clock() - started);
  async function* events(): AsyncGenerator<ChatEvent> {
    const isComplete = yield* answerWriter.write(query, draft, options);
    if (!isComplete) throw options.signal.reason as Error;
  }
  const reply = await collectReply(events());
  const { usage, model, outcome, retrieval } = draft;
  const cost_usd = costOfDraft(draft, query, started);
  return {
    ...askReply.omit({ confidence: true }).parse(reply),
    usage,
    ...(cost_usd !== undefined && { cost_usd }),
    model,
    ms: clock() - started,
    outcome,
    confidence: retrieval?.confidence ?? null,
  };
}
