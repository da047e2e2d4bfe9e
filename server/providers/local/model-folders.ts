import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of an ONNX encoder, the smallest first. */
export const weightsFiles = ['onnx/model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'] as const;
export const tokenizerFile = 'tokenizer.json';
/** Small files that describe a model; each may be missing. */
export const describingFiles = [
  'config.json',
  'tokenizer_config.json',
  'modules.json',
  '1_Pooling/config.json',
] as const;

type JsonObject = Record<string, unknown>;

/** Reads a JSON object of a model's folder; an empty one if the file is missing. @throws SyntaxError */
export async function readJson(folder: string, name: string): Promise<JsonObject> {
  const path = join(folder, name);
  if (!existsSync(path)) return {};
  const value: unknown = JSON.parse(await readFile(path, 'utf8'));
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

/** Returns the file with a folder's weights; null: there is no model that can be loaded. */
export function weightsFile(folder: string): string | null {
  if (!existsSync(join(folder, tokenizerFile))) return null;
  return weightsFiles.find((name) => existsSync(join(folder, name))) ?? null;
}

/** Names of folders; no separators, and no hidden folder. */
const legalName = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/;
/** Begins with a dot, so that it is no model's folder. */
const unfinished = '.download';

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Keeps models, each in a folder of its own. */
export class ModelFolders {
  /** Null: nothing can be kept. */
  readonly folder: string | null;

  constructor(folder: string | null) {
    this.folder = folder;
  }

  /** Returns the path of a model; null: there is none of this name that can be loaded. */
  path(name: string): string | null {
    if (this.folder === null || !legalName.test(name)) return null;
    const path = this.#pathOf(name);
    return weightsFile(path) === null ? null : path;
  }

  /** Lists the models that can be loaded, with their bytes. */
  async list(): Promise<{ name: string; bytes: number }[]> {
    if (this.folder === null || !existsSync(this.folder)) return [];
    const names = (await readdir(this.folder)).filter((name) => this.path(name) !== null).sort();
    return Promise.all(
      names.map(async (name) => ({ name, bytes: await sizeOf(this.#pathOf(name)) })),
    );
  }

  /** Makes an empty folder for a download. */
  async begin(): Promise<string> {
    await this.abandon();
    const path = this.#pathOf(unfinished);
    await mkdir(path, { recursive: true });
    return path;
  }

  /** Makes the download a model. */
  async finish(name: string): Promise<void> {
    await rm(this.#pathOf(name), { recursive: true, force: true });
    await rename(this.#pathOf(unfinished), this.#pathOf(name));
  }

  abandon(): Promise<void> {
    return rm(this.#pathOf(unfinished), { recursive: true, force: true });
  }

  /** Returns false if there is no model of this name. */
  async remove(name: string): Promise<boolean> {
    if (this.folder === null || !legalName.test(name) || !existsSync(this.#pathOf(name))) {
      return false;
    }
    await rm(this.#pathOf(name), { recursive: true });
    return true;
  }

  #pathOf(name: string): string {
    return join(this.folder ?? '', name);
  }
}
