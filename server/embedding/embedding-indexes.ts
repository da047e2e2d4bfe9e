import { createHash } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { Settings } from '../contract/settings.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { EmbedderChoice, Providers } from '../providers/registry.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';
import { shared } from '../runtime/one-at-a-time.ts';
import type { Database } from '../storage/database.ts';
import {
  holdActiveIndex,
  readActiveIndex,
  ReplacedModel,
  writeActiveIndex,
  type EmbeddingIndex,
} from './index-state.ts';
import type { State } from '../storage/state.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  database: Database;
  state: State;
  settings: SettingsStore;
  providers: Providers;
}

export const probeText = 'How many dimensions has a text?';

const hash = (value: unknown, length: number) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, length);

/** Name in the state of the number of dimensions that the choice was found to have. */
const probeName = ({ provider, model, base_url, dimensions }: EmbedderChoice) =>
  `dimensions:${hash([provider, model, base_url, dimensions], 32)}`;

/** Returns the number of dimensions. The embedder is asked once; later the answer is read from the state. */
async function probeDimensions(
  state: State,
  embedder: Embedder,
  choice: EmbedderChoice,
): Promise<number> {
  if (embedder.dimensions !== undefined) return embedder.dimensions;
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

/** Characters of an embedder's id that fit its column together with the hash of an address. */
const maxId = 160;

/** Returns the embedder's part of a space. The same model name at another address may be another model. */
function embedderOf({ id }: Embedder, { base_url }: EmbedderChoice): string {
  const short = id.length <= maxId ? id : `${id.slice(0, maxId - 17)}~${hash(id, 16)}`;
  return base_url === '' ? short : `${short}#${hash(base_url, 8)}`;
}

/**
 * Knows the active embedding space: that of the settings' embedder, from the moment that this has answered. Vectors
 * take the place of those of another space one by one; chunks without one are found by their words.
 */
export class EmbeddingIndexes {
  readonly #dependencies: Dependencies;
  readonly #replaced: ReplacedModel;
  #known: EmbeddingIndex | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#replaced = new ReplacedModel(dependencies.state);
  }

  /** Makes the settings' choice the active space. @throws AppError of the probe, which leaves the space as it is */
  readonly plan = shared(async (): Promise<EmbeddingIndex> => {
    const { database, settings } = this.#dependencies;
    const before = await readActiveIndex(database.query);
    const isSame = (other: EmbeddingIndex) => JSON.stringify(before) === JSON.stringify(other);
    let wanted = await this.#chosen(await settings.get());
    // Another sidecar may know newer settings.
    if (!isSame(wanted)) wanted = await this.#chosen(await settings.fresh());
    if (!isSame(wanted)) {
      await database.transaction(async (transaction) => {
        await holdActiveIndex(database, transaction);
        await writeActiveIndex(transaction, wanted);
      });
    }
    return (this.#known = wanted);
  });

  /** Reads the active space. */
  async latest(): Promise<EmbeddingIndex> {
    this.#known = await readActiveIndex(this.#dependencies.database.query);
    return this.#known ?? this.plan();
  }

  /** Returns the active space as last read; the caller compares it with `latest` afterwards. */
  async known(): Promise<EmbeddingIndex> {
    return this.#known ?? this.latest();
  }

  embedder({ choice }: EmbeddingIndex, current: Settings): Embedder {
    return this.#dependencies.providers.embedder(current, choice);
  }

  /**
   * Checks the vectors' dimensions. If they differ the model was replaced, and the next plan probes it again.
   *
   * @throws AppError `provider_error`
   */
  async requireDimensions(index: EmbeddingIndex, vectors: readonly Float32Array[]): Promise<void> {
    const other = vectors.find(({ length }) => length !== index.dimensions);
    if (!other) return this.#replaced.isNot(index);
    await this.#replaced.is(index, other.length);
    await this.#dependencies.state.remove(probeName(index.choice));
    const words = `The embedding model has ${other.length} dimensions now, and had ${index.dimensions}.`;
    throw new AppError('provider_error', { cause: new VendorError(words) });
  }

  async #chosen(current: Settings): Promise<EmbeddingIndex> {
    const { state, providers } = this.#dependencies;
    const choice = providers.embedderChoice(current);
    if (choice.provider === 'builtin') return { choice, embedder: 'builtin', dimensions: 0 };
    const embedder = providers.embedder(current, choice);
    const dimensions = await probeDimensions(state, embedder, choice);
    return { choice, embedder: embedderOf(embedder, choice), dimensions };
  }
}
