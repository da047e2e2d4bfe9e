import { createHash } from 'node:crypto';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ModelDownload } from '../../contract/local-models.ts';
import { AppError, toAppError } from '../../errors/app-error.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import { downloadFile } from '../../net/download-file.ts';
import { withoutSlash } from '../../net/without-slash.ts';
import { multilingual, multilingualFiles } from './known-models.ts';
import {
  describingFiles,
  type ModelFolders,
  tokenizerFile,
  weightsFiles,
} from './model-folders.ts';
import { vendorErrorOf } from '../shared/vendor-error.ts';
import { label, type ModelThread } from './model-thread.ts';

export interface ModelLimits {
  /** Bytes of the weights, and of each other file. */
  maxWeights: number;
  maxOther: number;
  connectMs: number;
  stallMs: number;
}

export const modelLimits: ModelLimits = {
  maxWeights: 2 ** 30,
  maxOther: 64 * 2 ** 20,
  connectMs: 10_000,
  stallMs: 30_000,
};

const notThere = (what: string) =>
  new AppError('provider_error', {
    retryable: false,
    message: `There is no ${what} at this address.`,
  });

/** Returns the error of a download that this installation does not allow, with its reason for the owner. */
export const notPossible = (why: string) =>
  new AppError('not_configured', { message: `${label}: ${why}.` });

/** Returns the name of a model's folder: the end of its address. @throws AppError `invalid_request` */
export function nameOf(address: URL): string {
  const last = address.pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = last
    .replace(/[^a-zA-Z0-9._-]/g, '-')
    .replace(/^[^a-zA-Z0-9]+/, '')
    .slice(0, 100);
  if (name === '') {
    throw new AppError('invalid_request', { fields: { address: 'The address names no model.' } });
  }
  return name;
}

/** Returns the folder of a model's files. Repositories of Hugging Face have it below their own address. */
function baseOf({ origin, hostname, pathname }: URL): string {
  const path = withoutSlash(pathname);
  const repository =
    /^\/[^/]+\/[^/]+$/.test(path) && /(^|\.)(huggingface\.co|hf\.co)$/.test(hostname);
  return `${origin}${path}${repository ? '/resolve/main' : ''}/`;
}

interface DownloadOptions {
  limits: ModelLimits;
  signal: AbortSignal;
  report: (progress: Pick<ModelDownload, 'file' | 'bytes' | 'total'>) => void;
}

/** Returns a function that downloads a file below `base` into a folder; false: the server does not have it. */
function fetchInto(
  guard: AddressGuard,
  base: string,
  folder: string,
  { limits: { connectMs, stallMs }, signal, report }: DownloadOptions,
) {
  return async (file: string, maxBytes: number): Promise<boolean> => {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    report({ file, bytes: 0, total: null });
    return downloadFile(guard, {
      url: new URL(file, base),
      path,
      limits: { maxBytes, connectMs, stallMs },
      signal,
      onProgress: (bytes, total) => report({ file, bytes, total }),
    });
  };
}

/**
 * Downloads the files of an ONNX encoder into a folder.
 *
 * @throws AppError of `downloadFile`; `provider_error` if there is no model; the signal's reason
 */
export async function downloadModel(
  guard: AddressGuard,
  address: URL,
  folder: string,
  options: DownloadOptions,
): Promise<void> {
  const { limits } = options;
  const fetch = fetchInto(guard, baseOf(address), folder, options);

  if (!(await fetch(tokenizerFile, limits.maxOther))) throw notThere(tokenizerFile);
  for (const file of describingFiles) await fetch(file, limits.maxOther);
  for (const file of weightsFiles) if (await fetch(file, limits.maxWeights)) return;
  throw notThere(weightsFiles.join(' or '));
}

/**
 * Downloads the multilingual model from where the files of a release lie, side by side.
 *
 * @throws like `downloadModel`; `provider_error` if a file is another one
 */
export async function downloadMultilingual(
  guard: AddressGuard,
  release: URL,
  folder: string,
  options: DownloadOptions,
): Promise<void> {
  const { name } = multilingual;
  for (const [file, sha256] of Object.entries(multilingualFiles)) {
    const asset = `${name}-${file}`;
    const fetch = fetchInto(guard, release.href, folder, options);
    if (!(await fetch(asset, options.limits.maxOther))) throw notThere(asset);
    const bytes = await readFile(join(folder, asset));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new AppError('provider_error', {
        retryable: false,
        message: `${asset} at this address is not the file of this version.`,
      });
    }
    await rename(join(folder, asset), join(folder, file));
  }
}

interface DownloadDependencies {
  folders: ModelFolders;
  thread: ModelThread;
  limits: ModelLimits;
  /** Called when a model has come. */
  onDone: () => void;
}

/** Puts the files of a model into a folder. */
type Download = (folder: string, options: DownloadOptions) => Promise<void>;

/** Downloads models, one at a time, and tries each before it counts. */
export class ModelDownloads {
  readonly #dependencies: DownloadDependencies;
  readonly #closing = new AbortController();
  #last: ModelDownload | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(dependencies: DownloadDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the present or the last download. */
  last(): ModelDownload | null {
    return this.#last && { ...this.#last };
  }

  /** @throws AppError `conflict` while another download runs; `not_configured` if nothing can be kept */
  start(name: string, download: Download): void {
    if (this.#dependencies.folders.folder === null) {
      throw notPossible('there is no folder for models');
    }
    if (this.#last?.state === 'running') throw new AppError('conflict');
    this.#last = { name, state: 'running', file: '', bytes: 0, total: null, error: null };
    this.#running = this.#run(download, this.#last);
  }

  /** Ends the present download. */
  abort(): void {
    this.#closing.abort(new Error('The sidecar is shutting down.'));
  }

  /** Resolves when the present download has ended. */
  settled(): Promise<void> {
    return this.#running;
  }

  async #run(download: Download, current: ModelDownload): Promise<void> {
    const { folders, onDone } = this.#dependencies;
    try {
      await this.#fetch(download, current);
      current.state = 'done';
      onDone();
    } catch (error) {
      await folders.abandon().catch(() => undefined);
      current.state = 'failed';
      current.error = vendorErrorOf(error)?.message ?? toAppError(error).message;
    }
  }

  async #fetch(download: Download, current: ModelDownload): Promise<void> {
    const { folders, thread, limits } = this.#dependencies;
    const { signal } = this.#closing;
    const folder = await folders.begin();
    const report = (progress: Partial<ModelDownload>) => void Object.assign(current, progress);
    await download(folder, { limits, signal, report });
    await thread.embed(folder, ['Does it work?'], { purpose: 'document', signal });
    // The files of both folders change.
    for (const path of [folder, folders.path(current.name)]) if (path) await thread.forget(path);
    await folders.finish(current.name);
  }
}
