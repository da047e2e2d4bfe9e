import { AppError, toAppError } from '../errors/app-error.ts';
import type { ChatEvent, FinishReason, ToolCallSummary, Usage } from '../contract/chat.ts';
import type { Settings } from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { OfferedTool, Tools } from '../mcp/tools.ts';
import type { LanguageModel } from '../providers/language-model.ts';
import type { Providers } from '../providers/registry.ts';
import { greetingReply } from '../text/greetings.ts';
import { languageOf } from '../text/language.ts';
import type { Chats, StoredSource } from '../storage/chats.ts';
import type { Sessions } from '../storage/sessions.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { Visibility } from '../ingestion/visibility.ts';
import type { WithinBudget } from './budget.ts';
import { CitationWriter, sourcesList } from './citations/citations.ts';
import type { ScoredPassage } from '../retrieval/pack-context.ts';
import { buildRequest } from './prompt.ts';
import { refusalFor } from './refusal.ts';
import type { Retrieval, Retrieve } from '../retrieval/retrieve.ts';
import { runModel, type RunEvent } from './run-model.ts';

export interface Question {
  message: string;
  /** Empty: a new session. */
  sessionId: string;
  sessionSecret: string;
  pageUrl: string | null;
  locale: string;
  ipHash: string;
}

export interface AnswerOptions {
  signal: AbortSignal;
  log: Log;
  /** Told the secret of a new session, before its first event. */
  opened?: (sessionSecret: string) => void;
}

export interface AnswerDependencies {
  settings: SettingsStore;
  sessions: Sessions;
  chats: Chats;
  providers: Providers;
  retrieve: Retrieve;
  visibility: Pick<Visibility, 'onlyPublic'>;
  withinBudget: WithinBudget;
  tools: Tools;
  metrics: Metrics;
  clock: () => number;
}

/** An answer as far as it has come. */
interface Draft {
  text: string;
  reasoning: string;
  toolCalls: ToolCallSummary[];
  usage: Usage;
  finish: FinishReason;
  model: string;
}

/** @throws AppError `empty_message`, `message_too_long` */
function checkMessage(message: string, maxChars: number): string {
  const text = message.trim();
  if (text === '') throw new AppError('empty_message');
  if (text.length > maxChars) throw new AppError('message_too_long');
  return text;
}

/** In strict mode nobody is asked, and nothing is paid, for what the site does not say. */
function* refuse(refusal: string): Generator<RunEvent> {
  yield { type: 'text', text: refusal };
  yield { type: 'finish', reason: 'refusal' };
}

/** With the chunks that a question which refers back to this answer may be about. */
const withChunks = (sources: readonly StoredSource[], passages: readonly ScoredPassage[]) =>
  sources.map((source) => ({
    ...source,
    chunk_ids: passages
      .filter(({ documentId }) => documentId === source.document_id)
      .flatMap(({ chunkIds }) => chunkIds),
  }));

/** What tools return may be quoted, with its addresses. */
const quotedBy = (citations: CitationWriter, tools: readonly OfferedTool[]): OfferedTool[] =>
  tools.map((tool) => ({
    ...tool,
    async call(input, options) {
      const outcome = await tool.call(input, options);
      citations.know(outcome.content);
      return outcome;
    },
  }));

/**
 * One turn of a conversation: `meta`, then the answer as it is written, then `done`. Errors before
 * `meta` are thrown; later ones are an `error` event. Whatever was written by then is stored, also
 * when `signal` aborts or the caller stops reading; an answer that cannot be stored is given all
 * the same, with 0 as its id.
 *
 * @throws AppError before `meta`: `empty_message`, `message_too_long`, `sidecar_unavailable`
 */
export function createAnswer(dependencies: AnswerDependencies) {
  const { sessions, chats, providers, retrieve, visibility, withinBudget, metrics, clock } =
    dependencies;

  /** The second is for when the first fails. What the built-in one does costs nothing. */
  function modelsFor(settings: Settings): LanguageModel[] {
    const { provider, fallback } = settings.llm;
    const within = (model: LanguageModel | null, name: string) =>
      model === null ? [] : [name === 'builtin' ? model : withinBudget(model, settings.limits)];
    return [
      ...within(providers.languageModel(settings), provider),
      ...within(providers.fallbackModel(settings), fallback),
    ];
  }

  /** While a model writes, a source may stop being public: then it is not named. */
  async function* cite(
    citations: CitationWriter,
    settings: Settings,
    draft: Draft,
  ): AsyncGenerator<ChatEvent, void> {
    await citations.keep((passages) => visibility.onlyPublic(passages, settings).catch(() => []));
    draft.text = citations.settled(draft.text);
    const { sources } = citations;
    if (sources.length > 0) yield { type: 'citations', sources };
  }

  return async function* answer(
    question: Question,
    { signal, log, opened }: AnswerOptions,
  ): AsyncGenerator<ChatEvent, void> {
    const started = clock();
    const settings = await dependencies.settings.get();
    const { chat } = settings;
    const message = checkMessage(question.message, chat.max_message_chars);
    const session = await sessions.open(
      question.sessionId,
      question.sessionSecret,
      question.ipHash,
    );
    const isNew = session.secret !== undefined;
    if (session.secret !== undefined) opened?.(session.secret);
    const most = isNew ? 0 : chat.history_turns;
    // All at once: what is written may be read together with what was there before.
    const [questionId, said] = await Promise.all([
      chats.addQuestion(session.id, message, question.pageUrl),
      most > 0 ? chats.said(session.id, most + 1) : [],
      isNew || sessions.touch(session.id),
    ]);
    const history = said.filter(({ id }) => id < questionId).slice(-most);
    yield {
      type: 'meta',
      session_id: session.publicId,
      ...(session.secret !== undefined && { session_secret: session.secret }),
      message_id: questionId,
    };

    const draft: Draft = {
      text: '',
      reasoning: '',
      toolCalls: [],
      usage: { prompt_tokens: 0, completion_tokens: 0 },
      finish: 'aborted',
      model: '',
    };
    let citations = new CitationWriter([]);
    let found: Retrieval | null = null;
    let firstToken: number | null = null;
    let stored: Promise<number> | undefined;
    const store = () =>
      (stored ??= chats.addAnswer(session.id, {
        content: draft.text + sourcesList(citations.sources),
        citations: withChunks(citations.stored, found?.passages ?? []),
        reasoning: draft.reasoning,
        toolCalls: draft.toolCalls,
        model: draft.model,
        finishReason: draft.finish,
        usage: draft.usage,
        responseTime: clock() - started,
      }));

    /** What was held back, because more of it could have changed what it is. */
    function* writeRest(): Generator<ChatEvent, void> {
      const content = citations.end().trimEnd();
      draft.text += content;
      if (content) yield { type: 'delta', content };
    }

    try {
      const isGreeting = greetingReply(message) !== null;
      const [retrieval, offered] = await Promise.all([
        isGreeting ? null : retrieve(message, { settings, signal, log, history }),
        dependencies.tools.offered(settings, signal),
      ]);
      found = retrieval;
      const passages = found?.passages ?? [];
      const { system_prompt, refusal_text } = chat;
      const earlier = history.map(({ content }) => content);
      citations = new CitationWriter(passages, {
        numbers: chat.citations,
        quoted: [message, system_prompt, refusal_text, ...earlier],
      });
      const tools = quotedBy(citations, offered);
      const language = languageOf(message, question.locale);
      const refusal = refusalFor(message, question.locale, chat.refusal_text);
      const nothing = passages.length === 0 && tools.length === 0;
      const hopeless = chat.strict && nothing && !isGreeting;
      const prompt = { settings, question: message, language, history, passages, refusal, tools };
      const request = buildRequest(prompt);
      const models = modelsFor(settings);
      const events = hopeless ? refuse(refusal) : runModel({ request, models, tools, signal, log });
      for await (const event of events) {
        switch (event.type) {
          case 'text': {
            firstToken ??= clock() - started;
            const content = citations.push(event.text);
            draft.text += content;
            if (content) yield { type: 'delta', content };
            break;
          }
          case 'reasoning':
            draft.reasoning += event.text;
            if (chat.reasoning) yield { type: 'reasoning', content: event.text };
            break;
          case 'model':
            draft.model = event.id;
            break;
          case 'tool':
            if (event.state === 'end') draft.toolCalls.push({ name: event.name, ok: event.ok });
            yield event;
            break;
          case 'usage':
            draft.usage = event.usage;
            break;
          case 'finish': {
            draft.finish = event.reason;
            yield* writeRest();
            break;
          }
          default:
            event satisfies never;
        }
      }
      yield* cite(citations, settings, draft);
    } catch (error) {
      if (signal.aborted) return;
      const failure = toAppError(error);
      draft.finish = 'error';
      log.error({ err: error, code: failure.code }, 'answer failed');
      yield* writeRest();
      yield* cite(citations, settings, draft);
      const { code, message: sentence, retryable } = failure;
      yield { type: 'error', code, message: sentence, retryable };
    } finally {
      // Also when the reader has gone: then nobody asks this generator for another event.
      draft.text += citations.end().trimEnd();
      const turn = { finish: draft.finish, firstToken, total: clock() - started };
      metrics.answered({ ...turn, toolCalls: draft.toolCalls, search: found });
      log.info(
        {
          ...turn,
          model: draft.model,
          ms: found?.ms,
          queries: found?.queries.length,
          candidates: found?.candidates.length,
          passages: found?.passages.length,
          tokens: found?.tokens.used,
        },
        'answered',
      );
      await store().catch((error: unknown) => {
        log.error({ err: error }, 'answer could not be stored');
      });
    }
    yield {
      type: 'done',
      message_id: await store().catch(() => 0),
      finish_reason: draft.finish,
      usage: draft.usage,
      model: draft.model,
      ms: clock() - started,
    };
  };
}
