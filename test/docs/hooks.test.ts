import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { tableOf, textOf } from './pages.ts';

const page = 'docs/integrators.md';
const sources = globSync('plugin-shim/**/*.php').map((file) => readFileSync(file, 'utf8'));

/** The beginning of each call of a function in the plugin, up to the end of its line. */
const callsOf = (name: string): string[] =>
  sources.flatMap((text) =>
    text
      .split(`${name}( `)
      .slice(1)
      .map((rest) => rest.split('\n')[0] ?? ''),
  );

test('the filters that the plugin applies are those of the table', () => {
  const names = callsOf('apply_filters').map((call) => call.split("'")[1] ?? call);
  const listed = tableOf(page, 'filter').flatMap(([filters = []]) => filters);
  expect(listed.sort()).toEqual([...new Set(names)].sort());
});

test('each filter has a literal name, and the table its own once', () => {
  expect(callsOf('apply_filters').filter((call) => !call.startsWith("'"))).toEqual([]);
  const listed = tableOf(page, 'filter').flatMap(([filters = []]) => filters);
  expect(new Set(listed).size).toBe(listed.length);
});

test('the page says that there are no actions, as it is', () => {
  const names = ['do_action', 'do_action_ref_array', 'apply_filters_ref_array'];
  const called = names.flatMap(callsOf).map((call) => call.split("'")[1] ?? call);
  // That of a cache, to which the plugin speaks.
  expect(called).toEqual(['litespeed_control_set_nocache']);
  expect(textOf(page)).toContain('it fires no actions of its own');
});
