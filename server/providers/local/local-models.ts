import { type LocalModelsReply, multilingualName } from '../../contract/local-models.ts';
import { english, englishBytes, multilingual, multilingualBytes } from './known-models.ts';
import { createModelFolders, type ModelFolders, weightsFile } from './model-folders.ts';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import type { Embedder } from '../embedder.ts';
import {
  createModelDownloads,
  downloadModel,
  downloadMultilingual,
  notPossible,
  modelLimits,
  type ModelLimits,
  nameOf,
} from './downloads.ts';
import { localEmbedder } from './local-embedder.ts';
import { vendorNotConfigured } from '../shared/vendor-error.ts';
import { createModelThread, label, type ModelThread } from './model-thread.ts';

/** Whether a name in the settings leaves the choice to the site's language. */
const isEnglish = (name: string): boolean => name === '' || name === english.name;

/**
 * The models that are on this machine: those of the program and of the folder.
 *
 * @param language Returns the site's locale or language tag; empty: not known.
 */
function createPresentModels(folders: ModelFolders, language: () => string) {
  const { name: many, folder: included } = multilingual;
  const isIncluded = weightsFile(included) !== null;
  const isEnglishSite = () => /^(en([-_]|$)|$)/i.test(language());

  /** Returns the folder of a model that was put beside the English one; null: there is none of this name. */
  const folderOf = (name: string): string | null =>
    folders.path(name) ?? (name === many && isIncluded ? included : null);

  return {
    folderOf,

    /**
     * Returns the model for a name in the settings: `english`, or none, stands for the one of the site's language, and
     * for the English one until that is here. Null: there is no such model.
     */
    chosen: (name: string): string | null => {
      if (!isEnglish(name)) return folderOf(name) === null ? null : name;
      return !isEnglishSite() && folderOf(many) !== null ? many : english.name;
    },

    async list(): Promise<LocalModelsReply['models']> {
      // Older versions kept the English model there.
      const own = (await folders.list()).filter(({ name }) => name !== english.name);
      const isOwn = own.some(({ name }) => name === many);
      return [
        { name: english.name, bytes: englishBytes, included: true },
        ...(isIncluded && !isOwn ? [{ name: many, bytes: multilingualBytes, included: true }] : []),
        ...own.map((model) => ({ ...model, included: false })),
      ];
    },

    /** Returns the multilingual model if it is not here. */
    offer: (downloadable: boolean): LocalModelsReply['offer'] =>
      folderOf(many) === null
        ? { name: many, bytes: multilingualBytes, wanted: !isEnglishSite(), downloadable }
        : null,
  };
}

interface Options {
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

/** The models on this machine, and the thread that runs them. */
export function createLocalModels(options: Options) {
  const { guard, thread = createModelThread(), limits = modelLimits } = options;
  const { language = () => '', release = null } = options;
  const folders = createModelFolders(options.folder);
  let onChange = () => {};
  const downloads = createModelDownloads({ folders, thread, limits, onDone: () => onChange() });

  const present = createPresentModels(folders, language);

  return {
    chosen: present.chosen,

    /** @param name Empty: the English model. */
    embedder(name: string): Embedder {
      if (isEnglish(name)) return localEmbedder(english, thread);
      const about = name === multilingual.name ? multilingual : { name, languages: null };
      // Looked for with each call: the folder may come, and go.
      const embedder = (folder: string) => localEmbedder({ ...about, folder }, thread);
      return {
        ...embedder(''),
        async embed(texts, embedOptions) {
          const folder = present.folderOf(name);
          if (folder) return embedder(folder).embed(texts, embedOptions);
          throw vendorNotConfigured(label, `there is no model "${name}" on this machine`);
        },
      };
    },

    /** Lists the models to choose from. */
    list: async () =>
      (await present.list()).map(({ name }) =>
        name === english.name ? { id: name, label: 'Automatic' } : { id: name, label: name },
      ),

    status: async (): Promise<LocalModelsReply> => ({
      folder: folders.folder,
      models: await present.list(),
      automatic: present.chosen('')!,
      offer: present.offer(release !== null && folders.folder !== null),
      download: downloads.last(),
    }),

    /** @param listener Is called when a model has come, or is gone. */
    whenChanged(listener: () => void): void {
      onChange = listener;
    },

    /**
     * Starts to download a model, in place of one with the same name.
     *
     * @param from Its address, or the name of the multilingual model.
     * @throws AppError `conflict` while another download runs; `invalid_request`; `not_configured` if nothing can
     *   be kept, or this program does not know where its release lies
     */
    start(from: string): void {
      if (from === multilingualName) {
        if (!release) throw notPossible('this program is not from a release');
        downloads.start(from, (folder, given) =>
          downloadMultilingual(guard, release, folder, given),
        );
        return;
      }
      const address = new URL(from);
      const name = nameOf(address);
      if (name === english.name) throw new AppError('conflict');
      downloads.start(name, (folder, given) => downloadModel(guard, address, folder, given));
    },

    /** Removes a model. @throws AppError `not_found` */
    async remove(name: string): Promise<void> {
      const folder = folders.path(name);
      if (folder) await thread.forget(folder);
      if (!(await folders.remove(name))) throw new AppError('not_found');
      onChange();
    },

    /** Ends the download and the thread. */
    async close(): Promise<void> {
      downloads.abort();
      await thread.close();
      await downloads.settled();
    },
  };
}
export type LocalModels = ReturnType<typeof createLocalModels>;
