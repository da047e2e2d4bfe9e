import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const require = createRequire(import.meta.url);

/**
 * Returns the address of a file of this program, by its path from the repository's root. Every file that is not
 * imported is named here, because the bundle of a release has another module in place of this one: there all files
 * are in one folder.
 */
export const ownFile = (path: string): URL => new URL(path, root);

/** Returns the path of a file of a package. @param by The package that depends on it, if the program does not. */
export const packageFile = (file: string, by?: string): string =>
  (by === undefined ? require : createRequire(require.resolve(by))).resolve(file);

/** Returns the folders that hold the program and its packages, which npm may have hoisted. */
export const programFolders = (): string[] => [
  fileURLToPath(root),
  require.resolve('yaml').replace(/(?<=[/\\]node_modules[/\\]).*/, ''),
];
