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

const isLegalName = (name: string) => legalName.test(name);

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Keeps models, each in a folder of its own. @param folder Null: nothing can be kept. */
export function createModelFolders(folder: string | null) {
  const pathOf = (name: string) => join(folder ?? '', name);

  const isUsable = (name: string): boolean =>
    folder !== null && isLegalName(name) && weightsFile(pathOf(name)) !== null;

  return {
    folder,

    /** Returns the path of a model; null: there is none of this name that can be loaded. */
    path: (name: string): string | null => (isUsable(name) ? pathOf(name) : null),

    /** Lists the models that can be loaded, with their bytes. */
    async list(): Promise<{ name: string; bytes: number }[]> {
      if (folder === null || !existsSync(folder)) return [];
      const names = (await readdir(folder)).filter(isUsable).sort();
      return Promise.all(names.map(async (name) => ({ name, bytes: await sizeOf(pathOf(name)) })));
    },

    /** Makes an empty folder for a download. */
    async begin(): Promise<string> {
      const path = pathOf(unfinished);
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { recursive: true });
      return path;
    },

    /** Makes the download a model. */
    async finish(name: string): Promise<void> {
      await rm(pathOf(name), { recursive: true, force: true });
      await rename(pathOf(unfinished), pathOf(name));
    },

    abandon: () => rm(pathOf(unfinished), { recursive: true, force: true }),

    /** Returns false if there is no model of this name. */
    async remove(name: string): Promise<boolean> {
      if (folder === null || !isLegalName(name) || !existsSync(pathOf(name))) return false;
      await rm(pathOf(name), { recursive: true });
      return true;
    },
  };
}
export type ModelFolders = ReturnType<typeof createModelFolders>;
