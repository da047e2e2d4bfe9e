import { AppError, toAppError } from '../../errors/app-error.ts';
import type { ModelDownload } from '../../contract/local-models.ts';
import { vendorErrorOf, vendorNotConfigured } from '../shared/vendor-error.ts';
import type { DownloadOptions, ModelLimits } from './download-model.ts';
import type { ModelFolders } from './model-folders.ts';
import type { ModelThread } from './model-thread.ts';
import { label } from './model-worker.ts';

interface Dependencies {
  folders: ModelFolders;
  thread: ModelThread;
  limits: ModelLimits;
  /** Called when a model has come. */
  onDone: () => void;
}

/** Puts the files of a model into a folder. */
type Download = (folder: string, options: DownloadOptions) => Promise<void>;

/** Downloads models, one at a time, and tries each before it counts. */
export function createModelDownloads({ folders, thread, limits, onDone }: Dependencies) {
  const closing = new AbortController();
  let last: ModelDownload | null = null;
  let running: Promise<void> = Promise.resolve();

  async function fetchModel(download: Download, current: ModelDownload): Promise<void> {
    const { signal } = closing;
    const folder = await folders.begin();
    const report = (progress: Partial<ModelDownload>) => void Object.assign(current, progress);
    await download(folder, { limits, signal, report });
    await thread.embed(folder, ['Does it work?'], { purpose: 'document', signal });
    // The files of both folders change.
    for (const path of [folder, folders.path(current.name)]) if (path) await thread.forget(path);
    await folders.finish(current.name);
    current.state = 'done';
    onDone();
  }

  async function run(download: Download, current: ModelDownload): Promise<void> {
    try {
      await fetchModel(download, current);
    } catch (error) {
      await folders.abandon().catch(() => undefined);
      current.state = 'failed';
      current.error = vendorErrorOf(error)?.message ?? toAppError(error).message;
    }
  }

  return {
    /** Returns the present or the last download. */
    last: (): ModelDownload | null => last && { ...last },

    /** @throws AppError `conflict` while another download runs; `not_configured` if nothing can be kept */
    start(name: string, download: Download): void {
      if (folders.folder === null) {
        throw vendorNotConfigured(label, 'there is no folder for models');
      }
      if (last?.state === 'running') throw new AppError('conflict');
      last = { name, state: 'running', file: '', bytes: 0, total: null, error: null };
      running = run(download, last);
    },

    /** Ends the present download. */
    abort: () => closing.abort(new Error('The sidecar is shutting down.')),
    /** Resolves when the present download has ended. */
    settled: () => running,
  };
}
