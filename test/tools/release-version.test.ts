import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { versionTroubles, type VersionSources } from '../../tools/release/versions.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const real: VersionSources = {
  package: read('package.json'),
  lock: read('package-lock.json'),
  plugin: read('plugin-shim/itih-rag-chat.php'),
  block: read('plugin-shim/block/block.json'),
  readme: read('readme.txt'),
};
const { version } = JSON.parse(real.package) as { version: string };

test('the files of this checkout name one version', () => {
  expect(versionTroubles(`v${version}`, real)).toEqual([]);
});

test.each([
  ['package', `"version": "${version}"`, 'package.json'],
  ['lock', `"version": "${version}"`, 'package-lock.json'],
  ['plugin', `Version:           ${version}`, 'the header of the plugin'],
  ['plugin', `= '${version}';`, 'the constant VERSION of the plugin'],
  ['block', `"version": "${version}"`, 'block.json'],
  ['readme', `Stable tag: ${version}`, 'Stable tag of readme.txt'],
  ['readme', `= ${version} =`, 'the first entry of the changelog in readme.txt'],
] as const)('another version in %s is named: %s', (source, text, place) => {
  const changed = { ...real, [source]: real[source].replace(text, text.replace(version, '9.9.9')) };
  expect(versionTroubles(`v${version}`, changed)).toEqual([
    `The tag says ${version}, ${place} says 9.9.9.`,
  ]);
});

test('a file without a version is named', () => {
  expect(versionTroubles(`v${version}`, { ...real, plugin: '' })).toHaveLength(2);
});

test.each(['', '1.0.0', 'v1', 'v1.0.0 '])('the tag "%s" is refused', (tag) => {
  expect(versionTroubles(tag, real)).toEqual([`The tag "${tag}" is not like v1.0.0.`]);
});
