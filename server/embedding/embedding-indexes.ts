import { AppError } from '../errors/app-error.ts';
import type { Settings } from '../contract/settings.ts';
import type { Embedder } from '../providers/embedder.ts';
import { embedderChoice, type Providers } from '../providers/registry.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';
import type { Database } from '../storage/database.ts';
import {
  holdIndexState,
  isLexical,
  readIndexState,
  writeIndexState,
  type EmbeddingIndex,
  type IndexState,
} from './index-state.ts';
import type { EmbedderChoice } from '../providers/registry.ts';
import type { State } from '../storage/state.ts';
import { sameSpace } from '../storage/vectors/stored-vector.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { sha256 } from './index-configuration.ts';

interface Dependencies {
  database: Database;
  state: State;
  settings: SettingsStore;
  providers: Providers;
}

export const probeText = 'How many dimensions has a text?';

const probeName = ({ provider, model, base_url, dimensions }: EmbedderChoice) =>
  `dimensions:${sha256([provider, model, base_url, dimensions]).slice(0, 32)}`;

/** The same name at another address may be another model; a mark tells them apart. */
const vectorsOf = ({ id }: Embedder, { base_url }: EmbedderChoice) =>
  base_url === '' ? id : `${id}#${sha256(base_url).slice(0, 8)}`;

/** Which vectors answer questions, and which are made to take their place. */
export function createEmbeddingIndexes(dependencies: Dependencies) {
  const { database, state, settings, providers } = dependencies;
  let known: IndexState | null = null;
  let planning: Promise<IndexState> | null = null;

  /** One call, and never again for this choice. */
  async function dimensionsOf(embedder: Embedder, choice: EmbedderChoice): Promise<number> {
    const name = probeName(choice);
    const found = Number(await state.readText(name));
    if (found > 0) return found;
    const { signal } = new AbortController();
    const [vector] = await embedder.embed([probeText], { purpose: 'document', signal });
    const dimensions = vector?.length ?? 0;
    if (dimensions === 0) throw new AppError('provider_error');
    await state.writeText(name, String(dimensions));
    return dimensions;
  }

  function canBeMade(index: EmbeddingIndex, current: Settings): boolean {
    if (isLexical(index)) return true;
    const { choice, embedder } = index;
    try {
      return vectorsOf(providers.embedder(current, choice), choice) === embedder;
    } catch {
      return false;
    }
  }

  function decide(before: IndexState | null, wanted: EmbeddingIndex, current: Settings) {
    // Another version of this program may have made what nobody can compare with now.
    if (!before || !canBeMade(before.active, current)) return { active: wanted, next: null };
    if (sameSpace(before.active, wanted)) return { active: wanted, next: null };
    return { active: before.active, next: wanted };
  }

  async function chosen(current: Settings): Promise<EmbeddingIndex> {
    const choice = embedderChoice(current);
    if (choice.provider === 'builtin') return { choice, embedder: 'builtin', dimensions: 0 };
    const embedder = providers.embedder(current, choice);
    const dimensions = await dimensionsOf(embedder, choice);
    return { choice, embedder: vectorsOf(embedder, choice), dimensions };
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
      // Without a chunk there is nothing to wait for.
      if (!chunk) Object.assign(after, { active: wanted, next: null });
      await writeIndexState(database, transaction, after);
      return after;
    });
  }

  /** Makes what the settings choose now the next index, or the active one. @throws AppError of the probe */
  async function plan(): Promise<IndexState> {
    planning ??= begin().finally(() => {
      planning = null;
    });
    return (known = await planning);
  }

  /** As the database has it now. */
  async function latest(): Promise<IndexState> {
    known = await readIndexState(database.query);
    return known ?? plan();
  }

  return {
    plan,
    latest,
    /** As it was when this process last looked: whoever uses it looks again afterwards. */
    known: async (): Promise<IndexState> => known ?? latest(),

    embedder: ({ choice }: EmbeddingIndex, current: Settings): Embedder =>
      providers.embedder(current, choice),

    /**
     * The vectors are those of the index. Otherwise the model is not the one that was probed: the next plan
     * asks it again.
     *
     * @throws AppError `provider_error`
     */
    async requireDimensions(index: EmbeddingIndex, vectors: readonly Float32Array[]) {
      const other = vectors.find(({ length }) => length !== index.dimensions);
      if (!other) return;
      await state.remove(probeName(index.choice));
      const words = `The embedding model has ${other.length} dimensions now, and had ${index.dimensions}.`;
      throw new AppError('provider_error', { cause: new VendorError(words) });
    },
  };
}
export type EmbeddingIndexes = ReturnType<typeof createEmbeddingIndexes>;
