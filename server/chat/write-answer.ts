import { AppError, logLevelOf, toAppError } from '../errors/app-error.ts';
import type { LanguageModel, Grounding, ModelRequest } from '../providers/language-model.ts';
import type { SlowModels } from '../providers/slow-models.ts';
import type { ChatEvent } from '../contract/chat.ts';
import type { Settings } from '../contract/settings.ts';
import type { OfferedTool, Tools } from '../mcp/tools.ts';
import type { Providers } from '../providers/registry.ts';
import type { TooLong } from '../providers/shared/vendor-error.ts';
import type { ScoredPassage } from '../retrieval/pack-context.ts';
import type { Context, Retriever } from '../retrieval/retrieve.ts';
import type { NearestIntent } from '../question/intents.ts';
import { asSmallTalk } from '../question/understand.ts';
import type { Log } from '../runtime/log.ts';
import type { Heard } from '../runtime/metrics.ts';
import { LogThrottle } from '../runtime/log-throttle.ts';
import { mapSecrets } from '../wordpress/settings-secrets.ts';
import type { Budget } from './budget.ts';
import { CitationWriter } from './citations/citations.ts';
import { closestPages, furtherPages, quotationText } from './quotation.ts';
import { directReply, type DirectReplyDependencies } from './direct-reply.ts';
import type { Draft } from './draft.ts';
import { errorEvent } from './reply.ts';
import type { NextQuestions } from './next-questions.ts';
import type { AskedQuestion } from './open-turn.ts';
import {
  fitContext,
  FittingRequest,
  createModelContexts,
  type ModelContexts,
} from './fitting-request.ts';
import type { PromptInput } from './prompt.ts';
import { runModel, toolsAsData } from './run-model.ts';
import { isRefusal } from './refusal.ts';
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

export interface WriteAnswerDependencies extends DirectReplyDependencies {
  providers: Providers;
  retriever: Pick<Retriever, 'context'>;
  withinBudget: Budget['within'];
  tools: Pick<Tools, 'offered'>;
  nextQuestions: NextQuestions;
  /** Absent: small talk is known by its words only. */
  nearestIntent?: NearestIntent;
  /** Keys beside those in the settings; no answer says them. */
  secrets?: readonly string[];
  /** Models that were late, and are not asked for a while. */
  lateModels: SlowModels;
  /** Milliseconds. */
  clock: () => number;
}

export interface WriteAnswerOptions {
  signal: AbortSignal;
  log: Log;
  /** Absent: nothing is counted. */
  heard?: Heard | undefined;
  /** Called when all that takes processor time before the answer is done: it is written from now on. */
  prepared?: () => void;
}

/**
 * The second model answers if the first fails. The built-in one costs nothing and waits for nobody: it is the last,
 * unless the owner wants none in reserve.
 */
function modelsFor(
  { providers, withinBudget, lateModels }: WriteAnswerDependencies,
  settings: Settings,
): readonly LanguageModel[] {
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

/** Returns a function that logs and counts why there is no answer, or no whole one. */
function createTellFailed() {
  const throttle = new LogThrottle();
  return function tellFailed(error: unknown, { log, heard }: WriteAnswerOptions): AppError {
    const failure = toAppError(error);
    const { code, message: reason, turnedAway } = failure;
    if (turnedAway) heard?.turnedAway(turnedAway);
    // Each answer has its line; what lies behind the error is told once a minute.
    if (code === 'internal_error' || throttle.isFirst(log, code, reason)) {
      log[logLevelOf(failure)]({ err: error, code }, 'answer failed');
    } else log.warn({ code, reason }, 'answer failed');
    return failure;
  };
}

/** Lets the answer cite other passages by their numbers, from 1. */
function give(draft: Draft, passages: readonly ScoredPassage[]): void {
  draft.passages = passages;
  draft.citations.use(passages);
}

/** Returns what the built-in model answers: a quotation of the best section, where that is likely to be an answer. */
const groundingOf = (
  { question: { language, greeting }, locale }: AskedQuestion,
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

/** Shortens a request that a model refuses, and remembers what it has room for. A whole site gives way to what is found. */
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
  { settings, question, homeUrl, siteName }: AskedQuestion,
  draft: Draft,
  system: string,
  offered: readonly OfferedTool[],
  keys: readonly string[],
): OfferedTool[] {
  const { system_prompt, refusal_text, contact, citations: numbers } = settings.chat;
  const citations = new CitationWriter(draft.passages, {
    numbers,
    quoted: [system_prompt, refusal_text, contact],
    homeUrl,
  });
  const earlier = question.history.map(({ content }) => content);
  citations.know([question.text, ...earlier].join('\n'));
  const secrets = [...keys];
  mapSecrets(settings, (secret) => secrets.push(secret));
  const told = () => draft.passages.flatMap(({ title, content }) => [title, content]);
  const texts = {
    system,
    own: system_prompt,
    secrets,
    quotable: () => [...told(), contact, siteName].join('\n'),
  };
  draft.citations = citations;
  draft.protect(texts);
  return toolsAsData(offered, texts, (text) => citations.know(text));
}

/** Points to the closest pages if the question was not answered, and says so if nobody has. */
async function* unlessAnswered(asked: AskedQuestion, draft: Draft): AsyncGenerator<ChatEvent> {
  const { searched, text, hasNone, hasLeaked } = draft;
  if (!searched) return;
  const said = {
    ...{ text, hasNone },
    isCited: draft.citations.passages.length > 0,
    hasTool: draft.toolCalls.some(({ ok }) => ok),
  };
  // One that was cut off may have had its sources at the end, but not taken its mark back.
  const isTold = draft.finish === 'stop' || (draft.finish === 'length' && hasNone);
  if (isTold && isRefusal(said, asked.question, asked.settings)) draft.finish = 'refusal';
  if (draft.finish !== 'refusal') return;
  const retrieval = (draft.retrieval ??= await searched());
  const { confidence, sections, question } = retrieval;
  draft.confidence = confidence;
  draft.closest = confidence.outcome === 'nothing' ? [] : closestPages(sections, question);
  if (text.trim() !== '' && !hasLeaked) return;
  const { settings, locale, homeUrl } = asked;
  const { refusal_text: ownText, contact } = settings.chat;
  const { language } = asked.question;
  const topic = topicOf(asked.question);
  const sentence =
    draft.closest.length > 0
      ? nearestFor(language, locale)
      : refusalFor({ language, locale, topic, homeUrl, ownText, contact });
  // The site's search stays a link when sources are taken back.
  draft.citations.know(sentence);
  yield* draft.add(sentence);
}

/** Writes the rest of the text, the sources that are still public, and what can be asked next. */
async function* finish(
  { visibility, nextQuestions }: WriteAnswerDependencies,
  asked: AskedQuestion,
  draft: Draft,
  log: Log,
): AsyncGenerator<ChatEvent, void> {
  yield* draft.end();
  yield* unlessAnswered(asked, draft);
  await draft.keepPublic((passages) => visibility.onlyPublic(passages, asked.settings));
  yield* draft.below();
  const needsPerson = asked.question.asksForPerson || ['refusal', 'error'].includes(draft.finish);
  draft.offersMail = asked.settings.chat.mail_to !== '' && needsPerson;
  if (draft.offersMail) yield { type: 'offer_mail' };
  if (draft.finish === 'error' || draft.finish === 'aborted') return;
  const { curated } = asked.settings.chat;
  const { text: answer, shownPassages: passages } = draft;
  draft.nextQuestions = await nextQuestions({
    question: asked.question,
    answer,
    passages,
    curated,
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'next questions could not be read');
    return [];
  });
  const questions = draft.nextQuestions.map(({ text }) => text);
  if (questions.length > 0) yield { type: 'next_questions', questions };
  // Behind an answer from a whole site: the owner's figures count each search.
  const failed = (error: unknown) => log.warn({ err: error }, 'the search behind an answer failed');
  if (!draft.retrieval) await draft.searched?.().then((found) => (draft.retrieval = found), failed);
}

/** Understands small talk whose words are no phrase's by its meaning. */
async function understood(
  asked: AskedQuestion,
  { nearestIntent }: WriteAnswerDependencies,
  signal: AbortSignal,
): Promise<AskedQuestion> {
  const { question, settings, locale } = asked;
  const found = await nearestIntent?.(question, { settings, locale, signal });
  return found
    ? { ...asked, question: asSmallTalk(question, found, settings.chat.contact) }
    : asked;
}

/** Writes the answer to a question; see `writeAnswer`. */
export function createWriteAnswer(dependencies: WriteAnswerDependencies) {
  const { retriever, secrets = [] } = dependencies;
  const contexts = createModelContexts(dependencies);
  const tellFailed = createTellFailed();

  /** Writes a direct reply into the draft; else retrieves passages and writes the model's answer. */
  async function* write(
    asked: AskedQuestion,
    draft: Draft,
    options: WriteAnswerOptions,
  ): AsyncGenerator<ChatEvent, void> {
    const { log } = options;
    const { settings, question, pageUrl } = asked;
    const direct = await directReply(question, dependencies, { settings, log });
    if (direct) {
      draft.citations = direct.citations;
      for (const event of direct.events) yield* draft.take(event, false);
      return;
    }
    yield { type: 'status', stage: 'searching' };
    const models = modelsFor(dependencies, settings);
    const room = await contexts.smallest(settings);
    const { tokenLimit } = fitContext(settings, question, room);
    // The built-in model reads what is found.
    const isBuiltin = settings.llm.provider === 'builtin';
    const budget = isBuiltin ? undefined : Math.min(settings.chat.context_tokens, tokenLimit);
    const [context, offered] = await Promise.all([
      retriever.context(question, { ...options, settings, pageUrl, budget }),
      dependencies.tools.offered(settings),
    ]);
    const { passages, isWholeSite, usage, searched } = context;
    draft.searched = searched;
    if (!isWholeSite) draft.retrieval = await searched();
    draft.usage = usage;
    draft.passages = passages;
    const title = isWholeSite ? asked.siteName : passages[0]?.title;
    if (title) yield { type: 'status', stage: 'reading', title };
    const input = {
      ...{ settings, question, siteName: asked.siteName, isWholeSite, tools: offered },
      passages,
      grounding: groundingOf(asked, context, draft),
    };
    const fitting = new FittingRequest(input, room);
    const { request } = fitting;
    const tools = guard(asked, draft, request.messages[0]!.content, offered, secrets);
    const shorten = shortenBy(input, fitting, contexts, searched, draft);
    const hasSources = passages.length > 0 || tools.length > 0;
    // In strict mode no model is asked, and paid, when there is nothing that it may answer from.
    const events =
      hasSources || !settings.chat.strict
        ? runModel({ ...options, request, models, tools, spent: usage, shorten })
        : [{ type: 'finish', reason: 'refusal' } as const];
    options.prepared?.();
    for await (const event of events) {
      yield* draft.take(event, settings.chat.reasoning);
      if (!draft.hasLeaked) continue;
      log.warn('an answer was ended: it repeated the system message or a key');
      draft.finish = 'refusal';
      return;
    }
  }

  /**
   * Writes the answer into `draft` and yields its events, errors too. Returns false if `signal` has stopped it.
   * Stores and counts nothing.
   */
  return async function* writeAnswer(
    given: AskedQuestion,
    draft: Draft,
    options: WriteAnswerOptions,
  ): AsyncGenerator<ChatEvent, boolean> {
    const { signal, log } = options;
    const asked = await understood(given, dependencies, signal);
    try {
      yield* write(asked, draft, options);
      yield* finish(dependencies, asked, draft, log);
    } catch (error) {
      if (signal.aborted) return false;
      const failure = tellFailed(error, options);
      draft.finish = 'error';
      yield* finish(dependencies, asked, draft, log);
      yield errorEvent(failure, given.locale, asked.settings.chat.contact);
    }
    return true;
  };
}
export type WriteAnswer = ReturnType<typeof createWriteAnswer>;
