import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const demoSources = join(repository, 'tools/demo');
export const playgroundPackage = join(repository, 'tools/playground');
export const pluginSources = join(repository, 'plugin-shim');
export const cache = join(repository, '.cache/demo');
