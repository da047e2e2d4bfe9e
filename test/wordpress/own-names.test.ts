/** Uninstalling deletes by a list of names, so that each name under which the plugin stores something has to be on it. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
const uninstall = read('plugin-shim/uninstall.php');
const sources = globSync('plugin-shim/includes/*.php').map(read).join('\n');

const listed = (list: string) =>
  [
    ...(RegExp(`const ${list} += array\\((.*)\\);`).exec(uninstall)?.[1] ?? '').matchAll(
      /'(\w+)'/g,
    ),
  ].map(([, name]) => name);

/** Values of constants, by name. */
const constants = new Map(
  [...sources.matchAll(/^\s*(?:private )?const (\w+) += '(\w+)';/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);

/** Names in the argument of each call that `call` captures: a string, or a constant. */
const stored = (call: RegExp) =>
  [...sources.matchAll(call)].flatMap(([, argument = '']) => {
    const name = /^'(\w+)'/.exec(argument)?.[1] ?? constants.get(argument);
    return name?.startsWith('itih_') ? [name] : [];
  });

test.each([
  ['OWN_OPTIONS', /(?:get|add|update|delete)_option\( ('?\w+'?)(?=,| \))/g],
  ['OWN_TRANSIENTS', /(?:get|set|delete)_transient\( ('?\w+'?)/g],
  [
    'OWN_USER_OPTIONS',
    /(?:get|update|delete)_user_(?:option|meta)\( [^;]*?('itih_\w+'|\w+_OPTION)/g,
  ],
  ['OWN_EVENTS', /wp_(?:next_scheduled|clear_scheduled_hook)\( ('?\w+'?)/g],
])('%s names all that is stored', (list, call) => {
  const names = [...new Set(stored(call))];
  expect(names.length).toBeGreaterThan(0);
  expect([...listed(list)].sort()).toEqual([...names].sort());
});

test('names that are made at run time are known', () => {
  const made = [
    ...sources.matchAll(
      /(?:(?:get|set)_transient|(?:get|update)_option)\( (\$\w+|'\w+' \. \$\w+)/g,
    ),
  ];
  // Options of core: of a connector, the default term of a taxonomy; the options of the plugin that is imported.
  expect([...new Set(made.map(([, name]) => name))].sort()).toEqual(
    ['$option', "'default_term_' . $taxonomy", "'itih_' . $group"].sort(),
  );
  expect(uninstall).toContain("const SEEN_TRANSIENTS = 'itih_seen_';");
  expect(
    [...sources.matchAll(/(?<!function )claim_once\( '(\w+)' \. /g)].map(([, name]) => name),
  ).toEqual(['itih_seen_']);
});

test('no pattern that fits a whole prefix deletes anything', () => {
  expect(uninstall).not.toMatch(/itih_'|itih_%|itih\\/);
});
