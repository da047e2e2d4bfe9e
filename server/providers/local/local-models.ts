import { type LocalModelsReply, multilingualName } from '../../contract/local-models.ts';
import { english, englishBytes, multilingual, multilingualBytes } from './known-models.ts';
import { ModelFolders, weightsFile } from './model-folders.ts';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import type { Embedder } from '../embedder.ts';
import {
  downloadModel,
  downloadMultilingual,
  ModelDownloads,
  modelLimits,
  type ModelLimits,
  nameOf,
  notPossible,
} from './downloads.ts';
import { localEmbedder } from './local-embedder.ts';
import { vendorNotConfigured } from '../shared/vendor-error.ts';
import { label, ModelThread } from './model-thread.ts';

/** Whether a name in the settings leaves the choice to the site's language. */
const isEnglish = (name: string): boolean => name === '' || name === english.name;

interface LocalModelsOptions {
  /** Where models are kept; null: nowhere. */
  folder: string | null;
  guard: AddressGuard;
  /** Returns the site's locale or language tag; empty: not known. */
  language?: () => string;
  /** Where the files of this release lie; null: it is none. */
  release?: URL | null;
  thread?: ModelThread;
  limits?: ModelLimits;
}

const { name: many, folder: included } = multilingual;

/** The models on this machine, those of the program and of the folder, and the thread that runs them. */
export class LocalModels {
  readonly #guard: AddressGuard;
  readonly #language: () => string;
  readonly #release: URL | null;
  readonly #thread: ModelThread;
  readonly #folders: ModelFolders;
  readonly #downloads: ModelDownloads;
  readonly #isIncluded = weightsFile(included) !== null;
  #onChange = () => {};

  constructor(options: LocalModelsOptions) {
    const { thread = new ModelThread(), limits = modelLimits } = options;
    this.#guard = options.guard;
    this.#language = options.language ?? (() => '');
    this.#release = options.release ?? null;
    this.#thread = thread;
    const folders = new ModelFolders(options.folder);
    this.#folders = folders;
    const onDone = () => this.#onChange();
    this.#downloads = new ModelDownloads({ folders, thread, limits, onDone });
  }

  /**
   * Returns the model for a name in the settings: `english`, or none, stands for the one of the site's language, and
   * for the English one until that is here. Null: there is no such model.
   */
  chosen(name: string): string | null {
    if (!isEnglish(name)) return this.#folderOf(name) === null ? null : name;
    return !this.#isEnglishSite() && this.#folderOf(many) !== null ? many : english.name;
  }

  /** @param name Empty: the English model. */
  embedder(name: string): Embedder {
    if (isEnglish(name)) return localEmbedder(english, this.#thread);
    const about = name === many ? multilingual : { name, languages: null };
    // Looked for with each call: the folder may come, and go.
    const embedder = (folder: string) => localEmbedder({ ...about, folder }, this.#thread);
    return {
      ...embedder(''),
      embed: async (texts, options) => {
        const folder = this.#folderOf(name);
        if (folder) return embedder(folder).embed(texts, options);
        throw vendorNotConfigured(label, `there is no model "${name}" on this machine`);
      },
    };
  }

  /** Lists the models to choose from. */
  async list(): Promise<{ id: string; label: string }[]> {
    return (await this.#present()).map(({ name }) =>
      name === english.name ? { id: name, label: 'Automatic' } : { id: name, label: name },
    );
  }

  async status(): Promise<LocalModelsReply> {
    const { folder } = this.#folders;
    const downloadable = this.#release !== null && folder !== null;
    return {
      folder,
      models: await this.#present(),
      automatic: this.chosen('')!,
      offer:
        this.#folderOf(many) === null
          ? { name: many, bytes: multilingualBytes, wanted: !this.#isEnglishSite(), downloadable }
          : null,
      download: this.#downloads.last(),
    };
  }

  /** @param listener Is called when a model has come, or is gone. */
  whenChanged(listener: () => void): void {
    this.#onChange = listener;
  }

  /**
   * Starts to download a model, in place of one with the same name.
   *
   * @param from Its address, or the name of the multilingual model.
   * @throws AppError `conflict` while another download runs; `invalid_request`; `not_configured` if nothing can
   *   be kept, or this program does not know where its release lies
   */
  start(from: string): void {
    if (from === multilingualName) {
      const release = this.#release;
      if (!release) throw notPossible('this program is not from a release');
      this.#downloads.start(from, (folder, given) =>
        downloadMultilingual(this.#guard, release, folder, given),
      );
      return;
    }
    const address = new URL(from);
    const name = nameOf(address);
    if (name === english.name) throw new AppError('conflict');
    this.#downloads.start(name, (folder, given) =>
      downloadModel(this.#guard, address, folder, given),
    );
  }

  /** Removes a model. @throws AppError `not_found` */
  async remove(name: string): Promise<void> {
    const folder = this.#folders.path(name);
    if (folder) await this.#thread.forget(folder);
    if (!(await this.#folders.remove(name))) throw new AppError('not_found');
    this.#onChange();
  }

  /** Ends the download and the thread. */
  async close(): Promise<void> {
    this.#downloads.abort();
    await this.#thread.close();
    await this.#downloads.settled();
  }

  /** Returns the folder of a model that was put beside the English one; null: there is none of this name. */
  #folderOf(name: string): string | null {
    return this.#folders.path(name) ?? (name === many && this.#isIncluded ? included : null);
  }

  #isEnglishSite(): boolean {
    return /^(en([-_]|$)|$)/i.test(this.#language());
  }

  async #present(): Promise<LocalModelsReply['models']> {
    // Older versions kept the English model there.
    const own = (await this.#folders.list()).filter(({ name }) => name !== english.name);
    const isOwn = own.some(({ name }) => name === many);
    return [
      { name: english.name, bytes: englishBytes, included: true },
      ...(this.#isIncluded && !isOwn
        ? [{ name: many, bytes: multilingualBytes, included: true }]
        : []),
      ...own.map((model) => ({ ...model, included: false })),
    ];
  }
}
