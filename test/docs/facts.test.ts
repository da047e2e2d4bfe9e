import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { po } from 'gettext-parser';
import { z } from 'zod';
import { chatEvent } from '../../server/contract/chat.ts';
import { errors } from '../../server/contract/errors.ts';
import {
  embeddingProviders,
  llmProviders,
  type Provider,
  providers,
  rerankProviders,
  vendors,
} from '../../server/contract/providers.ts';
import { routes } from '../../server/contract/routes.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { turnedAway, vendorFailure } from '../../server/contract/trouble.ts';
import { bytesPerVector, maxVectors } from '../../server/retrieval/int8/rows.ts';
import { Metrics } from '../../server/runtime/metrics.ts';
import { noReadings } from '../runtime/no-readings.ts';
import { pages, tableBelow, tableOf, textOf, tokensOf } from './pages.ts';

/** The settings of a group with their defaults. Connections of vendors are described once for all. */
const settingsOf = (group: object): [string, unknown][] =>
  Object.entries(group).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'local') return [['local.model', (value as { model: string }).model]];
    return name in providers ? [] : [[name, value]];
  });

const wordsOfDefault = (value: unknown): string[] => {
  if (Array.isArray(value) && value.length > 0) return value.map(String);
  return value === '' || typeof value === 'object' ? ['empty'] : [String(value)];
};

test.each(Object.entries(settingsDefaults))(
  'configuration.md has each setting of the group %s with its default',
  (group, of) => {
    const rows = tableBelow('docs/configuration.md', `\`${group}\``);
    const listed = Object.fromEntries(rows.map(([[name = ''] = [], value]) => [name, value]));
    const meant = settingsOf(of).map(([name, value]) => [name, wordsOfDefault(value)]);
    expect(listed).toEqual(Object.fromEntries(meant));
  },
);

test('configuration.md has every variable that the sidecar reads', () => {
  const text = textOf('docs/configuration.md');
  const source = readFileSync('server/config/config.ts', 'utf8');
  const read = [...source.matchAll(/^ {2}(ITIH_[A-Z_]+): z\./gm)].map(([, name]) => name);
  const keys = vendors.map((vendor) => vendor.toUpperCase());
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  const row = tableBelow('docs/configuration.md', 'Keys of providers')[0]![0]!.map((name) =>
    name.replace('ITIH_', '').replace('_API_KEY', ''),
  );
  expect(row.sort()).toEqual(keys.sort());
});

test.each([
  ['llm', llmProviders],
  ['embeddings', embeddingProviders],
  ['rerank', rerankProviders],
])('configuration.md names each provider of the group %s', (group, ids) => {
  const row = tableBelow('docs/configuration.md', `\`${group}\``).find(
    ([names]) => names?.[0] === 'provider',
  );
  expect(ids.filter((id) => !row?.flat().includes(id))).toEqual([]);
});

test('the README names each company whose models answer', () => {
  const text = textOf('README.md');
  const companies = llmProviders.filter((id) => (providers[id] as Provider).key === 'required');
  const names = companies.map((id) => providers[id].label.replace('Google ', ''));
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

describe('dependencies.md', () => {
  const page = 'docs/dependencies.md';
  const { dependencies } = JSON.parse(textOf('package.json')) as {
    dependencies: Record<string, string>;
  };
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { version: string } | undefined>;
  };

  test('has the number of direct dependencies', () => {
    const [, count] = /has (\d+) direct dependencies/.exec(textOf(page)) ?? [];
    expect(Number(count)).toBe(Object.keys(dependencies).length);
  });

  test('has the versions that are installed, whose advisories were looked up', () => {
    const rows = tableOf(page, 'package');
    expect(rows.length).toBeGreaterThan(3);
    for (const [names = [], [versions = ''] = []] of rows) {
      // A package that brings it is named behind it.
      const found = names.filter((name) =>
        versions.includes(`${packages[`node_modules/${name}`]?.version}`),
      );
      expect([names, found.length]).toEqual([names, versions.split(', ').length]);
    }
  });
});

describe('integrators.md', () => {
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

  test('lists the filters that the plugin applies, each once', () => {
    const names = callsOf('apply_filters').map((call) => call.split("'")[1] ?? call);
    const listed = tableOf(page, 'filter').flatMap(([filters = []]) => filters);
    expect(listed.sort()).toEqual([...new Set(names)].sort());
  });

  test('says that there are no actions, as it is', () => {
    const names = ['do_action', 'do_action_ref_array', 'apply_filters_ref_array'];
    const called = names.flatMap(callsOf).map((call) => call.split("'")[1] ?? call);
    // That of a cache, to which the plugin speaks.
    expect(called).toEqual(['litespeed_control_set_nocache']);
    expect(textOf(page)).toContain('it fires no actions of its own');
  });

  test('lists all routes of a visitor', () => {
    const open = routes.filter(({ auth, path }) => auth === 'nonce' || path === '/session');
    const meant = open.map(({ method, path }) => [`${method} ${path}`]);
    expect(tableOf(page, 'route').map(([route]) => route)).toEqual(meant);
  });

  test('lists all events with their fields', () => {
    const meant = chatEvent.options.map(({ shape: { type, ...fields } }) => {
      const names = Object.entries(fields).map(
        ([name, field]) => name + (field instanceof z.ZodOptional ? '?' : ''),
      );
      return [[type.value], names];
    });
    expect(tableOf(page, 'event').map(([event, fields]) => [event, fields])).toEqual(meant);
  });

  test('lists all codes of errors with their status', () => {
    const listed = tableOf(page, 'status').flatMap(([status = [], codes = []]) =>
      codes.filter((code) => !code.startsWith('data.')).map((code) => [code, Number(status[0])]),
    );
    const meant = Object.entries(errors).map(([code, { status }]) => [code, status]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(meant));
  });
});

describe('operations.md', () => {
  const rows = tableOf('docs/operations.md', 'metric');

  test('explains every metric of the program, and no other', async () => {
    const metrics = new Metrics(noReadings);
    await metrics.open();
    const names = (await metrics.text()).body.matchAll(/^# TYPE (itih_\w+)/gm);
    const listed = rows.flatMap(([cell = []]) => cell).filter((name) => name.startsWith('itih_'));
    expect(listed.sort()).toEqual([...names].map(([, name]) => name).sort());
  });

  test.each([
    ['itih_turned_away_total', turnedAway.options],
    ['itih_vendor_failures_total', vendorFailure.options],
  ])('explains %s by reason', (metric, reasons) => {
    const words = rows.find(([names]) => names?.includes(metric))?.[2] ?? [];
    expect(reasons.filter((reason) => !words.includes(reason))).toEqual([]);
  });
});

describe('scaling.md', () => {
  const page = 'docs/scaling.md';
  const dimensions = [384, 1536];
  /** The numbers of a row of the table of bytes, the first one of each cell. */
  function bytesOf(name: string): number[] {
    const row = tableOf(page, 'bytes of a chunk').find(([cell]) => cell?.[0]?.includes(name));
    const cells = row?.slice(1).map(([text = '']) => text.replace(/[*,]/g, '')) ?? [];
    return cells.map((text) => Number.parseInt(text, 10));
  }

  test('has the bytes of a vector, and right sums', () => {
    expect(bytesOf('vector in memory')).toEqual(dimensions.map(bytesPerVector));
    const overhead = bytesPerVector(512) - 512;
    expect(textOf('docs/configuration.md')).toContain(`dimensions + ${overhead} bytes`);
    const sum = (...names: string[]) =>
      dimensions.map((_, at) => names.reduce((all, name) => all + (bytesOf(name)[at] ?? NaN), 0));
    expect(bytesOf('**memory**')).toEqual(sum('vector in memory', 'words and list'));
    const text = 1300;
    expect(bytesOf('**database**')).toEqual(sum('vector in the database').map((n) => n + text));
  });

  test('has the number of vectors that one process holds', () => {
    const millions = (size: number) => `${(maxVectors(size) / 1e6).toFixed(1)} million of ${size}`;
    const says = textOf(page).replaceAll('\n', ' ').replaceAll('1,536', '1536');
    for (const size of [1536, 768]) expect(says).toContain(millions(size));
    expect(says).toContain(millions(512).replace(' of', ' chunks of'));
  });
});

describe('what pages quote', () => {
  const template = po.parse(readFileSync('plugin-shim/languages/itih-rag-chat.pot'));
  const messages = [
    ...Object.values(template.translations).flatMap((context) => Object.keys(context)),
    ...Object.values(errors).map(({ message }) => message),
  ];
  /** The doctor is not translated. */
  const doctor = globSync('server/composition/{findings,site-checks,doctor/*}.ts').map((file) =>
    readFileSync(file, 'utf8'),
  );

  test('is said by the program', () => {
    const quotes = textOf('docs/troubleshooting.md')
      .replaceAll('\n', ' ')
      .split('“')
      .slice(1)
      .map((rest) => rest.split('”')[0] ?? '')
      .filter((quote) => quote !== '…');
    expect(quotes.length).toBeGreaterThan(30);
    const isSaid = (quote: string) => {
      const parts = quote.split('…').filter((part) => part.length > 2);
      const says = (text: string) => parts.every((part) => text.includes(part));
      return parts.length > 0 && [...messages, ...doctor].some(says);
    };
    expect(quotes.filter((quote) => !isSaid(quote))).toEqual([]);
  });

  test('is a screen of the menu, with what stands there', () => {
    const named = pages
      .filter((page) => !page.startsWith('docs/decisions/'))
      .flatMap((page) => tokensOf(page, 'em').map(({ text }) => text.replaceAll('\n', ' ')))
      .filter((text) => text.startsWith('Site Chat '))
      .flatMap((text) => text.split(/ [›→] /).slice(1));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !messages.includes(name))).toEqual([]);
  });
});
