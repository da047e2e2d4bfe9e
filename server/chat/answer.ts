import type { ChatEvent } from '../contract/chat.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { inSpan } from '../runtime/spans.ts';
import { shownModel } from '../text/shown-model.ts';
import { costOf } from '../providers/model-price.ts';
import { Draft } from './draft.ts';
import type { NoteGaps } from './gaps/note-gaps.ts';
import {
  createOpenTurn,
  type AnswerRequest,
  type Turn,
  type TurnDependencies,
} from './open-turn.ts';
import type { StoreAnswers } from './store-answers.ts';
import type { WriteAnswer, WriteAnswerOptions } from './write-answer.ts';

export interface AnswerOptions extends WriteAnswerOptions {
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
  clock: () => number;
}

/** Counts, logs and stores an answer. Returns its id; 0 if it cannot be stored. */
async function close(
  { storeAnswers, metrics }: AnswerDependencies,
  turn: Turn,
  draft: Draft,
  { started, total, log }: { started: number; total: number; log: AnswerOptions['log'] },
): Promise<number> {
  const { finish, firstToken, toolCalls, retrieval, model, usage } = draft;
  const stored = draft.toTurn();
  const cost = costOf(model, usage, turn.settings.llm, started);
  const search = retrieval;
  metrics.answered({ finish, firstToken, total, toolCalls, search, model, usage, cost });
  log.info(
    {
      finish,
      firstToken,
      total,
      model,
      ms: retrieval?.ms,
      queries: retrieval?.queries.length,
      passages: retrieval?.passages.length,
      tokens: retrieval?.tokens.used,
    },
    'answered',
  );
  if (!turn.isStored) return 0;
  return inSpan('store', () => storeAnswers.store(turn, stored, log));
}

/** Answers a visitor's message; see `answer`. */
export function createAnswer(dependencies: AnswerDependencies) {
  const { writeAnswer, metrics, clock } = dependencies;
  const openTurn = createOpenTurn(dependencies);

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
    const elapsed = () => clock() - started;
    const turn = await openTurn(request, options.opened);
    yield turn.meta;
    const draft = new Draft(elapsed);
    let messageId: number;
    try {
      const isWhole = yield* writeAnswer(turn, draft, { ...options, heard: metrics });
      if (!isWhole) return;
    } finally {
      const { log } = options;
      messageId = await close(dependencies, turn, draft, { started, total: elapsed(), log });
      const standalone = draft.retrieval?.queries.at(-1)?.text;
      dependencies.cited?.(draft.shownPassages.map(({ documentId }) => documentId));
      if (messageId > 0) dependencies.noteGaps?.note(messageId, standalone);
    }
    const { finish: finish_reason, usage, model } = draft;
    const cost = costOf(model, usage, turn.settings.llm, started);
    yield {
      type: 'done',
      message_id: messageId,
      finish_reason,
      usage,
      ...(cost !== undefined && { cost_usd: cost }),
      model: shownModel(model),
      ms: elapsed(),
    };
  };
}
