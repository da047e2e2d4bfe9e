import { setTimeout as sleep } from 'node:timers/promises';
import type { AskReply } from '../../contract/chats.ts';
import {
  questionsOfKind,
  type AskCommonQuestions,
  type ChangeCommonQuestion,
  type CommonQuestion,
  type CommonQuestionName,
  type CommonQuestionsReply,
  type SiteKind,
} from '../../contract/common-questions.ts';
import { AppError, toAppError } from '../../errors/app-error.ts';
import { LeasedLoop, type LoopDependencies } from '../../jobs/leased-loop.ts';
import { languageIn } from '../../language/languages.ts';
import { contentMark, type Chunks } from '../../storage/chunks.ts';
import type { Database } from '../../storage/database.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import { guessSite, listedLanguages } from './guess-site.ts';
import { judgeAnswer, type Judged } from './judge-answer.ts';

/** Row of the state in which the answers are kept, for all sidecars. */
const rowName = 'common_questions';
/** Milliseconds: between two questions, and at most until one is asked while visitors are answered, and until its answer. */
const times = { pause: 50, look: 100, waits: 5000, answer: 60_000 };

interface Stored {
  kind: SiteKind;
  isChosen: boolean;
  language: string;
  /** Mark of the content when the questions were last begun with. */
  mark: string;
  askedAt: string | null;
  waiting: CommonQuestionName[];
  answers: Partial<Record<CommonQuestionName, Judged>>;
  /** Answers that the owner has called right. */
  right: Partial<Record<CommonQuestionName, string>>;
  leftOut: CommonQuestionName[];
  error: CommonQuestionsReply['error'];
}

interface Dependencies extends LoopDependencies {
  database: Pick<Database, 'query'>;
  chunks: Pick<Chunks, 'passagesOf'>;
  settings: Pick<SettingsStore, 'get' | 'site'>;
  /** Asks as a visitor would, without a language model; nothing is counted or kept. */
  ask: (question: string, locale: string, signal: AbortSignal) => Promise<AskReply>;
  /** Visitors are being answered. */
  busy: () => boolean;
}

/** Identifies an answer: the owner's word counts for this one only. */
const answerKey = ({ says, url }: Judged): string => `${url}\n${says}`;

const without = <T>(all: readonly T[], one: T): T[] => all.filter((each) => each !== one);

/** Returns both wordings of a question; English where the language has no list. */
const wordingsOf = (name: CommonQuestionName, language: string) =>
  (languageIn(language).questions ?? languageIn('en').questions!)[name];

const unasked = {
  ...{ verdict: null, says: '', title: '', section: '', url: '' },
  ...{ is_closest: false, is_own: false, certainty: null },
};

function toView(stored: Stored, name: CommonQuestionName): CommonQuestion {
  const answer = stored.answers[name];
  return {
    ...{ name, text: wordingsOf(name, stored.language)[0] },
    ...(answer ?? unasked),
    is_right: answer !== undefined && stored.right[name] === answerKey(answer),
    is_left_out: stored.leftOut.includes(name),
  };
}

/**
 * Asks the questions that visitors of nearly every site ask, one after the other in the background, while no visitor is
 * being answered, and keeps how they were answered. No language model is asked: the point is whether the site says it.
 */
export class CommonQuestions {
  readonly #options: Dependencies;
  readonly #loop: LeasedLoop;

  constructor(options: Dependencies) {
    this.#options = options;
    this.#loop = new LeasedLoop(
      {
        name: 'common_questions_lease',
        begin: () => Promise.resolve(),
        step: (signal) => this.#step(signal),
        rest: (signal) => sleep(times.pause, undefined, { signal }),
        report: (error) => this.#report(error),
        failure: 'the common questions could not be asked; it is tried again',
      },
      options,
    );
  }

  check = (): void => this.#loop.check();
  stop = (): Promise<void> => this.#loop.stop();

  /** Returns the list with its answers; before it was asked, that of the kind which the content suggests. */
  async read(): Promise<CommonQuestionsReply> {
    const stored = (await this.#read())?.stored ?? (await this.#fresh({}));
    const { kind, language, isChosen: is_chosen, waiting, askedAt: asked_at, error } = stored;
    return {
      ...{ kind, is_chosen, language, languages: listedLanguages() },
      ...{ asked_at, waiting: waiting.length, error },
      has_changed: asked_at !== null && stored.mark !== (await this.#mark()),
      questions: questionsOfKind[kind].map((name) => toView(stored, name)),
    };
  }

  /** Asks all questions again, of another kind or language if one is given. */
  async start(wanted: AskCommonQuestions): Promise<CommonQuestionsReply> {
    const fresh = await this.#fresh(wanted);
    await this.#change((before) => {
      if (!before) return asking(fresh);
      // A choice of the owner stays.
      const kind = wanted.kind ?? (before.isChosen ? before.kind : fresh.kind);
      const language = wanted.language ?? (before.isChosen ? before.language : fresh.language);
      const isChosen = before.isChosen || fresh.isChosen;
      const answers = language === before.language ? before.answers : {};
      const { mark } = fresh;
      return asking({ ...before, ...{ kind, language, isChosen, answers, mark, error: null } });
    });
    this.#loop.wake();
    return this.read();
  }

  /** Takes the owner's word on an answer, or asks its question again. @throws AppError `not_found` */
  async change(name: string, { is_right, is_left_out }: ChangeCommonQuestion) {
    const isOne = (each: CommonQuestionName) => each === name;
    await this.#change((before) => {
      const found = before && questionsOfKind[before.kind].find(isOne);
      if (!found) throw new AppError('not_found');
      const { answers, right, leftOut, waiting } = before;
      if (is_right === undefined && is_left_out === undefined)
        return { ...before, waiting: [found, ...without(waiting, found)] };
      const answer = answers[found];
      const key = is_right && answer ? answerKey(answer) : undefined;
      return {
        ...before,
        ...(is_right !== undefined && { right: { ...right, [found]: key } }),
        ...(is_left_out !== undefined && {
          leftOut: [...without(leftOut, found), ...(is_left_out ? [found] : [])],
          waiting: is_left_out ? without(waiting, found) : [...without(waiting, found), found],
        }),
      };
    });
    this.#loop.wake();
    return this.read();
  }

  /** Returns a list that has not been asked. */
  async #fresh({ kind, language }: AskCommonQuestions): Promise<Stored> {
    const guessed = await guessSite(this.#options, this.#options.settings.site()?.locale ?? '');
    return {
      ...{ kind: kind ?? guessed.kind, language: language ?? guessed.language },
      isChosen: kind !== undefined || language !== undefined,
      ...{ mark: await this.#mark(), askedAt: null, waiting: [], answers: {} },
      ...{ right: {}, leftOut: [], error: null },
    };
  }

  #mark = (): Promise<string> => contentMark(this.#options.database.query);

  /** Asks one question. Returns false when none is left. */
  async #step(signal: AbortSignal): Promise<boolean> {
    const { ask, settings, clock } = this.#options;
    const stored = (await this.#read())?.stored;
    const name = stored?.waiting[0];
    if (!stored || !name) return false;
    const { language } = stored;
    const askQuietly = async (wording: string) => {
      await this.#untilQuiet(signal);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(times.answer)]);
      return ask(wording, language, limited);
    };
    const [shown, other] = wordingsOf(name, language);
    const replies = [await askQuietly(shown), await askQuietly(other)] as const;
    const canReachPerson = (await settings.get()).chat.contact !== '';
    const answer = judgeAnswer(name, replies, canReachPerson);
    await this.#change((now) => {
      if (!now || now.language !== language) return now;
      const waiting = without(now.waiting, name);
      const isWhole = waiting.length === 0 && now.askedAt === null;
      const askedAt = isWhole ? new Date(clock()).toISOString() : now.askedAt;
      return { ...now, waiting, askedAt, answers: { ...now.answers, [name]: answer } };
    });
    return true;
  }

  /** Waits for a moment in which no visitor is being answered, but not for ever. */
  async #untilQuiet(signal: AbortSignal): Promise<void> {
    const { busy, clock } = this.#options;
    for (const end = clock() + times.waits; busy() && clock() < end;)
      await sleep(times.look, undefined, { signal });
  }

  async #report(failure: unknown): Promise<void> {
    const { code, message } = toAppError(failure);
    const error = failure === null ? null : { code, message };
    await this.#change((now) =>
      !now || (now.error === null && error === null) ? now : { ...now, error },
    );
  }

  async #read(): Promise<{ text: string; stored: Stored } | null> {
    const text = await this.#options.state.readText(rowName);
    return text === null ? null : { text, stored: JSON.parse(text) as Stored };
  }

  /** Applies a change, also after other sidecars have made theirs. @param make Returns what it was given to leave it. */
  async #change(make: (stored: Stored | null) => Stored | null): Promise<void> {
    const { state } = this.#options;
    for (;;) {
      const before = await this.#read();
      const after = make(before?.stored ?? null);
      if (!after || after === before?.stored) return;
      const text = JSON.stringify(after);
      const isMine = before
        ? await state.replaceText(rowName, before.text, text)
        : await state.writeMissing(rowName, text);
      if (isMine) return;
    }
  }
}

/** Returns a list that is about to be asked, without what the owner has left out. */
function asking(stored: Stored): Stored {
  const waiting = questionsOfKind[stored.kind].filter((name) => !stored.leftOut.includes(name));
  return { ...stored, waiting, askedAt: null };
}
