import { chunksRevision } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import { anyLacks } from '../storage/vectors/missing-vectors.ts';
import { createSettle, type Guarded } from '../storage/vectors/settle-vectors.ts';
import { createEmbedMissing, type EmbedDependencies, type EmbedMissing } from './embed-missing.ts';
import {
  holdIndexState,
  isLexical,
  readIndexState,
  writeIndexState,
  type EmbeddingIndex,
  type IndexState,
} from './index-state.ts';

/** How this process brings one state about. */
interface Plan {
  /** The state as JSON. */
  text: string;
  settle: ReturnType<typeof createSettle>;
  settled: boolean;
  /** For the space that is wanted: the next one, or the active one. */
  embedWanted: EmbedMissing;
  /** Beside a next space, for the active one, as far as documents change meanwhile. Null: its embedder failed. */
  embedPresent: EmbedMissing | null;
}

/** The state has changed since the step began; its transaction is undone. */
class StateChanged extends Error {
  override readonly name = 'StateChanged';
}

/** Runs transactions that fail if the state is no longer this one. */
function guardedBy(state: string, database: Database, documents: readonly number[] = []): Guarded {
  return (work) =>
    database.transaction(async (transaction) => {
      const result = await work(transaction);
      const now = await holdIndexState(database, transaction, ...documents);
      if (JSON.stringify(now) !== state) throw new StateChanged();
      return result;
    });
}

/**
 * Gives chunks their vectors, a page at a time, and first brings stored vectors to their place. The active space
 * answers while the next one is built; that becomes active when no chunk lacks a vector in it.
 *
 * All progress is in the database, so that any process can go on where another has ended.
 */
export function createBuildIndex(dependencies: EmbedDependencies) {
  const { database } = dependencies;
  const { query } = database;
  let plan: Plan | null = null;

  async function begin(text: string, state: IndexState): Promise<Plan> {
    const { active, next } = state;
    const guarded = (documents: readonly number[]) => guardedBy(text, database, documents);
    const since = await chunksRevision(query);
    const wanted = { isActive: !next, guarded };
    return {
      text,
      settle: createSettle(database, state, guarded([])),
      settled: false,
      embedWanted: createEmbedMissing(dependencies, next ?? active, wanted),
      embedPresent:
        next && createEmbedMissing(dependencies, active, { isActive: true, since, guarded }),
    };
  }

  /**
   * Makes the next space the active one, unless a chunk has come meanwhile that lacks a vector. The state's
   * row stays locked, so that no other chunk can be added before the switch.
   */
  const switchTo = (next: EmbeddingIndex, state: string) =>
    database.transaction(async (transaction) => {
      const now = await holdIndexState(database, transaction);
      if (JSON.stringify(now) !== state) throw new StateChanged();
      if (!isLexical(next) && (await anyLacks(transaction, next))) return;
      await writeIndexState(database, transaction, { active: next, next: null });
    });

  /** A text that changes while the next space is built is in the active one, too, as long as its embedder works. */
  async function embedPresent(at: Plan, signal: AbortSignal): Promise<boolean> {
    try {
      return (await at.embedPresent?.(signal)) ?? false;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StateChanged) throw error;
      at.embedPresent = null;
      return false;
    }
  }

  async function advance(at: Plan, { next }: IndexState, signal: AbortSignal): Promise<boolean> {
    if (!at.settled) {
      at.settled = !(await at.settle());
      return true;
    }
    if ((await embedPresent(at, signal)) || (await at.embedWanted(signal))) return true;
    if (!next) return false;
    await switchTo(next, at.text);
    plan = null;
    return true;
  }

  /**
   * Does the next step.
   *
   * @returns false when nothing is left to do
   * @throws AppError of the embedder; the signal's reason
   */
  return async function buildStep(signal: AbortSignal): Promise<boolean> {
    const state = await readIndexState(query);
    if (!state) return false;
    const text = JSON.stringify(state);
    if (plan?.text !== text) plan = await begin(text, state);
    try {
      return await advance(plan, state, signal);
    } catch (error) {
      if (error instanceof StateChanged) return true;
      throw error;
    }
  };
}
export type BuildStep = ReturnType<typeof createBuildIndex>;
