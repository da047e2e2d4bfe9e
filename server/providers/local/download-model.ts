import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ModelDownload } from '../../contract/local-models.ts';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import { downloadFile } from '../../net/download-file.ts';
import { withoutSlash } from '../../net/without-slash.ts';
import {
  describingFiles,
  isStatic,
  onnxFiles,
  readJson,
  staticFile,
  tokenizerFile,
} from './model-files.ts';

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

/**
 * Downloads the files of a model into a folder: an ONNX encoder or static embeddings.
 *
 * @param report Is called with the progress.
 * @throws AppError of `downloadFile`; `provider_error` if there is no model; the signal's reason
 */
export async function downloadModel(
  guard: AddressGuard,
  address: URL,
  folder: string,
  {
    limits,
    signal,
    report,
  }: {
    limits: ModelLimits;
    signal: AbortSignal;
    report: (progress: Pick<ModelDownload, 'file' | 'bytes' | 'total'>) => void;
  },
): Promise<void> {
  const base = baseOf(address);

  async function fetch(file: string, maxBytes: number): Promise<boolean> {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    report({ file, bytes: 0, total: null });
    return downloadFile(guard, {
      url: new URL(file, base),
      path,
      limits: { maxBytes, connectMs: limits.connectMs, stallMs: limits.stallMs },
      signal,
      onProgress: (bytes, total) => report({ file, bytes, total }),
    });
  }

  if (!(await fetch(tokenizerFile, limits.maxOther))) throw notThere(tokenizerFile);
  for (const file of describingFiles) await fetch(file, limits.maxOther);
  const config = await readJson(folder, 'config.json').catch(() => {
    throw notThere('model that can be read');
  });
  const wanted = isStatic(config) ? [staticFile] : [...onnxFiles, staticFile];
  for (const file of wanted) if (await fetch(file, limits.maxWeights)) return;
  throw notThere(wanted.join(' or '));
}
