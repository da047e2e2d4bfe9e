import { toAppError } from '../errors/app-error.ts';
import type { IndexStatus } from '../contract/admin.ts';
import type { EmbedderChoice, Providers } from '../providers/registry.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';
import type { Database } from '../storage/database.ts';
import { isLexical, readActiveIndex, readReplaced } from './index-state.ts';
import type { State } from '../storage/state.ts';
import { countVectors } from '../storage/vectors/vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

type Problem = NonNullable<NonNullable<IndexStatus['building']>['problem']>;

/** Stores why building an index fails, for all processes. */
export function createIndexProblem(state: State, problemName = 'index_problem') {
  return {
    async report(error: unknown): Promise<void> {
      const { code, message, cause } = toAppError(error);
      // Owners may read the vendor's message.
      const said = cause instanceof VendorError ? cause.message : message;
      const problem: Problem = { code, message: said };
      await state.writeText(problemName, JSON.stringify(problem));
    },

    clear: () => state.remove(problemName),

    async read(): Promise<Problem | null> {
      const text = await state.readText(problemName);
      return text === null ? null : (JSON.parse(text) as Problem);
    },
  };
}
export type IndexProblem = ReturnType<typeof createIndexProblem>;

interface Dependencies {
  database: Database;
  settings: SettingsStore;
  providers: Providers;
  problem: IndexProblem;
}

/** Describes for owners the active space, how many chunks have their vector, and why it does not go on. */
export function createIndexStatus({ database, settings, providers, problem }: Dependencies) {
  return async function indexStatus(): Promise<IndexStatus> {
    const [active, current, reason] = await Promise.all([
      readActiveIndex(database.query),
      settings.get(),
      problem.read(),
    ]);
    const nameOf = (choice: EmbedderChoice): string => {
      if (choice.provider === 'builtin') return choice.provider;
      try {
        return providers.embedder(current, choice).id;
      } catch {
        return `${choice.provider}:${choice.model}`;
      }
    };
    const chosen = providers.embedderChoice(current);
    const replaced = active && (await readReplaced(database.query, active));
    const about = {
      embedder: active ? nameOf(active.choice) : '',
      dimensions: active?.dimensions ?? 0,
      ...(replaced && { replaced }),
    };
    const isChosen = active && JSON.stringify(active.choice) === JSON.stringify(chosen);
    if (isChosen && isLexical(active)) return { ...about, building: null };
    // Until the chosen model has answered it is not active, and no chunk has its vector.
    const { done, total } = await countVectors(database.query, isChosen ? active : null);
    if (isChosen && done >= total) return { ...about, building: null };
    return {
      ...about,
      building: {
        embedder: nameOf(chosen),
        chunks_done: done,
        chunks_total: total,
        problem: reason,
      },
    };
  };
}
