import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { collectReply } from '../chat/reply.ts';
import type { Services } from '../composition/services.ts';
import type { SiteChoice } from '../config/config.ts';
import type { Settings } from '../contract/settings.ts';
import { ConfigError } from '../errors/config-error.ts';
import { plainReason } from '../errors/plain-reason.ts';
import type { LanguageModel } from '../providers/language-model.ts';
import { createJudge, type Judge } from './eval-judge.ts';
import { readQuestions, type EvalQuestion } from './eval-questions.ts';
import { report, type Evaluated } from './eval-report.ts';
import { withServices } from './with-services.ts';

export interface EvalOptions extends SiteChoice {
  judge?: true;
  output?: string;
}

type Asking = Pick<Services, 'answer' | 'log'>;

/** Stored as the page of the questions, so that owners recognise these conversations. */
const page = 'itih eval';
/** Milliseconds of one answer. */
const timeout = 180_000;

/** Asks one question in a conversation of its own. A failure is told in what is returned. */
export async function evaluate(
  { answer, log }: Asking,
  asked: EvalQuestion,
  signal: AbortSignal,
  timeoutMs = timeout,
): Promise<Evaluated> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const empty = { sessionId: '', sessionSecret: '', locale: '', ipHash: '' };
  const request = { ...empty, message: asked.question, pageUrl: page };
  const failed = (failure: string): Evaluated => ({
    ...asked,
    outcome: 'failed',
    reply: null,
    failure,
    judgement: null,
  });
  try {
    const reply = await collectReply(answer(request, { signal: limited, log }));
    signal.throwIfAborted();
    const { outcome } = reply;
    if (outcome === 'stopped') return failed(`No answer within ${timeoutMs / 1000} seconds.`);
    return { ...asked, outcome, reply, failure: '', judgement: null };
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error }, 'a question could not be answered');
    return failed(plainReason(error) ?? 'The answer failed; the log says why.');
  }
}

/** Returns the owner's language model, also where it is only the one that answers if the built-in one fails. */
function judgingModel(
  { providers, withinBudget }: Pick<Services, 'providers' | 'withinBudget'>,
  settings: Settings,
): LanguageModel {
  const { provider, fallback } = settings.llm;
  const isVendor = provider !== 'builtin';
  const model = isVendor
    ? providers.languageModel(settings)
    : fallback === 'builtin'
      ? null
      : providers.fallbackModel(settings);
  if (model) return withinBudget(model, settings.limits);
  throw new ConfigError('--judge needs a language model: choose one in the settings.');
}

/** Asks all questions, one after the other. When the signal aborts, returns what there is. */
async function evaluateAll(
  services: Asking,
  questions: readonly EvalQuestion[],
  judge: Judge | null,
  signal: AbortSignal,
): Promise<Evaluated[]> {
  const all: Evaluated[] = [];
  try {
    for (const asked of questions) {
      const evaluated = await evaluate(services, asked, signal);
      all.push(evaluated);
      if (judge && evaluated.reply) {
        evaluated.judgement = await judge(asked, evaluated.reply, signal);
      }
      process.stderr.write(`\r${all.length} of ${questions.length}`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  process.stderr.write('\n');
  return all;
}

/** Says what a run will cost before it begins. */
function announce(count: number, answering: string, judge: LanguageModel | null): void {
  const questions = count === 1 ? '1 question' : `${count} questions`;
  console.error(`Asking ${questions}; ${answering} answers.`);
  if (judge) {
    const calls = count === 1 ? 'one more call' : `up to ${count} more calls, one for each answer`;
    console.error(`${judge.id} judges: ${calls}, within the limits of the settings.`);
  }
}

/** @throws ConfigError */
const writeReport = (path: string, text: string, flag: 'a' | 'w') =>
  writeFile(path, text, { flag }).catch((error: unknown) => {
    throw new ConfigError(`The report cannot be written: ${(error as Error).message}`);
  });

/** `itih eval`: asks the questions of a file and writes a report about the answers. */
export async function evalCommand(file: string, options: EvalOptions): Promise<void> {
  const { judge: isJudged, output, ...site } = options;
  const questions = await readQuestions(file);
  if (output !== undefined) {
    if (resolve(output) === resolve(file)) {
      throw new ConfigError('The report would replace the questions: name another file.');
    }
    // A run may cost money: it does not begin if its report would be lost.
    await writeReport(output, '', 'a');
  }
  await withServices(site, async (services, signal) => {
    const settings = await services.settings.get();
    const model = isJudged ? judgingModel(services, settings) : null;
    const answering = services.providers.languageModel(settings).id;
    announce(questions.length, answering, model);
    const judge = model && createJudge(model);
    const all = await evaluateAll(services, questions, judge, signal);
    const text = report(all, {
      date: new Date(services.clock()),
      model: answering,
      judge: model?.id ?? null,
      stopped: all.length < questions.length,
    });
    if (output === undefined) return console.log(text);
    await writeReport(output, text, 'w');
    console.error(`The report is in ${output}.`);
  });
}
