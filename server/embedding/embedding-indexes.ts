import { AppError } from '../errors/app-error.ts';
import type { Settings } from '../contract/settings.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { EmbedderChoice, Providers } from '../providers/registry.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';
import type { Database } from '../storage/database.ts';
import {
  type EmbeddingIndex,
  holdIndexState,
  type IndexState,
  isLexical,
  readIndexState,
  writeIndexState,
} from './index-state.ts';
import { hash, probeDimensions, probeName } from './probe-dimensions.ts';
import { createReplacedModel } from './replaced-model.ts';
import type { State } from '../storage/state.ts';
import { sameSpace } from '../storage/vectors/stored-vector.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  database: Database;
  state: State;
  settings: SettingsStore;
  providers: Providers;
}

/** Characters of an embedder's id that fit its column together with the hash of an address. */
const maxId = 160;

/** Returns the embedder's part of a space. The same model name at another address may be another model. */
function embedderOf({ id }: Embedder, { base_url }: EmbedderChoice): string {
  const short = id.length <= maxId ? id : `${id.slice(0, maxId - 17)}~${hash(id, 16)}`;
  return base_url === '' ? short : `${short}#${hash(base_url, 8)}`;
}

/** Decides which embedding space is active and which is built next. */
export function createEmbeddingIndexes(dependencies: Dependencies) {
  const { database, state, settings, providers } = dependencies;
  let known: IndexState | null = null;
  let planning: Promise<IndexState> | null = null;
  const replaced = createReplacedModel(state);

  function canBeMade(index: EmbeddingIndex, current: Settings): boolean {
    if (isLexical(index)) return true;
    const { choice, embedder } = index;
    try {
      return embedderOf(providers.embedder(current, choice), choice) === embedder;
    } catch {
      return false;
    }
  }

  function decide(before: IndexState | null, wanted: EmbeddingIndex, current: Settings) {
    // Without its embedder the active space cannot answer questions.
    if (!before || !canBeMade(before.active, current)) return { active: wanted, next: null };
    if (sameSpace(before.active, wanted)) return { active: wanted, next: null };
    return { active: before.active, next: wanted };
  }

  async function chosen(current: Settings): Promise<EmbeddingIndex> {
    const choice = providers.embedderChoice(current);
    if (choice.provider === 'builtin') return { choice, embedder: 'builtin', dimensions: 0 };
    const embedder = providers.embedder(current, choice);
    const dimensions = await probeDimensions(state, embedder, choice);
    return { choice, embedder: embedderOf(embedder, choice), dimensions };
  }

  async function begin(): Promise<IndexState> {
    const current = await settings.fresh();
    const wanted = await chosen(current);
    const before = await readIndexState(database.query);
    const same = JSON.stringify(decide(before, wanted, current)) === JSON.stringify(before);
    if (before && same) return before;
    return database.transaction(async (transaction) => {
      const latest = await holdIndexState(database, transaction);
      const after: IndexState = decide(latest, wanted, current);
      const chunk = await transaction.selectFrom('chunks').select('id').limit(1).executeTakeFirst();
      // Without chunks there is nothing to build.
      if (!chunk) Object.assign(after, { active: wanted, next: null });
      await writeIndexState(database, transaction, after);
      return after;
    });
  }

  /** Makes the settings' choice the next space, or the active one. @throws AppError of the probe */
  async function plan(): Promise<IndexState> {
    planning ??= begin().finally(() => {
      planning = null;
    });
    return (known = await planning);
  }

  /** Reads the state. */
  async function latest(): Promise<IndexState> {
    known = await readIndexState(database.query);
    return known ?? plan();
  }

  return {
    plan,
    latest,
    /** Returns the state as last read; the caller compares it with `latest` afterwards. */
    known: async (): Promise<IndexState> => known ?? latest(),

    embedder: ({ choice }: EmbeddingIndex, current: Settings): Embedder =>
      providers.embedder(current, choice),

    /**
     * Checks the vectors' dimensions. If they differ the model was replaced, and the next plan probes it again.
     *
     * @throws AppError `provider_error`
     */
    async requireDimensions(index: EmbeddingIndex, vectors: readonly Float32Array[]) {
      const other = vectors.find(({ length }) => length !== index.dimensions);
      if (!other) return replaced.isNot(index);
      await replaced.is(index, other.length);
      await state.remove(probeName(index.choice));
      const words = `The embedding model has ${other.length} dimensions now, and had ${index.dimensions}.`;
      throw new AppError('provider_error', { cause: new VendorError(words) });
    },
  };
}
export type EmbeddingIndexes = ReturnType<typeof createEmbeddingIndexes>;
