import type { Log } from '../runtime/log.ts';
import type { MemoryIndex } from '../retrieval/memory/memory-index.ts';
import type { Vectorize } from '../retrieval/vectorize/vectorize.ts';
import type { Database } from '../storage/database.ts';
import { dropTables } from '../storage/migrate.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface RemoveDataDependencies {
  database: Database;
  settings: Pick<SettingsStore, 'adopt'>;
  memoryIndex: Pick<MemoryIndex, 'removeFile' | 'close'>;
  vectorize: Pick<Vectorize, 'removeVectors'>;
  /** Background work, which ends first. */
  loops: readonly { stop: () => Promise<void> }[];
  log: Log;
}

/**
 * Deletes all data of this site, here and at vendors, when the plugin is uninstalled. The process stays idle
 * afterwards, because other work would make its tables again.
 */
export class RemoveData {
  readonly #dependencies: RemoveDataDependencies;
  readonly #stops: (() => Promise<unknown>)[];
  #running: Promise<void> | null = null;

  constructor(dependencies: RemoveDataDependencies) {
    this.#dependencies = dependencies;
    this.#stops = dependencies.loops.map((loop) => () => loop.stop());
  }

  /** True from the first call of `run`: no other request may be answered. */
  begun(): boolean {
    return this.#running !== null;
  }

  /** Adds work that has to end before data is deleted. */
  before(stop: () => Promise<unknown>): void {
    this.#stops.push(stop);
  }

  /** @param stored The settings as WordPress has them. */
  run(stored: Record<string, unknown>): Promise<void> {
    return (this.#running ??= this.#remove(stored));
  }

  async #remove(stored: Record<string, unknown>): Promise<void> {
    const { database, settings, memoryIndex, vectorize, log } = this.#dependencies;
    log.warn('the plugin is uninstalled: its data is being deleted');
    const { vector_store: store } = settings.adopt(stored);
    await Promise.all(this.#stops.map((stop) => stop()));
    const failed = (what: string) => (error: unknown) =>
      log.error({ err: error }, `${what} could not be deleted`);
    await vectorize.removeVectors(store).catch(failed('the vectors in the hosted index'));
    await memoryIndex.removeFile().catch(failed('the snapshot of the in-memory index'));
    await memoryIndex.close();
    await dropTables(database);
    log.warn(
      'the data of this site is deleted; this process has nothing more to do and may be ended',
    );
  }
}
