/** `npm run release-version -- v1.0.0`: fails unless every file that names the version names the one of the tag. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionTroubles, type VersionSources } from './release/versions.ts';
import { repository } from './stack/folders.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const sources: VersionSources = {
  package: read('package.json'),
  lock: read('package-lock.json'),
  plugin: read('plugin-shim/itih-rag-chat.php'),
  block: read('plugin-shim/block/block.json'),
  readme: read('readme.txt'),
};
const troubles = versionTroubles(process.argv[2] ?? '', sources);
for (const trouble of troubles) console.error(trouble);
process.exitCode = troubles.length > 0 ? 1 : 0;
