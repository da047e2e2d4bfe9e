import { LRUCache } from 'lru-cache';
import type { Outcome } from '../../contract/chat.ts';
import type { GapDetail, GapReason } from '../../contract/gaps.ts';
import type { Settings } from '../../contract/settings.ts';
import type { EmbeddingIndexes } from '../../embedding/embedding-indexes.ts';
import { isLexical } from '../../embedding/index-state.ts';
import type { EmbedQuery } from '../../embedding/query-embeddings.ts';
import { intentOf } from '../../question/intents.ts';
import { likeness, type Wording, wordingOf } from '../../question/likeness.ts';
import { circumstancesOf, understand } from '../../question/understand.ts';
import type { LexicalSearch } from '../../retrieval/lexical/lexical-index.ts';
import type { Retriever } from '../../retrieval/retrieve.ts';
import type { Log } from '../../runtime/log.ts';
import { Loop } from '../../runtime/one-at-a-time.ts';
import { Yielder } from '../../runtime/yielding.ts';
import type { AnsweredTurn, ComparedQuestion, Gaps } from '../../storage/gaps.ts';
import { dot, sameSpace } from '../../storage/vectors/stored-vector.ts';
import { gistOf } from '../../text/shorten.ts';
import { termsOf } from '../../text/terms.ts';
import { isFunctionWord } from '../../text/word-weight.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import { closestPages } from '../answer/quotation.ts';

/** A question that is compared, by its words and its vector. */
export interface Compared extends Omit<ComparedQuestion, 'text'> {
  wording: Wording;
}

/** Measured with paraphrases; see docs/decisions/0043-gaps.md. */
const minimum = {
  /** By words alone: what both say, and how much of one is in the other. */
  shared: 0.6,
  contained: 0.7,
  /** By words if the vector is near, too. */
  sharedBeside: 0.28,
  /** How far the cosine is on the way from that of any two questions to 1. */
  meaning: 0.6,
};
/** Vectors from which the cosine of any two questions is known: it differs from model to model. */
const minVectors = 20;

/** Returns how near vectors are, 0 for any two questions to 1 for the same; 0 if there are too few to tell. */
function nearness(question: Compared, others: readonly Compared[]): number[] {
  const { vector, space } = question;
  const cosines = others.map((other) =>
    vector && space && other.vector && other.space && sameSpace(space, other.space)
      ? dot(vector, other.vector)
      : null,
  );
  const known = cosines.filter((cosine) => cosine !== null);
  if (known.length < minVectors) return others.map(() => 0);
  const mean = known.reduce((sum, cosine) => sum + cosine, 0) / known.length;
  return cosines.map((cosine) => (cosine === null || mean >= 1 ? 0 : (cosine - mean) / (1 - mean)));
}

/** Returns the gap whose question means the same; null if none does. */
export function nearestGap(
  question: Compared,
  gaps: readonly (readonly [id: number, gap: Compared])[],
): number | null {
  const others = gaps.map(([, gap]) => gap);
  const near = nearness(question, others);
  const same = gaps.flatMap(([id, gap], index) => {
    const { shared, contained } = likeness(question.wording, gap.wording);
    const meaning = near[index]!;
    const isSame =
      (shared >= minimum.shared && contained >= minimum.contained) ||
      (shared >= minimum.sharedBeside && meaning >= minimum.meaning);
    return isSame ? [{ id, score: shared + meaning }] : [];
  });
  return same.sort((a, b) => b.score - a.score)[0]?.id ?? null;
}

/** Gaps of a language that a question is compared with: those that were asked most recently. */
const maxCompared = 500;
const compared = (
  { text, space, vector }: ComparedQuestion,
  language: string,
  { chat }: Settings,
): Compared => ({
  wording: wordingOf(text, { language, synonyms: chat.synonyms }),
  space,
  vector,
});

/**
 * Reads the gaps that a question may belong to. Those of one language, or the latest of several, stay in memory;
 * their words, some twenty times as large, are made again in a tenth of a millisecond each.
 */
export class GapCandidates {
  readonly #gaps: Pick<Gaps, 'latest' | 'compared'>;
  readonly #known = new LRUCache<string, ComparedQuestion>({ max: maxCompared });

  constructor(gaps: Pick<Gaps, 'latest' | 'compared'>) {
    this.#gaps = gaps;
  }

  async of(language: string, current: Settings): Promise<[number, Compared][]> {
    const latest = await this.#gaps.latest(language, maxCompared);
    const all = latest.map(({ id, questionId }) => {
      const key = `${id} ${questionId}`;
      return { id, key, kept: this.#known.get(key) };
    });
    const added = await this.#gaps.compared(all.flatMap(({ id, kept }) => (kept ? [] : id)));
    const yielder = new Yielder();
    const found: [number, Compared][] = [];
    for (const { id, key, kept = added.get(id) } of all) {
      if (!kept) continue;
      this.#known.set(key, kept);
      found.push([id, compared(kept, language, current)]);
      await yielder.yieldIfDue();
    }
    return found;
  }
}

/** Returns why an answer was not good enough; null if it was. */
function gapReasonOf(answer: {
  outcome: Outcome | '';
  /** Id of the model that wrote it. */
  model: string;
  feedback: string | null;
}): GapReason | null {
  const { outcome, model, feedback } = answer;
  if (feedback === 'down') return 'down';
  switch (outcome) {
    case 'closest':
    case 'failed':
      return outcome;
    case 'refused':
      // The built-in model writes what was found.
      return model === '' || model.startsWith('builtin') ? 'nothing' : 'model_refused';
    case 'answered':
    case 'stopped':
    case '':
      return null;
    default:
      return outcome satisfies never;
  }
}

/** Answers that wait; more are dropped, so that a flood of failures does not fill the memory. */
const maxWaiting = 1000;
/** Milliseconds until a question is compared by its words alone. */
const embedTimeout = 10_000;

interface Dependencies {
  gaps: Gaps;
  settings: Pick<SettingsStore, 'get'>;
  indexes: Pick<EmbeddingIndexes, 'known'>;
  embedQuery: EmbedQuery;
  log: Log;
}

/** Adds answers that were not good enough to the gap of their question, one after another in the background. */
export class NoteGaps {
  readonly #options: Dependencies;
  /** By the answer: the question as it stands alone, if it is known. */
  readonly #waiting = new Map<number, string | undefined>();
  readonly #candidates: GapCandidates;
  readonly #loop = new Loop(({ signal }) => this.#noteWaiting(signal));

  constructor(options: Dependencies) {
    this.#options = options;
    this.#candidates = new GapCandidates(options.gaps);
  }

  /**
   * Looks at a stored answer, now or after it was rated, and returns at once.
   *
   * @param standalone The question as it was searched for, with what it refers to.
   */
  note(answerId: number, standalone?: string): void {
    if (this.#waiting.size >= maxWaiting) {
      this.#options.log.warn({ answerId }, 'too many questions wait to be added to the gaps');
      return;
    }
    this.#waiting.set(answerId, standalone ?? this.#waiting.get(answerId));
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #noteWaiting(signal: AbortSignal): Promise<null> {
    for (const [answerId, standalone] of this.#waiting) {
      if (signal.aborted) break;
      this.#waiting.delete(answerId);
      try {
        await this.#note(answerId, standalone);
      } catch (error) {
        this.#options.log.error({ err: error }, 'a question could not be added to the gaps');
      }
    }
    return null;
  }

  async #note(answerId: number, standalone: string | undefined): Promise<void> {
    const { gaps } = this.#options;
    const turn = await gaps.turn(answerId);
    if (!turn) return;
    const reason = gapReasonOf(turn);
    if (reason === null) {
      // A rating was taken back.
      if (turn.gapId !== null) await gaps.assign(turn, null, '');
    } else if (turn.gapId !== null) {
      if (turn.reason !== reason) await gaps.assign(turn, turn.gapId, reason);
    } else {
      const question = gistOf(turn.question);
      const isSmallTalk = intentOf(question, { language: turn.language, locale: '' }) !== null;
      if (!isSmallTalk) await this.#group(turn, standalone ?? question, reason);
    }
  }

  async #group(turn: AnsweredTurn, text: string, reason: GapReason): Promise<void> {
    const { gaps, settings } = this.#options;
    const current = await settings.get();
    const question = await this.#embedded(text, current);
    const others = await this.#candidates.of(turn.language, current);
    const found = nearestGap(compared(question, turn.language, current), others);
    if (found === null) await gaps.open(turn, question, reason);
    else await gaps.join(found, turn, question, reason);
  }

  /** Embeds a question as its search did, whose vector is still known; without a vector if that fails. */
  async #embedded(text: string, current: Settings): Promise<ComparedQuestion> {
    const { indexes, embedQuery, log } = this.#options;
    const nothing = { text, space: null, vector: null };
    try {
      const active = await indexes.known();
      if (isLexical(active)) return nothing;
      const signal = AbortSignal.timeout(embedTimeout);
      const vector = await embedQuery(active, text, current, { signal });
      const { embedder, dimensions } = active;
      return !vector?.length ? nothing : { text, space: { embedder, dimensions }, vector };
    } catch (error) {
      log.debug({ err: error }, 'the question of a gap has no vector');
      return nothing;
    }
  }
}

/** Latest wordings that are shown. */
const maxQuestions = 20;
/** Words of the question that are looked up; the rest is not. */
const maxWords = 12;
/** A word that no passage has to this degree is not on the site: a known synonym counts half a word. */
const minCoverage = 0.55;

interface DetailDependencies {
  gaps: Pick<Gaps, 'get' | 'questions'>;
  settings: Pick<SettingsStore, 'get' | 'site'>;
  retriever: Pick<Retriever, 'retrieve'>;
  lexical: LexicalSearch;
  clock: () => number;
}

/** Returns the words of content that no passage has in any form. */
async function unknownWords(
  lexical: LexicalSearch,
  question: string,
  language: string,
): Promise<string[]> {
  const words = termsOf(question)
    .map(({ word }) => word)
    .filter((word) => !isFunctionWord(word))
    .slice(0, maxWords);
  const best = await Promise.all(words.map((word) => lexical(word, { limit: 1, language })));
  return words.filter((_word, index) => (best[index]?.[0]?.coverage ?? 0) < minCoverage);
}

/**
 * Explains a gap: how it was asked, and what the site has for it today.
 *
 * @throws AppError `not_found`
 */
export async function gapDetail(
  { gaps, settings, retriever, lexical, clock }: DetailDependencies,
  id: number,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<GapDetail> {
  const gap = await gaps.get(id);
  const current = await settings.get();
  const circumstances = circumstancesOf(settings, null, clock());
  const [questions, found, unknown_words] = await Promise.all([
    gaps.questions(id, maxQuestions),
    retriever.retrieve(understand(gap.question, { circumstances }), {
      settings: current,
      signal,
      log,
    }),
    unknownWords(lexical, gap.question, gap.language),
  ]);
  const { outcome, reasons } = found.confidence;
  // The owner is also shown pages that are too far for a visitor.
  const closest = closestPages(found.sections, found.question).map(({ page }) => page);
  return { gap, questions, outcome, closest, why: reasons, unknown_words };
}
