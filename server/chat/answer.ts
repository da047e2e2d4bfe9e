import type { ChatEvent } from '../contract/chat.ts';
import type { Settings } from '../contract/settings.ts';
import { toAppError } from '../errors/app-error.ts';
import type { OfferedTool, Tools } from '../mcp/tools.ts';
import type { LanguageModel } from '../providers/language-model.ts';
import type { Providers } from '../providers/registry.ts';
import type { Retrieve } from '../retrieval/retrieve.ts';
import type { Log } from '../runtime/log.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { WithinBudget } from './budget.ts';
import { CitationWriter } from './citations/citations.ts';
import { closestPages } from './closest-pages.ts';
import { directReply, type DirectReplyDependencies } from './direct-reply.ts';
import { Draft } from './draft.ts';
import type { NextQuestions } from './next-questions.ts';
import {
  createOpenTurn,
  type AnswerRequest,
  type Turn,
  type TurnDependencies,
} from './open-turn.ts';
import { buildRequest } from './prompt.ts';
import { runModel, type RunEvent } from './run-model.ts';
import { refusalFor, unsureFor } from './sentences.ts';

export interface AnswerOptions {
  signal: AbortSignal;
  log: Log;
  /** Called with the secret of a new session, before its first event. */
  opened?: (sessionSecret: string) => void;
}

export interface AnswerDependencies extends TurnDependencies, DirectReplyDependencies {
  providers: Providers;
  retrieve: Retrieve;
  withinBudget: WithinBudget;
  tools: Tools;
  nextQuestions: NextQuestions;
  metrics: Metrics;
  clock: () => number;
}

/** In strict mode no model is asked, and paid, when nothing was found. */
function* refuse(refusal: string): Generator<RunEvent> {
  yield { type: 'text', text: refusal };
  yield { type: 'finish', reason: 'refusal' };
}

/** Results of tools may be quoted with their addresses. */
const quotedBy = (citations: CitationWriter, tools: readonly OfferedTool[]): OfferedTool[] =>
  tools.map((tool) => ({
    ...tool,
    async call(input, options) {
      const outcome = await tool.call(input, options);
      citations.know(outcome.content);
      return outcome;
    },
  }));

/** The second model answers if the first fails. The built-in one costs nothing. */
function modelsFor(
  { providers, withinBudget }: AnswerDependencies,
  settings: Settings,
): LanguageModel[] {
  const { provider, fallback } = settings.llm;
  const within = (model: LanguageModel | null, name: string) =>
    model === null ? [] : [name === 'builtin' ? model : withinBudget(model, settings.limits)];
  return [
    ...within(providers.languageModel(settings), provider),
    ...within(providers.fallbackModel(settings), fallback),
  ];
}

/** Returns questions that the site can answer; none if they cannot be read. */
function nextTo(
  { settings, question }: Turn,
  { text: answer, shownPassages: passages }: Draft,
  nextQuestions: NextQuestions,
  log: Log,
) {
  const { curated } = settings.chat;
  return nextQuestions({ question, answer, passages, curated }).catch((error: unknown) => {
    log.warn({ err: error }, 'next questions could not be read');
    return [];
  });
}

/** Counts, logs and stores an answer. Returns its id; 0 if it cannot be stored. */
async function close(
  { chats, metrics }: AnswerDependencies,
  { sessionId }: Turn,
  draft: Draft,
  { total, log }: { total: number; log: Log },
): Promise<number> {
  const { finish, firstToken, toolCalls, retrieval, model } = draft;
  const stored = draft.toTurn();
  metrics.answered({ finish, firstToken, total, toolCalls, search: retrieval });
  log.info(
    {
      finish,
      firstToken,
      total,
      model,
      ms: retrieval?.ms,
      queries: retrieval?.queries.length,
      candidates: retrieval?.candidates.length,
      passages: retrieval?.passages.length,
      tokens: retrieval?.tokens.used,
    },
    'answered',
  );
  return chats.addAnswer(sessionId, stored).catch((error: unknown) => {
    log.error({ err: error }, 'answer could not be stored');
    return 0;
  });
}

/** Answers a visitor's message; see `answer`. */
export function createAnswer(dependencies: AnswerDependencies) {
  const { retrieve, visibility, clock } = dependencies;
  const openTurn = createOpenTurn(dependencies);

  /** Writes a direct reply into the draft; else retrieves passages and writes the model's answer. */
  async function* write(
    { settings, question, locale, pageUrl }: Turn,
    draft: Draft,
    { signal, log }: AnswerOptions,
  ): AsyncGenerator<ChatEvent, void> {
    const { chat } = settings;
    const direct = await directReply(question, dependencies, { settings, log });
    if (direct) {
      draft.citations = direct.citations;
      for (const event of direct.events) yield* draft.take(event, false);
      return;
    }
    const [retrieval, offered] = await Promise.all([
      retrieve(question, { settings, signal, log, pageUrl }),
      dependencies.tools.offered(settings, signal),
    ]);
    draft.retrieval = retrieval;
    const earlier = question.history.map(({ content }) => content);
    draft.citations = new CitationWriter(retrieval.sources, {
      numbers: chat.citations,
      quoted: [question.text, chat.system_prompt, chat.refusal_text, chat.contact, ...earlier],
    });
    const tools = quotedBy(draft.citations, offered);
    const { outcome } = retrieval.confidence;
    const refusal =
      outcome === 'closest'
        ? unsureFor(question.language, locale)
        : refusalFor(question.language, locale, chat.refusal_text, chat.contact);
    const request = buildRequest({
      settings,
      question,
      passages: retrieval.passages,
      extracts: outcome === 'answer' ? retrieval.extracts : [],
      refusal,
      tools,
    });
    const models = modelsFor(dependencies, settings);
    const hasSources = outcome !== 'nothing' || tools.length > 0;
    const events =
      hasSources || !chat.strict
        ? runModel({ request, models, tools, signal, log })
        : refuse(refusal);
    for await (const event of events) yield* draft.take(event, chat.reasoning);
  }

  /** Writes the rest of the text, the sources that are still public, and what can be asked next. */
  async function* finish(turn: Turn, draft: Draft, log: Log): AsyncGenerator<ChatEvent, void> {
    yield* draft.end();
    if (draft.finish === 'refusal' && draft.retrieval) {
      draft.closest = closestPages(draft.retrieval);
    }
    await draft.keepPublic((passages) => visibility.onlyPublic(passages, turn.settings));
    yield* draft.below();
    if (draft.finish === 'error' || draft.finish === 'aborted') return;
    draft.nextQuestions = await nextTo(turn, draft, dependencies.nextQuestions, log);
    const questions = draft.nextQuestions.map(({ text }) => text);
    if (questions.length > 0) yield { type: 'next_questions', questions };
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
    const { signal, log, opened } = options;
    const started = clock();
    const elapsed = () => clock() - started;
    const turn = await openTurn(request, opened);
    yield turn.meta;
    const draft = new Draft(elapsed);
    let messageId: number;
    try {
      yield* write(turn, draft, options);
      yield* finish(turn, draft, log);
    } catch (error) {
      if (signal.aborted) return;
      const { code, message, retryable } = toAppError(error);
      draft.finish = 'error';
      log.error({ err: error, code }, 'answer failed');
      yield* finish(turn, draft, log);
      yield { type: 'error', code, message, retryable };
    } finally {
      messageId = await close(dependencies, turn, draft, { total: elapsed(), log });
    }
    const { finish: finish_reason, usage, model } = draft;
    yield { type: 'done', message_id: messageId, finish_reason, usage, model, ms: elapsed() };
  };
}
