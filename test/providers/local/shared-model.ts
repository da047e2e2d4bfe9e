import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns the folder of a model beside the project, which does not contain it; null, and the reason for which a test
 * was not run, where it is not there.
 */
export function sharedModel(name: string): { folder: string | null; missing: string } {
  const folder = fileURLToPath(new URL(`../../../../shared/models/${name}`, import.meta.url));
  return existsSync(folder)
    ? { folder, missing: '' }
    : { folder: null, missing: `(not run: ../shared/models/${name} is not there)` };
}
