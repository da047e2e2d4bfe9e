import { AppError, toAppError } from '../../errors/app-error.ts';
import type { LocalModelsReply, ModelDownload } from '../../contract/local-models.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import type { Embedder } from '../embedder.ts';
import { vendorErrorOf, vendorNotConfigured } from '../shared/vendor-error.ts';
import { downloadModel, modelLimits, nameOf, type ModelLimits } from './download-model.ts';
import { english, localEmbedder } from './local-embedder.ts';
import { createModelFolders } from './model-folders.ts';
import { createModelThread, type ModelThread } from './model-thread.ts';
import { label } from './model-worker.ts';

/** Bytes of the npm packages of the English model. */
const englishBytes = 33_000_000;

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
  const closing = new AbortController();
  let download: ModelDownload | null = null;
  let running: Promise<void> = Promise.resolve();

  /** Downloads a model and tries it. */
  async function fetchModel(address: URL, current: ModelDownload): Promise<void> {
    const { signal } = closing;
    const folder = await folders.begin();
    await downloadModel(guard, address, folder, {
      limits,
      signal,
      report: (progress) => Object.assign(current, progress),
    });
    await thread.embed(folder, ['Does it work?'], { purpose: 'document', signal });
    // The files of both folders change.
    for (const path of [folder, folders.path(current.name)]) if (path) await thread.forget(path);
    await folders.finish(current.name);
    current.state = 'done';
  }

  async function run(address: URL, current: ModelDownload): Promise<void> {
    try {
      await fetchModel(address, current);
    } catch (error) {
      await folders.abandon().catch(() => undefined);
      current.state = 'failed';
      current.error = vendorErrorOf(error)?.message ?? toAppError(error).message;
    }
  }

  const status = async (): Promise<LocalModelsReply> => ({
    folder: folders.folder,
    models: [
      { name: english.name, bytes: englishBytes, included: true },
      ...(await folders.list()).map((model) => ({ ...model, included: false })),
    ],
    download: download && { ...download },
  });

  return {
    /** @param name Empty: the English model that comes with the program. */
    embedder(name: string): Embedder {
      if (name === '' || name === english.name) return localEmbedder(english, thread);
      // Looked for with each call: the folder may come, and go.
      const embedder = (folder: string) => localEmbedder({ name, folder, languages: null }, thread);
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
      ...(await folders.list()).map(({ name }) => ({ id: name, label: name })),
    ],

    status,

    /**
     * Starts to download a model, in place of one with the same name.
     *
     * @throws AppError `conflict` while another download runs; `invalid_request`; `not_configured` if nothing can
     *   be kept
     */
    start(address: URL): void {
      if (folders.folder === null)
        throw vendorNotConfigured(label, 'there is no folder for models');
      if (download?.state === 'running') throw new AppError('conflict');
      const name = nameOf(address);
      if (name === english.name) throw new AppError('conflict');
      download = { name, state: 'running', file: '', bytes: 0, total: null, error: null };
      running = run(address, download);
    },

    /** Removes a model. @throws AppError `not_found` */
    async remove(name: string): Promise<void> {
      const folder = folders.path(name);
      if (folder) await thread.forget(folder);
      if (!(await folders.remove(name))) throw new AppError('not_found');
    },

    /** Ends the download and the thread. */
    async close(): Promise<void> {
      closing.abort(new Error('The sidecar is shutting down.'));
      await thread.close();
      await running;
    },
  };
}
export type LocalModels = ReturnType<typeof createLocalModels>;
