import { AppError, logLevelOf, toAppError } from '../../errors/app-error.ts';
import type { LanguageModel, Grounding, ModelRequest } from '../../providers/language-model.ts';
import type { SlowModels } from '../../providers/slow-models.ts';
import type { ChatEvent } from '../../contract/chat.ts';
import type { Settings } from '../../contract/settings.ts';
import type { OfferedTool, Tools } from '../../mcp/tools.ts';
import type { Providers } from '../../providers/registry.ts';
import type { TooLong } from '../../providers/shared/vendor-error.ts';
import type { ScoredPassage } from '../../retrieval/pack-context.ts';
import type { Context, Retriever } from '../../retrieval/retrieve.ts';
import type { Log } from '../../runtime/log.ts';
import type { ReadNearby } from '../../storage/chunks.ts';
import type { Heard } from '../../runtime/metrics.ts';
import { LogThrottle } from '../../runtime/log-throttle.ts';
import type { Budget } from '../limits/budget.ts';
import { CitationWriter } from '../citations/citations.ts';
import { closestPages, furtherPages, quotationText } from './quotation.ts';
import { directReply, type DirectReplyDependencies } from './direct-reply.ts';
import type { Draft } from './draft.ts';
import { errorEvent } from './reply.ts';
import { nextQuestions } from './next-questions.ts';
import type { Question } from '../../question/question.ts';
import { fitContext, FittingRequest, ModelContexts } from './fitting-request.ts';
import { cardOf, type PromptInput } from './prompt.ts';
import { runModel, toolsAsData } from './run-model.ts';
import { isRefusal } from './refusal.ts';
import { mapSecrets } from '../../wordpress/settings-secrets.ts';
import { nearestFor, refusalFor, saysFor, topicOf } from './sentences.ts';

/** After two late answers, which visitors have waited for in vain, a model is not asked for ten minutes. */
export const lateLimits = { failures: 2, pause: 10 * 60 * 1000 };

/** Returns a model that tells whether it begins to answer in time. */
export const noteLate = (model: LanguageModel, late: SlowModels): LanguageModel => ({
  id: model.id,
  async *stream(request, options) {
    try {
      for await (const event of model.stream(request, options)) {
        if (event.type === 'text') late.succeeded(model.id);
        yield event;
      }
    } catch (error) {
      const isLate = error instanceof AppError && error.code === 'provider_timeout';
      if (isLate && !options.signal.aborted) late.failed(model.id);
      throw error;
    }
  },
});

/** Returns the models that are not too slow at present; all, if nobody else is left to ask. */
export function inTime(
  models: readonly LanguageModel[],
  late: Pick<SlowModels, 'isSlow'>,
): readonly LanguageModel[] {
  const quick = models.filter(({ id }) => !late.isSlow(id));
  return quick.length > 0 ? quick : models;
}

/** A question with all that its answer depends on. */
export interface ChatQuery {
  settings: Settings;
  question: Question;
  /** The page's locale. */
  locale: string;
  pageUrl: string | null;
  /** The site's front page; undefined before it is known. */
  homeUrl: string | undefined;
  /** Empty before it is known. */
  siteName: string;
}

export interface AnswerWriterDependencies extends DirectReplyDependencies {
  providers: Providers;
  retriever: Pick<Retriever, 'context'>;
  withinBudget: Budget['within'];
  tools: Pick<Tools, 'offered'>;
  /** Further texts that no answer may tell. */
  secrets?: readonly string[];
  readNearby: ReadNearby;
  /** Models that were late, and are not asked for a while. */
  lateModels: SlowModels;
  /** Milliseconds. */
  clock: () => number;
}

export interface WriteOptions {
  signal: AbortSignal;
  log: Log;
  /** Absent: nothing is counted. */
  heard?: Heard | undefined;
  /** Called when all that takes processor time before the answer is done: it is written from now on. */
  prepared?: () => void;
}

/** Lets the answer cite other passages by their numbers, from 1. */
function give(draft: Draft, passages: readonly ScoredPassage[]): void {
  draft.passages = passages;
  draft.citations.use(passages);
}

/** Returns what the built-in model answers: a quotation of the best section, where that is likely to be an answer. */
const groundingOf = (
  { question: { language, greeting }, locale }: ChatQuery,
  { searched }: Context,
  draft: Draft,
): Grounding => ({
  greeting,
  async quote() {
    const { confidence, sections, question, quote } = await searched();
    draft.confidence = confidence;
    const quotation = confidence.outcome === 'answer' ? quote() : null;
    if (!quotation) return '';
    give(draft, [quotation.passage]);
    draft.closest = furtherPages(sections, question);
    return quotationText(quotation, (title) => saysFor(language, locale, title));
  },
});

/** Shortens a request that a model refuses, and remembers what it has room for. A complete site gives way to what is found. */
function shortenBy(
  input: PromptInput,
  first: FittingRequest,
  contexts: ModelContexts,
  searched: Context['searched'],
  draft: Draft,
) {
  let fitting = first;
  let { isWholeSite } = input;
  return async (tooLong: TooLong, id: string): Promise<ModelRequest | null> => {
    if (tooLong.limit !== undefined) contexts.learn(id, tooLong.limit);
    if (!isWholeSite) return fitting.shorten(tooLong);
    isWholeSite = false;
    const { passages } = await searched();
    give(draft, passages);
    fitting = new FittingRequest({ ...input, passages, isWholeSite }, tooLong.limit);
    return fitting.request;
  };
}

/** Keeps an answer to what it may link and say. Returns its tools, fenced. */
function guard(
  { settings, question, homeUrl, siteName }: ChatQuery,
  draft: Draft,
  system: string,
  offered: readonly OfferedTool[],
  keys: readonly string[],
): OfferedTool[] {
  const { system_prompt, refusal_text, contact, citations: numbers } = settings.chat;
  const card = cardOf(settings);
  const citations = new CitationWriter(draft.passages, {
    numbers,
    quoted: [system_prompt, refusal_text, contact, card],
    homeUrl,
  });
  const earlier = question.history.map(({ content }) => content);
  citations.know([question.text, ...earlier].join('\n'));
  const sources = () => draft.passages.flatMap(({ title, content }) => [title, content]);
  const secrets = [...keys];
  mapSecrets(settings, (secret) => secrets.push(secret));
  const texts = {
    system,
    own: system_prompt,
    secrets,
    quotable: () => [...sources(), contact, card, siteName].join('\n'),
  };
  draft.citations = citations;
  draft.protect(texts);
  return toolsAsData(offered, texts, (text) => citations.know(text));
}

/** Points to the closest pages if the question was not answered, and says so if nothing has been written. */
async function* unlessAnswered(query: ChatQuery, draft: Draft): AsyncGenerator<ChatEvent> {
  const { searched, text, hasNone, hasLeaked } = draft;
  if (!searched) return;
  const answer = {
    ...{ text, hasNone },
    isCited: draft.citations.passages.length > 0 || draft.citations.namesCard,
    hasTool: draft.toolCalls.some(({ ok }) => ok),
  };
  // One that was cut off may have had its sources at the end, but not taken its mark back.
  const isComplete = draft.finish === 'stop' || (draft.finish === 'length' && hasNone);
  if (isComplete && isRefusal(answer, query.question, query.settings)) draft.finish = 'refusal';
  if (draft.finish !== 'refusal') return;
  const retrieval = (draft.retrieval ??= await searched());
  const { confidence, sections, question } = retrieval;
  draft.confidence = confidence;
  draft.closest = confidence.outcome === 'nothing' ? [] : closestPages(sections, question);
  if (text.trim() !== '' && !hasLeaked) return;
  const { settings, locale, homeUrl } = query;
  const { refusal_text: ownText, contact } = settings.chat;
  const { language } = query.question;
  const topic = topicOf(query.question);
  const sentence =
    draft.closest.length > 0
      ? nearestFor(language, locale)
      : refusalFor({ language, locale, topic, homeUrl, ownText, contact });
  // The site's search stays a link when sources are taken back.
  draft.citations.know(sentence);
  yield* draft.add(sentence);
}

/** Writes answers: a direct reply, or what a model writes from the passages that are retrieved. */
export class AnswerWriter {
  readonly #options: AnswerWriterDependencies;
  readonly #contexts: ModelContexts;
  readonly #throttle = new LogThrottle();

  constructor(options: AnswerWriterDependencies) {
    this.#options = options;
    this.#contexts = new ModelContexts(options);
  }

  /**
   * Writes the answer into `draft` and yields its events, errors too. Returns false if `signal` has stopped it.
   * Stores and counts nothing.
   */
  async *write(
    query: ChatQuery,
    draft: Draft,
    options: WriteOptions,
  ): AsyncGenerator<ChatEvent, boolean> {
    const { signal, log } = options;
    try {
      yield* this.#begin(query, draft, options);
      yield* this.#finish(query, draft, log);
    } catch (error) {
      if (signal.aborted) return false;
      const failure = this.#failed(error, options);
      draft.finish = 'error';
      yield* this.#finish(query, draft, log);
      yield errorEvent(failure, query.locale, query.settings.chat.contact);
    }
    return true;
  }

  /** Writes a direct reply into the draft; else retrieves passages and writes the model's answer. */
  async *#begin(
    query: ChatQuery,
    draft: Draft,
    options: WriteOptions,
  ): AsyncGenerator<ChatEvent, void> {
    const { log } = options;
    const { settings, question, pageUrl, siteName, homeUrl, locale } = query;
    const { retriever, tools: available } = this.#options;
    const direct = await directReply(question, this.#options, {
      ...{ settings, homeUrl, siteName, locale, log },
    });
    if (direct) {
      draft.citations = direct.citations;
      for (const event of direct.events) yield* draft.take(event, false);
      return;
    }
    yield { type: 'status', stage: 'searching' };
    const models = this.#modelsFor(settings);
    const room = await this.#contexts.smallest(settings);
    const { tokenLimit } = fitContext(settings, question, room);
    // The built-in model reads what is found.
    const isBuiltin = settings.llm.provider === 'builtin';
    const budget = isBuiltin ? undefined : Math.min(settings.chat.context_tokens, tokenLimit);
    const [context, offered] = await Promise.all([
      retriever.context(question, { ...options, settings, pageUrl, budget }),
      available.offered(settings),
    ]);
    const { passages, isWholeSite, usage, searched } = context;
    draft.searched = searched;
    if (!isWholeSite) draft.retrieval = await searched();
    draft.usage = usage;
    draft.passages = passages;
    const title = isWholeSite ? siteName : passages[0]?.title;
    if (title) yield { type: 'status', stage: 'reading', title };
    const input = {
      ...{ settings, question, siteName, isWholeSite, tools: offered },
      passages,
      grounding: groundingOf(query, context, draft),
    };
    const fitting = new FittingRequest(input, room);
    const { request } = fitting;
    const tools = guard(
      query,
      draft,
      request.messages[0]!.content,
      offered,
      this.#options.secrets ?? [],
    );
    const shorten = shortenBy(input, fitting, this.#contexts, searched, draft);
    const hasSources = passages.length > 0 || tools.length > 0 || cardOf(settings) !== '';
    // In strict mode no model is asked, and paid, when there is nothing that it may answer from.
    const events =
      hasSources || !settings.chat.strict
        ? runModel({ ...options, request, models, tools, spent: usage, shorten })
        : [{ type: 'finish', reason: 'refusal' } as const];
    options.prepared?.();
    for await (const event of events) {
      yield* draft.take(event, settings.chat.reasoning);
      if (!draft.hasLeaked) continue;
      log.warn('an answer was ended: it repeated the system message');
      draft.finish = 'refusal';
      return;
    }
  }

  /**
   * The second model answers if the first fails. The built-in one costs nothing and waits for nobody: it is the last,
   * unless the owner wants none in reserve.
   */
  #modelsFor(settings: Settings): readonly LanguageModel[] {
    const { providers, withinBudget, lateModels } = this.#options;
    const { provider, fallback } = settings.llm;
    const within = (model: LanguageModel | null, name: string) =>
      model === null
        ? []
        : [name === 'builtin' ? model : noteLate(withinBudget(model, settings.limits), lateModels)];
    const hasLast = fallback !== '' && ![provider, fallback].includes('builtin');
    const models = [
      ...within(providers.languageModel(settings), provider),
      ...within(providers.fallbackModel(settings), fallback),
      ...(hasLast ? [providers.builtinModel(settings)] : []),
    ];
    return inTime(models, lateModels);
  }

  /** Writes the rest of the text, the sources that are still public, and what can be asked next. */
  async *#finish(query: ChatQuery, draft: Draft, log: Log): AsyncGenerator<ChatEvent, void> {
    const { visibility, readNearby } = this.#options;
    const { question, settings } = query;
    yield* draft.end();
    yield* unlessAnswered(query, draft);
    await draft.keepPublic((passages) => visibility.onlyPublic(passages, settings));
    yield* draft.below();
    const needsPerson = question.asksForPerson || ['refusal', 'error'].includes(draft.finish);
    draft.offersMail = settings.chat.mail_to !== '' && needsPerson;
    if (draft.offersMail) yield { type: 'offer_mail' };
    if (draft.finish === 'error' || draft.finish === 'aborted') return;
    const { text: answer, shownPassages: passages } = draft;
    const { curated } = settings.chat;
    const answered = { question, answer, passages, curated };
    draft.nextQuestions = await nextQuestions(readNearby, answered).catch((error: unknown) => {
      log.warn({ err: error }, 'next questions could not be read');
      return [];
    });
    const questions = draft.nextQuestions.map(({ text }) => text);
    if (questions.length > 0) yield { type: 'next_questions', questions };
    // Behind an answer from a whole site: the owner's figures count each search.
    const failed = (error: unknown) =>
      log.warn({ err: error }, 'the search behind an answer failed');
    if (!draft.retrieval)
      await draft.searched?.().then((found) => (draft.retrieval = found), failed);
  }

  /** Logs and counts why there is no answer, or no complete one. */
  #failed(error: unknown, { log, heard }: WriteOptions): AppError {
    const failure = toAppError(error);
    const { code, message: reason, turnedAway } = failure;
    if (turnedAway) heard?.turnedAway(turnedAway);
    // Each answer has its line; what lies behind the error is told once a minute.
    if (code === 'internal_error' || this.#throttle.isFirst(log, code, reason)) {
      log[logLevelOf(failure)]({ err: error, code }, 'answer failed');
    } else log.warn({ code, reason }, 'answer failed');
    return failure;
  }
}
