/** Contents of the files that name the version. */
export interface VersionSources {
  package: string;
  lock: string;
  plugin: string;
  block: string;
  readme: string;
}

interface About {
  version?: string;
}

const json = (text: string) => (JSON.parse(text) as About).version;
const first = (expression: RegExp, text: string) => expression.exec(text)?.[1];

/** The version in each place. WordPress reads the header, wordpress.org the stable tag and the changelog. */
function named({ package: about, lock, plugin, block, readme }: VersionSources) {
  return {
    'package.json': json(about),
    'package-lock.json': json(lock),
    'the header of the plugin': first(/^ \* Version:[ ]*(\S+)$/m, plugin),
    'the constant VERSION of the plugin': first(/^const VERSION[ ]*= '([^']*)';$/m, plugin),
    'block.json': json(block),
    'Stable tag of readme.txt': first(/^Stable tag: (\S+)$/m, readme),
    'the first entry of the changelog in readme.txt': first(/== Changelog ==\n\n= (\S+) =/, readme),
  };
}

/** Returns a sentence for each place that names another version than the tag, such as `v1.0.0`. */
export function versionTroubles(tag: string, sources: VersionSources): string[] {
  const version = first(/^v(\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?)$/, tag);
  if (version === undefined) return [`The tag "${tag}" is not like v1.0.0.`];
  return Object.entries(named(sources))
    .filter(([, found]) => found !== version)
    .map(([place, found]) => `The tag says ${version}, ${place} says ${found ?? 'nothing'}.`);
}
