import type { Outcome } from '../../contract/chat.ts';
import type { GapReason } from '../../contract/gaps.ts';
import type { Settings } from '../../contract/settings.ts';
import type { EmbeddingIndexes } from '../../embedding/embedding-indexes.ts';
import { isLexical } from '../../embedding/index-state.ts';
import type { EmbedQuery } from '../../embedding/query-embeddings.ts';
import { gistOf } from '../../question/gist.ts';
import { intentOf } from '../../question/intents.ts';
import type { Log } from '../../runtime/log.ts';
import { createLoop } from '../../runtime/one-at-a-time.ts';
import type { AnsweredTurn, ComparedQuestion, Gaps } from '../../storage/gaps.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import { compared, createCandidates, nearestGap } from './nearest-gap.ts';

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
export function createNoteGaps({ gaps, settings, indexes, embedQuery, log }: Dependencies) {
  /** By the answer: the question as it stands alone, if it is known. */
  const waiting = new Map<number, string | undefined>();
  const candidates = createCandidates(gaps);

  /** Embeds a question as its search did, whose vector is still known; without a vector if that fails. */
  async function embedded(text: string, current: Settings): Promise<ComparedQuestion> {
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

  async function group(turn: AnsweredTurn, text: string, reason: GapReason): Promise<void> {
    const current = await settings.get();
    const question = await embedded(text, current);
    const others = await candidates(turn.language, current);
    const found = nearestGap(compared(question, turn.language, current), others);
    if (found === null) await gaps.open(turn, question, reason);
    else await gaps.join(found, turn, question, reason);
  }

  async function note(answerId: number, standalone: string | undefined): Promise<void> {
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
      if (!isSmallTalk) await group(turn, standalone ?? question, reason);
    }
  }

  const loop = createLoop(async ({ signal }) => {
    for (const [answerId, standalone] of waiting) {
      if (signal.aborted) break;
      waiting.delete(answerId);
      try {
        await note(answerId, standalone);
      } catch (error) {
        log.error({ err: error }, 'a question could not be added to the gaps');
      }
    }
    return null;
  });

  return {
    /**
     * Looks at a stored answer, now or after it was rated, and returns at once.
     *
     * @param standalone The question as it was searched for, with what it refers to.
     */
    note(answerId: number, standalone?: string): void {
      if (waiting.size >= maxWaiting) {
        log.warn({ answerId }, 'too many questions wait to be added to the gaps');
        return;
      }
      waiting.set(answerId, standalone ?? waiting.get(answerId));
      loop.look();
    },
    stop: () => loop.stop(),
  };
}
export type NoteGaps = ReturnType<typeof createNoteGaps>;
