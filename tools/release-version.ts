/** `npm run release-version -- v1.0.0`: fails unless every file that names the version names the one of the tag. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './stack/folders.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const json = (path: string) => (JSON.parse(read(path)) as { version?: string }).version;
const first = (expression: RegExp, path: string) => expression.exec(read(path))?.[1];

const plugin = 'plugin-shim/itih-rag-chat.php';
/** The version in each place. WordPress reads the header, wordpress.org the stable tag and the changelog. */
const named = {
  'package.json': json('package.json'),
  'package-lock.json': json('package-lock.json'),
  'the header of the plugin': first(/^ \* Version:[ ]*(\S+)$/m, plugin),
  'the constant VERSION of the plugin': first(/^const VERSION[ ]*= '([^']*)';$/m, plugin),
  'block.json': json('plugin-shim/block/block.json'),
  'Stable tag of readme.txt': first(/^Stable tag: (\S+)$/m, 'readme.txt'),
  'the first entry of the changelog in readme.txt': first(
    /== Changelog ==\n\n= (\S+) =/,
    'readme.txt',
  ),
};
const tag = process.argv[2] ?? `v${named['package.json']}`;
const [, version] = /^v(\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?)$/.exec(tag) ?? [];
if (version === undefined) throw new Error(`The tag "${tag}" is not like v1.0.0.`);
for (const [place, found] of Object.entries(named)) {
  if (found === version) continue;
  console.error(`The tag says ${version}, ${place} says ${found ?? 'nothing'}.`);
  process.exitCode = 1;
}
