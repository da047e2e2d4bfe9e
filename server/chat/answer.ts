import type { ChatEvent } from '../contract/chat.ts';
import { askReply, type AskReply, type AskRequest } from '../contract/chats.ts';
import { costOf } from '../providers/model-price.ts';
import { checkMessage } from '../question/understand.ts';
import type { Log } from '../runtime/log.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { inSpan } from '../runtime/spans.ts';
import { shownModel } from '../text/shown-model.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { Draft } from './draft.ts';
import type { NoteGaps } from './gaps.ts';
import {
  createOpenTurn,
  type AnswerRequest,
  type AskedQuestion,
  type Turn,
  type TurnDependencies,
  toAsked,
} from './open-turn.ts';
import { collectReply } from './reply.ts';
import type { StoreAnswers } from './store-answers.ts';
import type { WriteAnswer, WriteAnswerOptions } from './write-answer.ts';

interface AnswerOptions extends WriteAnswerOptions {
  /** Called with the secret of a new session, before its first event. */
  opened?: (sessionSecret: string) => Promise<void>;
}

export interface AnswerDependencies extends TurnDependencies {
  writeAnswer: WriteAnswer;
  metrics: Metrics;
  storeAnswers: Pick<StoreAnswers, 'store'>;
  /** Looks at each stored answer in the background. */
  noteGaps?: Pick<NoteGaps, 'note'>;
  /** Looks at the cited documents' sources in the background. */
  cited?: (documentIds: readonly number[]) => void;
}

/** Returns what an answer costs in USD; undefined: its model's price is not known. */
const costOfDraft = ({ model, usage }: Draft, { settings }: AskedQuestion, started: number) =>
  costOf(model, usage, settings.llm, started);

/** Answers a visitor's message; see `answer`. */
export function createAnswer(dependencies: AnswerDependencies) {
  const { writeAnswer, metrics, storeAnswers, noteGaps, cited, clock } = dependencies;
  const openTurn = createOpenTurn(dependencies);

  /** Counts, logs and stores an answer. Returns its id; 0 if it cannot be stored. */
  async function close(turn: Turn, draft: Draft, started: number, log: Log): Promise<number> {
    const { finish, firstToken, toolCalls, retrieval: search, model, usage } = draft;
    const stored = draft.toTurn();
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
    const id = await inSpan('store', () => storeAnswers.store(turn, stored, log));
    if (id > 0) noteGaps?.note(id, search?.queries.at(-1)?.text);
    return id;
  }

  /**
   * One turn of a conversation: `meta`, then the answer as it is written, then `done`. Errors before
   * `meta` are thrown; later ones are an `error` event. The text written by then is stored, also if
   * `signal` aborts or the caller stops reading. An answer that cannot be stored is given with 0 as id.
   *
   * @throws AppError before `meta`: `empty_message`, `message_too_long`, `sidecar_unavailable`
   */
  return async function* answer(
    request: AnswerRequest,
    options: AnswerOptions,
  ): AsyncGenerator<ChatEvent, void> {
    const started = clock();
    const turn = await openTurn(request, options.opened);
    yield turn.meta;
    const draft = new Draft(() => clock() - started);
    let message_id: number;
    try {
      const isWhole = yield* writeAnswer(turn, draft, { ...options, heard: metrics });
      if (!isWhole) return;
    } finally {
      message_id = await close(turn, draft, started, options.log);
    }
    const { finish: finish_reason, usage, model } = draft;
    const cost_usd = costOfDraft(draft, turn, started);
    yield {
      ...{ type: 'done', message_id, finish_reason, usage },
      ...(cost_usd !== undefined && { cost_usd }),
      model: shownModel(model),
      ms: clock() - started,
    };
  };
}

/** Answers an owner's question as a visitor's, with unsaved settings. Stores and counts nothing but paid tokens. */
export function createAsk({
  settings: store,
  writeAnswer,
  clock,
}: {
  settings: Pick<SettingsStore, 'patched' | 'site'>;
  writeAnswer: WriteAnswer;
  clock: () => number;
}) {
  /** @throws AppError of the answer; `empty_message`, `message_too_long`; the signal's reason */
  return async function ask(
    { message, page_url, settings: unsaved = {} }: AskRequest,
    locale: string,
    options: WriteAnswerOptions,
  ): Promise<AskReply> {
    const started = clock();
    const settings = await store.patched(unsaved);
    const text = checkMessage(message, settings.chat.max_message_chars);
    const given = { text, history: [], locale, pageUrl: page_url ?? null, now: started };
    const asked = toAsked(store, settings, given);
    const draft = new Draft(() => clock() - started);
    async function* events(): AsyncGenerator<ChatEvent> {
      const isWhole = yield* writeAnswer(asked, draft, options);
      if (!isWhole) throw options.signal.reason as Error;
    }
    const reply = await collectReply(events());
    const { usage, model, outcome, retrieval } = draft;
    const cost_usd = costOfDraft(draft, asked, started);
    return {
      ...askReply.omit({ confidence: true }).parse(reply),
      usage,
      ...(cost_usd !== undefined && { cost_usd }),
      model,
      ms: clock() - started,
      outcome,
      confidence: retrieval?.confidence ?? null,
    };
  };
}
