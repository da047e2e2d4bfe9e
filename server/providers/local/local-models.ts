import { AppError } from '../../errors/app-error.ts';
import type { LocalModelsReply } from '../../contract/local-models.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import type { Embedder } from '../embedder.ts';
import { vendorNotConfigured } from '../shared/vendor-error.ts';
import { modelLimits, nameOf, type ModelLimits } from './download-model.ts';
import { english, localEmbedder } from './local-embedder.ts';
import { createModelDownloads } from './model-downloads.ts';
import { createModelFolders } from './model-folders.ts';
import { createModelThread, type ModelThread } from './model-thread.ts';
import { label } from './model-worker.ts';

/** Bytes of the English model. */
const englishBytes = 23_400_000;

interface Options {
  /** Where models are kept; null: nowhere. */
  folder: string | null;
  guard: AddressGuard;
  thread?: ModelThread;
  limits?: ModelLimits;
}

/** The models on this machine, and the thread that runs them. */
export function createLocalModels(options: Options) {
  const { guard, thread = createModelThread(), limits = modelLimits } = options;
  const folders = createModelFolders(options.folder);
  let onChange = () => {};
  const downloads = createModelDownloads({
    folders,
    guard,
    thread,
    limits,
    onDone: () => onChange(),
  });
  const isEnglish = (name: string) => name === '' || name === english.name;

  /** Older versions kept the English model there. */
  const own = async () => (await folders.list()).filter(({ name }) => name !== english.name);

  const status = async (): Promise<LocalModelsReply> => ({
    folder: folders.folder,
    models: [
      { name: english.name, bytes: englishBytes, included: true },
      ...(await own()).map((model) => ({ ...model, included: false })),
    ],
    download: downloads.last(),
  });

  return {
    /** Whether a model is on this machine. @param name Empty: the English model. */
    isInstalled: (name: string): boolean => isEnglish(name) || folders.path(name) !== null,

    /** @param name Empty: the English model. */
    embedder(name: string): Embedder {
      if (isEnglish(name)) return localEmbedder(english, thread);
      // Looked for with each call: the folder may come, and go.
      const embedder = (folder: string) => localEmbedder({ name, languages: null, folder }, thread);
      return {
        ...embedder(''),
        async embed(texts, embedOptions) {
          const folder = folders.path(name);
          if (folder) return embedder(folder).embed(texts, embedOptions);
          throw vendorNotConfigured(label, `there is no model "${name}" on this machine`);
        },
      };
    },

    /** Lists the models to choose from. */
    list: async () => [
      { id: english.name, label: 'English', dimensions: english.dimensions! },
      ...(await own()).map(({ name }) => ({ id: name, label: name })),
    ],

    status,

    /** @param listener Is called when a model has come, or is gone. */
    whenChanged(listener: () => void): void {
      onChange = listener;
    },

    /**
     * Starts to download a model, in place of one with the same name.
     *
     * @throws AppError `conflict` while another download runs; `invalid_request`; `not_configured` if nothing can
     *   be kept
     */
    start(address: URL): void {
      const name = nameOf(address);
      if (name === english.name) throw new AppError('conflict');
      downloads.start(name, address);
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
